#pragma once

#include "core/report/plan_page.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QWidget>

namespace cardfit::ui {

// The stacked memory bars with their legend (the pane's title line stands above, outside). setChart() only moves data
// into existing plottables and queues one replot.
class MemoryChartView : public QWidget {
    Q_OBJECT
public:
    MemoryChartView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setChart(const report::MemoryChart& chart);

signals:
    void barChosen(const QString& cardId, int cards);
};

} // namespace cardfit::ui
