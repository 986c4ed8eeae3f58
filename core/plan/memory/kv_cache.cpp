#include "core/plan/memory/kv_cache.h"

#include "core/plan/memory/memory.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;
constexpr int kCacheSection = 4; // of README.md
// vLLM splits the longer kind of block into groups of the shorter's size, unless the two are this close.
constexpr double kNearlyEqual = 1.25;

// A token takes whole groups of blocks: blocks are put into groups of one size, and a short group is padded
// (vLLM from 0.11 on: Gemma-3-27B with 10 + 52 blocks pays for 70).
double groupPadding(const Architecture& a)
{
    const double full = a.fullBlocks;
    const double windowed = a.windowedBlocks;
    if (full == 0 || windowed == 0)
        return 1;
    const double shorter = std::min(full, windowed);
    const double longer = std::max(full, windowed);
    const double size = longer >= kNearlyEqual * shorter ? shorter : longer;
    return size * (std::ceil(full / size) + std::ceil(windowed / size)) / (full + windowed);
}

// Latent attention caches one compressed row per block; every tensor rank keeps all of it (DeepSeek-V2, 2.1.2).
double latentBytes(const Resolved& scenario, double pipeline)
{
    const Architecture& a = *scenario.architecture;
    const LatentAttention& latent = *a.latent;
    if (!scenario.scenario.serving.expandedLatentCache)
        return (a.cacheElements * scenario.keyBytes + a.attentionBlocks * a.indexerBytesPerBlock) / pipeline;
    const double perHead = (latent.noPositionWidth + latent.rotaryWidth) * scenario.keyBytes + latent.valueWidth * scenario.valueBytes;
    return a.attentionBlocks * static_cast<double>(a.queryHeads) * perHead / pipeline;
}

void noteLatent(const Resolved& scenario, const Split& split, double bytes)
{
    const Architecture& a = *scenario.architecture;
    const bool expanded = scenario.scenario.serving.expandedLatentCache;
    const char* formula = expanded                     ? "A·nh·((nope + rope)·kb + value·vb)/p"
                          : a.indexerBytesPerBlock > 0 ? "(elements·kb + A·indexer)/p"
                                                       : "elements·kb/p";
    scenario.ledger->note("kv_stored_per_token", bytes, Unit::MemoryPerToken, formula, kCacheSection,
                          withRanks(scenario, split, {{"elements", a.cacheElements, Origin::Model, {}, Unit::Count},
                                            {"indexer", a.indexerBytesPerBlock, Origin::Model},
                                            {"nope", static_cast<double>(a.latent->noPositionWidth), Origin::Model, {}, Unit::Count},
                                            {"rope", static_cast<double>(a.latent->rotaryWidth), Origin::Model, {}, Unit::Count},
                                            {"value", static_cast<double>(a.latent->valueWidth), Origin::Model, {}, Unit::Count}}));
}

void noteHeads(const Resolved& scenario, const Split& split, double bytes)
{
    const double elements = scenario.architecture->cacheElements;
    scenario.ledger->note("kv_stored_per_token", bytes, Unit::MemoryPerToken, "elements·max(1, kv/t)/kv·(kb + vb)/2/p", kCacheSection,
                          withRanks(scenario, split, {{"elements", elements, Origin::Model, {}, Unit::Count}}));
}

const InferenceMemoryProfile* profileOf(const Resolved& scenario)
{
    const EngineProfile* engine = scenario.inferenceMemory.profile;
    return engine && engine->inference ? &*engine->inference : nullptr;
}

// The padded figure; what it pads was noted last.
void notePadded(const Resolved& scenario, double stored, double padding)
{
    const InferenceMemoryProfile* profile = profileOf(scenario);
    const bool scaled = profile && profile->int8CacheScaleBytes > 0 && scenario.keyBytes == 1;
    const std::string source = scaled ? "kv_scaled_per_token" : "kv_stored_per_token";
    scenario.ledger->note("kv_per_token", stored * padding, Unit::MemoryPerToken, padding == 1 ? source : source + "·padding",
                          kCacheSection, {{"padding", padding, Origin::Engine, "cache_groups"}});
}

} // namespace

double storedCacheBytesPerToken(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    const double pipeline = stagesOf(a, split);
    double bytes = 0;
    if (a.latent) {
        bytes = latentBytes(scenario, pipeline);
    } else {
        const double heads = a.kvHeads;
        const double share = std::max(1.0, heads / split.tensor) / heads; // a head is never cut
        bytes = a.cacheElements * share * (scenario.keyBytes + scenario.valueBytes) / 2 / pipeline;
    }
    Ledger* ledger = scenario.ledger;
    if (ledger)
        a.latent ? noteLatent(scenario, split, bytes) : noteHeads(scenario, split, bytes);
    const InferenceMemoryProfile* profile = profileOf(scenario);
    if (profile && profile->int8CacheScaleBytes > 0 && scenario.keyBytes == 1) {
        bytes *= 1 + profile->int8CacheScaleBytes / a.headWidth;
        if (ledger)
            ledger->note("kv_scaled_per_token", bytes, Unit::MemoryPerToken, "kv_stored_per_token·(1 + scale/d)", kCacheSection,
                         {{"scale", profile->int8CacheScaleBytes, Origin::Engine, "int8_cache_scale_bytes"}});
    }
    return bytes;
}

double cacheBytesPerToken(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile* profile = profileOf(scenario);
    const double padding = profile && profile->cacheGroups && split.pipeline == 1 ? groupPadding(*scenario.architecture) : 1;
    const double stored = storedCacheBytesPerToken(scenario, split);
    if (scenario.ledger)
        notePadded(scenario, stored, padding);
    return stored * padding;
}

double windowedCacheShare(const Architecture& architecture, double context, double step)
{
    if (architecture.windowedShare <= 0 || context <= 0)
        return 1;
    const double kept = std::min(1.0, (architecture.meanWindow - 1 + step) / context);
    return 1 - architecture.windowedShare * (1 - kept);
}

void noteWindows(const Resolved& scenario, double step, double perToken)
{
    const Architecture& a = *scenario.architecture;
    if (a.windowedShare <= 0)
        return; // every block looks back over everything
    scenario.ledger->note("kv_per_token", perToken, Unit::MemoryPerToken, "kv_per_token·(1 − windowed·(1 − min(1, (window − 1 + step)/C)))",
                          kCacheSection,
                          {{"windowed", a.windowedShare, Origin::Model},
                           {"window", a.meanWindow, Origin::Model, {}, Unit::Tokens},
                           {"step", step, Origin::Engine, "windowed_cache", Unit::Tokens}});
}

double stateBytesPerSequence(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    if (!a.linear)
        return 0;
    const double bytes = a.linear->count * a.linear->stateElements * kFp32 / (split.tensor * stagesOf(a, split));
    if (scenario.ledger)
        scenario.ledger->note("state_per_sequence", bytes, "linear_blocks·state·4/(t·p)", kCacheSection,
                              withRanks(scenario, split, {{"linear_blocks", static_cast<double>(a.linear->count), Origin::Model, {}, Unit::Count},
                                                {"state", a.linear->stateElements, Origin::Model, {}, Unit::Count}}));
    return bytes;
}

} // namespace cardfit::memory
