// Engines that reserve the cache of every declared sequence at start, and two that keep their own working set.
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

constexpr int kSection = 7; // of README.md

double stateBytes(const Resolved& scenario, const Split& split, const Request& request)
{
    const double bytes = stateBytesPerSequence(scenario, split) * request.sequences;
    return noted(scenario.ledger, "cache_state", bytes, bytes > 0 ? "state_per_sequence·B" : "0", kSection);
}

struct AwqSums {
    double weights;
    MatrixSums fused;
    double fusing, scores, block, logits, work, cache, load, serve;
};

void noteAwqWork(const Resolved& scenario, const AwqSums& sums, const std::vector<LedgerInput>& inputs)
{
    Ledger& ledger = *scenario.ledger;
    if (sums.fusing > 0)
        noteBytesIn(ledger, "fused_copies", sums.fusing, *scenario.weights, scenario.weights->defaultGroup, sums.fused);
    else
        ledger.note("fused_copies", 0, "0", kSection);
    ledger.note("eager_scores", sums.scores, "(8·h + 8·nh·s)·B·s", kSection);
    noteBlockTemporaries(scenario, sums.block);
    ledger.note("logits_prompt", sums.logits, "6·V·B·s", kSection);
    ledger.note("prompt_work", sums.work, "max(eager_scores, block_temporaries, logits_prompt)", kSection);
    ledger.note("load_of_all", sums.load, "weights_stored + fused_copies + engine", kSection, inputs);
    ledger.note("serving_of_all", sums.serve, "weights_stored + cache_whole + prompt_work + engine·cards", kSection, inputs);
    ledger.note("whole_peak", std::max(sums.load, sums.serve), "max(load_of_all, serving_of_all)", kSection);
}

