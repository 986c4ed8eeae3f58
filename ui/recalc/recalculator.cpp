#include "ui/recalc/recalculator.h"

#include <QMetaObject>

#include <algorithm>

namespace cardfit::ui {

Recalculator::Recalculator(StudyDocument& document, const Catalog& catalog, QObject* parent)
    : QObject(parent), m_document(document), m_catalog(catalog)
{
    connect(&document, &StudyDocument::changed, this, &Recalculator::schedule);
}

void Recalculator::setAxis(fleet::MatrixAxis axis)
{
    if (axis == m_axis)
        return;
    m_axis = axis;
    schedule();
}

void Recalculator::setMemoryBars(int bars)
{
    if (bars == m_memoryBars)
        return;
    m_memoryBars = bars;
    schedule();
}

void Recalculator::schedule()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(this, &Recalculator::recalculate, Qt::QueuedConnection);
}

void Recalculator::recalculate()
{
    m_scheduled = false;
    auto state = std::make_shared<PlanState>();
    state->scenario = m_document.scenario();
    state->plan = plan(state->scenario, m_catalog, cost::Detail::Everything);
    state->counts = fleet::fitMatrix(state->scenario, m_catalog, fleet::MatrixAxis::Count);
    state->shown = m_axis == fleet::MatrixAxis::Count ? state->counts : fleet::fitMatrix(state->scenario, m_catalog, m_axis);
    state->page = report::buildPlanPage(state->scenario, state->plan, state->counts, m_catalog, {m_memoryBars});
    state->verdicts = verdictsOf(state->plan);
    m_state = std::move(state);
    emit planned();
}

std::vector<fleet::Verdict> Recalculator::verdictsOf(const Plan& current)
{
    const auto& scenarios = m_document.study().scenarios;
    std::vector<Judged> judged;
    std::vector<fleet::Verdict> verdicts;
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        if (i == m_document.currentIndex()) {
            judged.push_back({scenarios[i], current.fit.verdict});
        } else {
            const auto known = std::ranges::find(m_judged, scenarios[i], &Judged::scenario);
            judged.push_back({scenarios[i], known != m_judged.end() ? known->verdict : plan(scenarios[i], m_catalog).fit.verdict});
        }
        verdicts.push_back(judged.back().verdict);
    }
    m_judged = std::move(judged);
    return verdicts;
}

} // namespace cardfit::ui
