#pragma once

#include "core/base/ledger.h"
#include "core/plan/memory/draft.h"

namespace cardfit::memory {

// The lengths that inference memory depends on, and what all its equations share.
struct Request {
    double sequences = 1; // held by one copy of the model
    double prompt = 1, generated = 0, context = 1;
    double promptTokens() const { return sequences * prompt; }
    double wholeTokens() const { return sequences * (prompt + generated); }
    double contextTokens() const { return sequences * context; }
};
// `concurrency` spread over the data-parallel copies; "max" needs room for one sequence.
Request requestOf(const Resolved& scenario, const Split& split);

// CUDA context by PyTorch version. Source: measured with nvidia-smi, data/memory/constants.json.
double contextBytes(const Resolved& scenario);

// Temporaries of one block while T tokens pass through it without gradients: the MLP's gate, activation and up (2
// bytes each) or the attention's, whichever is larger. Derived from the shapes.
double blockTemporaries(const Architecture& architecture, double tokens);

void noteBlockTemporaries(const Resolved& scenario, double bytes); // of the prompt: B·s tokens

// Cache bytes per token of the whole model on one card, padding of cache groups apart.
double cacheBytesWhole(const Resolved& scenario);
double shareOfCache(const Resolved& scenario, double perToken, double cards); // of one card, split by blocks

// One function per way of allocating (InferenceKind).
Draft draftGenerate(const Resolved& scenario, const Split& split);
Draft draftPool(const Resolved& scenario, const Split& split);
Draft draftFreeFraction(const Resolved& scenario, const Split& split);
Draft draftSessions(const Resolved& scenario, const Split& split);
Draft draftPreallocated(const Resolved& scenario, const Split& split);
Draft draftAutoAwq(const Resolved& scenario, const Split& split);
Draft draftGptFast(const Resolved& scenario, const Split& split);
Draft draftGgml(const Resolved& scenario, const Split& split);

} // namespace cardfit::memory
