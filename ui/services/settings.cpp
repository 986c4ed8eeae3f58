#include "ui/services/settings.h"

#include <QDir>
#include <QSettings>

namespace cardfit::ui {

namespace {

constexpr qsizetype kRecentFiles = 10;

const QString kLanguage = QStringLiteral("language");
const QString kTheme = QStringLiteral("theme");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLastFolder = QStringLiteral("files/lastFolder");
const QString kRecent = QStringLiteral("files/recent");

} // namespace

Settings::Settings() : m_store(std::make_unique<QSettings>(QStringLiteral("Cardfit"), QStringLiteral("Cardfit"))) {}
Settings::Settings(const QString& iniFile) : m_store(std::make_unique<QSettings>(iniFile, QSettings::IniFormat)) {}
Settings::~Settings() = default;

QString Settings::language() const { return m_store->value(kLanguage).toString(); }
void Settings::setLanguage(const QString& language) { m_store->setValue(kLanguage, language); }
QString Settings::theme() const { return m_store->value(kTheme, QStringLiteral("system")).toString(); }
void Settings::setTheme(const QString& theme) { m_store->setValue(kTheme, theme); }
QByteArray Settings::windowGeometry() const { return m_store->value(kGeometry).toByteArray(); }
void Settings::setWindowGeometry(const QByteArray& geometry) { m_store->setValue(kGeometry, geometry); }
QString Settings::lastFolder() const { return m_store->value(kLastFolder, QDir::homePath()).toString(); }
void Settings::setLastFolder(const QString& folder) { m_store->setValue(kLastFolder, folder); }
QStringList Settings::recentFiles() const { return m_store->value(kRecent).toStringList(); }

void Settings::addRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    m_store->setValue(kRecent, QStringList(files.mid(0, kRecentFiles)));
}

} // namespace cardfit::ui
