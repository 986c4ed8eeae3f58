#include "ui/inputs/value_box.h"

#include "ui/theme/icon.h"
#include "ui/theme/paint_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kReset = 14;
constexpr int kHeight = 24, kPadding = 7, kUnitGap = 5;

} // namespace

ValueBox::ValueBox(const Appearance& appearance, Words words, QWidget* parent)
    : QLineEdit(parent), m_appearance(appearance), m_words(std::move(words))
{
    setFrame(false);
    setFixedHeight(kHeight);
    setAlignment(Qt::AlignRight);
    connect(&appearance, &Appearance::changed, this, &ValueBox::applyTheme);
    applyTheme();
}

void ValueBox::applyTheme()
{
    setFont(m_appearance.theme().font(FontRole::ControlMedium));
    QPalette own = m_appearance.theme().palette();
    own.setColor(QPalette::Base, Qt::transparent);
    setPalette(own);
    setUnit(m_unit);
}

void ValueBox::setRange(double low, double high)
{
    m_low = low;
    m_high = high;
}

void ValueBox::setUnit(const QString& unit)
{
    m_unit = unit;
    const double unitWidth = unit.isEmpty() ? 0 : textWidth(unit, m_appearance.theme().font(FontRole::Table)) + kUnitGap;
    setTextMargins(kPadding - 2, 0, kPadding - 2 + qRound(unitWidth), 1);
    update();
}

void ValueBox::setSpecial(const QString& word)
{
    m_special = word;
    restore();
}

QString ValueBox::written() const { return m_value ? m_words.write(*m_value) : m_special; }

void ValueBox::showValue(std::optional<double> value)
{
    const bool same = value == m_value;
    m_value = value;
    if (hasFocus() && isModified()) // being typed into: the text is the user's until committed
        return;
    const QString wanted = written();
    if (same && text() == wanted)
        return;
    restore();
}

void ValueBox::restore()
{
    const QString wanted = written();
    if (text() != wanted)
        setText(wanted);
    setModified(false);
    m_wrong = false;
    update();
}

void ValueBox::setResettable(bool resettable)
{
    if (resettable == m_resettable)
        return;
    m_resettable = resettable;
    update();
}

QRect ValueBox::resetRect() const { return {4, (height() - kReset) / 2, kReset, kReset}; }

void ValueBox::mousePressEvent(QMouseEvent* event)
{
    if (m_resettable && !isModified() && resetRect().contains(event->position().toPoint()))
        emit resetWanted();
    else
        QLineEdit::mousePressEvent(event);
}

void ValueBox::commit()
{
    if (!isModified())
        return;
    const QString typed = text().trimmed();
    if (!m_special.isEmpty() && !typed.isEmpty() && m_special.startsWith(typed, Qt::CaseInsensitive)) {
        m_value = std::nullopt;
        restore();
        emit edited(std::nullopt);
        return;
    }
    const std::optional<double> read = m_words.read(typed);
    if (!read || *read < m_low || *read > m_high) {
        restore();
        m_wrong = true;
        update();
        emit rejected(typed, m_low, m_high);
        return;
    }
    m_value = *read;
    restore();
    emit edited(m_value);
}

void ValueBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        commit();
        selectAll();
        return;
    }
    if (event->key() == Qt::Key_Escape && isModified()) {
        restore();
        selectAll();
        return;
    }
    m_wrong = false;
    QLineEdit::keyPressEvent(event);
}

void ValueBox::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason)
        selectAll();
    update();
}

void ValueBox::focusOutEvent(QFocusEvent* event)
{
    commit();
    QLineEdit::focusOutEvent(event);
    update();
}

void ValueBox::enterEvent(QEnterEvent* event)
{
    QLineEdit::enterEvent(event);
    update();
}

void ValueBox::leaveEvent(QEvent* event)
{
    QLineEdit::leaveEvent(event);
    update();
}

void ValueBox::paintEvent(QPaintEvent* event)
{
    const Theme& theme = m_appearance.theme();
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool thick = hasFocus();
        const QColor frame = m_wrong ? theme.warn : hasFocus() ? theme.accent : underMouse() ? theme.text2 : theme.controlLine;
        const double inset = thick ? 1.0 : 0.5;
        painter.setPen(QPen(frame, thick || m_wrong ? 2 : 1));
        painter.setBrush(isEnabled() ? theme.control : theme.window);
        painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kControlRadius, kControlRadius);
        const QRectF inner = QRectF(rect()).adjusted(kPadding, 0, -kPadding, 0);
        const bool showsUnit = !m_unit.isEmpty() && (m_value || hasFocus());
        double unitWidth = 0;
        if (showsUnit)
            unitWidth = drawText(painter, inner, m_unit, theme.font(FontRole::Table), theme.text2, Qt::AlignRight) + kUnitGap;
        if (m_resettable && underMouse() && !isModified())
            paintIcon(painter, QRectF(resetRect()).adjusted(3, 3, -3, -3), Icon::Close, theme.text2, 1.3);
        if (!hasFocus())
            drawText(painter, inner.adjusted(0, 0, -unitWidth, 0), text(), font(), isEnabled() ? theme.text : theme.text3, Qt::AlignRight);
    }
    if (hasFocus())
        QLineEdit::paintEvent(event);
}

} // namespace cardfit::ui
