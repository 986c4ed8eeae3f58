#include "core/report/plan_page.h"

#include "core/report/page_parts.h"

namespace cardfit::report {

PlanPage buildPlanPage(const Scenario& scenario, const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog,
                       const NeighbourRule& rule)
{
    PlanPage page;
    page.verdict = plan.fit.verdict;
    page.headline = headlineOf(plan);
    page.justEnough = justEnoughOf(plan, matrix);
    page.memory = memoryChartOf(plan, matrix, catalog, rule);
    page.money = moneyChartOf(plan);
    if (plan.cost) {
        page.costRows = costRowsOf(*plan.cost);
        page.tornado = tornadoRowsOf(*plan.cost);
        page.tornadoCentre = plan.cost->cash.month;
    }
    for (const Assumption& assumption : assumptionsOf(scenario, plan))
        page.assumptions.push_back(sentenceOf(assumption));
    page.problems = problemsOf(plan);
    return page;
}

} // namespace cardfit::report
