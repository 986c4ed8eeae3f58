#include "ui/charts/chart_style.h"

#include "ui/charts/qcp.h"

#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kHatchStep = 6; // between hatch lines

void styleAxis(QCPAxis& axis, const Theme& theme)
{
    axis.setTickPen(Qt::NoPen);
    axis.setSubTicks(false);
    axis.setTickLength(0, 0);
    axis.setTickLabelFont(theme.font(FontRole::Axis));
    axis.setTickLabelColor(theme.text2);
    axis.setTickLabelPadding(6);
    axis.setLabel({});
}

} // namespace

void styleChart(QCustomPlot& plot, const Theme& theme)
{
    plot.setBackground(QBrush(theme.surface));
    plot.setAntialiasedElements(QCP::aeAll);
    plot.setNotAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
    plot.setPlottingHint(QCP::phCacheLabels, true);
    plot.axisRect()->setAutoMargins(QCP::msNone);
    plot.axisRect()->setBackground(Qt::NoBrush);
}

void styleValueAxis(QCPAxis& axis, const Theme& theme)
{
    styleAxis(axis, theme);
    axis.setBasePen(Qt::NoPen);
    axis.grid()->setVisible(true);
    axis.grid()->setPen(QPen(theme.grid, 1));
    axis.grid()->setZeroLinePen(QPen(theme.grid, 1));
    axis.grid()->setSubGridVisible(false);
}

void styleCategoryAxis(QCPAxis& axis, const Theme& theme)
{
    styleAxis(axis, theme);
    axis.setBasePen(QPen(theme.controlLine, 1));
    axis.grid()->setVisible(false);
}

void hideAxis(QCPAxis& axis)
{
    axis.setTicks(false);
    axis.setTickLabels(false);
    axis.setBasePen(Qt::NoPen);
    axis.grid()->setVisible(false);
}

void hatch(QPainter& painter, const QRectF& box, const QColor& colour)
{
    painter.save();
    painter.setClipRect(box, Qt::IntersectClip);
    painter.setPen(QPen(colour, 1));
    for (double start = box.left() - box.height(); start < box.right(); start += kHatchStep)
        painter.drawLine(QPointF(start, box.bottom()), QPointF(start + box.height(), box.top()));
    painter.restore();
}

double niceStep(double highest, int labels)
{
    if (!(highest > 0) || !std::isfinite(highest))
        return 1;
    const double raw = highest / labels;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double mantissa = raw / power;
    return power * (mantissa <= 1.0 ? 1.0 : mantissa <= 2.0 ? 2.0 : mantissa <= 5.0 ? 5.0 : 10.0);
}

} // namespace cardfit::ui
