#pragma once

#include "ui/theme/theme.h"

#include <QPointF>
#include <QRectF>

class QPainter;

namespace cardfit::ui {

// Marks of verdicts, painted as paths: no font of ours has them all, and paths stay vectors in the PDF.
enum class Glyph { DiscCheck, DiscStar, RingStar, HalfDisc, Cross, SlashedRing, Question };

// The star says "just enough": filled disc = cheapest to rent, ring = cheapest to own (rent wins when both).
Glyph glyphOf(fleet::Verdict verdict, bool cheapestToRent = false, bool cheapestToOwn = false);

// 13 px in cells, 18 when starred, 20 in the headline, 38 in a presentation.
inline constexpr double kCellGlyph = 13.0;
inline constexpr double kStarGlyph = 18.0;

// Paints the mark in the largest square centred in `box`, in the colours of `theme`.
void paintGlyph(QPainter& painter, const QRectF& box, Glyph glyph, const Theme& theme);
void paintGlyph(QPainter& painter, QPointF centre, double size, Glyph glyph, const Theme& theme);
void paintGlyph(QPainter& painter, const QRectF& box, fleet::Verdict verdict, const Theme& theme);

} // namespace cardfit::ui
