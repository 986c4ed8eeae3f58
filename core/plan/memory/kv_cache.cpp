#include "core/plan/memory/kv_cache.h"

#include "core/plan/memory/memory.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;
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

const InferenceMemoryProfile* profileOf(const Resolved& scenario)
{
    const EngineProfile* engine = scenario.inferenceMemory.profile;
    return engine && engine->inference ? &*engine->inference : nullptr;
}

} // namespace

double storedCacheBytesPerToken(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    const double pipeline = split.pipeline;
    double bytes = 0;
    if (a.latent) {
        bytes = latentBytes(scenario, pipeline);
    } else {
        const double heads = a.kvHeads;
        const double share = std::max(1.0, heads / split.tensor) / heads; // a head is never cut
        bytes = a.cacheElements * share * (scenario.keyBytes + scenario.valueBytes) / 2 / pipeline;
    }
    const InferenceMemoryProfile* profile = profileOf(scenario);
    if (profile && profile->int8CacheScaleBytes > 0 && scenario.keyBytes == 1)
        bytes *= 1 + profile->int8CacheScaleBytes / a.headWidth;
    return bytes;
}

double cacheBytesPerToken(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile* profile = profileOf(scenario);
    const double padding = profile && profile->cacheGroups && split.pipeline == 1 ? groupPadding(*scenario.architecture) : 1;
    return storedCacheBytesPerToken(scenario, split) * padding;
}

double windowedCacheShare(const Architecture& architecture, double context, double step)
{
    if (architecture.windowedShare <= 0 || context <= 0)
        return 1;
    const double kept = std::min(1.0, (architecture.meanWindow - 1 + step) / context);
    return 1 - architecture.windowedShare * (1 - kept);
}

double stateBytesPerSequence(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    if (!a.linear)
        return 0;
    return a.linear->count * a.linear->stateElements * kFp32 / (static_cast<double>(split.tensor) * split.pipeline);
}

} // namespace cardfit::memory
