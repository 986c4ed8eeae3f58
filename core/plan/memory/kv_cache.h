#pragma once

#include "core/scenario/resolved.h"

namespace cardfit::memory {

// Bytes per sequence of blocks that keep a state of constant size instead of a cache (Mamba, gated delta net), on the
// fullest card. States are fp32 in every engine read (vLLM, Transformers).
double stateBytesPerSequence(const Resolved& scenario, const Split& split);

} // namespace cardfit::memory
