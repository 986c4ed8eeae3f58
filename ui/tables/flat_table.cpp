#include "ui/tables/flat_table.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

namespace cardfit::ui {

void makeFlat(QTableView& table, int rowHeight, int leastColumn)
{
    table.horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setMinimumSectionSize(leastColumn);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(rowHeight);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setSelectionMode(QAbstractItemView::NoSelection);
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setTabKeyNavigation(false);
}

void paintSurface(QTableView& table, const Theme& theme)
{
    QPalette colours = table.palette();
    colours.setColor(QPalette::Base, theme.surface);
    table.setPalette(colours);
    table.horizontalHeader()->viewport()->update();
}

} // namespace cardfit::ui
