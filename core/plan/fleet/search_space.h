#pragma once

#include "core/plan/fleet/split.h"
#include "core/scenario/resolved.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::fleet {

// One weight format to try: the word to write into the scenario (empty: left as asked), resolved on the scenario's own
// card, and every split of every count.
struct SearchPrecision {
    std::string word;
    Resolved resolved;
    std::vector<Split> splits;
};

// What a search looks at: all cards x precisions x splits x batches within the lists of `allow`, max_cards and
// min_weight_bits (README.md 6).
struct SearchSpace {
    std::vector<const Card*> cards; // the scenario's own first where the catalog does not hold it
    std::vector<SearchPrecision> precisions;
    std::vector<int> batches; // ascending
    bool sized = false;       // a demand: replicas are added until they carry it
    std::uint64_t plansPerCard = 0;

    std::uint64_t plans() const { return plansPerCard * cards.size(); }
};

// `words`: weight formats to try; empty: the scenario's own and the usual ones of its task. Unknown words are problems.
SearchSpace searchSpace(const Scenario& asked, const Resolved& base, const Catalog& catalog, const std::vector<std::string>& words,
                        Problems& problems);

// Whether a batch can be given to a split: training keeps a global batch that was stated (above 1).
bool batchSuits(const Scenario& scenario, const Split& split, int batch);

// Writes one split and batch into a scenario: users of all cards (with a demand also the sequences that a replica takes
// at once), or sequences of one card's micro-batch.
void applyPlan(Scenario& scenario, const Split& split, int batch);
// The same without strings for a batch of a split that stands there already.
void applyBatch(Scenario& scenario, const Split& split, int batch);

// Whether fleets are sized for a rate of requests (README.md 4).
bool isSized(const Scenario& scenario);

} // namespace cardfit::fleet
