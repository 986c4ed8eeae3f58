#pragma once

#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

#include <algorithm>
#include <vector>

class QCPAxis;
class QPainter;
class QCustomPlot;

namespace cardfit::ui {

// How all charts look: grid across the value axis only, no tick marks, no frame, fixed margins so that the plot area
// stands still while the hand drags. `lineWidth` 1 on screen, 0.75 on paper.
void styleChart(QCustomPlot& plot, const Theme& theme);
void styleValueAxis(QCPAxis& axis, const Theme& theme);
void styleCategoryAxis(QCPAxis& axis, const Theme& theme);
void hideAxis(QCPAxis& axis);

// Fills a box with 45 degree lines, as paths: Qt's hatch brush is in device pixels, mush on paper and on dense screens.
void hatch(QPainter& painter, const QRectF& box, const QColor& colour);

// The distance of axis labels that gives four to six of them up to `highest`: 1, 2, 5 times a power of ten.
double niceStep(double highest, int labels = 5);

// Moves labels (with a member `y`) apart to whole steps, keeping their order and staying inside the plot.
template <class Label>
void spreadApart(std::vector<Label>& labels, double step, double top, double bottom)
{
    std::ranges::stable_sort(labels, {}, &Label::y);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i].y = std::max(labels[i].y, i == 0 ? top : labels[i - 1].y + step);
    double limit = bottom;
    for (std::size_t i = labels.size(); i-- > 0; limit = labels[i].y - step)
        labels[i].y = std::min(labels[i].y, limit);
}

} // namespace cardfit::ui
