#include "ui/recalc/evidence_source.h"

#include <QMetaObject>

#include <utility>

namespace cardfit::ui {

namespace {

std::shared_ptr<const EvidenceState> evaluated(evidence::Set set, const EvidenceSource::Load& load, const Catalog& catalog)
{
    auto state = std::make_shared<EvidenceState>();
    state->set = set;
    evidence::EvidenceLoad loaded = load(set);
    state->problems = std::move(loaded.problems);
    if (loaded.evidence) {
        state->evidence = std::move(*loaded.evidence);
        state->outcomes = evidence::evaluate(state->evidence, catalog);
    }
    return state;
}

} // namespace

EvidenceSource::EvidenceSource(Load load, const Catalog& catalog, QObject* parent)
    : QObject(parent), m_load(std::move(load)), m_catalog(catalog)
{
    m_pool.setMaxThreadCount(1);
}

EvidenceSource::~EvidenceSource() { m_pool.waitForDone(); }

void EvidenceSource::request(evidence::Set set)
{
    bool& requested = m_requested[static_cast<std::size_t>(set)];
    if (requested)
        return;
    requested = true;
    ++m_running;
    m_pool.start([this, set] {
        const std::shared_ptr<const EvidenceState> state = evaluated(set, m_load, m_catalog);
        QMetaObject::invokeMethod(
            this, [this, state] { keep(state); }, Qt::QueuedConnection);
    });
}

void EvidenceSource::keep(std::shared_ptr<const EvidenceState> state)
{
    --m_running;
    const evidence::Set set = state->set;
    m_states[static_cast<std::size_t>(set)] = std::move(state);
    emit ready(set);
}

} // namespace cardfit::ui
