#pragma once

#include "core/base/text.h"
#include "core/plan/fleet/verdict.h"
#include "core/scenario/resolved.h"

#include <vector>

namespace cardfit {

// One change that would make a scenario fit: what to say, and the scenario with the change made.
struct WayOut {
    Text text;
    Scenario scenario;
    double headroom = 0; // after the change
    int cards = 1;
};

// Changes that turn a plan that does not fit (or a tight one) into one that fits, the smallest first: 8-bit KV cache,
// a shorter context, fewer users, 4-bit weights, checkpointing, more cards. Each is tried with the memory model; what
// does not help is not offered. At most `limit`.
std::vector<WayOut> waysOut(const Resolved& resolved, int cards, const Catalog& catalog, std::size_t limit);

} // namespace cardfit