void noteAutoAwq(const Resolved& scenario, const Draft& draft, const AwqSums& sums, double cards, double copies)
{
    Ledger& ledger = *scenario.ledger;
    const std::vector<LedgerInput> inputs = {
        {"cards", cards, Origin::Split, "/parallel", Unit::Count},
        {"copies", copies, Origin::Split, "/parallel/data", Unit::Count},
        {"engine", scenario.memory->generateEngineBytes, Origin::Constants, "generate_engine_bytes", Unit::Memory},
        {"r", scenario.memory->autoAwqReservedFactor, Origin::Constants, "auto_awq_reserved_factor"}};
    noteAwqWork(scenario, sums, inputs);
    const bool loads = draft.peak == Phase::Load;
    const bool logitsLead = sums.work == sums.logits;
    ledger.note("phase_load", asDouble(*draft.phases[static_cast<std::size_t>(Phase::Load)]),
                "weights_stored/cards + fused_copies + engine", kSection, inputs);
    ledger.note("phase_serving", asDouble(*draft.phases[static_cast<std::size_t>(Phase::Serving)]),
                "(weights_stored + cache_whole)/cards + prompt_work + engine", kSection, inputs);
    ledger.note("weights", draft.of(Component::Weights), "weights_stored/cards", kSection, inputs);
    ledger.note("kv_cache", draft.of(Component::KvCache), loads ? "min(cache_whole, fused_copies)" : "cache_whole/cards", kSection, inputs);
    ledger.note("logits", draft.of(Component::Logits), !loads && logitsLead ? "logits_prompt" : "0", kSection);
    ledger.note("activations", draft.of(Component::Activations), loads || logitsLead ? "0" : "prompt_work", kSection);
    ledger.note("engine_buffers", draft.of(Component::EngineBuffers), loads ? "engine + max(0, fused_copies − cache_whole)" : "engine",
                kSection, inputs);
    ledger.note("slack", draft.slack, "(r − 1)·(weights + kv_cache + logits + activations + engine_buffers)", kSection, inputs);
    ledger.note("non_torch", draft.nonTorch, "cuda_context", kSection);
    ledger.note("sum_allocated", draft.allCards->allocated, "whole_peak·copies", kSection, inputs);
    ledger.note("sum_reserved", draft.allCards->reserved, "whole_peak·r·copies", kSection, inputs);
    ledger.note("sum_device", draft.allCards->device, "(whole_peak·r + cuda_context·cards)·copies", kSection, inputs);
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
    if (scenario.ledger) {
        scenario.ledger->note("weights", draft.of(Component::Weights), "weights_stored", kSection);
        scenario.ledger->note("kv_cache", draft.of(Component::KvCache), "kv_per_token·B·C + cache_state", kSection);
        scenario.ledger->note("engine_buffers", draft.of(Component::EngineBuffers), "fixed + session·B", kSection,
                              {{"fixed", profile.fixedBytes, Origin::Engine, "fixed_bytes", Unit::Memory},
                               {"session", profile.bytesPerSequence, Origin::Engine, "bytes_per_sequence", Unit::Memory}});
    }
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
    draft.cachePerToken = shareOfCache(scenario, cacheBytesWhole(scenario), cards);
    draft.nonTorch = contextBytes(scenario);
    draft.of(Component::Weights) = weightsOnCard(scenario, Split{}, layoutOf(scenario, profile)) / cards;
    draft.of(Component::KvCache) = draft.cachePerToken * request.contextTokens() + stateBytes(scenario, Split{}, request) / cards;
    draft.of(Component::EngineBuffers) = std::max(0.0, profile.fixedBytes - draft.nonTorch);
    if (scenario.ledger) {
        const std::vector<LedgerInput> inputs = {{"cards", cards, Origin::Split, "/parallel", Unit::Count},
                                                 {"fixed", profile.fixedBytes, Origin::Engine, "fixed_bytes", Unit::Memory}};
        scenario.ledger->note("weights", draft.of(Component::Weights), "weights_stored/cards", kSection, inputs);
        scenario.ledger->note("kv_cache", draft.of(Component::KvCache), "kv_per_token·B·C + cache_state/cards", kSection, inputs);
        scenario.ledger->note("non_torch", draft.nonTorch, "cuda_context", kSection);
        scenario.ledger->note("engine_buffers", draft.of(Component::EngineBuffers), "max(0, fixed − non_torch)", kSection, inputs);
    }
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
    const double block = blockTemporaries(a, tokens);
    const double work = std::max({scores, block, logits});

    const double weights = weightsOnCard(scenario, Split{}, layoutOf(scenario, scenario.inferenceProfile()));
    const double perToken = cacheBytesWhole(scenario);
    const double cache = perToken * request.wholeTokens() + stateBytes(scenario, Split{}, request);
    noted(scenario.ledger, "cache_whole", cache, "kv_per_token·B·(s + o) + cache_state", kSection);
    const double load = weights + fusing + engine;
    const double serve = weights + cache + work + engine * cards;
    const double whole = std::max(load, serve);
    Draft draft;
    const bool loads = cards == 1 && load > serve;
    draft.peak = loads ? Phase::Load : Phase::Serving;
    draft.setPhase(Phase::Load, cards > 1 ? weights / cards + fusing + engine : load);
    draft.setPhase(Phase::Serving, (weights + cache) / cards + work + engine);
    draft.cachePerToken = shareOfCache(scenario, perToken, cards);
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
    if (scenario.ledger)
        noteAutoAwq(scenario, draft, {weights, fused, fusing, scores, block, logits, work, cache, load, serve}, cards, copies);
    return draft;
}

namespace {

void noteGptFast(const Resolved& scenario, const Draft& draft, double positions, double leftovers)
{
    Ledger& ledger = *scenario.ledger;
    const MemoryConstants& constants = *scenario.memory;
    const bool quantised = !isSixteenBit(*scenario.weights) && !isFp32(*scenario.weights);
    ledger.note("cache_positions", positions, Unit::Tokens, "max(256, 8·ceil((s + o)/8))", kSection);
    ledger.note("leftovers", leftovers,
                quantised       ? "2·V·h + 4·Nb/L"
                : leftovers > 0 ? "compiled"
                                : "0",
                kSection, {{"compiled", constants.gptFastCompiledBytes, Origin::Constants, "gpt_fast_compiled_bytes", Unit::Memory}});
    ledger.note("weights", draft.of(Component::Weights), "weights_stored", kSection);
    ledger.note("kv_cache", draft.of(Component::KvCache), "kv_per_token·cache_positions·B + cache_state", kSection);
    ledger.note("logits", draft.of(Component::Logits), "a·V", kSection,
                {{"a", constants.gptFastBytesPerLogit, Origin::Constants, "gpt_fast_bytes_per_logit"}});
    ledger.note("engine_buffers", draft.of(Component::EngineBuffers), "fixed + leftovers", kSection,
                {{"fixed", constants.gptFastBytes, Origin::Constants, "gpt_fast_bytes", Unit::Memory}});
    ledger.note("non_torch", draft.nonTorch, "cuda_context", kSection);
}

} // namespace

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
    if (scenario.ledger)
        noteGptFast(scenario, draft, positions, leftovers);
    return draft;
}

} // namespace cardfit::memory
