#pragma once

#include "core/report/claims_view.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <vector>

namespace cardfit::ui {

// What people say with the planner's answer, immutable once made.
struct ClaimsState {
    std::vector<report::ClaimView> claims;
    std::vector<Error> problems; // of the shipped files
};

// Reads the claims and plans their conditions on a thread of its own, once, when they are first asked for.
class ClaimsSource : public QObject {
    Q_OBJECT
public:
    using Load = std::function<evidence::ClaimsLoad()>; // called on the other thread
    ClaimsSource(Load load, const Catalog& catalog, QObject* parent = nullptr);
    ~ClaimsSource() override; // waits for the thread

    void request();                                                      // ready() follows, once
    std::shared_ptr<const ClaimsState> state() const { return m_state; } // nullptr: not yet
    bool isBusy() const { return m_requested && !m_state; }

signals:
    void ready();

private:
    Load m_load;
    const Catalog& m_catalog;
    std::shared_ptr<const ClaimsState> m_state;
    bool m_requested = false;
    QThreadPool m_pool;
};

} // namespace cardfit::ui
