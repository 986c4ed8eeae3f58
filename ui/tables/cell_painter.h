#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace cardfit::ui {

class Translator;

// How a cell is singled out.
struct CellMarks {
    bool chosen = false, hovered = false, focused = false;
};

inline constexpr double kPriceFromWidth = 112; // a narrower cell drops the price, never the words

// One cell of the fit matrix: tint, glyph, words, price. The same on screen and on paper.
void paintFitCell(QPainter& painter, const QRectF& box, const fleet::FitCell& cell, CellMarks marks, const Theme& theme,
                  const Translator& translator);

// "1.72": two decimals below 10, one above; "–" without a price.
QString cellPrice(const fleet::FitCell& cell, const Translator& translator);

} // namespace cardfit::ui
