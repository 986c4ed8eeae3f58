#pragma once

#include "core/report/plan_page.h"
#include "ui/charts/qcp.h"
#include "ui/text/translator.h"
#include "ui/theme/theme.h"

#include <array>

namespace cardfit::ui {

class MoneyMarks;

// The chart without its title: months across, money up. Curves are QCPGraphs made once; what is written on the chart
// (totals at the ends, break-even) is one item.
class MoneyPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit MoneyPlot(const Translator& translator, QWidget* parent = nullptr);
    void setContent(const report::MoneyChart& chart, const Theme& theme);
    // The graph of one way to pay; empty data when the chart has no such curve.
    QCPGraph& graphOf(report::MoneyCurve::Kind kind) { return *m_curves[static_cast<std::size_t>(kind)]; }
    // Currency units that one step of the axis stands for: 1, 1,000 or 1,000,000.
    double unit() const { return m_unit; }

private:
    void fillGraph(QCPGraph& graph, const std::vector<double>& values) const;
    void scaleAxes(const report::MoneyChart& chart);

    std::array<QCPGraph*, 5> m_curves{}; // owned by the plot
    QCPGraph* m_low = nullptr;
    QCPGraph* m_high = nullptr;
    MoneyMarks* m_marks = nullptr;
    double m_unit = 1000;
};

// "thousand $": the name of MoneyPlot::unit() for the subtitle.
Text moneyUnitText(const report::MoneyChart& chart);
double moneyUnit(const report::MoneyChart& chart);

} // namespace cardfit::ui
