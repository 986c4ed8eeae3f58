// Engines that profile one step, then take what is left of their share of the card as a pool of cache blocks.
#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <string_view>

namespace cardfit::memory {

namespace {

constexpr int kSection = 6; // of README.md

// Sequences and tokens of the start-up run that measures the peak.
struct ProfilingRun {
    double sequences = 0, tokens = 0;
};

bool chunksByDefault(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    return profile.chunkedPrefill && (scenario.card->features.flashAttention2 || !profile.chunkedNeedsFlashAttention);
}

void noteRun(const Resolved& scenario, const InferenceMemoryProfile& profile, double context, const ProfilingRun& run)
{
    const ServingOptions& serving = scenario.scenario.serving;
    const bool large = isLargeCard(scenario);
    const auto number = [](int value) { return static_cast<double>(value); };
    std::vector<LedgerInput> inputs = {{"batched", number(large ? profile.maxBatchedTokens : profile.maxBatchedTokensSmall), Origin::Engine,
                                        large ? "max_batched_tokens" : "max_batched_tokens_small_card", Unit::Tokens},
                                       {"sequences", number(large ? profile.maxSequences : profile.maxSequencesSmall), Origin::Engine,
                                        large ? "max_sequences" : "max_sequences_small_card", Unit::Count}};
    if (const BatchDefaults* batch = batchDefaults(profile, scenario.card->driverMemory))
        inputs[0] = {"batched", number(batch->tokens), Origin::Engine, "batch_by_memory", Unit::Tokens};
    if (serving.maxBatchedTokens)
        inputs[0] = {"batched", run.tokens, Origin::Scenario, "/serving/max_batched_tokens", Unit::Tokens};
    if (serving.maxSequences)
        inputs[1] = {"sequences", number(*serving.maxSequences), Origin::Scenario, "/serving/max_sequences", Unit::Count};
    const bool unchunked = !serving.chunkedPrefill.value_or(chunksByDefault(scenario, profile)) && context <= profile.unchunkedContextLimit;
    const char* tokens = "batched";
    if (!serving.maxBatchedTokens && !serving.flashAttention)
        tokens = "max(1, C)";
    else if (!serving.maxBatchedTokens && unchunked)
        tokens = "max(batched, C)";
    scenario.ledger->note("run_tokens", run.tokens, Unit::Tokens, tokens, kSection, inputs);
    scenario.ledger->note("run_sequences", run.sequences, Unit::Count, "min(sequences, run_tokens)", kSection, inputs);
}

ProfilingRun profilingRun(const Resolved& scenario, const InferenceMemoryProfile& profile, double context)
{
    const ServingOptions& serving = scenario.scenario.serving;
    const bool large = isLargeCard(scenario);
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
    if (scenario.ledger)
        noteRun(scenario, profile, context, run);
    return run;
}

void noteBlockWork(const Resolved& scenario, const Split& split, double perToken, double bytes)
{
    const Architecture& a = *scenario.architecture;
    const std::string mlp = a.experts ? "6·(k·fe + fs)/t + 2·k·h + 8·h" : std::string(a.gatedMlp ? "6" : "4") + "·f/t + 8·h";
    scenario.ledger->note("block_per_token", perToken, Unit::MemoryPerToken, "max(" + mlp + ", 4·h + 8·nq/t)", kSection);
    std::string formula = "block_per_token·run_tokens·kept/2";
    if (!scenario.scenario.serving.flashAttention)
        formula = "max(" + formula + ", nh/t·run_tokens·run_tokens·10)";
    scenario.ledger->note("block_work", bytes, split.pipeline > 1 ? formula + " + 4·h·run_tokens" : formula, kSection);
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
    if (scenario.ledger)
        noteBlockWork(scenario, split, perToken, bytes);
    return bytes;
}

// Fused expert kernels keep the inputs and outputs of every chosen expert (vLLM 0.19 fused MoE workspace).
double expertWorkspace(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile, const ProfilingRun& run)
{
    const Architecture& a = *scenario.architecture;
    if (!a.experts || !profile.expertWorkspace)
        return noted(scenario.ledger, "expert_workspace", 0, "0", kSection);
    const double width = a.experts->width / static_cast<double>(split.tensor);
    const double bytes = run.tokens * a.experts->perToken * (std::max(2 * width, static_cast<double>(a.hidden)) + width) * 2;
    return noted(scenario.ledger, "expert_workspace", bytes, "run_tokens·k·(max(2·fe/t, h) + fe/t)·2", kSection);
}

double notedGib(const Resolved& scenario, std::string_view code, double gib, std::string_view field)
{
    if (scenario.ledger)
        scenario.ledger->note(code, gib * kGiB, "gib·GiB", kSection, {{"gib", gib, Origin::Engine, field}});
    return gib * kGiB;
}

// Context, communicator and the all-reduce buffers of cards that see each other's memory.
double nonTorchBytes(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile)
{
    const int ranks = split.tensor * split.pipeline;
    if (split.pipeline > 1 && profile.nonTorchPipelineGib > 0)
        return notedGib(scenario, "non_torch", profile.nonTorchPipelineGib, "non_torch_pipeline_gib");
    const auto& byRanks = profile.nonTorchGib;
    double gib = ranks == 1 ? byRanks[0] : ranks == 2 ? byRanks[1] : ranks <= 4 ? byRanks[2] : byRanks[3];
    const char* field = "non_torch_gib";
    if (ranks > 1 && profile.nonTorchWithoutPeerGib > 0 && !scenario.card->peerBuffers) {
        gib = std::min(gib, byRanks[0] + profile.nonTorchWithoutPeerGib);
        field = "non_torch_without_peer_gib";
    }
    return notedGib(scenario, "non_torch", gib, field);
}

double cudaGraphBytes(const Resolved& scenario, const Split& split, const InferenceMemoryProfile& profile)
{
    if (!scenario.scenario.serving.cudaGraphs)
        return noted(scenario.ledger, "engine_buffers", 0, "0", kSection);
    const Architecture& a = *scenario.architecture;
    const double gib =
        profile.graphsBaseGib + profile.graphsPerBlockGib * a.blocks / split.pipeline + (a.experts ? profile.graphsExpertsGib : 0);
    if (scenario.ledger)
        scenario.ledger->note("engine_buffers", gib * kGiB,
                              a.experts ? "(graph_base + graph_block·L/p + graph_experts)·GiB" : "(graph_base + graph_block·L/p)·GiB",
                              kSection,
                              {{"graph_base", profile.graphsBaseGib, Origin::Engine, "graphs_base_gib"},
                               {"graph_block", profile.graphsPerBlockGib, Origin::Engine, "graphs_per_block_gib"},
                               {"graph_experts", profile.graphsExpertsGib, Origin::Engine, "graphs_experts_gib"}});
    return gib * kGiB;
}

struct ProfiledPeak {
    double sampler, lastHidden, workspace, block, base;
    bool samplerLeads;
};

void notePeak(const Resolved& scenario, const Split& split, const Draft& draft, const ProfiledPeak& peak)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    Ledger& ledger = *scenario.ledger;
    const bool hasHead = split.pipeline == 1;
    const std::vector<LedgerInput> inputs = {{"a", profile.bytesPerSampledLogit, Origin::Engine, "bytes_per_sampled_logit"},
                                             {"base_gib", profile.baseGib, Origin::Engine, "base_gib"}};
    const char* perLogit = isFp32(*scenario.weights) ? "(a + 2)·V·run_sequences" : "a·V·run_sequences";
    ledger.note("sampler", peak.sampler, hasHead ? perLogit : "0", kSection, inputs);
    ledger.note("last_hidden", peak.lastHidden, hasHead ? "kept·h·run_tokens" : "0", kSection);
    ledger.note("profiled_peak", std::max(peak.sampler + peak.lastHidden + peak.workspace, peak.block) + peak.base,
                "max(sampler + last_hidden + expert_workspace, block_work) + base_gib·GiB", kSection, inputs);
    ledger.note("activations", draft.of(Component::Activations),
                peak.samplerLeads ? "last_hidden + expert_workspace + base_gib·GiB" : "block_work + base_gib·GiB", kSection, inputs);
    ledger.note("logits", draft.of(Component::Logits), peak.samplerLeads ? "sampler" : "0", kSection);
}

// Peak of the profiling run: the sampler over the last positions, or the widest block, over what stays resident.
void fillProfiledPeak(Draft& draft, const Resolved& scenario, const Split& split, const Request& request)
{
    const Architecture& a = *scenario.architecture;
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const ProfilingRun run = profilingRun(scenario, profile, request.context);
    const double extraOfFp32 = isFp32(*scenario.weights) ? 2 : 0;
    double sampler = 0;    // the fullest stage of a pipeline has no head
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
    if (scenario.ledger)
        notePeak(scenario, split, draft, {sampler, lastHidden, workspace, block, base, samplerLeads});
}

void fillCache(Draft& draft, const Resolved& scenario, const Split& split, const Request& request)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    draft.cachePerToken = cacheBytesPerToken(scenario, split);
    if (profile.windowedCache) {
        const ProfilingRun run = profilingRun(scenario, profile, request.context);
        draft.cachePerToken *= windowedCacheShare(*scenario.architecture, request.context, run.tokens);
        if (scenario.ledger)
            noteWindows(scenario, run.tokens, draft.cachePerToken);
    }
    draft.cacheBlockTokens = profile.cacheBlockTokens;
    const double state = stateBytesPerSequence(scenario, split);
    draft.of(Component::KvCache) = draft.cachePerToken * request.contextTokens() + state * request.sequences;
    draft.preallocates = true;
    noted(scenario.ledger, "kv_cache", draft.of(Component::KvCache),
          state > 0 ? "kv_per_token·B·C + state_per_sequence·B" : "kv_per_token·B·C", kSection);
}

