#pragma once

#include "core/report/plan_page.h"

namespace cardfit::report {

// The parts of a PlanPage, each by its own file. Used by the page and by the report.

Text headlineOf(const Plan& plan);

// What the card has, as its driver reports it (a process gets a little less), or as the scenario says.
Bytes memoryOfCard(const Resolved& resolved);

// The chosen card's bar from the plan; the neighbours estimated anew, without prices and speed.
MemoryChart memoryChartOf(const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog, const NeighbourRule& rule);

MoneyChart moneyChartOf(const Plan& plan);

// One row a line and the total, which is the sum of the rounded lines.
std::vector<CostRow> costRowsOf(const cost::CostPlan& cost);
std::vector<TornadoRow> tornadoRowsOf(const cost::CostPlan& cost);

std::optional<PlanPage::JustEnough> justEnoughOf(const Plan& plan, const fleet::FitMatrix& matrix);

// What was chosen for the user: an auto of the scenario, what it became, and on which basis.
struct Assumption {
    std::string inputCode; // "input.engine"
    Text value;
    Basis basis = Basis::Assumed;
};
std::vector<Assumption> assumptionsOf(const Scenario& scenario, const Plan& plan);
Text sentenceOf(const Assumption& assumption); // "Engine: vLLM (assumed)"

// Most severe first, else in the order found; each once.
Problems problemsOf(const Plan& plan);

} // namespace cardfit::report
