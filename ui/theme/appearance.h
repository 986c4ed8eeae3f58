#pragma once

#include "ui/theme/theme.h"

#include <QObject>

class QApplication;
class QEvent;

namespace cardfit::ui {

// The window's current theme and when it changes: follows the system's light or dark, unless the user chose one.
// Widgets hold a reference and repaint on changed().
class Appearance : public QObject {
    Q_OBJECT
public:
    enum class Choice { FollowSystem, Light, Dark };
    static Choice choiceOf(const QString& name); // "system", "light", "dark"; anything else follows the system
    static QString nameOf(Choice choice);

    explicit Appearance(QObject* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    void setLanguage(const QString& language); // changes the Han face
    void setFontScale(double scale);           // 1.0 = the sizes of FontRole

    // Fusion, palette and font of the whole program, now and after every change. Also notices the system's scheme.
    void applyTo(QApplication& application);

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    Scheme wantedScheme() const;

    Theme m_theme = Theme::light();
    Choice m_choice = Choice::FollowSystem;
    Scheme m_systemScheme = Scheme::Light;
    QApplication* m_application = nullptr;
};

} // namespace cardfit::ui
