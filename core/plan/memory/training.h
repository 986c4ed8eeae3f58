#pragma once

#include "core/base/ledger.h"
#include "core/plan/memory/activations.h"
#include "core/plan/memory/draft.h"

namespace cardfit::memory {

// How a training job lies on its cards, with what "auto" became.
struct TrainingLayout {
    bool full = false;          // every weight trains
    bool sharded = false;       // weights over `shards` cards
    int zeroStage = 0;          // of DeepSpeed; 0 under FSDP
    double shards = 1;          // F
    double dataRanks = 1;       // D: data x context
    double sequenceDivisor = 1; // t where sequence parallel divides all of the activations
    double tensor = 1, pipeline = 1;
    double tokens = 0; // of one micro-batch on one card
    double sample = 0; // longest sample
    double stateDivisor() const { return zeroStage == 1 || zeroStage == 2 ? dataRanks : shards; }
};
TrainingLayout layoutOf(const Resolved& scenario, const Split& split);

// States at rest on one card, bytes.
struct TrainingStates {
    double weights = 0, adapters = 0, gradients = 0, moments = 0, master = 0;
    double stepTemporary = 0; // alive only in the step
    double gradientBytes = 2; // per parameter
};
// Bytes per parameter of a row with the scenario's optimizer. Rows: Rajbhandari et al. 2020 and the engines' own.
StateBytes stateBytes(const Resolved& scenario, const Split& split);
TrainingStates trainingStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout);
// Adapter parameters of the whole model: rank x (inputs + outputs) over the adapted matrices.
double adapterParameters(const Resolved& scenario);
bool untiesHead(const Resolved& scenario);
// What formulas of states put in: bytes per parameter of the row, and who shares them.
std::vector<LedgerInput> stateInputs(const Resolved& scenario, const Split& split, const TrainingLayout& layout);

// Logits and loss over `tokens` positions. `hiddenDivisor`: what divides the h-term.
double lossBytes(const Resolved& scenario, const TrainingLayout& layout, double tokens, double hiddenDivisor);

Draft megatronDraft(const Resolved& scenario, const Split& split);

// The caching allocator gives blocks back before it fails: reserved memory stays below what the card can hand out.
double reservedCap(const Resolved& scenario);
double communicatorBytes(const Resolved& scenario, const Split& split);
void noteReservedCap(const Resolved& scenario);
void noteNonTorch(const Resolved& scenario, const Split& split, double bytes);

} // namespace cardfit::memory
