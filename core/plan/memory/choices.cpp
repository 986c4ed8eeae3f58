#include "core/plan/memory/choices.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cardfit::memory {

namespace {

constexpr double kDefaultDropout = 0.05; // of the engines whose recipes drop out at all
constexpr double kLongestOverMean = 2;   // sample lengths spread from nothing to twice the mean

const TrainingOptions& optionsOf(const Resolved& scenario) { return scenario.scenario.training; }

TargetSet bitsOf(const std::vector<std::string>& names)
{
    static constexpr std::array<std::string_view, kAdapterTargets> kNames = {"q", "k", "v", "o", "gate", "up", "down", "lm_head"};
    TargetSet targets = 0;
    for (const std::string& name : names) {
        const auto found = std::find(kNames.begin(), kNames.end(), name);
        if (found != kNames.end())
            targets |= targetBit(static_cast<AdapterTarget>(found - kNames.begin()));
        else if (name == "all-linear")
            targets |= kAllLinearTargets;
        else if (name == "attention")
            targets |= kAttentionTargets;
    }
    return targets;
}

bool isMixed(MixedPrecision precision)
{
    return precision == MixedPrecision::Bf16Mixed || precision == MixedPrecision::Fp16Mixed || precision == MixedPrecision::Fp32;
}

// The Hugging Face trainers keep what their plugin keeps: DeepSpeed its fp32 masters, FSDP1 fp32 shards, else 16 bit.
StateRow huggingFaceRow(const Resolved& scenario, const Split& split)
{
    const TrainingOptions& options = optionsOf(scenario);
    if (split.zeroStage > 0 && !split.fsdp)
        return StateRow::DeepSpeed;
    if (options.mixedPrecision == MixedPrecision::Bf16True || options.masterWeights == false)
        return StateRow::Bf16True;
    if (isMixed(options.mixedPrecision) || options.masterWeights == true)
        return StateRow::Bf16Mixed;
    return shardsWeights(scenario, split) && fsdpVersion(scenario) == 1 ? StateRow::Bf16Mixed : StateRow::Bf16True;
}

} // namespace

LossPath lossPath(const Resolved& scenario) { return optionsOf(scenario).loss.value_or(scenario.trainingProfile().loss); }

Checkpointing checkpointing(const Resolved& scenario)
{
    return optionsOf(scenario).checkpointing.value_or(scenario.trainingProfile().checkpointing);
}

bool fusedKernels(const Resolved& scenario) { return optionsOf(scenario).fusedKernels.value_or(scenario.trainingProfile().fusedKernels); }

bool packing(const Resolved& scenario) { return optionsOf(scenario).packing.value_or(scenario.trainingProfile().packing); }

TargetSet adapterTargets(const Resolved& scenario)
{
    if (optionsOf(scenario).lora.targets)
        return *optionsOf(scenario).lora.targets;
    const std::vector<std::string>& own = scenario.trainingProfile().loraTargets;
    return own.empty() ? kAllLinearTargets : bitsOf(own);
}

bool adaptersOnExperts(const Resolved& scenario) { return optionsOf(scenario).lora.experts.value_or(scenario.trainingProfile().megatron); }

double adapterDropout(const Resolved& scenario)
{
    return optionsOf(scenario).lora.dropout.value_or(scenario.trainingProfile().loraDropout ? kDefaultDropout : 0);
}

double adapterBytes(const Resolved& scenario)
{
    switch (optionsOf(scenario).lora.dtype) {
    case AdapterType::Fp32: return 4;
    case AdapterType::Bf16:
    case AdapterType::Fp16: return 2;
    case AdapterType::Auto: break;
    }
    return scenario.trainingProfile().adapterBytes;
}

int fsdpVersion(const Resolved& scenario)
{
    return scenario.scenario.parallel.fsdpVersion.value_or(scenario.trainingProfile().fsdpVersion);
}

bool shardsWeights(const Resolved& scenario, const Split& split)
{
    if (split.shardsWeights())
        return true;
    const bool byDefault = scenario.trainingProfile().shardsByDefault && !scenario.scenario.parallel.fsdpStated;
    return byDefault && split.zeroStage == 0 && split.cards() > 1;
}

bool sequenceParallel(const Resolved& scenario, const Split& split)
{
    return split.tensor > 1 && scenario.scenario.parallel.sequence.value_or(true);
}

StateRow stateRow(const Resolved& scenario, const Split& split)
{
    const StateRow own = scenario.trainingProfile().states;
    if (own == StateRow::HuggingFace)
        return huggingFaceRow(scenario, split);
    const TrainingOptions& options = optionsOf(scenario);
    const bool stated = options.mixedPrecision != MixedPrecision::Auto || options.masterWeights.has_value();
    if ((own != StateRow::Bf16True && own != StateRow::Fp32) || !stated)
        return own;
    const bool automatic = options.mixedPrecision == MixedPrecision::Auto;
    const bool mixed = isMixed(options.mixedPrecision) || (automatic && options.masterWeights == true);
    return mixed ? StateRow::Bf16Mixed : StateRow::Bf16True;
}

double sampleTokens(const Resolved& scenario)
{
    const TrainingOptions& options = optionsOf(scenario);
    const double limit = std::max(1, scenario.scenario.contextTokens);
    if (options.longestSampleTokens)
        return std::min<double>(limit, *options.longestSampleTokens);
    if (options.meanSampleTokens && !packing(scenario))
        return std::min<double>(limit, kLongestOverMean * *options.meanSampleTokens);
    return limit;
}

bool lengthsVary(const Resolved& scenario) { return !packing(scenario); }

bool trainsEverything(const Resolved& scenario) { return !usesAdapters(scenario.scenario.task); }

bool holdsReferenceModel(const Resolved& scenario)
{
    // with adapters the reference is the policy with its adapters switched off
    return trainsEverything(scenario) && (scenario.scenario.task == Task::Dpo || optionsOf(scenario).referenceModel);
}

bool isLargeCard(const Resolved& scenario)
{
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    if (inGiB(scenario.capacity) < profile.largeCardGib)
        return false;
    const std::string_view id = scenario.card->id;
    return std::none_of(profile.neverLargePrefixes.begin(), profile.neverLargePrefixes.end(),
                        [id](const std::string& prefix) { return id.starts_with(prefix); });
}

} // namespace cardfit::memory
