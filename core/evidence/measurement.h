#pragma once

#include "core/scenario/scenario.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::evidence {

// One file of data/evidence each. Speed and serving will stand beside them.
enum class Set { Memory, Startups };
inline constexpr std::size_t kSets = 2;
std::string_view nameOf(Set set); // "memory", "startups"

// What a measurement measures: the class that its error is counted in.
enum class Figure {
    Weights,
    WeightsAndActivations,
    KvCache,
    KvPool,
    KvTokens,
    Activations,
    ComputeBuffer,
    CudaGraphs,
    NonTorch,
    InferenceAllocated,
    InferenceReserved,
    InferenceDevice,
    InferenceUnstated, // the source does not say which of the three
    AdapterAllocated,
    AdapterReserved,
    AdapterDevice,
    AdapterUnstated,
    FullAllocated,
    FullReserved,
    FullDevice,
    FullUnstated,
    Other // nothing that the planner answers; always with a gap
};
inline constexpr std::size_t kFigures = 22;
std::string_view nameOf(Figure figure); // "weights", "adapter-reserved"
std::optional<Figure> figureNamed(std::string_view name);

// Why a measurement cannot be predicted by anything that sees only a scenario. Carried, never asked.
enum class Gap {
    None,
    NotAProductOutput,
    NoLength,
    NoBatch,
    NoRank,
    NoPrecision,
    NoCard,
    NoModel,
    OneCardOfSplit,
    AdapterKind,
    Method,
    SampleLengths,
    BatchOrLength,
    Offload,
    Task,
    NotPositive
};
inline constexpr std::size_t kGaps = 16;
std::string_view nameOf(Gap gap); // "no-length"
std::optional<Gap> gapNamed(std::string_view name);

// One published figure of a run.
struct Measured {
    Figure figure = Figure::Other;
    double value = 0;          // bytes, or tokens (Figure::KvTokens)
    double other = 0;          // the other reading where the source does not say whether its GB are 10^9 or 2^30 bytes; 0: none
    bool ofAllCards = false;   // sum over the cards, not one card
    bool withAdapters = false; // Figure::Weights: the adapters are counted in
    bool aside = false;        // shown, but not part of the total
    Gap gap = Gap::None;
};

// Where figures were published.
struct Source {
    std::string title, where, date; // date as far as known: "2024", "2024-06"
};

// One run that somebody measured: what was run, and the figures of it.
struct Run {
    std::string id;    // ours
    std::string group; // runs of one campaign, whose errors are alike
    std::size_t source = 0;
    bool core = false;    // belongs to the spread sample
    bool refused = false; // known to have no answer (a model that no catalog holds); counts as one all the same
    Scenario scenario;    // default where every figure has a gap
    std::vector<Measured> figures;
};

struct Evidence {
    Set set = Set::Memory;
    std::vector<Source> sources;
    std::vector<Run> runs;
};

} // namespace cardfit::evidence
