// Training on PyTorch: states at rest, what the forward pass keeps, and the phases of one step. The peak is the
// largest phase; what the caching allocator holds beyond it follows from how its blocks fit.
#include "core/plan/memory/training.h"

#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <cmath>
#include <string>

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

constexpr int kActivations = 9, kGathered = 10, kPhaseSection = 11; // sections of README.md

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
    const double bytes = scenario.memory->dequantizedExpertsFactor * 2 * a.experts->count * matrices * a.hidden * a.experts->width;
    if (scenario.ledger)
        scenario.ledger->note("widened_experts", bytes, a.gatedMlp ? "widened·2·E·3·h·fe" : "widened·2·E·2·h·fe", kActivations,
                              {{"widened", scenario.memory->dequantizedExpertsFactor, Origin::Constants, "dequantized_experts_factor"}});
    return bytes;
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

// perRank() as a formula over the terms that hold `bytes` and `whole`.
std::string perRankFormula(const std::string& bytes, const std::string& whole, const TrainingLayout& layout)
{
    if (layout.tensor <= 1 || layout.sequenceDivisor > 1)
        return bytes + "/sp";
    return "(" + whole + " + (" + bytes + " − " + whole + ")/t)";
}

std::string keptFormula(const Resolved& scenario, const TrainingLayout& layout)
{
    switch (checkpointing(scenario)) {
    case Checkpointing::None: return "kept_tokens·" + perRankFormula("act_stored", "act_stored_whole", layout);
    case Checkpointing::Full: return "kept_tokens·act_residual·residual_copies/sp";
    case Checkpointing::Selective: return "kept_tokens·" + perRankFormula("act_selective", "2·act_residual", layout) + "·selective";
    case Checkpointing::Offload: break;
    }
    return "0";
}

void noteWork(const Resolved& scenario, const TrainingLayout& layout, const Work& work)
{
    Ledger& ledger = *scenario.ledger;
    const Architecture& a = *scenario.architecture;
    const bool keepsAll = checkpointing(scenario) == Checkpointing::None;
    const double stage = blocksPerStage(a, layout);
    const bool fp32Residual = scenario.scenario.training.kbitUpcast && layout.shards == 1;
    const std::vector<LedgerInput> inputs = {{"residual_copies", fp32Residual ? 2.0 : 1.0, Origin::Scenario, "/training/kbit_upcast"},
                                             {"selective", selectiveFactor(scenario), Origin::Engine, "selective_factor"}};
    ledger.note("kept_tokens", stage * layout.pipeline * layout.tokens, Unit::Tokens, "ceil(L/p)·p·T", kActivations);
    ledger.note("stored", work.stored, keptFormula(scenario, layout), kActivations, inputs);
    const std::string gradients = perRankFormula("act_gradients", "2·act_residual", layout);
    std::string block = gradients + "·T";
    if (!keepsAll) {
        block += " + " + perRankFormula("act_stored", "act_stored_whole", layout) + "·T";
        block += hasPeftExtra(scenario, layout) ? " + peft_extra·T" : "";
        block += dequantizedExperts(scenario) > 0 ? " + widened_experts" : "";
    }
    ledger.note("block_work", work.block, block, kActivations);
    ledger.note("one_stored", work.oneStored, keepsAll ? "stored/ceil(L/p)" : "0", kActivations);
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
    if (scenario.ledger)
        noteWork(scenario, layout, work);
    return work;
}

struct GatheredParts {
    double blocks, roots, head, root, block, unsharded;
};

void noteGathered(const Resolved& scenario, const TrainingLayout& layout, const GatheredParts& parts, const Gathered& gathered)
{
    Ledger& ledger = *scenario.ledger;
    const bool separate = scenario.trainingProfile().separateRoot;
    const std::vector<LedgerInput> inputs = {{"roots", parts.roots, Origin::Engine, "gathered_roots_full"},
                                             {"head", parts.head, Origin::Model, {}, Unit::Count},
                                             {"gathered_blocks", parts.blocks, Origin::Engine, "gathered_blocks", Unit::Count}};
    ledger.note("gathered_root", parts.root, "2·roots·(Nemb + head)", kGathered, inputs);
    if (layout.full)
        ledger.note("gathered_block", parts.block, "2·Nb/L", kGathered);
    else
        ledger.note("gathered_block", parts.block, "all_blocks/L", kGathered);
    const std::string count = layout.full ? "(gathered_blocks + 1)" : "gathered_blocks";
    ledger.note("gathered_backward", gathered.backward,
                "(" + std::string(separate ? "" : "gathered_root + ") + "gathered_block·" + count + ")/t", kGathered, inputs);
    ledger.note("gathered_loss", gathered.loss, separate ? "2·max(Nemb, head)/t" : "gathered_root/t", kGathered, inputs);
}

