#pragma once

#include "core/report/plan_page.h"
#include "ui/text/translator.h"
#include "ui/theme/appearance.h"

#include <QWidget>

namespace cardfit::ui {

// Cumulative cost over the months, or what has no price. The pane's title line stands above, outside.
class MoneyChartView : public QWidget {
    Q_OBJECT
public:
    MoneyChartView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);
    void setChart(const report::MoneyChart& chart);
};

} // namespace cardfit::ui
