#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/training.h"
#include "core/plan/memory/weights.h"

#include <algorithm>

namespace cardfit::memory {

namespace {

constexpr double kAdafactorMoments = 0.02; // row and column sums of the second moment (Shazeer and Stern 2018)

bool isEightBit(Optimizer optimizer) { return optimizer == Optimizer::AdamW8bit || optimizer == Optimizer::PagedAdamW8bit; }
bool isPaged(Optimizer optimizer) { return optimizer == Optimizer::PagedAdamW || optimizer == Optimizer::PagedAdamW8bit; }

// Moments per parameter, given those of plain AdamW in the same row.
double momentsOf(Optimizer optimizer, double ofAdamW)
{
    switch (optimizer) {
    case Optimizer::AdamW8bit:
    case Optimizer::PagedAdamW8bit: return 2;
    case Optimizer::AdamW4bit: return 1;
    case Optimizer::Lion:
    case Optimizer::Muon: return ofAdamW / 2; // one moment
    case Optimizer::Adafactor: return kAdafactorMoments;
    case Optimizer::Sgd: return 0;
    case Optimizer::AdamW:
    case Optimizer::PagedAdamW: break;
    }
    return ofAdamW;
}

const StateBytes& rowOf(const Resolved& scenario, StateRow row) { return scenario.memory->states[static_cast<std::size_t>(row)]; }

TrainingStates fullStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const StateBytes bytes = stateBytes(scenario, split);
    const double parameters = parametersOnRank(a, split, untiesHead(scenario));
    TrainingStates states;
    states.gradientBytes = bytes.gradients;
    states.weights = parameters * bytes.weights / layout.shards;
    states.gradients = parameters * bytes.gradients / (layout.zeroStage == 2 ? layout.dataRanks : layout.shards);
    states.moments = parameters * bytes.moments / layout.stateDivisor();
    states.master = parameters * bytes.master / layout.stateDivisor();
    states.stepTemporary = parameters * bytes.stepTemporary / layout.stateDivisor();
    if (scenario.scenario.training.optimizerInBackward) { // each gradient is used and freed at once
        states.gradients = a.largestMatrix * bytes.gradients / layout.shards;
        states.stepTemporary = 0;
    }
    if (holdsReferenceModel(scenario))
        states.weights += 2 * parameters / layout.shards;
    return states;
}

// The frozen base: in its format, with 16-bit copies where autocast works on fp32 weights.
double frozenWeights(const Resolved& scenario, const Split& split, const TrainingLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const TrainingMemoryProfile& profile = scenario.trainingProfile();
    const bool replicated = profile.quantizedExpertsReplicated && scenario.scenario.training.quantizeExperts && a.experts.has_value() &&
                            scenario.weights->bitsandbytes;
    const double shards = replicated ? 1 : layout.shards;
    Split oneStage = split;
    oneStage.pipeline = 1; // stages are taken as even: adapters leave both ends small
    double bytes = weightsOnCard(scenario, oneStage, layoutOf(scenario, profile)) / split.pipeline / shards;
    const MixedPrecision precision = scenario.scenario.training.mixedPrecision;
    if (isFp32(*scenario.weights) && (precision == MixedPrecision::Bf16Mixed || precision == MixedPrecision::Fp16Mixed))
        bytes += 2 * (a.blockWeights + headParameters(a, untiesHead(scenario))) / shards;
    return bytes;
}

TrainingStates adapterStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const TrainingOptions& options = scenario.scenario.training;
    const double element = adapterBytes(scenario);
    const double parameters = adapterParameters(scenario) / (layout.tensor * layout.pipeline);
    const double divisor = layout.stateDivisor();
    TrainingStates states;
    states.gradientBytes = element;
    states.weights = frozenWeights(scenario, split, layout);
    states.adapters = parameters * element / layout.shards;
    states.gradients = parameters * element / layout.shards;
    states.moments = parameters * momentsOf(options.optimizer, 2 * element) / divisor;
    states.stepTemporary = parameters * element / divisor * scenario.trainingProfile().stepFactor;
    if (stateRow(scenario, split) == StateRow::DeepSpeed && element == 2) { // its optimizer always keeps fp32 masters
        const StateBytes& row = rowOf(scenario, StateRow::DeepSpeed);
        states.moments = parameters * row.moments / divisor;
        states.master = parameters * row.master / divisor;
        states.stepTemporary = parameters * row.stepTemporary / divisor;
    }
    if (options.lora.trainEmbeddings) { // a trained copy of both ends, 16 bit
        const double ends = a.embeddingWeights + headParameters(a, untiesHead(scenario));
        states.adapters += 2 * ends;
        states.gradients += 2 * ends;
        states.moments += 4 * ends;
        states.stepTemporary += 2 * ends;
    }
    return states;
}

} // namespace

StateBytes stateBytes(const Resolved& scenario, const Split& split)
{
    const TrainingOptions& options = scenario.scenario.training;
    const StateRow row = stateRow(scenario, split);
    StateBytes bytes = rowOf(scenario, row);
    const Optimizer optimizer = options.optimizer;
    const bool small = isEightBit(optimizer) || optimizer == Optimizer::AdamW4bit;
    if (options.momentsDtype == MomentsType::Bf16)
        bytes.moments = std::min(bytes.moments, 4.0);
    bytes.moments = momentsOf(optimizer, bytes.moments);
    if ((small && row != StateRow::DeepSpeed) || (optimizer == Optimizer::AdamW4bit) || options.optimizerFused.value_or(false))
        bytes.stepTemporary = 0;
    bytes.stepTemporary *= scenario.trainingProfile().stepFactor;
    return bytes;
}

bool untiesHead(const Resolved& scenario) { return scenario.trainingProfile().untiesHead && scenario.architecture->untiedByLitGpt; }

double adapterParameters(const Resolved& scenario)
{
    const Architecture& a = *scenario.architecture;
    TargetSet targets = adapterTargets(scenario);
    double width = 0;
    constexpr TargetSet kQkv = targetBit(AdapterTarget::Query) | targetBit(AdapterTarget::Key) | targetBit(AdapterTarget::Value);
    if (a.fusedQkv && !a.latent && (targets & kQkv) != 0) { // one adapter on the one matrix
        width += a.fusedQkvAdapterWidth;
        targets &= ~kQkv;
    }
    if (scenario.scenario.training.lora.trainEmbeddings)
        targets &= ~targetBit(AdapterTarget::Head); // the head itself trains
    const bool experts = adaptersOnExperts(scenario);
    for (std::size_t i = 0; i < kAdapterTargets; ++i) {
        if ((targets & targetBit(static_cast<AdapterTarget>(i))) != 0)
            width += a.adapterWidths[i] + (experts ? a.expertAdapterWidths[i] : 0);
    }
    return width * scenario.scenario.training.lora.rank;
}

TrainingStates trainingStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout)
{
    TrainingStates states = layout.full ? fullStates(scenario, split, layout) : adapterStates(scenario, split, layout);
    const Offload offload = scenario.scenario.parallel.offload;
    if (isPaged(scenario.scenario.training.optimizer))
        states.moments = 0; // in managed memory, outside PyTorch's figures
    if (offload != Offload::None)
        states.moments = states.master = states.stepTemporary = 0;
    if (offload == Offload::Parameters)
        states.weights = states.gradients = states.adapters = 0;
    return states;
}

} // namespace cardfit::memory