// What the engine takes beyond the need is its slack; a need beyond the pool is not cut down, so that it shows.
void takePool(Draft& draft, double pool)
{
    draft.pool = std::max(0.0, pool);
    draft.slack = std::max(0.0, draft.pool - draft.of(Component::KvCache));
}

void notePool(const Resolved& scenario, const Draft& draft, std::string_view formula, std::vector<LedgerInput> inputs)
{
    scenario.ledger->note("pool", draft.pool, formula, kSection, std::move(inputs));
    scenario.ledger->note("slack", draft.slack, "max(0, pool − kv_cache)", kSection);
}

// What was asked for, else the engine's own rule, which may look at the number of ranks.
double utilizationOf(const Resolved& scenario, const Split& split)
{
    if (scenario.shareFollowsEngine)
        return defaultShare(scenario.inferenceProfile(), scenario.card->driverMemory, split.tensor * split.pipeline);
    return scenario.scenario.memoryUtilization.value_or(scenario.inferenceProfile().utilization);
}

LedgerInput shareInput(const Resolved& scenario, const Split& split)
{
    const double share = utilizationOf(scenario, split);
    return scenario.shareFollowsEngine ? LedgerInput{"U", share, Origin::Engine, "utilization"}
                                       : LedgerInput{"U", share, Origin::Scenario, "/memory_utilization"};
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

// After the peak, before the cache.
void noteShare(const Resolved& scenario, const Split& split, const Draft& draft, bool ofFree)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("available", draft.available, ofFree ? "U·(capacity − non_torch) + non_torch" : "U·capacity", kSection,
                {shareInput(scenario, split)});
    if (ofFree)
        ledger.note("outside_share", draft.outsideShare, "activations + logits + engine_buffers", kSection);
}

