#pragma once

#include "core/base/result.h"
#include "core/plan/memory/memory.h"
#include "core/scenario/resolved.h"

namespace cardfit::fleet {

// The split of `cards` cards: the scenario's own numbers when parallel.auto is off (an error where they do not
// multiply to `cards` or a dimension does not divide), else the one that fits with the least communication
// (scenario.md 6: serving: tensor up to 8, then pipeline; training: the smallest tensor x pipeline whose state fits,
// data parallel over the rest, sharded further where that is what makes it fit).
Result<Split> chooseSplit(const Resolved& scenario, int cards);

// For cards "auto": the smallest of 1, 2, 4, 8, 16, 32, 64 (and 3, 5, 6, 7 where the heads divide) that fits.
// 0: none up to 64 does.
int smallestFittingCount(const Resolved& scenario);

} // namespace cardfit::fleet
