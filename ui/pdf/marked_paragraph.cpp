#include "ui/pdf/marked_paragraph.h"

#include <QFontMetricsF>
#include <QPainter>

namespace cardfit::ui {

MarkedParagraph::MarkedParagraph(const QString& marked, const QFont& font, double width, double lineHeight) : m_lineHeight(lineHeight)
{
    QString text;
    QList<QTextLayout::FormatRange> bold;
    bool strong = false;
    for (const QString& part : marked.split(QStringLiteral("**"))) {
        if (strong && !part.isEmpty()) {
            QTextLayout::FormatRange range;
            range.start = static_cast<int>(text.size());
            range.length = static_cast<int>(part.size());
            range.format.setFontWeight(QFont::Bold);
            bold.append(range);
        }
        text += part;
        strong = !strong;
    }
    m_layout.setText(text);
    m_layout.setFont(font);
    m_layout.setFormats(bold);
    m_layout.setCacheEnabled(true);
    m_layout.beginLayout();
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLineWidth(width);
        // The baseline of every line at the same place, whatever fallback font raises its ascent.
        line.setPosition(QPointF(0, m_height + (lineHeight + QFontMetricsF(font).capHeight()) / 2 - line.ascent()));
        m_height += lineHeight;
    }
    m_layout.endLayout();
}

void MarkedParagraph::draw(QPainter& painter, QPointF topLeft, const QColor& colour) const
{
    painter.setPen(colour);
    m_layout.draw(&painter, topLeft);
}

} // namespace cardfit::ui
