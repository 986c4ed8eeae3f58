#pragma once

#include "core/evidence/evaluate.h"
#include "core/evidence/evidence_loader.h"

#include <QObject>
#include <QThreadPool>

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace cardfit::ui {

// A set of published measurements with what the planner says of the same runs, immutable once made.
struct EvidenceState {
    evidence::Set set = evidence::Set::Memory;
    evidence::Evidence evidence; // empty when there are problems
    std::vector<evidence::Outcome> outcomes;
    std::vector<Error> problems; // of the shipped file
};

// Reads and evaluates measurements on a thread of its own when they are first asked for: it takes several frames, and
// a start or a plan needs none of it.
class EvidenceSource : public QObject {
    Q_OBJECT
public:
    using Load = std::function<evidence::EvidenceLoad(evidence::Set)>; // called on the other thread
    EvidenceSource(Load load, const Catalog& catalog, QObject* parent = nullptr);
    ~EvidenceSource() override; // waits for the thread

    void request(evidence::Set set); // ready() follows, once
    std::shared_ptr<const EvidenceState> state(evidence::Set set) const { return m_states[static_cast<std::size_t>(set)]; } // nullptr: not yet
    bool isBusy() const { return m_running > 0; }

signals:
    void ready(cardfit::evidence::Set set);

private:
    void keep(std::shared_ptr<const EvidenceState> state);

    Load m_load;
    const Catalog& m_catalog;
    std::array<std::shared_ptr<const EvidenceState>, evidence::kSets> m_states;
    std::array<bool, evidence::kSets> m_requested{};
    int m_running = 0;
    QThreadPool m_pool;
};

} // namespace cardfit::ui
