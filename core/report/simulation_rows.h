#pragma once

#include "core/plan/speed/simulation.h"
#include "core/report/phrasebook.h"

#include <string>
#include <vector>

namespace cardfit::report {

// One figure of a load as both ways give it; "–" where one of them has none.
struct SimulationRow {
    std::string name, analytic, simulated;
};
std::vector<SimulationRow> simulationRows(const speed::SpeedPlan& analytic, const speed::SimulatedLoad& simulated,
                                          const Phrasebook& phrases, const NumberStyle& style);

// The answer of `simulate --json`: {"analytic": {"ttft_ms", ...}, "simulated": {the same keys, "requests", "preemptions", ...}}.
std::string simulationJson(const speed::SpeedPlan& analytic, const speed::SimulatedLoad& simulated, std::uint64_t seed);

} // namespace cardfit::report
