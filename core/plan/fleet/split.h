#pragma once

#include "core/base/result.h"
#include "core/plan/memory/memory.h"
#include "core/scenario/resolved.h"

#include <array>

#include <vector>

namespace cardfit::fleet {

// The split of `cards` cards: the scenario's own numbers when parallel.auto is off, else the one that fits with the least
// communication. Own numbers: the data dimension fills what is left where it is not given; an error names the key that
// does not divide or multiply. Automatic: serving takes tensor up to 8, then pipeline (engines without tensor
// parallelism: pipeline); concurrency "max": the copies that serve the most; training: the smallest tensor x pipeline
// whose state fits, data over the rest, sharded (FSDP, ZeRO-3) where that is what makes it fit.
Result<Split> chooseSplit(const Resolved& scenario, int cards);

// The same, with what it needs: saves a second look at the memory model where both are wanted.
struct SizedSplit {
    Split split;
    memory::Need need;
};
Result<SizedSplit> chooseSizedSplit(const Resolved& scenario, int cards);

// Every split of `cards` cards that a search may try: tensor up to 8 where the heads divide, pipeline up to the blocks,
// data the rest (serving: copies); mixtures also with their experts spread over tensor x data; training also sharded
// over data, as chooseSplit() would. What the scenario itself says about sharding stays.
std::vector<Split> everySplit(const Resolved& scenario, int cards);
// Writes a split into the scenario, so that chooseSplit() gives exactly this one.
void stateSplit(Scenario& scenario, const Split& split);

// Counts of cards of one replica or job that are tried.
inline constexpr std::array kTriedCounts{1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64};

// For cards "auto": the smallest of kTriedCounts that fits and meets `limits` (3, 5, 6 and 7 only where the heads
// divide; own numbers of the scenario give the count themselves), within allow.max_cards. Where none fits, the smallest
// that is tight; 0: not even that.
int smallestFittingCount(const Resolved& scenario);

} // namespace cardfit::fleet
