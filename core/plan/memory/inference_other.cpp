// Engines that reserve the cache of every declared sequence at start, and two that keep their own working set.
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

double stateBytes(const Resolved& scenario, const Split& split, const Request& request)
{
    return stateBytesPerSequence(scenario, split) * request.sequences;
}

} // namespace

// LMDeploy TurboMind of 2023: weights, the declared sessions' cache, and a constant per session and process.
Draft draftSessions(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const Request request = requestOf(scenario, split);
    Draft draft;
    draft.cachePerToken = cacheBytesPerToken(scenario, split);
    draft.of(Component::Weights) = weightsOnCard(scenario, split, layoutOf(scenario, profile));
    draft.of(Component::KvCache) = draft.cachePerToken * request.contextTokens() + stateBytes(scenario, split, request);
    draft.of(Component::EngineBuffers) = profile.fixedBytes + profile.bytesPerSequence * request.sequences;
    return draft; // the constants were read with nvidia-smi: they hold the context
}

// exllama, MLC: one cache of the declared length for every sequence. The fixed part was read with nvidia-smi, so the
// CUDA context is taken out of it.
Draft draftPreallocated(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const Request request = requestOf(scenario, split);
    const double cards = static_cast<double>(split.tensor) * split.pipeline;
    Draft draft;
    draft.cachePerToken = cacheBytesWhole(scenario) / cards;
    draft.nonTorch = contextBytes(scenario);
    draft.of(Component::Weights) = weightsOnCard(scenario, Split{}, layoutOf(scenario, profile)) / cards;
    draft.of(Component::KvCache) = draft.cachePerToken * request.contextTokens() + stateBytes(scenario, Split{}, request) / cards;
    draft.of(Component::EngineBuffers) = std::max(0.0, profile.fixedBytes - draft.nonTorch);
    return draft;
}

// AutoAWQ's fused modules: query, key and value exist twice while they are fused; later the eager scores, a block's
// work or fp32 logits of the prompt are the peak.
Draft draftAutoAwq(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    const MemoryConstants& constants = *scenario.memory;
    const Request request = requestOf(scenario, split);
    const double cards = static_cast<double>(split.tensor) * split.pipeline;
    const double engine = constants.generateEngineBytes;
    const double tokens = request.promptTokens();
    MatrixSums fused;
    fused.outputs = a.attentionBlocks * (static_cast<double>(a.queryWidth()) * a.queryMultiple + 2.0 * a.kvWidth()) * a.matrixScale;
    fused.weights = a.hidden * fused.outputs;
    const double fusing = a.latent ? 0 : bytesIn(*scenario.weights, scenario.weights->defaultGroup, fused);
    const double logits = 6.0 * a.vocabulary * tokens;
    const double scores = (8.0 * a.hidden + 8.0 * a.queryHeads * request.prompt) * tokens;
    const double work = std::max({scores, blockTemporaries(a, tokens), logits});

    const double weights = weightsOnCard(scenario, Split{}, layoutOf(scenario, scenario.inferenceProfile()));
    const double perToken = cacheBytesWhole(scenario);
    const double cache = perToken * request.wholeTokens() + stateBytes(scenario, Split{}, request);
    const double load = weights + fusing + engine;
    const double serve = weights + cache + work + engine * cards;
    const double whole = std::max(load, serve);
    Draft draft;
    const bool loads = cards == 1 && load > serve;
    draft.peak = loads ? Phase::Load : Phase::Serving;
    draft.setPhase(Phase::Load, cards > 1 ? weights / cards + fusing + engine : load);
    draft.setPhase(Phase::Serving, (weights + cache) / cards + work + engine);
    draft.cachePerToken = perToken / cards;
    draft.of(Component::Weights) = weights / cards;
    draft.of(Component::KvCache) = loads ? std::min(cache, fusing) : cache / cards;
    draft.of(Component::Logits) = !loads && work == logits ? logits : 0;
    draft.of(Component::Activations) = !loads && work != logits ? work : 0;
    draft.of(Component::EngineBuffers) = engine + (loads ? std::max(0.0, fusing - cache) : 0);
    draft.slack = (constants.autoAwqReservedFactor - 1) * draft.allocated();
    draft.nonTorch = contextBytes(scenario);
    const double reserved = whole * constants.autoAwqReservedFactor;
    const double copies = split.cards() / cards;
    draft.allCards = DraftTotals{whole * copies, reserved * copies, (reserved + draft.nonTorch * cards) * copies};
    return draft;
}

// gpt-fast (torchao): a static cache of at least 256 positions, logits of the compiled step, and what quantising or
// compiling leaves behind.
Draft draftGptFast(const Resolved& scenario, const Split& split)
{
    constexpr double kLeastPositions = 256;
    constexpr double kPositionStep = 8;
    const Architecture& a = *scenario.architecture;
    const MemoryConstants& constants = *scenario.memory;
    const Request request = requestOf(scenario, split);
    const double positions = std::max(kLeastPositions, kPositionStep * std::ceil((request.prompt + request.generated) / kPositionStep));
    const WeightFormat& format = *scenario.weights;
    double leftovers = 0;
    if (!isSixteenBit(format) && !isFp32(format))
        leftovers = 2 * headSums(a).weights + 4 * a.blockWeights / a.blocks; // two 16-bit blocks and a head
    else if (scenario.scenario.serving.compile.value_or(true) && !isFp32(format))
        leftovers = constants.gptFastCompiledBytes;
    Draft draft;
    draft.cachePerToken = cacheBytesPerToken(scenario, split);
    draft.of(Component::Weights) = weightsOnCard(scenario, split, layoutOf(scenario, scenario.inferenceProfile()));
    draft.of(Component::KvCache) = draft.cachePerToken * positions * request.sequences + stateBytes(scenario, split, request);
    draft.of(Component::Logits) = constants.gptFastBytesPerLogit * a.vocabulary;
    draft.of(Component::EngineBuffers) = constants.gptFastBytes + leftovers;
    draft.nonTorch = contextBytes(scenario);
    return draft;
}

} // namespace cardfit::memory
