// Megatron-LM and its descendants: distributed optimizer, persistent gradient buffers, vocabulary-parallel loss.
#include "core/plan/memory/choices.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/training.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace cardfit::memory {

namespace {

constexpr int kSection = 12; // of README.md

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

void noteRank(const Resolved& scenario, const Split& split, const RankParameters& rank)
{
    Ledger& ledger = *scenario.ledger;
    const double experts = expertParameters(*scenario.architecture);
    const std::vector<LedgerInput> inputs = {{"experts", experts, Origin::Model, {}, Unit::Count}};
    ledger.note("rank_dense", rank.dense, Unit::Count,
                split.pipeline > 1 ? "(N − experts)/(t·p) + Nemb/t·(1 − 1/p)" : "(N − experts)/(t·p)", kSection, inputs);
    ledger.note("rank_experts", rank.experts, Unit::Count, experts > 0 ? "experts/(e·p)" : "0", kSection, inputs);
}

void noteStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout, const RankParameters& rank, const Draft& draft)
{
    Ledger& ledger = *scenario.ledger;
    noteRank(scenario, split, rank);
    std::vector<LedgerInput> inputs = stateInputs(scenario, split, layout);
    inputs.push_back({"dense_ranks", rank.denseRanks, Origin::Split, "/parallel/data", Unit::Count});
    inputs.push_back({"expert_ranks", rank.expertRanks, Origin::Split, "/parallel/expert", Unit::Count});
    const auto note = [&](Component component, const char* formula) {
        ledger.note(nameOf(component), draft.of(component), draft.of(component) == 0 ? "0" : formula, kSection, inputs);
    };
    if (layout.full) {
        note(Component::Weights, holdsReferenceModel(scenario) ? "(rank_dense + rank_experts)·(w + 2)" : "(rank_dense + rank_experts)·w");
        note(Component::Gradients, "(rank_dense + rank_experts)·g");
        note(Component::OptimizerStates, "(rank_dense/dense_ranks + rank_experts/expert_ranks)·m");
        note(Component::MasterWeights, "(rank_dense/dense_ranks + rank_experts/expert_ranks)·master");
        return;
    }
    const double ranks = scenario.architecture->experts ? split.expert : split.tensor;
    inputs = {{"ranks", ranks, Origin::Split, "/parallel", Unit::Count}};
    ledger.note("rank_adapters", adapterParameters(scenario) / ranks, Unit::Count, "adapter_parameters/ranks", kSection, inputs);
    const StateBytes& bytes = scenario.memory->states[static_cast<std::size_t>(StateRow::Megatron)];
    constexpr std::string_view kField = "state_bytes_per_parameter megatron";
    inputs = {{"w", bytes.weights, Origin::Constants, kField},
              {"g", bytes.gradients, Origin::Constants, kField},
              {"m", bytes.moments, Origin::Constants, kField},
              {"master", bytes.master, Origin::Constants, kField}};
    note(Component::Weights, "2·(rank_dense + rank_experts)");
    note(Component::Adapters, "rank_adapters·w");
    note(Component::Gradients, "rank_adapters·g");
    note(Component::OptimizerStates, "rank_adapters·m");
    note(Component::MasterWeights, "rank_adapters·master");
}

struct StepSums {
    double tokens, stored, work, loss, states;
};

void noteStep(const Resolved& scenario, const Draft& draft, const StepSums& sums)
{
    Ledger& ledger = *scenario.ledger;
    const Checkpointing kept = checkpointing(scenario);
    const bool recomputes = kept == Checkpointing::Full || kept == Checkpointing::Offload;
    const std::string perBlock = kept == Checkpointing::None        ? "act_stored"
                                 : kept == Checkpointing::Full      ? "act_residual"
                                 : kept == Checkpointing::Selective ? "share·act_stored"
                                                                    : "0";
    const std::vector<LedgerInput> inputs = {
        {"tokens", sums.tokens, Origin::Scenario, "/micro_batch", Unit::Tokens},
        {"share", scenario.memory->megatronSelectiveShare, Origin::Constants, "megatron_selective_share"}};
    ledger.note("stored", sums.stored, "L·" + perBlock + "·tokens/t", kSection, inputs);
    ledger.note("block_work", sums.work, recomputes ? "(act_gradients + act_stored)·tokens/t" : "act_gradients·tokens/t", kSection, inputs);
    const bool full = trainsEverything(scenario);
    ledger.note("states", sums.states,
                full ? "weights + gradients + optimizer_states + master_weights"
                     : "weights + adapters + gradients + optimizer_states + master_weights",
                kSection);
    ledger.note("phase_loss", sums.states + sums.stored + sums.loss, "states + stored + loss", kSection);
    ledger.note("phase_backward", sums.states + sums.stored + sums.work, "states + stored + block_work", kSection);
    const bool lossLeads = draft.peak == Phase::Loss;
    ledger.note("activations", draft.of(Component::Activations), lossLeads ? "stored" : "stored + block_work", kSection);
    ledger.note("logits", draft.of(Component::Logits), lossLeads ? "loss" : "0", kSection);
}

void noteReserved(const Resolved& scenario, const Split& split, const Draft& draft, bool capped)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("peak", draft.allocated(), "max(phase_loss, phase_backward)", kSection);
    noteReservedCap(scenario);
    ledger.note("slack", draft.slack, capped ? "max(0, min(r·peak, reserved_cap) − peak)" : "r·peak − peak", kSection,
                {{"r", scenario.trainingProfile().reservedFactor, Origin::Engine, "reserved_factor"}});
    noteNonTorch(scenario, split, draft.nonTorch);
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
    if (scenario.ledger)
        noteStates(scenario, split, layout, rank, draft);
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
    if (scenario.ledger) {
        noteStep(scenario, draft, {tokens, stored, work, loss, states});
        noteReserved(scenario, split, draft, allocated < asDouble(scenario.capacity));
    }
    draft.varyingLengths = lengthsVary(scenario);
    return draft;
}

} // namespace cardfit::memory
