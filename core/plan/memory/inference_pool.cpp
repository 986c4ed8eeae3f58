// Engines that profile one step, then take what is left of their share of the card as a pool of cache blocks.
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <string_view>

namespace cardfit::memory {

namespace {

// The engine's own rule for its defaults: cards with much memory, except some families.
bool isLargeCard(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    if (inGiB(scenario.capacity) < profile.largeCardGib)
        return false;
    const std::string_view id = scenario.card->id;
    return std::none_of(profile.neverLargePrefixes.begin(), profile.neverLargePrefixes.end(),
                        [id](const std::string& prefix) { return id.starts_with(prefix); });
}

// Sequences and tokens of the start-up run that measures the peak.
struct ProfilingRun {
    double sequences = 0, tokens = 0;
};

bool chunksByDefault(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    return profile.chunkedPrefill && (scenario.card->features.flashAttention2 || !profile.chunkedNeedsFlashAttention);
}

ProfilingRun profilingRun(const Resolved& scenario, const InferenceMemoryProfile& profile, double context)
{
    const ServingOptions& serving = scenario.scenario.serving;
    const bool large = isLargeCard(scenario, profile);
    ProfilingRun run;
    run.tokens = large ? profile.maxBatchedTokens : profile.maxBatchedTokensSmall;
    if (const BatchDefaults* batch = batchDefaults(profile, scenario.card->driverMemory))
        run.tokens = batch->tokens;
    if (serving.maxBatchedTokens) {
        run.tokens = *serving.maxBatchedTokens;
    } else if (!serving.flashAttention) {
        run.tokens = std::max(1.0, context);
    } else if (!serving.chunkedPrefill.value_or(chunksByDefault(scenario, profile)) && context <= profile.unchunkedContextLimit) {
        run.tokens = std::max(run.tokens, context); // a prompt must pass in one step
    }
    run.sequences = serving.maxSequences.value_or(large ? profile.maxSequences : profile.maxSequencesSmall);
    run.sequences = std::min(run.sequences, run.tokens);
    return run;
}

// Work of the largest block over the profiling run, from the shapes: MLP (gate, activation, up: 2 bytes each) with
// input, norm, output and residual, or the experts' inputs and outputs.
double blockWork(const Resolved& scenario, const Split& split, const ProfilingRun& run)
{
    const Architecture& a = *scenario.architecture;
    const double tensor = split.tensor;
    const double hidden = a.hidden;
    double perToken = 0;
    if (a.experts) {
        const double active = static_cast<double>(a.experts->perToken) * a.experts->width + a.experts->sharedWidth;
        perToken = 6 * active / tensor + 2.0 * a.experts->perToken * hidden + 8 * hidden;
    } else {
        perToken = (a.gatedMlp ? 6 : 4) * static_cast<double>(a.mlpWidth) / tensor + 8 * hidden;
    }
    perToken = std::max(perToken, 4 * hidden + 8 * a.queryWidth() / tensor);
    double bytes = perToken * run.tokens * keptBytes(scenario) / 2;
    if (!scenario.scenario.serving.flashAttention) // scores: fp32, softmax, cast
        bytes = std::max(bytes, a.queryHeads / tensor * run.tokens * run.tokens * 10);
    if (split.pipeline > 1)
        bytes += 4 * hidden * run.tokens; // hidden states and residual that a stage receives
    return bytes;
}

// Fused expert kernels keep the inputs and outputs of every chosen expert (vLLM 0.19 fused MoE workspace).
double expertWorkspace(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile, const ProfilingRun& run)
{
    const Architecture& a = *scenario.architecture;
    if (!a.experts || !profile.expertWorkspace)
        return 0;
    const double width = a.experts->width / static_cast<double>(split.tensor);
    return run.tokens * a.experts->perToken * (std::max(2 * width, static_cast<double>(a.hidden)) + width) * 2;
}

// Context, communicator and the all-reduce buffers of cards that see each other's memory.
double nonTorchBytes(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile)
{
    const int ranks = split.tensor * split.pipeline;
    if (split.pipeline > 1 && profile.nonTorchPipelineGib > 0)
        return profile.nonTorchPipelineGib * kGiB;
    const auto& byRanks = profile.nonTorchGib;
    double gib = ranks == 1 ? byRanks[0] : ranks == 2 ? byRanks[1] : ranks <= 4 ? byRanks[2] : byRanks[3];
    if (ranks > 1 && profile.nonTorchWithoutPeerGib > 0 && !scenario.card->peerBuffers)
        gib = std::min(gib, byRanks[0] + profile.nonTorchWithoutPeerGib);
    return gib * kGiB;
}

double cudaGraphBytes(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile)
{
    if (!scenario.scenario.serving.cudaGraphs)
        return 0;
    const Architecture& a = *scenario.architecture;
    const double gib =
        profile.graphsBaseGib + profile.graphsPerBlockGib * a.blocks / split.pipeline + (a.experts ? profile.graphsExpertsGib : 0);
    return gib * kGiB;
}

// Peak of the profiling run: the sampler over the last positions, or the widest block, over what stays resident.
void fillProfiledPeak(Draft& draft, const Resolved& scenario, const Split& split, const Request& request)
{
    const Architecture& a = *scenario.architecture;
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const ProfilingRun run = profilingRun(scenario, profile, request.context);
    const double extraOfFp32 = isFp32(*scenario.weights) ? 2 : 0;
    double sampler = 0; // the fullest stage of a pipeline has no head
    double lastHidden = 0; // what the blocks hand to the head, alive while tokens are drawn
    if (split.pipeline == 1) {
        sampler = (profile.bytesPerSampledLogit + extraOfFp32) * a.vocabulary * run.sequences;
        lastHidden = keptBytes(scenario) * a.hidden * run.tokens;
    }
    const double workspace = expertWorkspace(scenario, split, profile, run);
    const double block = blockWork(scenario, split, run);
    const double base = profile.baseGib * kGiB;
    const bool samplerLeads = sampler + lastHidden + workspace >= block;
    draft.of(Component::Activations) = (samplerLeads ? lastHidden + workspace : block) + base;
    draft.of(Component::Logits) = samplerLeads ? sampler : 0;
}

void fillCache(Draft& draft, const Resolved& scenario, const Split& split, const Request& request)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    draft.cachePerToken = cacheBytesPerToken(scenario, split);
    if (profile.windowedCache) {
        const ProfilingRun run = profilingRun(scenario, profile, request.context);
        draft.cachePerToken *= windowedCacheShare(*scenario.architecture, request.context, run.tokens);
    }
    draft.cacheBlockTokens = profile.cacheBlockTokens;
    draft.of(Component::KvCache) =
        draft.cachePerToken * request.contextTokens() + stateBytesPerSequence(scenario, split) * request.sequences;
    draft.preallocates = true;
}

// What the engine takes beyond the need is its slack; a need beyond the pool is not cut down, so that it shows.
void takePool(Draft& draft, double pool)
{
    draft.pool = std::max(0.0, pool);
    draft.slack = std::max(0.0, draft.pool - draft.of(Component::KvCache));
}

// What was asked for, else the engine's own rule, which may look at the number of ranks.
double utilizationOf(const Resolved& scenario, const Split& split)
{
    if (scenario.shareFollowsEngine)
        return defaultShare(scenario.inferenceProfile(), scenario.card->driverMemory, split.tensor * split.pipeline);
    return scenario.scenario.memoryUtilization.value_or(scenario.inferenceProfile().utilization);
}

// vLLM counts everything into its share. SGLang's is a share of what is free once the process runs, and holds weights
// and cache only: the peak of a step and the graphs live in the rest.
void limitShare(Draft& draft, const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile)
{
    const double capacity = asDouble(scenario.capacity);
    const double share = utilizationOf(scenario, split);
    if (!profile.shareOfFree) {
        draft.available = share * capacity;
        return;
    }
    draft.available = share * (capacity - draft.nonTorch) + draft.nonTorch;
    draft.outsideShare = draft.allocated() - draft.of(Component::Weights);
}

} // namespace

