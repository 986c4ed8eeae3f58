#pragma once

#include "core/evidence/measurement.h"
#include "core/plan/memory/memory.h"
#include "core/plan/speed/speed.h"

#include <optional>
#include <vector>

namespace cardfit::evidence {

// One figure of the planner that a measurement may be, with its interval and whose residuals that is.
struct Candidate {
    double value = 0, low = 0, high = 0; // in the measurement's unit; low, high: 0 without an interval
    std::optional<MemoryClass> memoryClass;
    double common = 0;    // the same in commonUnitOf() the class; 0: value is
    bool inverse = false; // common falls when value rises (seconds a step against tokens a second)
};
using Candidates = std::vector<Candidate>;

// What of a memory plan a measurement is to be compared with; several where the source does not say which.
Candidates memoryCandidates(const memory::MemoryPlan& memory, const Measured& measured, int cards);

// What of a speed plan a measurement is to be compared with; value 0 where the plan does not have it.
Candidate speedCandidate(const speed::SpeedPlan& speed, const Scenario& scenario, const Measured& measured);

} // namespace cardfit::evidence
