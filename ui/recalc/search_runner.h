#pragma once

#include "core/plan/fleet/search.h"
#include "core/report/search_view.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace cardfit::ui {

// What one search found, immutable once made.
struct SearchState {
    Scenario scenario; // what was searched for
    fleet::SearchResult result;
    report::SearchView view;
};

// Searches on a thread of its own, one search at a time: a new one stops the old.
class SearchRunner : public QObject {
    Q_OBJECT
public:
    explicit SearchRunner(const Catalog& catalog, QObject* parent = nullptr);
    ~SearchRunner() override; // stops and waits for the thread

    void start(const Scenario& scenario); // finished() follows, once, unless it is stopped
    void stop();                          // nothing more is heard of the search
    bool isBusy() const { return m_stop != nullptr; }

signals:
    void progressed(double share); // of the plans of the space, 0 to 1
    void finished(std::shared_ptr<const cardfit::ui::SearchState> state);

private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void run(const Scenario& scenario, const Stop& mine);

    const Catalog& m_catalog;
    Stop m_stop; // of the search that runs; null: none does
    QThreadPool m_pool;
};

} // namespace cardfit::ui
