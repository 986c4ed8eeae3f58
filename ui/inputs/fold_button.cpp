#include "ui/inputs/fold_button.h"

#include "ui/theme/paint_text.h"

#include <QPainter>

namespace cardfit::ui {

FoldButton::FoldButton(const Appearance& appearance, const QString& text, QWidget* parent) : PaintedButton(appearance, parent)
{
    setText(text);
    setCheckable(true);
    setFixedHeight(24);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldButton::setNote(const QString& note)
{
    if (note == m_note)
        return;
    m_note = note;
    update();
}

void FoldButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintIcon(painter, QRectF(1, height() / 2.0 - 4.5, 9, 9), isChecked() ? Icon::ChevronDown : Icon::ChevronRight, theme().text2, 1.5);
    const QRectF box = QRectF(rect()).adjusted(18, 0, 0, 0);
    const double used = drawText(painter, box, text(), theme().font(FontRole::Control), theme().text);
    drawText(painter, box.adjusted(used + 8, 0, 0, 0), m_note, theme().font(FontRole::Table), theme().text2, Qt::AlignRight);
    if (showsFocus())
        paintFocusFrame(painter);
}

} // namespace cardfit::ui