Gathered gatheredWeights(const Resolved& scenario, const TrainingLayout& layout)
{
    if (layout.shards <= 1) {
        noted(scenario.ledger, "gathered_loss", 0, "0", kGathered);
        noted(scenario.ledger, "gathered_backward", 0, "0", kGathered);
        return {};
    }
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
    if (scenario.ledger)
        noteGathered(scenario, layout, {blocks, roots, head, root, block, unsharded}, gathered);
    return gathered;
}

void noteEarly(const Resolved& scenario, const TrainingLayout& layout, const TrainingStates& states, double head)
{
    const double gradientBytes = layout.shards == 1 ? states.gradientBytes : 2;
    scenario.ledger->note("early_gradients", head + states.gradients / scenario.architecture->blocks,
                          head > 0 ? "head·g/t + state_gradients/L" : "state_gradients/L", kPhaseSection,
                          {{"head", head * layout.tensor / gradientBytes, Origin::Model, {}, Unit::Count},
                           {"g", gradientBytes, Origin::Constants, "state_bytes_per_parameter"}});
}

// Gradients alive while the last block runs backward: the head's, and that of one block.
double earlyGradients(const Resolved& scenario, const TrainingLayout& layout, const TrainingStates& states)
{
    if (!layout.full)
        return noted(scenario.ledger, "early_gradients", 0, "0", kPhaseSection);
    const Architecture& a = *scenario.architecture;
    double head = 0;
    if (scenario.scenario.parallel.offload != Offload::Parameters) {
        const double own = headParameters(a, untiesHead(scenario));
        const double parameters = own > 0 ? own : a.embeddingWeights;
        head = parameters * (layout.shards == 1 ? states.gradientBytes : 2) / layout.tensor;
    }
    if (scenario.ledger)
        noteEarly(scenario, layout, states, head);
    return head + states.gradients / a.blocks;
}

// Inside a pipeline stage FSDP keeps its unit whole over the micro-batches: 16-bit weights and fp32 gradients.
double unshardedStage(const Resolved& scenario, const TrainingLayout& layout)
{
    if (layout.pipeline <= 1 || layout.shards <= 1)
        return noted(scenario.ledger, "unsharded_stage", 0, "0", kPhaseSection);
    const Architecture& a = *scenario.architecture;
    return noted(scenario.ledger, "unsharded_stage", 6 * a.totalParameters / (layout.tensor * layout.pipeline), "6·N/(t·p)", kPhaseSection);
}

double notedPhi(const Resolved& scenario, double phi, std::string_view formula)
{
    const MemoryConstants& constants = *scenario.memory;
    if (scenario.ledger)
        scenario.ledger->note("phi", phi, Unit::Factor, formula, kPhaseSection,
                              {{"own", scenario.trainingProfile().fragmentation, Origin::Engine, "fragmentation"},
                               {"expandable", constants.expandableFragmentation, Origin::Constants, "expandable_fragmentation"},
                               {"varying", constants.varyingLengthFragmentation, Origin::Constants, "varying_length_fragmentation"},
                               {"in_place", constants.inPlaceFragmentation, Origin::Constants, "in_place_fragmentation"},
                               {"fused_linear", constants.fusedLinearFragmentation, Origin::Constants, "fused_linear_fragmentation"}});
    return phi;
}

// Share of the short-lived work that the caching allocator cannot reuse.
double fragmentation(const Resolved& scenario, const Split& split, const TrainingLayout& layout, const Phases& phases)
{
    const MemoryConstants& constants = *scenario.memory;
    const LossPath loss = lossPath(scenario);
    if (scenario.scenario.training.allocator == Allocator::Expandable)
        return notedPhi(scenario, constants.expandableFragmentation, "expandable");
    if (lengthsVary(scenario) && loss != LossPath::Cut && loss != LossPath::FusedLinear)
        return notedPhi(scenario, constants.varyingLengthFragmentation, "varying"); // logits of ever new sizes
    if (layout.full && layout.zeroStage == 3 && stateRow(scenario, split) == StateRow::DeepSpeed)
        return notedPhi(scenario, 0, "0");
    const double own = scenario.trainingProfile().fragmentation;
    if (loss == LossPath::InPlace && phases.loss >= phases.backward)
        return notedPhi(scenario, std::max(own, constants.inPlaceFragmentation), "max(own, in_place)");
    if (loss == LossPath::FusedLinear)
        return notedPhi(scenario, std::min(own, constants.fusedLinearFragmentation), "min(own, fused_linear)");
    return notedPhi(scenario, own, "own");
}

