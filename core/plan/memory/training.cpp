// Training on PyTorch: states at rest, what the forward pass keeps, and the phases of one step. The peak is the
// largest phase; what the caching allocator holds beyond it follows from how its blocks fit.
#include "core/plan/memory/training.h"

#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

struct Work {
    double stored = 0; // activations kept for the backward pass
    double block = 0;  // of the block that runs backward
    double oneStored = 0;
};

// Temporary copies of sharded weights: FSDP gathers blocks and the ends before it uses them.
struct Gathered {
    double loss = 0, backward = 0;
};

struct Phases {
    double loss = 0, backward = 0, backwardEnd = 0, step = 0;
    double largest() const { return std::max({loss, backward, backwardEnd, step}); }
};

double blocksPerStage(const Architecture& a, const TrainingLayout& layout) { return std::ceil(a.blocks / layout.pipeline); }

// Sequence parallel divides everything by the tensor ranks; plain tensor parallel keeps `whole` on every rank.
double perRank(double bytes, double whole, const TrainingLayout& layout)
{
    if (layout.tensor <= 1 || layout.sequenceDivisor > 1)
        return bytes / layout.sequenceDivisor;
    return whole + (bytes - whole) / layout.tensor;
}

// Experts that bitsandbytes quantised are widened to 16 bit a block at a time, and part of them copied.
double dequantizedExperts(const Resolved& scenario)
{
    const Architecture& a = *scenario.architecture;
    if (!scenario.scenario.training.quantizeExperts || !a.experts || !scenario.weights->bitsandbytes)
        return 0;
    const double matrices = a.gatedMlp ? 3 : 2;
    return scenario.memory->dequantizedExpertsFactor * 2 * a.experts->count * matrices * a.hidden * a.experts->width;
}

bool hasPeftExtra(const Resolved& scenario, const TrainingLayout& layout)
{
    using Extra = TrainingMemoryProfile::PeftExtra;
    const TrainingMemoryProfile& profile = scenario.trainingProfile();
    if (layout.full || layout.shards <= 1 || layout.zeroStage > 0 || scenario.scenario.parallel.fsdpVersion == 2)
        return false;
    return profile.peftExtra == Extra::Yes || (profile.peftExtra == Extra::SixteenBitOnly && !scenario.weights->bitsandbytes);
}

double selectiveFactor(const Resolved& scenario)
{
    return scenario.scenario.training.compile.value_or(true) ? scenario.trainingProfile().selectiveFactor : 1;
}

Work activationWork(const Resolved& scenario, const TrainingLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const BlockActivations block = blockActivations(scenario, layout.sample);
    const double tokens = layout.tokens;
    const double kept = blocksPerStage(a, layout) * layout.pipeline * tokens; // 1F1B: the first stage holds p micro-batches
    const double gradients = perRank(block.gradients, block.residual * 2, layout) * tokens;
    const double recomputed = perRank(block.stored, block.storedWhole, layout) * tokens;
    const double extra = hasPeftExtra(scenario, layout) ? peftFsdpExtra(scenario) * tokens : 0;
    Work work;
    work.block = recomputed + gradients + extra + dequantizedExperts(scenario);
    switch (checkpointing(scenario)) {
    case Checkpointing::None:
        work.stored = kept * perRank(block.stored, block.storedWhole, layout);
        work.block = gradients;
        work.oneStored = work.stored / blocksPerStage(a, layout);
        break;
    case Checkpointing::Full: {
        const bool fp32Residual = scenario.scenario.training.kbitUpcast && layout.shards == 1;
        work.stored = kept * block.residual * (fp32Residual ? 2 : 1) / layout.sequenceDivisor;
        break;
    }
    case Checkpointing::Selective:
        work.stored = kept * perRank(block.selective, block.residual * 2, layout) * selectiveFactor(scenario);
        break;
    case Checkpointing::Offload: break; // on the host
    }
    return work;
}

