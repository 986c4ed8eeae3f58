// llama.cpp and its forks: three buffers whose sizes the program prints at start.
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;

// The compute buffer of one micro-batch: logits with one (dense) or two (experts) hidden rows in fp32; the allocator
// of 2023 also the MLP's pair and a mask of the context; without flash attention the scores. Reproduces the logs of
// 2023 to 2025 to the digit.
double computeBuffer(const Resolved& scenario, const InferenceMemoryProfile& profile, double context)
{
    const Architecture& a = *scenario.architecture;
    const double batch = scenario.scenario.serving.microBatchTokens.value_or(profile.microBatchTokens);
    const double rows = a.experts ? 2 : 1;
    const double logits = kFp32 * batch * (a.vocabulary + rows * a.hidden);
    if (profile.allocator2023) {
        const double width = a.experts ? static_cast<double>(a.experts->width) * a.experts->perToken : a.mlpWidth;
        return std::max(logits, kFp32 * batch * (2 * width + 2.0 * a.hidden) + kFp32 * batch * context);
    }
    if (scenario.scenario.serving.flashAttention)
        return logits;
    return std::max(logits, kFp32 * batch * (a.queryHeads * context + context + 4.0 * a.hidden));
}

} // namespace

// Weights and cache are split by blocks, so every card holds a share; the compute buffer grows a little on each.
Draft draftGgml(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const Request request = requestOf(scenario, split);
    const double cards = static_cast<double>(split.tensor) * split.pipeline;
    const double weights = weightsOnCard(scenario, Split{}, layoutOf(scenario, profile));
    const double batch = scenario.scenario.serving.microBatchTokens.value_or(profile.microBatchTokens);
    const double windows = profile.windowedCache ? windowedCacheShare(*scenario.architecture, request.context, batch) : 1;
    const double perToken = cacheBytesWhole(scenario) * windows;
    const double cache = perToken * request.contextTokens() + stateBytesPerSequence(scenario, Split{}) * request.sequences;
    const double buffer = computeBuffer(scenario, profile, request.context);
    Draft draft;
    draft.cachePerToken = perToken / cards;
    draft.pool = cache / cards;
    draft.of(Component::Weights) = weights / cards;
    draft.of(Component::KvCache) = cache / cards;
    draft.of(Component::EngineBuffers) = buffer * (cards > 1 ? profile.splitBufferFactor : 1);
    draft.nonTorch = profile.contextGib * kGiB;
    const double copies = split.cards() / cards;
    const double whole = weights + cache + buffer;
    draft.allCards = DraftTotals{whole * copies, whole * copies, (whole + draft.nonTorch * cards) * copies};
    return draft;
}

} // namespace cardfit::memory