// vLLM and kin: pool = U * card - weights - profiled peak - memory that PyTorch does not see. CUDA graphs are captured
// afterwards, beside the pool, in the versions that do not subtract an estimate; they count as needed all the same, since
// whoever plans wants room for them.
Draft draftPool(const Resolved& scenario, const Split& split)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const Request request = requestOf(scenario, split);
    Draft draft;
    draft.of(Component::Weights) = weightsOnCard(scenario, split, layoutOf(scenario, profile));
    fillProfiledPeak(draft, scenario, split, request);
    draft.nonTorch = nonTorchBytes(scenario, split, profile);
    draft.cudaGraphs = cudaGraphBytes(scenario, split, profile);
    draft.of(Component::EngineBuffers) = draft.cudaGraphs;
    limitShare(draft, scenario, split, profile);
    const double besidePool = profile.shareOfFree ? draft.outsideShare : profile.graphsOutsidePool ? draft.cudaGraphs : 0;
    const double taken = draft.allocated() + draft.nonTorch - besidePool;
    fillCache(draft, scenario, split, request);
    takePool(draft, draft.available - taken);
    return draft;
}

// TensorRT-LLM, newer LMDeploy: the pool is a fraction of what is free once the weights are loaded.
Draft draftFreeFraction(const Resolved& scenario, const Split& split)
{
    const Request request = requestOf(scenario, split);
    const double capacity = asDouble(scenario.capacity);
    Draft draft;
    const double weights = weightsOnCard(scenario, split, layoutOf(scenario, scenario.inferenceProfile()));
    draft.of(Component::Weights) = weights;
    draft.nonTorch = contextBytes(scenario);
    draft.outsideShare = draft.nonTorch;
    fillCache(draft, scenario, split, request);
    const double pool = utilizationOf(scenario, split) * (capacity - weights);
    draft.available = std::min(capacity, weights + std::max(0.0, pool));
    takePool(draft, pool);
    return draft;
}

} // namespace cardfit::memory
