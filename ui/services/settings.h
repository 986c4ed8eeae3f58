#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

class QSettings;

namespace cardfit::ui {

// What the program remembers between runs; every key has a type and a default here and nowhere else.
class Settings {
public:
    Settings();                                // the user's own
    explicit Settings(const QString& iniFile); // a file of its own, for tests
    ~Settings();

    QString language() const; // empty: by the system
    void setLanguage(const QString& language);
    QString theme() const; // "system", "light", "dark"
    void setTheme(const QString& theme);
    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    QString lastFolder() const;
    void setLastFolder(const QString& folder);
    QStringList recentFiles() const; // newest first, at most ten
    void addRecentFile(const QString& path);

private:
    std::unique_ptr<QSettings> m_store;
};

} // namespace cardfit::ui
