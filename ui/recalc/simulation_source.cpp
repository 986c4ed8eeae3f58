#include "ui/recalc/simulation_source.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <utility>

namespace cardfit::ui {

SimulationSource::SimulationSource(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &SimulationSource::start);
}

SimulationSource::~SimulationSource()
{
    cancel();
    m_pool.waitForDone();
}

void SimulationSource::request(report::SpeedRun run)
{
    cancel();
    m_next = std::move(run);
    m_rest.start();
}

void SimulationSource::cancel()
{
    if (m_cancelled)
        m_cancelled->store(true);
    m_cancelled.reset();
    ++m_generation;
    m_rest.stop();
    m_next.reset();
    m_result.reset();
}

void SimulationSource::start()
{
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    auto run = std::make_shared<const report::SpeedRun>(*std::exchange(m_next, std::nullopt));
    m_pool.start([this, run, cancelled = m_cancelled, generation = m_generation] {
        QElapsedTimer timer;
        timer.start();
        std::optional<report::SimulatedSpeed> result = report::simulateSpeed(*run, [&cancelled] { return cancelled->load(); });
        if (result)
            result->milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        QMetaObject::invokeMethod(
            this, [this, generation, result] { keep(generation, result); }, Qt::QueuedConnection);
    });
}

// A result of an older request comes too late.
void SimulationSource::keep(int generation, std::optional<report::SimulatedSpeed> result)
{
    if (generation != m_generation)
        return;
    m_cancelled.reset();
    m_result = std::move(result);
    emit ready();
}

} // namespace cardfit::ui
