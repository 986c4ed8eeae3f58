#pragma once

#include "core/report/plan_page.h"

#include <QWidget>

namespace cardfit::ui {

class Appearance;
class MoneyPlot;
class Translator;

// "What does it cost": cumulative money by month, rent rust, own blue with its band, break-even marked on the chart.
// Without a price the pane says what is missing instead.
class MoneyChartView : public QWidget {
    Q_OBJECT
public:
    MoneyChartView(const Appearance& appearance, const Translator& translator, QWidget* parent = nullptr);

    void setChart(const report::MoneyChart& chart);
    const report::MoneyChart& chart() const { return m_chart; }
    MoneyPlot& plot() { return *m_plot; }
    QSize minimumSizeHint() const override { return {300, 150}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    const Appearance& m_appearance;
    const Translator& m_translator;
    report::MoneyChart m_chart;
    MoneyPlot* m_plot;
};

} // namespace cardfit::ui
