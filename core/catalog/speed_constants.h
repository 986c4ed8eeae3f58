#pragma once

#include "core/base/units.h"
#include "core/catalog/fact.h"
#include "core/catalog/speed_constant_names.h"
#include "core/catalog/speed_record.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace cardfit {

enum class Evidence { Strong, Some, Weak };

// Shares of the data sheet that a class of cards reaches: data/speed/card-classes.json (plan/speed/README.md 3).
struct CardClass {
    std::string id;
    double bandwidthShare = 0.7, gemmShare = 0.45, trainingShare = 0.4;
    double hostFactor = 1; // on the fixed times per block: how much slower this maker's stack starts kernels
    Evidence evidence = Evidence::Weak;
    bool other = false;               // nothing measured: intervals widened
    bool blackwell = false;           // moe_bw instead of moe_bwh
    bool flashAttention2Fills = true; // attention share >= 0.9 in training: all but Hopper and Blackwell
    bool newerFlashAttention = false; // versions 3 and 4 fill it: Hopper (not H20) and Blackwell, PyTorch 2.9 on
    BytesPerSecond serverLink;        // of one card to other servers, one direction
    bool graceHost = false;
    std::vector<Fact> facts;
};

// Constants of one kernel family: data/speed/kernel-families.json (plan/speed/README.md 4, 6).
struct KernelFamily {
    std::string id;
    Seconds perExpertBlock;
    double expertFactor = 1;                      // on what the expert kernels reach, streaming and arithmetic
    Seconds launchPerBlock, launchPerExpertBlock; // a new prompt: setting up and starting its kernels
    double launchBlocks = 0.5;                    // share of that in which nobody decodes
    double iterationsBeforePrompt = 1.3;
    Seconds firstTokenPerRunning;
};

// data/speed/serving.json, by the names there; what each does: plan/speed/README.md 4 and 6.
struct ServingConstants {
#define CARDFIT_MEMBER(name) double name;
    CARDFIT_SERVING_CONSTANTS(CARDFIT_MEMBER)
};

// data/speed/training.json, by the names there (plan/speed/README.md 9). Framework factors by name.
struct TrainingConstants {
    CARDFIT_TRAINING_CONSTANTS(CARDFIT_MEMBER)
#undef CARDFIT_MEMBER
    std::unordered_map<std::string, double> frameworkFactors;
};

// 80 % interval: multiply the figure by low and high. Keys of data/speed/intervals.json: "tpot-load/strong/*".
struct IntervalFactors {
    double low = 0.55, high = 1.6;
};
enum class SpeedTask { Decode, Throughput, TpotLoad, TpotLoadExperts, Ttft, TtftLoad, Train, TrainExperts };
inline constexpr std::size_t kSpeedTasks = 8;

struct SpeedConstants {
    ServingConstants serving{};
    TrainingConstants training{};
    std::unordered_map<std::string, CardClass> classes;
    std::unordered_map<std::string, KernelFamily> families;
    // resolved for every (task, card evidence, engine is strong): the most specific key present
    std::array<std::array<std::array<IntervalFactors, 2>, 3>, kSpeedTasks> intervals{};
    IntervalFactors otherClassFactors{0.65, 1.5}; // further factors for class "other"
    double unknownProfileExponent = 1.5;          // on both factors, for an engine or version without a profile
    std::array<SpeedRecord, kSpeedClasses> records{};
    std::vector<Fact> facts;
};

} // namespace cardfit
