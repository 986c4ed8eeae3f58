#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace cardfit::ui {

// Line icons of the window's own controls, painted in one colour.
enum class Icon { Undo, Redo, Export, Moon, Sun, Plus, Close, ChevronDown, ChevronRight, Filter, Warning, Error, Note, Star, Check };

// Fills the largest square centred in `box`; lines are `stroke` pixels wide whatever the size.
void paintIcon(QPainter& painter, const QRectF& box, Icon icon, const QColor& colour, double stroke = 1.5);

} // namespace cardfit::ui
