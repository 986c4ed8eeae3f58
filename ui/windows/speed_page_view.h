#pragma once

#include "core/report/speed_page.h"
#include "ui/inputs/context.h"
#include "ui/recalc/plan_state.h"
#include "ui/recalc/simulation_source.h"

#include <QWidget>

#include <array>
#include <memory>

class QScrollArea;

namespace cardfit::ui {

class FigureList;
class RuleSplitter;
class SpeedPlot;
class TextButton;

// Latency and throughput over the users, or a training job over the cards: three charts on one axis, and the figures
// beside them. Limits are edited on the charts; cards are pinned beside the chosen one. Analytic at once; simulated
// percentiles take their place when they arrive.
class SpeedPageView : public QWidget {
    Q_OBJECT
public:
    explicit SpeedPageView(const InputContext& context, QWidget* parent = nullptr);

    void showState(std::shared_ptr<const PlanState> state);
    const report::SpeedPage& page() const { return m_page; }
    const QString& headline() const { return m_headline; } // with ** marks
    SpeedPlot& plot(std::size_t index) { return *m_plots[index]; }
    void togglePin(const report::SpeedPin& pin);
    bool isBusy() const { return m_simulation->isBusy(); } // a simulation is on its way

signals:
    void headlineChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // paints the pane of the charts

private:
    static constexpr std::size_t kCharts = 3;
    void buildCharts();
    void rebuild();
    void simulate();
    void showPage();
    void openPins();
    void applyTheme();
    void arrange();
    void arrangeFigures();
    void editLimit(std::size_t chart, std::optional<double> milliseconds);
    void tellPoint(std::size_t chart, int point);
    void paintCharts(QPainter& painter) const;
    void paintLegend(QPainter& painter, double right) const;

    InputContext m_context;
    std::shared_ptr<const PlanState> m_state;
    std::vector<report::SpeedPin> m_pins;
    bool m_ownPins = false; // chosen by the user; else those that the matrix stars
    report::SpeedPage m_page;
    QString m_headline;
    StudyDocument::Gesture m_gesture = 0;
    RuleSplitter* m_columns;
    QWidget* m_left;
    QScrollArea* m_right;
    FigureList* m_figures;
    TextButton* m_pinButton = nullptr;
    SimulationSource* m_simulation;
    std::optional<Scenario> m_simulated; // what was last asked for; limits and name change nothing of it
    std::array<SpeedPlot*, kCharts> m_plots{};
};

} // namespace cardfit::ui
