#pragma once

#include "core/scenario/scenario.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::evidence {

// One file of data/evidence each. Further: sources met after the equations were chosen (their rows joined the last fit); it
// counts in no record.
enum class Set { Memory, Startups, Speed, Serving, Further };
inline constexpr std::size_t kSets = 5;
std::string_view nameOf(Set set); // "memory", "startups", "speed", "serving", "further"
std::optional<Set> setNamed(std::string_view name);
constexpr bool isOfSpeed(Set set) { return set == Set::Speed || set == Set::Serving || set == Set::Further; }
constexpr bool countsInRecords(Set set) { return set != Set::Further; }

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
    Decode, // tokens/s of a single stream
    TimePerToken,
    FirstToken,
    Prefill,
    Throughput,
    FirstTokenLoad, // of a campaign over the number of users
    TimePerTokenLoad,
    Pretraining,
    FullTraining,
    LoraTraining,
    QloraTraining,
    Other // nothing that the planner answers; always with a gap
};
inline constexpr std::size_t kFigures = 33;
std::string_view nameOf(Figure figure); // "weights", "adapter-reserved", "ttft", "train-lora"
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
    NotPositive,
    NoLayout,             // how several cards were split
    QueueInside,          // a first-token time that holds a queue of unknown length
    StartUpInside,        // a first-token time that holds compiling or loading
    InDoubt,              // its own source, or physics, contradicts it
    ContradictsItself,    // slower at a quarter of the load
    FactsNotEnough,       // the same facts, figures 1.3 times apart
    SpeculationNotStated, // a model with a draft head, 1.3 times faster than another campaign of the same facts
    SeparateFleets        // prefill and decoding on cards of their own
};
inline constexpr std::size_t kGaps = 24;
std::string_view nameOf(Gap gap); // "no-length"
std::optional<Gap> gapNamed(std::string_view name);

// What the value of a figure counts. Rates are of all cards unless they say otherwise.
enum class Unit {
    Bytes,
    Tokens,
    Milliseconds,
    TokensPerSecond,
    TokensPerSecondAndCard,
    SamplesPerSecond, // a sample is a whole context, or a prompt
    SecondsPerStep,
    PercentOfPeak,  // of the dense peak (MFU)
    TeraflopsOfCard // only with a gap: what its source counts as work is not known
};

// One published figure of a run.
struct Measured {
    Figure figure = Figure::Other;
    Unit unit = Unit::Bytes;
    double value = 0;          // in that unit
    double other = 0;          // the other reading where the source does not say whether its GB are 10^9 or 2^30 bytes; 0: none
    bool ofAllCards = false;   // sum over the cards, not one card
    bool withAdapters = false; // Figure::Weights: the adapters are counted in
    bool countsInput = false;  // Figure::Throughput: tokens read and written, not only written
    bool withPrefill = false;  // Figure::Decode: tokens over the whole time of the request
    bool aside = false;        // shown, but not part of the total
    Gap gap = Gap::None;
};

// The unit in which figures of a class are drawn beside one another.
Unit commonUnitOf(Figure figure);

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
