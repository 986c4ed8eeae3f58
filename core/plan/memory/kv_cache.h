#pragma once

#include "core/scenario/resolved.h"

namespace cardfit::memory {

// Bytes per sequence of blocks that keep a state of constant size instead of a cache (Mamba, gated delta net), on the
// fullest card. States are fp32 in every engine read (vLLM, Transformers).
double stateBytesPerSequence(const Resolved& scenario, const Split& split);

// What a sequence of `context` tokens needs of a cache that held every token in every block: windowed blocks keep their
// window and the tokens of one step. 1 without windows. Source: vLLM's hybrid cache manager; llama.cpp pull 13194.
double windowedCacheShare(const Architecture& architecture, double context, double step);

// Notes for explain that windows cut the figure noted last to `perToken`; `step`: tokens of one step.
void noteWindows(const Resolved& scenario, double step, double perToken);

} // namespace cardfit::memory
