#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/training.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <string>

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

constexpr int kSection = 8; // of README.md

std::string_view fieldOf(StateRow row)
{
    switch (row) {
    case StateRow::HuggingFace: break;
    case StateRow::DeepSpeed: return "state_bytes_per_parameter deepspeed";
    case StateRow::Bf16True: return "state_bytes_per_parameter bf16-true";
    case StateRow::Bf16Mixed: return "state_bytes_per_parameter bf16-mixed";
    case StateRow::Fp32: return "state_bytes_per_parameter fp32";
    case StateRow::Megatron: return "state_bytes_per_parameter megatron";
    case StateRow::MegatronPrecisionAware: return "state_bytes_per_parameter megatron-precision-aware";
    }
    return "state_bytes_per_parameter";
}

void noteFullStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout, const TrainingStates& states,
                    double parameters)
{
    Ledger& ledger = *scenario.ledger;
    const std::vector<LedgerInput> inputs = stateInputs(scenario, split, layout);
    const Architecture& a = *scenario.architecture;
    const bool untied = untiesHead(scenario) && a.headWeights == 0;
    const std::string dense = std::string("(N − experts") + (untied ? " + V·h" : "") + ")/(t·p)";
    const bool hasExperts = expertParameters(a) > 0;
    ledger.note("rank_parameters", parameters, Unit::Count,
                dense + (!hasExperts        ? ""
                         : split.expert > 1 ? " + experts/(e·p)"
                                            : " + experts/(t·p)"),
                kSection, inputs);
    const bool inBackward = scenario.scenario.training.optimizerInBackward;
    ledger.note("state_weights", states.weights,
                holdsReferenceModel(scenario) ? "rank_parameters·w/F + 2·rank_parameters/F" : "rank_parameters·w/F", kSection, inputs);
    ledger.note("state_gradients", states.gradients,
                inBackward              ? "largest·g/F"
                : layout.zeroStage == 2 ? "rank_parameters·g/data_ranks"
                                        : "rank_parameters·g/F",
                kSection, inputs);
    ledger.note("state_moments", states.moments, "rank_parameters·m/shared_by", kSection, inputs);
    ledger.note("state_master", states.master, "rank_parameters·master/shared_by", kSection, inputs);
    ledger.note("state_step", states.stepTemporary, inBackward ? "0" : "rank_parameters·x/shared_by", kSection, inputs);
}

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
    if (scenario.ledger)
        noteFullStates(scenario, split, layout, states, parameters);
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
    const bool copies = isFp32(*scenario.weights) && (precision == MixedPrecision::Bf16Mixed || precision == MixedPrecision::Fp16Mixed);
    if (copies)
        bytes += 2 * (a.blockWeights + headParameters(a, untiesHead(scenario))) / shards;
    if (scenario.ledger)
        scenario.ledger->note("state_weights", bytes, copies ? "weights_stored/p/shards + 2·(Nb + head)/shards" : "weights_stored/p/shards",
                              kSection,
                              {{"p", static_cast<double>(split.pipeline), Origin::Split, "/parallel/pipeline", Unit::Count},
                               {"shards", shards, Origin::Split, "/parallel", Unit::Count},
                               {"head", headParameters(a, untiesHead(scenario)), Origin::Model, {}, Unit::Count}});
    return bytes;
}