Gathered gatheredWeights(const Resolved& scenario, const TrainingLayout& layout)
{
    if (layout.shards <= 1)
        return {};
    const Architecture& a = *scenario.architecture;
    const TrainingMemoryProfile& profile = scenario.trainingProfile();
    double blocks = profile.gatheredBlocks;
    if (scenario.scenario.parallel.fsdpVersion == 2)
        blocks = std::max(2.0, blocks); // the next block is fetched while one runs
    double roots = 1;
    if (!layout.full && profile.gathersAllFrozen)
        blocks = a.blocks; // frozen units are not freed in the backward pass
    if (layout.full && profile.gatheredBlocksFull > 0) {
        blocks = profile.gatheredBlocksFull;
        roots = profile.gatheredRootsFull;
    }
    const double head = headParameters(a, untiesHead(scenario));
    const double root = 2 * roots * (a.embeddingWeights + head);
    const double block = (layout.full ? 2 * a.blockWeights : blockBytes(scenario)) / a.blocks;
    const double unsharded = layout.full ? 1 : 0; // gradient of the block that runs, before it is scattered
    Gathered gathered;
    gathered.backward = ((profile.separateRoot ? 0 : root) + block * (blocks + unsharded)) / layout.tensor;
    gathered.loss = (profile.separateRoot ? 2 * std::max(a.embeddingWeights, head) : root) / layout.tensor;
    return gathered;
}

// Gradients alive while the last block runs backward: the head's, and that of one block.
double earlyGradients(const Resolved& scenario, const TrainingLayout& layout, const TrainingStates& states)
{
    if (!layout.full)
        return 0;
    const Architecture& a = *scenario.architecture;
    double head = 0;
    if (scenario.scenario.parallel.offload != Offload::Parameters) {
        const double own = headParameters(a, untiesHead(scenario));
        const double parameters = own > 0 ? own : a.embeddingWeights;
        head = parameters * (layout.shards == 1 ? states.gradientBytes : 2) / layout.tensor;
    }
    return head + states.gradients / a.blocks;
}

// Inside a pipeline stage FSDP keeps its unit whole over the micro-batches: 16-bit weights and fp32 gradients.
double unshardedStage(const Resolved& scenario, const TrainingLayout& layout)
{
    if (layout.pipeline <= 1 || layout.shards <= 1)
        return 0;
    const Architecture& a = *scenario.architecture;
    return 6 * a.totalParameters / (layout.tensor * layout.pipeline);
}

// Share of the short-lived work that the caching allocator cannot reuse.
double fragmentation(const Resolved& scenario, const Split& split, const TrainingLayout& layout, const Phases& phases)
{
    const MemoryConstants& constants = *scenario.memory;
    const LossPath loss = lossPath(scenario);
    if (scenario.scenario.training.allocator == Allocator::Expandable)
        return constants.expandableFragmentation;
    if (lengthsVary(scenario) && loss != LossPath::Cut && loss != LossPath::FusedLinear)
        return constants.varyingLengthFragmentation; // logits of ever new sizes
    if (layout.full && layout.zeroStage == 3 && stateRow(scenario, split) == StateRow::DeepSpeed)
        return 0;
    const double own = scenario.trainingProfile().fragmentation;
    if (loss == LossPath::InPlace && phases.loss >= phases.backward)
        return std::max(own, constants.inPlaceFragmentation);
    return loss == LossPath::FusedLinear ? std::min(own, constants.fusedLinearFragmentation) : own;
}

// Memory that the step once had does not serve activations afterwards, and short-lived work leaves holes.
double reservedBytes(double allocated, double rest, double stored, const Phases& phases, const TrainingStates& states, double phi)
{
    const double work = std::max({phases.loss, phases.backward, phases.backwardEnd - states.gradients}) - rest;
    const double shortLived = std::max(0.0, work - std::min(stored, work));
    const double step = states.gradients + states.stepTemporary;
    return std::max(allocated, rest + std::max(work, step) + phi * shortLived + std::min(work, states.stepTemporary));
}

// What is alive in the peak phase, by component.
void fillPeak(Draft& draft, const TrainingStates& states, const Work& work, const Gathered& gathered, double loss, double early,
              double endWork)
{
    switch (draft.peak) {
    case Phase::Loss:
        draft.of(Component::Activations) += work.stored;
        draft.of(Component::Logits) += loss;
        draft.of(Component::EngineBuffers) += gathered.loss;
        break;
    case Phase::Backward:
        draft.of(Component::Activations) += work.stored + work.block;
        draft.of(Component::Gradients) += early;
        draft.of(Component::EngineBuffers) += gathered.backward;
        break;
    case Phase::BackwardEnd:
        draft.of(Component::Activations) += endWork;
        draft.of(Component::Gradients) += states.gradients;
        draft.of(Component::EngineBuffers) += gathered.backward;
        break;
    default:
        draft.of(Component::Gradients) += states.gradients;
        draft.of(Component::OptimizerStates) += states.stepTemporary;
        break;
    }
}

