#include "ui/recalc/search_runner.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace cardfit::ui {

namespace {

constexpr qint64 kBetweenReports = 40; // ms

} // namespace

SearchRunner::SearchRunner(const Catalog& catalog, QObject* parent) : QObject(parent), m_catalog(catalog) { m_pool.setMaxThreadCount(1); }

SearchRunner::~SearchRunner()
{
    stop();
    m_pool.waitForDone();
}

void SearchRunner::stop()
{
    if (m_stop)
        m_stop->store(true);
    m_stop.reset();
}

void SearchRunner::start(const Scenario& scenario)
{
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_pool.start([this, scenario, mine = m_stop] { run(scenario, mine); });
}

// On the other thread. What it tells the window's thread is dropped there once it was stopped.
void SearchRunner::run(const Scenario& scenario, const Stop& mine)
{
    QElapsedTimer sinceReport;
    sinceReport.start();
    double shown = 0;
    fleet::SearchOptions options;
    options.goOn = [&](const fleet::SearchCounts& counts) {
        shown = std::max(shown, static_cast<double>(counts.done()) / static_cast<double>(std::max<std::uint64_t>(1, counts.space)));
        if (sinceReport.elapsed() >= kBetweenReports) {
            sinceReport.restart();
            QMetaObject::invokeMethod(
                this,
                [this, mine, share = shown] {
                    if (m_stop == mine)
                        emit progressed(share);
                },
                Qt::QueuedConnection);
        }
        return !mine->load();
    };
    auto state = std::make_shared<SearchState>();
    state->scenario = scenario;
    state->result = fleet::search(scenario, m_catalog, options);
    state->view = report::searchView(state->result);
    QMetaObject::invokeMethod(
        this,
        [this, mine, found = std::shared_ptr<const SearchState>(std::move(state))] {
            if (m_stop != mine)
                return;
            m_stop.reset();
            emit finished(found);
        },
        Qt::QueuedConnection);
}

} // namespace cardfit::ui
