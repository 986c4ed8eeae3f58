#pragma once

class QTableView;

namespace cardfit::ui {

struct Theme;

// The tables of the window: fixed rows and columns without grid, frame or selection, scrolled by pixels; what is current
// is painted by each table's delegate. After its model and header are set.
void makeFlat(QTableView& table, int rowHeight, int leastColumn);
// Its ground in the theme's surface.
void paintSurface(QTableView& table, const Theme& theme);

} // namespace cardfit::ui