// Memory that the step once had does not serve activations afterwards, and short-lived work leaves holes.
double reservedBytes(double allocated, double rest, double stored, const Phases& phases, const TrainingStates& states, double phi,
                     Ledger* ledger)
{
    const double work = std::max({phases.loss, phases.backward, phases.backwardEnd - states.gradients}) - rest;
    noted(ledger, "short_work", work, "max(phase_loss, phase_backward, phase_backward_end − state_gradients) − rest", kPhaseSection);
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

struct Sums {
    double buffers, rest, endWork;
};

void notePhases(const Resolved& scenario, const Phases& phases, const Sums& sums)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("static_buffers", sums.buffers, "static", kPhaseSection,
                {{"static", sums.buffers, Origin::Engine, "static_bytes", Unit::Memory}});
    const bool full = trainsEverything(scenario);
    ledger.note("rest", sums.rest,
                full ? "state_weights + state_moments + state_master + static_buffers"
                     : "state_weights + state_adapters + state_moments + state_master + static_buffers",
                kPhaseSection);
    ledger.note("end_work", sums.endWork, "block_work + one_stored", kPhaseSection);
    ledger.note("phase_loss", phases.loss, "rest + stored + loss + gathered_loss + unsharded_stage", kPhaseSection);
    ledger.note("phase_backward", phases.backward, "rest + stored + block_work + gathered_backward + early_gradients + unsharded_stage",
                kPhaseSection);
    ledger.note("phase_backward_end", phases.backwardEnd, "rest + state_gradients + end_work + gathered_backward + unsharded_stage",
                kPhaseSection);
    ledger.note("phase_step", phases.step, "rest + state_gradients + state_step + unsharded_stage", kPhaseSection);
    ledger.note("peak", phases.largest(), "max(phase_loss, phase_backward, phase_backward_end, phase_step)", kPhaseSection);
}

// The components alive in the peak phase: the same choice as fillPeak().
void noteParts(Ledger& ledger, const Draft& draft)
{
    const Phase peak = draft.peak;
    const auto note = [&](Component component, std::string_view loss, std::string_view backward, std::string_view end,
                          std::string_view step) {
        const std::string_view formula = peak == Phase::Loss          ? loss
                                         : peak == Phase::Backward    ? backward
                                         : peak == Phase::BackwardEnd ? end
                                                                      : step;
        ledger.note(nameOf(component), draft.of(component), formula, kPhaseSection);
    };
    const std::string_view moments = "state_moments";
    note(Component::Weights, "state_weights", "state_weights", "state_weights", "state_weights");
    if (draft.of(Component::Adapters) > 0)
        note(Component::Adapters, "state_adapters", "state_adapters", "state_adapters", "state_adapters");
    note(Component::MasterWeights, "state_master", "state_master", "state_master", "state_master");
    note(Component::Gradients, "0", "early_gradients", "state_gradients", "state_gradients");
    note(Component::OptimizerStates, moments, moments, moments, "state_moments + state_step");
    note(Component::Activations, "stored", "stored + block_work", "end_work", "0");
    note(Component::Logits, "loss", "0", "0", "0");
    note(Component::EngineBuffers, "static_buffers + unsharded_stage + gathered_loss",
         "static_buffers + unsharded_stage + gathered_backward", "static_buffers + unsharded_stage + gathered_backward",
         "static_buffers + unsharded_stage");
}

// Work: the largest short-lived need of a phase over what is at rest.
void noteReserved(const Resolved& scenario, const Split& split, const Draft& draft, double reserved)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("reserved_uncapped", reserved,
                "max(peak, rest + max(short_work, state_gradients + state_step) + phi·max(0, short_work − min(stored, short_work)) + "
                "min(short_work, state_step))",
                kPhaseSection);
    noteReservedCap(scenario);
    ledger.note("slack", draft.slack, "max(0, min(reserved_uncapped, reserved_cap) − peak)", kPhaseSection);
    noteNonTorch(scenario, split, draft.nonTorch);
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

    if (scenario.ledger)
        notePhases(scenario, phases, {buffers, rest, endWork});

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
    const double reserved = reservedBytes(allocated, rest, work.stored, phases, states, phi, scenario.ledger);
    draft.slack = std::max(0.0, std::min(reserved, reservedCap(scenario)) - allocated);
    draft.nonTorch = contextBytes(scenario) + communicatorBytes(scenario, split);
    if (scenario.ledger) {
        noteParts(*scenario.ledger, draft);
        noteReserved(scenario, split, draft, reserved);
    }
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

void noteReservedCap(const Resolved& scenario)
{
    scenario.ledger->note("reserved_cap", reservedCap(scenario), "cap·capacity − cuda_context", kPhaseSection,
                          {{"cap", scenario.memory->reservedCapShare, Origin::Constants, "reserved_cap_share"}});
}

void noteNonTorch(const Resolved& scenario, const Split& split, double bytes)
{
    if (split.cards() > 1)
        scenario.ledger->note("non_torch", bytes, "cuda_context + communicator·GiB", kPhaseSection,
                              {{"communicator", scenario.trainingProfile().communicatorGib, Origin::Engine, "communicator_gib"}});
    else
        scenario.ledger->note("non_torch", bytes, "cuda_context", kPhaseSection);
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