void noteAdapterStates(const Resolved& scenario, const Split& split, const TrainingLayout& layout, const TrainingStates& states,
                       bool masters)
{
    Ledger& ledger = *scenario.ledger;
    const Architecture& a = *scenario.architecture;
    std::vector<LedgerInput> inputs = stateInputs(scenario, split, layout);
    const bool ofProfile = scenario.scenario.training.lora.dtype == AdapterType::Auto;
    inputs.push_back(
        {"b", adapterBytes(scenario), ofProfile ? Origin::Engine : Origin::Scenario, ofProfile ? "adapter_bytes" : "/training/lora/dtype"});
    inputs.push_back({"step_factor", scenario.trainingProfile().stepFactor, Origin::Engine, "step_factor"});
    inputs.push_back(
        {"moments", momentsOf(scenario.scenario.training.optimizer, 2 * adapterBytes(scenario)), Origin::Scenario, "/training/optimizer"});
    inputs.push_back({"ends", a.embeddingWeights + headParameters(a, untiesHead(scenario)), Origin::Model, {}, Unit::Count});
    inputs.push_back({"tp", layout.tensor * layout.pipeline, Origin::Split, "/parallel", Unit::Count});
    const bool ends = scenario.scenario.training.lora.trainEmbeddings;
    const auto note = [&](std::string_view code, double bytes, std::string formula, const char* ofEnds) {
        ledger.note(code, bytes, ends ? formula + ofEnds : formula, kSection, inputs);
    };
    ledger.note("rank_adapters", adapterParameters(scenario) / (layout.tensor * layout.pipeline), Unit::Count, "adapter_parameters/tp",
                kSection, inputs);
    note("state_adapters", states.adapters, "rank_adapters·b/F", " + 2·ends");
    note("state_gradients", states.gradients, "rank_adapters·b/F", " + 2·ends");
    note("state_moments", states.moments, masters ? "rank_adapters·row_moments/shared_by" : "rank_adapters·moments/shared_by", " + 4·ends");
    ledger.note("state_master", states.master, masters ? "rank_adapters·row_master/shared_by" : "0", kSection, inputs);
    note("state_step", states.stepTemporary, masters ? "rank_adapters·row_step/shared_by" : "rank_adapters·b/shared_by·step_factor",
         " + 2·ends");
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
    const bool masters = stateRow(scenario, split) == StateRow::DeepSpeed && element == 2;
    if (masters) { // its optimizer always keeps fp32 masters
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
    if (scenario.ledger)
        noteAdapterStates(scenario, split, layout, states, masters);
    return states;
}

} // namespace

std::vector<LedgerInput> stateInputs(const Resolved& scenario, const Split& split, const TrainingLayout& layout)
{
    const StateBytes bytes = stateBytes(scenario, split);
    const StateRow row = stateRow(scenario, split);
    const StateBytes& table = rowOf(scenario, row);
    const std::string_view field = fieldOf(row);
    const Architecture& a = *scenario.architecture;
    return {{"w", bytes.weights, Origin::Constants, field},
            {"g", bytes.gradients, Origin::Constants, field},
            {"m", bytes.moments, Origin::Constants, field},
            {"master", bytes.master, Origin::Constants, field},
            {"x", bytes.stepTemporary, Origin::Constants, field},
            {"row_moments", table.moments, Origin::Constants, field},
            {"row_master", table.master, Origin::Constants, field},
            {"row_step", table.stepTemporary, Origin::Constants, field},
            {"shared_by", layout.stateDivisor(), Origin::Split, "/parallel", Unit::Count},
            {"data_ranks", layout.dataRanks, Origin::Split, "/parallel/data", Unit::Count},
            {"experts", expertParameters(a), Origin::Model, {}, Unit::Count},
            {"largest", a.largestMatrix, Origin::Model, {}, Unit::Count}};
}

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
    const double parameters = width * scenario.scenario.training.lora.rank;
    if (scenario.ledger)
        scenario.ledger->note(
            "adapter_parameters", parameters, Unit::Count, "width·rank", kSection,
            {{"width", width, Origin::Model, {}, Unit::Count},
             {"rank", static_cast<double>(scenario.scenario.training.lora.rank), Origin::Scenario, "/training/lora/rank", Unit::Count}});
    return parameters;
}

namespace {

// States that paging or offloading keeps off the card are nothing here.
void noteElsewhere(Ledger& ledger, const TrainingStates& states)
{
    const auto zero = [&ledger](std::string_view code, double bytes) {
        if (bytes == 0)
            ledger.note(code, 0, "0", kSection);
    };
    zero("state_weights", states.weights);
    zero("state_adapters", states.adapters);
    zero("state_gradients", states.gradients);
    zero("state_moments", states.moments);
    zero("state_master", states.master);
    zero("state_step", states.stepTemporary);
}

} // namespace

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
    if (scenario.ledger)
        noteElsewhere(*scenario.ledger, states);
    return states;
}

} // namespace cardfit::memory
