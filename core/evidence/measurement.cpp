#include "core/evidence/measurement.h"

#include <algorithm>
#include <utility>

namespace cardfit::evidence {

namespace {

constexpr std::array<std::string_view, kSets> kSetNames = {"memory", "startups", "speed", "serving", "further"};

constexpr std::array<std::string_view, kFigures> kFigureNames = {"weights",
                                                                 "weights-and-activations",
                                                                 "kv-cache",
                                                                 "kv-pool",
                                                                 "kv-tokens",
                                                                 "activations",
                                                                 "compute-buffer",
                                                                 "cuda-graphs",
                                                                 "non-torch",
                                                                 "inference-allocated",
                                                                 "inference-reserved",
                                                                 "inference-device",
                                                                 "inference-unstated",
                                                                 "adapter-allocated",
                                                                 "adapter-reserved",
                                                                 "adapter-device",
                                                                 "adapter-unstated",
                                                                 "full-allocated",
                                                                 "full-reserved",
                                                                 "full-device",
                                                                 "full-unstated",
                                                                 "decode",
                                                                 "tpot",
                                                                 "ttft",
                                                                 "prefill",
                                                                 "throughput",
                                                                 "ttft-load",
                                                                 "tpot-load",
                                                                 "train-pretrain",
                                                                 "train-full",
                                                                 "train-lora",
                                                                 "train-qlora",
                                                                 "other"};

constexpr std::array<std::string_view, kGaps> kGapNames = {"",
                                                           "not-a-product-output",
                                                           "no-length",
                                                           "no-batch",
                                                           "no-rank",
                                                           "no-precision",
                                                           "no-card",
                                                           "no-model",
                                                           "one-card-of-split",
                                                           "adapter-kind",
                                                           "method",
                                                           "sample-lengths",
                                                           "batch-or-length",
                                                           "offload",
                                                           "task",
                                                           "not-positive",
                                                           "no-layout",
                                                           "queue-inside",
                                                           "start-up-inside",
                                                           "in-doubt",
                                                           "contradicts-itself",
                                                           "facts-not-enough",
                                                           "speculation-not-stated",
                                                           "separate-fleets"};

template <class Names>
std::optional<std::size_t> indexOf(const Names& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

} // namespace

std::string_view nameOf(Set set) { return kSetNames[static_cast<std::size_t>(set)]; }
std::string_view nameOf(Figure figure) { return kFigureNames[static_cast<std::size_t>(figure)]; }
std::string_view nameOf(Gap gap) { return kGapNames[static_cast<std::size_t>(gap)]; }

std::optional<Set> setNamed(std::string_view name)
{
    const auto index = indexOf(kSetNames, name);
    return index ? std::optional(static_cast<Set>(*index)) : std::nullopt;
}

Unit commonUnitOf(Figure figure)
{
    switch (figure) {
    case Figure::KvTokens: return Unit::Tokens;
    case Figure::TimePerToken:
    case Figure::FirstToken:
    case Figure::FirstTokenLoad:
    case Figure::TimePerTokenLoad: return Unit::Milliseconds;
    case Figure::Decode:
    case Figure::Prefill:
    case Figure::Throughput:
    case Figure::Pretraining:
    case Figure::FullTraining:
    case Figure::LoraTraining:
    case Figure::QloraTraining: return Unit::TokensPerSecond;
    default: return Unit::Bytes;
    }
}

std::optional<Figure> figureNamed(std::string_view name)
{
    const auto index = indexOf(kFigureNames, name);
    return index ? std::optional(static_cast<Figure>(*index)) : std::nullopt;
}

std::optional<Gap> gapNamed(std::string_view name)
{
    const auto index = indexOf(kGapNames, name);
    return index ? std::optional(static_cast<Gap>(*index)) : std::nullopt;
}

} // namespace cardfit::evidence
