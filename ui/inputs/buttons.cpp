#include "ui/inputs/buttons.h"

#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace cardfit::ui {

namespace {

constexpr int kButtonHeight = 28, kPadding = 8;
constexpr double kIcon = 16, kSmallIcon = 14;
constexpr int kMostChipWidth = 180;

QRectF hairline(const QWidget& widget) { return QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5); }

} // namespace

PaintedButton::PaintedButton(const Appearance& appearance, QWidget* parent) : QAbstractButton(parent), m_appearance(appearance)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void PaintedButton::focusInEvent(QFocusEvent* event)
{
    m_cue.focusIn(*event);
    QAbstractButton::focusInEvent(event);
}

void PaintedButton::focusOutEvent(QFocusEvent* event)
{
    m_cue.focusOut();
    QAbstractButton::focusOutEvent(event);
}

void PaintedButton::keyPressEvent(QKeyEvent* event)
{
    m_cue.keyUsed();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void PaintedButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void PaintedButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void PaintedButton::paintFocusFrame(QPainter& painter) const
{
    painter.setPen(QPen(theme().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kControlRadius, kControlRadius);
}

IconButton::IconButton(const Appearance& appearance, Icon icon, QWidget* parent) : PaintedButton(appearance, parent), m_icon(icon)
{
    setFixedSize(kButtonHeight, kButtonHeight);
}

void IconButton::setPaintedIcon(Icon icon)
{
    m_icon = icon;
    update();
}

void IconButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isEnabled() && underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDown() ? theme().track : theme().grid);
        painter.drawRoundedRect(rect(), kControlRadius, kControlRadius);
    }
    const QRectF box(width() / 2.0 - kSmallIcon / 2, height() / 2.0 - kSmallIcon / 2, kSmallIcon, kSmallIcon);
    paintIcon(painter, box, m_icon, isEnabled() ? theme().text2 : theme().track);
    if (showsFocus())
        paintFocusFrame(painter);
}

TextButton::TextButton(const Appearance& appearance, std::optional<Icon> icon, QWidget* parent)
    : PaintedButton(appearance, parent), m_icon(icon)
{
    setFixedHeight(kButtonHeight);
    connect(&appearance, &Appearance::changed, this, &QWidget::updateGeometry);
}

void TextButton::setMarkedText(const QString& marked)
{
    if (marked == m_marked)
        return;
    m_marked = marked;
    setText(withoutMarks(marked)); // what a screen reader says
    updateGeometry();
    update();
}

QSize TextButton::sizeHint() const
{
    const double text = markedTextWidth(m_marked, theme().font(FontRole::Control), theme().font(FontRole::Total));
    return {qRound(text + 1) + 2 * kPadding + (m_icon ? qRound(kIcon) + 4 : 0), kButtonHeight};
}

void TextButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isEnabled() ? (underMouse() ? theme().text2 : theme().controlLine) : theme().line);
    painter.setBrush(isDown() ? theme().grid : theme().control);
    painter.drawRoundedRect(hairline(*this), kControlRadius, kControlRadius);
    QRectF inner = QRectF(rect()).adjusted(kPadding, 0, -kPadding, 0);
    const QColor colour = isEnabled() ? theme().text : theme().text3;
    if (m_icon) {
        paintIcon(painter, QRectF(inner.left(), inner.center().y() - kIcon / 2, kIcon, kIcon), *m_icon, colour);
        inner.setLeft(inner.left() + kIcon + 4);
    }
    drawMarkedText(painter, inner, m_marked, theme().font(FontRole::Control), theme().font(FontRole::Total), colour);
    if (showsFocus())
        paintFocusFrame(painter);
}

PageTab::PageTab(const Appearance& appearance, const QString& text, QWidget* parent) : PaintedButton(appearance, parent)
{
    setText(text);
    setCheckable(true);
    setAutoExclusive(true);
    setFixedHeight(44);
}

QSize PageTab::sizeHint() const { return {qRound(textWidth(text(), theme().font(FontRole::ControlStrong))) + 8, 44}; }

void PageTab::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor colour = isChecked() || underMouse() ? theme().text : theme().text2;
    drawText(painter, rect(), text(), theme().font(isChecked() ? FontRole::ControlStrong : FontRole::Control), colour, Qt::AlignHCenter);
    if (isChecked())
        painter.fillRect(QRect(0, height() - 3, width(), 3), theme().accent);
    if (showsFocus())
        paintFocusFrame(painter);
}

ScenarioChip::ScenarioChip(const Appearance& appearance, QWidget* parent) : PaintedButton(appearance, parent)
{
    setFixedHeight(kButtonHeight);
    setCheckable(true);
}

QString ScenarioChip::label() const { return m_withName && !m_name.isEmpty() ? m_letter + QLatin1Char(' ') + m_name : m_letter; }

void ScenarioChip::show(const QString& letter, const QString& name, fleet::Verdict verdict, bool current, bool withName)
{
    setChecked(current); // a click toggles it, whatever the document then says
    if (letter == m_letter && name == m_name && verdict == m_verdict && current == m_current && withName == m_withName)
        return;
    m_letter = letter;
    m_name = name;
    m_verdict = verdict;
    m_current = current;
    m_withName = withName;
    setText(letter + QLatin1Char(' ') + name);
    updateGeometry();
    update();
}

QSize ScenarioChip::sizeHint() const
{
    const double text = textWidth(label(), theme().font(FontRole::ControlStrong));
    return {qMin(kMostChipWidth, qRound(text + 1) + 3 * kPadding + qRound(kCellGlyph) - 2), kButtonHeight};
}

void ScenarioChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_current ? theme().accent : underMouse() ? theme().controlLine : theme().line);
    painter.setBrush(m_current ? theme().accentBackground : theme().surface);
    painter.drawRoundedRect(hairline(*this), kControlRadius, kControlRadius);
    paintGlyph(painter, QPointF(kPadding + kCellGlyph / 2, height() / 2.0), kCellGlyph, glyphOf(m_verdict), theme());
    const QRectF inner = QRectF(rect()).adjusted(kPadding + kCellGlyph + 7, 0, -kPadding + 2, 0);
    const QFont font = theme().font(m_current ? FontRole::ControlStrong : FontRole::Control);
    const double letter = drawText(painter, inner, m_letter, font, m_current ? theme().accent : theme().text2);
    if (m_withName)
        drawText(painter, inner.adjusted(letter + 4, 0, 0, 0), m_name, font, m_current ? theme().text : theme().text);
    if (showsFocus())
        paintFocusFrame(painter);
}

void ScenarioChip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit renameRequested();
}

} // namespace cardfit::ui
