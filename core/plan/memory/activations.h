#pragma once

#include "core/scenario/resolved.h"

namespace cardfit::memory {

// Bytes per token of one block, averaged over the blocks of the model.
struct BlockActivations {
    double stored = 0;      // S: kept for the backward pass when nothing is recomputed
    double storedWhole = 0; // part of it that plain tensor parallelism (without sequence parallel) keeps on every rank
    double gradients = 0;   // Sx: in flight while the block runs backward
    double residual = 0;    // h in 16 bit: the block's input, what full checkpointing keeps
    double selective = 0;   // kept by per-operator checkpointing: input, q, k, v, attention, every second product
};
// Sums of Korthikanti et al. 2022 for today's blocks (grouped queries, gated MLPs, experts, adapters); the inputs each
// adapted or trained matrix keeps, norms as the engine's kernels store them.
BlockActivations blockActivations(const Resolved& scenario, double sampleTokens);

// PEFT under FSDP1 keeps more per token in the backward pass than a single card does (measured; cause not found).
double peftFsdpExtra(const Resolved& scenario);

} // namespace cardfit::memory
