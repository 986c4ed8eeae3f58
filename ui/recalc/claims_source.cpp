#include "ui/recalc/claims_source.h"

#include <QMetaObject>

#include <utility>

namespace cardfit::ui {

namespace {

std::shared_ptr<const ClaimsState> answered(const ClaimsSource::Load& load, const Catalog& catalog)
{
    auto state = std::make_shared<ClaimsState>();
    evidence::ClaimsLoad loaded = load ? load() : evidence::ClaimsLoad{};
    state->problems = std::move(loaded.problems);
    for (const evidence::Claim& claim : loaded.claims)
        state->claims.push_back(report::claimViewOf(claim, answer(claim, catalog), catalog));
    return state;
}

} // namespace

ClaimsSource::ClaimsSource(Load load, const Catalog& catalog, QObject* parent)
    : QObject(parent), m_load(std::move(load)), m_catalog(catalog)
{
    m_pool.setMaxThreadCount(1);
}

ClaimsSource::~ClaimsSource() { m_pool.waitForDone(); }

void ClaimsSource::request()
{
    if (m_requested)
        return;
    m_requested = true;
    m_pool.start([this] {
        const std::shared_ptr<const ClaimsState> state = answered(m_load, m_catalog);
        const auto keep = [this, state] {
            m_state = state;
            emit ready();
        };
        QMetaObject::invokeMethod(this, keep, Qt::QueuedConnection);
    });
}

} // namespace cardfit::ui