void setPhases(Draft& draft, const Phases& phases)
{
    draft.setPhase(Phase::Loss, phases.loss);
    draft.setPhase(Phase::Backward, phases.backward);
    draft.setPhase(Phase::BackwardEnd, phases.backwardEnd);
    draft.setPhase(Phase::Step, phases.step);
    const double largest = phases.largest();
    draft.peak = phases.loss == largest          ? Phase::Loss
                 : phases.backward == largest    ? Phase::Backward
                 : phases.backwardEnd == largest ? Phase::BackwardEnd
                                                 : Phase::Step;
}

Draft pytorchDraft(const Resolved& scenario, const Split& split)
{
    const TrainingLayout layout = layoutOf(scenario, split);
    const TrainingStates states = trainingStates(scenario, split, layout);
    const Work work = activationWork(scenario, layout);
    const Gathered gathered = gatheredWeights(scenario, layout);
    const double loss = lossBytes(scenario, layout, layout.tokens, layout.sequenceDivisor);
    const double early = earlyGradients(scenario, layout, states);
    const double endWork = work.block + work.oneStored;
    const double buffers = scenario.trainingProfile().staticBytes;
    const double rest = states.weights + states.adapters + states.moments + states.master + buffers;
    const double unsharded = unshardedStage(scenario, layout);

    Phases phases;
    phases.loss = rest + work.stored + loss + gathered.loss + unsharded;
    phases.backward = rest + work.stored + work.block + gathered.backward + early + unsharded;
    phases.backwardEnd = rest + states.gradients + endWork + gathered.backward + unsharded;
    phases.step = rest + states.gradients + states.stepTemporary + unsharded;

    Draft draft;
    setPhases(draft, phases);
    draft.of(Component::Weights) = states.weights;
    draft.of(Component::Adapters) = states.adapters;
    draft.of(Component::OptimizerStates) = states.moments;
    draft.of(Component::MasterWeights) = states.master;
    draft.of(Component::EngineBuffers) = buffers + unsharded;
    fillPeak(draft, states, work, gathered, loss, early, endWork);
    const double phi = fragmentation(scenario, split, layout, phases);
    const double allocated = phases.largest();
    const double reserved = reservedBytes(allocated, rest, work.stored, phases, states, phi);
    draft.slack = std::max(0.0, std::min(reserved, reservedCap(scenario)) - allocated);
    draft.nonTorch = contextBytes(scenario) + communicatorBytes(scenario, split);
    const bool shardedExperts = scenario.architecture->experts && layout.shards > 1 && fsdpVersion(scenario) == 2;
    draft.varyingLengths = lengthsVary(scenario) || shardedExperts;
    return draft;
}

} // namespace

TrainingLayout layoutOf(const Resolved& scenario, const Split& split)
{
    TrainingLayout layout;
    layout.full = trainsEverything(scenario);
    layout.dataRanks = static_cast<double>(split.data) * split.context;
    layout.sharded = shardsWeights(scenario, split);
    layout.zeroStage = split.fsdp ? 0 : split.zeroStage;
    layout.shards = layout.sharded ? layout.dataRanks : 1;
    layout.tensor = split.tensor;
    layout.pipeline = split.pipeline;
    layout.sequenceDivisor = sequenceParallel(scenario, split) ? split.tensor : 1;
    layout.sample = sampleTokens(scenario);
    const int batch = std::max(1, scenario.scenario.microBatch);
    // a pipeline cuts the local batch into one micro-batch a stage
    const int perStage = split.pipeline > 1 ? std::max(1, batch / split.pipeline) : batch;
    layout.tokens = layout.sample * perStage / split.context;
    return layout;
}

double reservedCap(const Resolved& scenario)
{
    return scenario.memory->reservedCapShare * asDouble(scenario.capacity) - contextBytes(scenario);
}

double communicatorBytes(const Resolved& scenario, const Split& split)
{
    return split.cards() > 1 ? scenario.trainingProfile().communicatorGib * kGiB : 0;
}

Draft trainingDraft(const Resolved& scenario, const Split& split)
{
    return scenario.trainingProfile().megatron ? megatronDraft(scenario, split) : pytorchDraft(scenario, split);
}

} // namespace cardfit::memory
