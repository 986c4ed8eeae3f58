#pragma once

#include "core/base/problem.h"
#include "core/plan/cost/cost.h"
#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/verdict.h"
#include "core/plan/memory/memory.h"
#include "core/plan/speed/speed.h"
#include "core/scenario/resolved.h"

#include <optional>
#include <vector>

namespace cardfit {

struct FitAnswer {
    fleet::Verdict verdict = fleet::Verdict::NotModelled;
    std::optional<double> headroom;
    std::vector<Text> reasons;
    std::vector<Text> wayOut;
};

// The answer to one scenario. Parts that could not be computed are empty, and a problem says why.
struct Plan {
    std::optional<Resolved> resolved; // empty: the scenario itself is wrong (see problems)
    Split split;
    std::optional<memory::MemoryPlan> memory;
    FitAnswer fit;
    std::optional<speed::SpeedPlan> speed;
    fleet::FleetPlan fleet;
    std::optional<cost::CostPlan> cost;
    Problems problems;
};

// The only entry: same scenario and catalog in, same plan out, on every machine and in every locale.
// `Everything` also fills the month-by-month money, the tornado and the ways out (what the window and reports show).
Plan plan(const Scenario& scenario, const Catalog& catalog, cost::Detail detail = cost::Detail::Totals);

} // namespace cardfit
