#pragma once

#include "ui/theme/theme.h"

#include <QString>

class QCPAxis;
class QCustomPlot;

namespace cardfit::ui {

// How all charts look: grid across the value axis only, no tick marks, no frame, fixed margins so that the plot area
// stands still while the hand drags. `lineWidth` 1 on screen, 0.75 on paper.
void styleChart(QCustomPlot& plot, const Theme& theme);
void styleValueAxis(QCPAxis& axis, const Theme& theme);
void styleCategoryAxis(QCPAxis& axis, const Theme& theme);
void hideAxis(QCPAxis& axis);

// The distance of axis labels that gives four to six of them up to `highest`: 1, 2, 5 times a power of ten.
double niceStep(double highest, int labels = 5);

} // namespace cardfit::ui