std::string_view poolFormula(const InferenceMemoryProfile& profile, const Draft& draft)
{
    if (profile.shareOfFree)
        return "max(0, available − weights − non_torch)";
    return profile.graphsOutsidePool && draft.cudaGraphs > 0 ? "max(0, available − weights − profiled_peak − non_torch)"
                                                             : "max(0, available − weights − profiled_peak − engine_buffers − non_torch)";
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
    draft.of(Component::Weights) =
        noted(scenario.ledger, "weights", weightsOnCard(scenario, split, layoutOf(scenario, profile)), "weights_stored", kSection);
    fillProfiledPeak(draft, scenario, split, request);
    draft.nonTorch = nonTorchBytes(scenario, split, profile);
    draft.cudaGraphs = cudaGraphBytes(scenario, split, profile);
    draft.of(Component::EngineBuffers) = draft.cudaGraphs;
    limitShare(draft, scenario, split, profile);
    if (scenario.ledger)
        noteShare(scenario, split, draft, profile.shareOfFree);
    const double besidePool = profile.shareOfFree ? draft.outsideShare : profile.graphsOutsidePool ? draft.cudaGraphs : 0;
    const double taken = draft.allocated() + draft.nonTorch - besidePool;
    fillCache(draft, scenario, split, request);
    takePool(draft, draft.available - taken);
    if (scenario.ledger)
        notePool(scenario, draft, poolFormula(profile, draft), {});
    return draft;
}

// TensorRT-LLM, newer LMDeploy: the pool is a fraction of what is free once the weights are loaded.
Draft draftFreeFraction(const Resolved& scenario, const Split& split)
{
    const Request request = requestOf(scenario, split);
    const double capacity = asDouble(scenario.capacity);
    Draft draft;
    const double weights = weightsOnCard(scenario, split, layoutOf(scenario, scenario.inferenceProfile()));
    draft.of(Component::Weights) = noted(scenario.ledger, "weights", weights, "weights_stored", kSection);
    draft.nonTorch = noted(scenario.ledger, "non_torch", contextBytes(scenario), "cuda_context", kSection);
    draft.outsideShare = noted(scenario.ledger, "outside_share", draft.nonTorch, "non_torch", kSection);
    fillCache(draft, scenario, split, request);
    const double pool = utilizationOf(scenario, split) * (capacity - weights);
    draft.available = std::min(capacity, weights + std::max(0.0, pool));
    takePool(draft, pool);
    if (scenario.ledger)
        notePool(scenario, draft, "max(0, U·(capacity − weights))", {shareInput(scenario, split)});
    noted(scenario.ledger, "available", draft.available, "min(capacity, weights + pool)", kSection);
    return draft;
}

} // namespace cardfit::memory
