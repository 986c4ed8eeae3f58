#pragma once

#include "core/report/speed_simulation.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace cardfit::ui {

// Runs the simulation of the latest request on a thread of its own, once the hand rests: what is asked for meanwhile
// takes the place of what waits, and cancels what runs.
class SimulationSource : public QObject {
    Q_OBJECT
public:
    static constexpr int kRest = 120; // ms without a new request before one is run
    explicit SimulationSource(QObject* parent = nullptr);
    ~SimulationSource() override; // cancels, and waits for the thread

    void request(report::SpeedRun run); // forgets the result of the last one
    void cancel();
    const std::optional<report::SimulatedSpeed>& result() const { return m_result; } // of the last request; empty: not yet
    bool isBusy() const { return m_next.has_value() || m_cancelled; }

signals:
    void ready(); // result() is of the last request

private:
    void start();
    void keep(int generation, std::optional<report::SimulatedSpeed> result);

    QTimer m_rest;
    std::optional<report::SpeedRun> m_next;
    std::optional<report::SimulatedSpeed> m_result;
    std::shared_ptr<std::atomic<bool>> m_cancelled; // of the run under way; null: none
    int m_generation = 0;                           // of the last request
    QThreadPool m_pool;
};

} // namespace cardfit::ui
