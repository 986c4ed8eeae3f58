#include "ui/inputs/caption.h"

#include "ui/theme/paint_text.h"

#include <QPainter>

namespace cardfit::ui {

Caption::Caption(const Appearance& appearance, FontRole role, QWidget* parent) : QLabel(parent), m_appearance(appearance), m_role(role)
{
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void Caption::setRole(FontRole role)
{
    if (role == m_role)
        return;
    m_role = role;
    update();
}

void Caption::setQuiet(bool quiet)
{
    m_quiet = quiet;
    update();
}

QSize Caption::sizeHint() const { return {qRound(textWidth(text(), m_appearance.theme().font(m_role)) + 1), 20}; }

void Caption::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    const QColor colour = !isEnabled() ? theme.text3 : m_quiet ? theme.text2 : theme.text;
    drawText(painter, rect(), text(), theme.font(m_role), colour, alignment() & Qt::AlignHorizontal_Mask);
}

Rule::Rule(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance)
{
    setFixedHeight(1);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void Rule::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), m_appearance.theme().line); }

} // namespace cardfit::ui
