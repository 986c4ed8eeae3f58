// Megatron-LM and its descendants: distributed optimizer, persistent gradient buffers, vocabulary-parallel loss.
#include "core/plan/memory/choices.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/training.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

// Parameters of the fullest rank, apart by what shares their optimizer states.
struct RankParameters {
    double dense = 0, experts = 0;
    double denseRanks = 1, expertRanks = 1;
};

RankParameters rankParameters(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    const double tensor = split.tensor;
    const double pipeline = split.pipeline;
    const double experts = expertParameters(a);
    RankParameters rank;
    rank.dense = (a.totalParameters - experts) / (tensor * pipeline);
    if (split.pipeline > 1) // the first stage holds the embedding alone
        rank.dense += a.embeddingWeights / tensor * (1 - 1 / pipeline);
    rank.experts = experts / (static_cast<double>(split.expert) * pipeline);
    rank.denseRanks = static_cast<double>(split.data) * split.context;
    rank.expertRanks = std::max(1.0, std::floor(tensor * rank.denseRanks / split.expert));
    return rank;
}

// Distributed optimizer (Megatron-Core): weights and gradients whole on every rank, moments and masters shared out.
void fillFullStates(Draft& draft, const Resolved& scenario, const Split& split, const RankParameters& rank)
{
    const StateBytes bytes = stateBytes(scenario, split);
    const double held = rank.dense + rank.experts;
    const double shared = rank.dense / rank.denseRanks + rank.experts / rank.expertRanks;
    const bool onHost = scenario.scenario.parallel.offload != Offload::None;
    draft.of(Component::Weights) = held * (bytes.weights + (holdsReferenceModel(scenario) ? 2 : 0));
    draft.of(Component::Gradients) = held * bytes.gradients;
    draft.of(Component::OptimizerStates) = onHost ? 0 : shared * bytes.moments;
    draft.of(Component::MasterWeights) = onHost ? 0 : shared * bytes.master;
}

// Adapters keep 16-bit weights, fp32 gradients, moments and masters.
void fillAdapterStates(Draft& draft, const Resolved& scenario, const Split& split, const RankParameters& rank)
{
    const StateBytes& bytes = scenario.memory->states[static_cast<std::size_t>(StateRow::Megatron)];
    const double ranks = scenario.architecture->experts ? split.expert : split.tensor;
    const double adapters = adapterParameters(scenario) / ranks;
    draft.of(Component::Weights) = 2 * (rank.dense + rank.experts);
    draft.of(Component::Adapters) = adapters * bytes.weights;
    draft.of(Component::Gradients) = adapters * bytes.gradients;
    draft.of(Component::OptimizerStates) = adapters * bytes.moments;
    draft.of(Component::MasterWeights) = adapters * bytes.master;
}

double storedPerBlock(const Resolved& scenario, const BlockActivations& block)
{
    switch (checkpointing(scenario)) {
    case Checkpointing::None: return block.stored;
    case Checkpointing::Full: return block.residual;
    case Checkpointing::Selective: return scenario.memory->megatronSelectiveShare * block.stored;
    case Checkpointing::Offload: break;
    }
    return 0;
}

} // namespace

Draft megatronDraft(const Resolved& scenario, const Split& split)
{
    const Architecture& a = *scenario.architecture;
    const TrainingLayout layout = layoutOf(scenario, split);
    const double tokens = layout.sample * std::max(1, scenario.scenario.microBatch) / split.context;
    const BlockActivations block = blockActivations(scenario, layout.sample);
    const Checkpointing kept = checkpointing(scenario);
    const bool recomputes = kept == Checkpointing::Full || kept == Checkpointing::Offload;
    // L/p blocks for each of the p micro-batches that the first stage holds
    const double stored = a.blocks * storedPerBlock(scenario, block) * tokens / layout.tensor;
    const double work = (block.gradients + (recomputes ? block.stored : 0)) * tokens / layout.tensor;
    const double loss = lossBytes(scenario, layout, tokens, 1);

    Draft draft;
    const RankParameters rank = rankParameters(scenario, split);
    if (layout.full)
        fillFullStates(draft, scenario, split, rank);
    else
        fillAdapterStates(draft, scenario, split, rank);
    const double states = draft.allocated();
    draft.peak = loss > work ? Phase::Loss : Phase::Backward;
    draft.setPhase(Phase::Loss, states + stored + loss);
    draft.setPhase(Phase::Backward, states + stored + work);
    draft.of(Component::Activations) = stored + (loss > work ? 0 : work);
    draft.of(Component::Logits) = loss > work ? loss : 0;
    const double allocated = draft.allocated();
    const double reserved = allocated * scenario.trainingProfile().reservedFactor;
    const double cap = reservedCap(scenario);
    draft.slack = allocated < asDouble(scenario.capacity) ? std::max(0.0, std::min(reserved, cap) - allocated) : reserved - allocated;
    draft.nonTorch = contextBytes(scenario) + communicatorBytes(scenario, split);
    draft.varyingLengths = lengthsVary(scenario);
    return draft;
}

} // namespace cardfit::memory
