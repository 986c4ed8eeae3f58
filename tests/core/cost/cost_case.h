#pragma once

#include "core/plan/cost/cost.h"
#include "tests/core/speed/speed_case.h"

namespace cardfit::test {

// A fleet of so many cards without a demand.
inline fleet::FleetPlan fleetOf(int cards)
{
    fleet::FleetPlan fleet;
    fleet.cardsPerReplica = cards;
    return fleet;
}

inline cost::CostPlan priced(const std::string& json, int cards, cost::Detail detail = cost::Detail::Totals)
{
    return cost::price(resolved(json), fleetOf(cards), std::nullopt, catalog(), detail);
}

inline double amountOf(const std::optional<Money>& money) { return money ? money->toDouble() : std::nan(""); }

inline const cost::CostLine* lineOf(const cost::CostPlan& plan, std::string_view name)
{
    for (const cost::CostLine& line : plan.lines)
        if (line.name == name)
            return &line;
    return nullptr;
}

inline bool hasProblem(const cost::CostPlan& plan, std::string_view code)
{
    return std::any_of(plan.problems.begin(), plan.problems.end(), [&](const Problem& problem) { return problem.text.code == code; });
}

} // namespace cardfit::test
