#pragma once

#include "core/scenario/resolved.h"

namespace cardfit::memory {

// What "auto" becomes in the options of training that only memory knows: from the scenario, else from the engine's
// profile. Pure; the plan echoes them.
LossPath lossPath(const Resolved& scenario);
Checkpointing checkpointing(const Resolved& scenario);
bool fusedKernels(const Resolved& scenario);
bool packing(const Resolved& scenario); // true: every batch has the same token count
TargetSet adapterTargets(const Resolved& scenario);
bool adaptersOnExperts(const Resolved& scenario);
double adapterDropout(const Resolved& scenario);
double adapterBytes(const Resolved& scenario); // per element of an adapter's weight
int fsdpVersion(const Resolved& scenario);
bool shardsWeights(const Resolved& scenario, const Split& split); // FSDP or ZeRO-3, also where the engine does so unasked
bool sequenceParallel(const Resolved& scenario, const Split& split);
StateRow stateRow(const Resolved& scenario, const Split& split);

// Tokens of the longest sample in a batch, and of one micro-batch on one card.
double sampleTokens(const Resolved& scenario);
bool lengthsVary(const Resolved& scenario);
bool trainsEverything(const Resolved& scenario); // full, pretrain, dpo: every weight has a gradient
bool holdsReferenceModel(const Resolved& scenario);

// Whether a pool engine counts the card as large, which its defaults depend on: by memory, with the families it never
// does (data/engines: large_card_gib, never_large).
bool isLargeCard(const Resolved& scenario);

} // namespace cardfit::memory
