#include "ui/charts/speed_marks.h"

#include "ui/charts/chart_style.h"
#include "ui/charts/speed_plot.h"
#include "ui/theme/paint_text.h"

#include <algorithm>

namespace cardfit::ui {

namespace {

using Kind = report::SpeedMark::Kind;

constexpr double kHandle = 9, kCross = 5, kRow = 15, kWordGap = 7, kLabelRow = 15, kLabelGap = 8, kRing = 3.5;

QPen penOf(Kind kind, const Theme& theme)
{
    switch (kind) {
    case Kind::Now: return QPen(theme.text, 1);
    case Kind::WithinLimits: return QPen(theme.rent, 1, Qt::DotLine, Qt::FlatCap);
    case Kind::Knee: return QPen(theme.text2, 1, Qt::DotLine, Qt::FlatCap);
    case Kind::Full:
    case Kind::Batch: break;
    }
    return QPen(theme.verdict(fleet::Verdict::Tight).mark, 1);
}

QColor wordsOf(Kind kind, const Theme& theme)
{
    switch (kind) {
    case Kind::Now: return theme.text;
    case Kind::WithinLimits: return theme.rent;
    case Kind::Knee: return theme.text2;
    case Kind::Full:
    case Kind::Batch: break;
    }
    return theme.warn;
}

// What is set at the upper end of its line, row by row, right of it where there is room.
struct Words {
    QString text;
    QRectF box;
    QColor colour;
};

// The first place that touches none of those taken: right of the line, left of it, the next row.
QRectF placed(double x, double width, const QRectF& area, const std::vector<Words>& taken)
{
    constexpr int kRows = 3;
    for (int row = 0; row < kRows; ++row) {
        for (const double left : {x + kWordGap, x - kWordGap - width}) {
            const QRectF box(left, area.top() + row * kRow, width, kRow);
            const bool inside = box.left() >= area.left() && box.right() <= area.right();
            if (inside && std::ranges::none_of(taken, [&](const Words& other) { return other.box.adjusted(-5, 0, 5, 0).intersects(box); }))
                return box;
        }
    }
    return {};
}

struct EndLabel {
    QString text;
    bool chosen = false;
    double y = 0;
};

} // namespace

SpeedMarks::SpeedMarks(SpeedPlot& plot) : QCPAbstractItem(&plot), m_plot(plot)
{
    setClipToAxisRect(false);
    setAntialiased(true);
}

void SpeedMarks::draw(QCPPainter* painter)
{
    drawLoads(*painter);
    if (m_plot.m_named)
        drawLoadWords(*painter);
    if (m_plot.m_chart.limit)
        drawLimit(*painter);
    drawEndLabels(*painter);
    if (m_plot.m_point)
        drawPoint(*painter);
}

void SpeedMarks::drawLoads(QCPPainter& painter) const
{
    const QRect area = m_plot.axisRect()->rect();
    painter.setAntialiasing(false);
    for (const report::SpeedMark& mark : m_plot.m_loads) {
        const double x = m_plot.xAxis->coordToPixel(mark.x);
        painter.setPen(penOf(mark.kind, m_plot.m_theme));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    painter.setAntialiasing(true);
}

void SpeedMarks::drawLoadWords(QCPPainter& painter) const
{
    const QFont font = m_plot.m_theme.font(FontRole::Axis);
    const QRectF area = m_plot.axisRect()->rect();
    std::vector<Words> taken;
    for (const report::SpeedMark& mark : m_plot.m_loads) {
        const double x = m_plot.xAxis->coordToPixel(mark.x);
        const QString text = m_plot.m_translator.plain(mark.label);
        const double width = textWidth(text, font) + 1;
        QRectF box;
        if (mark.kind == Kind::Full) { // below the curve, which is high there
            const bool right = x + kWordGap + width <= area.right();
            box = QRectF(right ? x + kWordGap : x - kWordGap - width, area.bottom() - kRow - 4, width, kRow);
        } else {
            box = placed(x, width, area, taken);
        }
        if (!box.isEmpty())
            taken.push_back({text, box, wordsOf(mark.kind, m_plot.m_theme)});
    }
    for (const Words& words : taken) {
        painter.fillRect(words.box.adjusted(-2, 1, 2, 0), m_plot.m_theme.surface);
        drawText(painter, words.box, words.text, font, words.colour);
    }
}

QRectF SpeedMarks::cross() const
{
    const report::SpeedChart& chart = m_plot.m_chart;
    if (!chart.limit || !chart.limit->milliseconds)
        return {};
    const QPointF handle = m_plot.limitHandle();
    const double x =
        handle.x() - kHandle / 2 + textWidth(m_plot.m_translator.plain(chart.limit->label), m_plot.m_theme.font(FontRole::Axis)) + 13;
    const double above = handle.y() - kRow - 5 >= 0 ? -kRow / 2 - 5 : kRow / 2 + 5;
    return QRectF(x - 8, handle.y() + above - 8, 16, 16);
}

void SpeedMarks::drawLimit(QCPPainter& painter) const
{
    const Theme& theme = m_plot.m_theme;
    const report::SpeedLimit& limit = *m_plot.m_chart.limit;
    const QRectF area = m_plot.axisRect()->rect();
    const QPointF handle = m_plot.limitHandle();
    const bool set = limit.milliseconds.has_value(), busy = m_plot.hasFocus() || m_plot.m_overLimit || m_plot.m_dragging;
    const QColor colour = set || busy ? theme.rent : theme.text2;
    painter.setAntialiasing(false);
    painter.setPen(set ? QPen(colour, m_plot.m_dragging ? 2 : 1) : QPen(colour, 1, Qt::DotLine));
    painter.drawLine(QPointF(area.left(), handle.y()), QPointF(set ? area.right() : handle.x() + 40, handle.y()));
    painter.setPen(QPen(colour, busy ? 2 : 1));
    painter.setBrush(theme.surface);
    painter.drawRect(QRectF(handle.x() - kHandle / 2, handle.y() - kHandle / 2, kHandle, kHandle));
    painter.setAntialiasing(true);
    const QFont font = theme.font(FontRole::Axis);
    const QString words = m_plot.m_translator.plain(limit.label);
    const bool above = set && handle.y() - kRow - 5 >= 0;
    const QRectF box =
        set ? QRectF(handle.x() - kHandle / 2, above ? handle.y() - kRow - 5 : handle.y() + 5, textWidth(words, font) + 1, kRow)
            : QRectF(handle.x() + kHandle, handle.y() + 2, textWidth(words, font) + 1, kRow);
    drawText(painter, box, words, font, colour);
    if (!set || !busy)
        return;
    const QPointF middle = cross().center();
    painter.setPen(QPen(theme.rent, 1.4));
    painter.drawLine(middle + QPointF(-kCross / 2, -kCross / 2), middle + QPointF(kCross / 2, kCross / 2));
    painter.drawLine(middle + QPointF(-kCross / 2, kCross / 2), middle + QPointF(kCross / 2, -kCross / 2));
}

void SpeedMarks::drawEndLabels(QCPPainter& painter) const
{
    const Theme& theme = m_plot.m_theme;
    const QRectF area = m_plot.axisRect()->rect();
    std::vector<EndLabel> labels;
    for (const report::SpeedLine& line : m_plot.m_chart.lines) {
        if (!line.middle.empty())
            labels.push_back({m_plot.m_translator.plain(line.label), line.chosen,
                              std::clamp<double>(m_plot.yAxis->coordToPixel(line.middle.back()), area.top(), area.bottom())});
    }
    spreadApart(labels, kLabelRow, area.top() + 4, area.bottom() - 6);
    for (const EndLabel& label : labels) {
        const QRectF box(area.right() + kLabelGap, label.y - kLabelRow / 2, m_plot.width() - area.right() - kLabelGap - 2, kLabelRow);
        drawText(painter, box, label.text, theme.font(label.chosen ? FontRole::LegendStrong : FontRole::Axis),
                 label.chosen ? theme.accent : theme.text2);
    }
}

void SpeedMarks::drawPoint(QCPPainter& painter) const
{
    const report::SpeedLine& first = m_plot.m_chart.lines.front();
    const double users = first.x[*m_plot.m_point];
    painter.setBrush(m_plot.m_theme.surface);
    painter.setPen(QPen(m_plot.m_theme.text, 1.5));
    painter.drawEllipse(QPointF(m_plot.xAxis->coordToPixel(users), m_plot.yAxis->coordToPixel(first.middle[*m_plot.m_point])), kRing,
                        kRing);
}

} // namespace cardfit::ui
