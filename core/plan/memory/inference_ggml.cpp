// llama.cpp and its forks: three buffers whose sizes the program prints at start.
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <string>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;
constexpr int kSection = 7; // of README.md

void noteBuffer(const Resolved& scenario, const InferenceMemoryProfile& profile, double batch, double bytes)
{
    const Architecture& a = *scenario.architecture;
    const std::string logits = a.experts ? "4·ubatch·(V + 2·h)" : "4·ubatch·(V + h)";
    std::string formula = logits;
    if (profile.allocator2023)
        formula = "max(" + logits + ", 4·ubatch·(2·" + (a.experts ? "fe·k" : "f") + " + 2·h) + 4·ubatch·C)";
    else if (!scenario.scenario.serving.flashAttention)
        formula = "max(" + logits + ", 4·ubatch·(nh·C + C + 4·h))";
    const bool stated = scenario.scenario.serving.microBatchTokens.has_value();
    scenario.ledger->note("compute_buffer", bytes, formula, kSection,
                          {{"ubatch", batch, stated ? Origin::Scenario : Origin::Engine,
                            stated ? "/serving/ubatch_tokens" : "micro_batch_tokens", Unit::Tokens}});
}

// The compute buffer of one micro-batch: logits with one (dense) or two (experts) hidden rows in fp32; the allocator
// of 2023 also the MLP's pair and a mask of the context; without flash attention the scores. Reproduces the logs of
// 2023 to 2025 to the digit.
double computeBuffer(const Resolved& scenario, const InferenceMemoryProfile& profile, double context)
{
    const Architecture& a = *scenario.architecture;
    const double batch = scenario.scenario.serving.microBatchTokens.value_or(profile.microBatchTokens);
    const double rows = a.experts ? 2 : 1;
    const double logits = kFp32 * batch * (a.vocabulary + rows * a.hidden);
    double bytes = logits;
    if (profile.allocator2023) {
        const double width = a.experts ? static_cast<double>(a.experts->width) * a.experts->perToken : a.mlpWidth;
        bytes = std::max(logits, kFp32 * batch * (2 * width + 2.0 * a.hidden) + kFp32 * batch * context);
    } else if (!scenario.scenario.serving.flashAttention) {
        bytes = std::max(logits, kFp32 * batch * (a.queryHeads * context + context + 4.0 * a.hidden));
    }
    if (scenario.ledger)
        noteBuffer(scenario, profile, batch, bytes);
    return bytes;
}

void noteGgml(const Resolved& scenario, const InferenceMemoryProfile& profile, const Draft& draft, double cache, double cards,
              double copies)
{
    Ledger& ledger = *scenario.ledger;
    const std::vector<LedgerInput> inputs = {{"cards", cards, Origin::Split, "/parallel", Unit::Count},
                                             {"copies", copies, Origin::Split, "/parallel/data", Unit::Count},
                                             {"growth", profile.splitBufferFactor, Origin::Engine, "split_buffer_factor"},
                                             {"context", profile.contextGib, Origin::Engine, "context_gib"}};
    ledger.note("weights", draft.of(Component::Weights), "weights_stored/cards", kSection, inputs);
    ledger.note("cache_whole", cache,
                scenario.architecture->linear ? "kv_per_token·B·C·cards + state_per_sequence·B" : "kv_per_token·B·C·cards", kSection,
                inputs);
    ledger.note("kv_cache", draft.of(Component::KvCache), "cache_whole/cards", kSection, inputs);
    ledger.note("engine_buffers", draft.of(Component::EngineBuffers), cards > 1 ? "compute_buffer·growth" : "compute_buffer", kSection,
                inputs);
    ledger.note("non_torch", draft.nonTorch, "context·GiB", kSection, inputs);
    ledger.note("sum_allocated", draft.allCards->allocated, "(weights_stored + cache_whole + compute_buffer)·copies", kSection, inputs);
    ledger.note("sum_reserved", draft.allCards->reserved, "sum_allocated", kSection);
    ledger.note("sum_device", draft.allCards->device, "(weights_stored + cache_whole + compute_buffer + non_torch·cards)·copies", kSection,
                inputs);
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
    if (scenario.ledger && profile.windowedCache)
        noteWindows(scenario, batch, perToken);
    const double cache = perToken * request.contextTokens() + stateBytesPerSequence(scenario, Split{}) * request.sequences;
    const double buffer = computeBuffer(scenario, profile, request.context);
    Draft draft;
    draft.cachePerToken = shareOfCache(scenario, perToken, cards);
    draft.pool = cache / cards;
    draft.of(Component::Weights) = weights / cards;
    draft.of(Component::KvCache) = cache / cards;
    draft.of(Component::EngineBuffers) = buffer * (cards > 1 ? profile.splitBufferFactor : 1);
    draft.nonTorch = profile.contextGib * kGiB;
    const double copies = split.cards() / cards;
    const double whole = weights + cache + buffer;
    draft.allCards = DraftTotals{whole * copies, whole * copies, (whole + draft.nonTorch * cards) * copies};
    if (scenario.ledger)
        noteGgml(scenario, profile, draft, cache, cards, copies);
    return draft;
}

} // namespace cardfit::memory
