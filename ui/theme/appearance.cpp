#include "ui/theme/appearance.h"

#include "ui/theme/window_style.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>
#include <QToolTip>

namespace cardfit::ui {

namespace {

// Qt 6.4 has no colorScheme(): a palette whose window is darker than its text is a dark one.
Scheme schemeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness() ? Scheme::Dark : Scheme::Light;
}

} // namespace

Appearance::Appearance(QObject* parent) : QObject(parent) {}

Appearance::Choice Appearance::choiceOf(const QString& name)
{
    return name == QLatin1String("light") ? Choice::Light : name == QLatin1String("dark") ? Choice::Dark : Choice::FollowSystem;
}

QString Appearance::nameOf(Choice choice)
{
    switch (choice) {
    case Choice::Light: return QStringLiteral("light");
    case Choice::Dark: return QStringLiteral("dark");
    case Choice::FollowSystem: break;
    }
    return QStringLiteral("system");
}

void Appearance::setChoice(Choice choice)
{
    m_choice = choice;
    rebuild();
}

void Appearance::setLanguage(const QString& language)
{
    if (m_theme.language == language)
        return;
    m_theme.language = language;
    rebuild();
}

void Appearance::setFontScale(double scale)
{
    m_theme.fontScale = scale;
    rebuild();
}

void Appearance::applyTo(QApplication& application)
{
    m_application = &application;
    m_systemScheme = schemeOf(application.palette());
    application.setStyle(new WindowStyle);
    application.installEventFilter(this);
    rebuild();
}

bool Appearance::eventFilter(QObject* watched, QEvent* event)
{
    // Sent by the platform when the desktop switches; our own palette is set afterwards and does not arrive here.
    if (event->type() == QEvent::ThemeChange && watched == m_application && m_application) {
        m_systemScheme = schemeOf(m_application->style()->standardPalette());
        rebuild();
    }
    return QObject::eventFilter(watched, event);
}

Scheme Appearance::wantedScheme() const
{
    switch (m_choice) {
    case Choice::Light: return Scheme::Light;
    case Choice::Dark: return Scheme::Dark;
    case Choice::FollowSystem: break;
    }
    return m_systemScheme;
}

void Appearance::rebuild()
{
    Theme theme = Theme::of(wantedScheme());
    theme.language = m_theme.language;
    theme.fontScale = m_theme.fontScale;
    m_theme = theme;
    if (m_application) {
        m_application->setPalette(m_theme.palette());
        m_application->setFont(m_theme.font(FontRole::Control));
        QToolTip::setPalette(m_theme.palette());
        QToolTip::setFont(m_theme.font(FontRole::Table));
    }
    emit changed();
}

} // namespace cardfit::ui
