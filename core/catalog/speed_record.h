#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace cardfit {

// Classes of speed figures whose record is counted on published measurements (data/speed/records.json).
enum class SpeedClass {
    Decode,
    TimePerToken,
    FirstToken,
    Prefill,
    Throughput,
    FirstTokenLoad,
    TimePerTokenLoad,
    Pretraining,
    FullTraining,
    LoraTraining,
    QloraTraining
};
inline constexpr std::size_t kSpeedClasses = 11;
inline constexpr std::array<std::string_view, kSpeedClasses> kSpeedClassNames = {"decode",     "tpot",       "ttft",       "prefill",
                                                                                 "throughput", "ttft-load",  "tpot-load",  "train-pretrain",
                                                                                 "train-full", "train-lora", "train-qlora"};
constexpr std::string_view nameOf(SpeedClass speedClass) { return kSpeedClassNames[static_cast<std::size_t>(speedClass)]; }

// How a class did on published measurements; nothing but zeros where none covers it.
struct SpeedRecord {
    double medianErrorPercent = 0, p90ErrorPercent = 0;
    int measurements = 0;
    double insidePercent = 0; // of the measured values inside the stated 80 % interval
    double widthPercent = 0;  // median width of that interval, of the figure
};

} // namespace cardfit
