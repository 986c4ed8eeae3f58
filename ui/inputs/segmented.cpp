#include "ui/inputs/segmented.h"

#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace cardfit::ui {

namespace {

constexpr int kHeight = 24, kPadding = 9;

} // namespace

Segmented::Segmented(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance)
{
    setFixedHeight(kHeight);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void Segmented::setParts(const QStringList& parts)
{
    if (parts == m_parts)
        return;
    m_parts = parts;
    updateGeometry();
    update();
}

void Segmented::showPart(int index)
{
    if (index == m_current)
        return;
    m_current = index;
    update();
}

int Segmented::partWidth(int index) const
{
    return qRound(textWidth(m_parts[index], m_appearance.theme().font(FontRole::TableSemibold))) + 2 * kPadding;
}

QSize Segmented::sizeHint() const
{
    int width = 1;
    for (int i = 0; i < m_parts.size(); ++i)
        width += partWidth(i);
    return {width, kHeight};
}

QRect Segmented::partRect(int index) const
{
    int x = 0;
    for (int i = 0; i < index; ++i)
        x += partWidth(i);
    return {x, 0, partWidth(index) + 1, kHeight};
}

void Segmented::mousePressEvent(QMouseEvent* event)
{
    for (int i = 0; i < m_parts.size(); ++i) {
        if (partRect(i).contains(event->position().toPoint()) && i != m_current)
            emit chosen(i);
    }
}

void Segmented::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_cue.keyUsed();
    const int wanted = qBound(0, m_current + step, static_cast<int>(m_parts.size()) - 1);
    if (wanted != m_current)
        emit chosen(wanted);
}

void Segmented::focusInEvent(QFocusEvent* event)
{
    m_cue.focusIn(*event);
    update();
}

void Segmented::focusOutEvent(QFocusEvent*)
{
    m_cue.focusOut();
    update();
}

void Segmented::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.controlLine);
    painter.setBrush(theme.control);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kControlRadius, kControlRadius);
    for (int i = 0; i < m_parts.size(); ++i) {
        const QRectF part = partRect(i);
        if (i > 0 && i != m_current && i - 1 != m_current) {
            painter.setPen(theme.line);
            painter.drawLine(QPointF(part.left() + 0.5, 5), QPointF(part.left() + 0.5, kHeight - 5));
        }
        if (i == m_current) {
            painter.setPen(QPen(theme.accent, m_cue.visible() ? 2 : 1));
            painter.setBrush(theme.accentBackground);
            painter.drawRoundedRect(part.adjusted(0.5, 0.5, -0.5, -0.5), kControlRadius, kControlRadius);
        }
        drawText(painter, part, m_parts[i], theme.font(i == m_current ? FontRole::TableSemibold : FontRole::Table),
                 i == m_current ? theme.accent : theme.text, Qt::AlignHCenter);
    }
}

} // namespace cardfit::ui
