#pragma once

#include "core/plan/cost/lines.h"

namespace cardfit::cost {

// Fills the month-by-month cash of all ways to pay, the tornado, and from both the band of owning and the interval of
// the break-even.
void fillOverTime(CostPlan& plan, const Context& context);

// One bar a sensitive input: break-even month at its low and high end, the largest effect first.
std::vector<TornadoBar> tornadoOf(const Context& context);

} // namespace cardfit::cost
