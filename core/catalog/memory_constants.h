#pragma once

#include "core/catalog/engine.h"
#include "core/catalog/fact.h"

#include <array>
#include <string_view>
#include <vector>

namespace cardfit {

// 80 % interval of a memory figure: [figure*low, figure*high].
struct Band {
    double low = 1, high = 1;
};

// Which residuals a memory figure's interval comes from (plan/memory/README.md 13).
// Adapter: LoRA and QLoRA; Full: every weight trains. Varying: batches differ in length from step to step.
enum class MemoryClass {
    Weights,
    KvPool,
    KvTokens,
    InferenceAllocated,
    InferenceReserved,
    InferenceDevice,
    AdapterAllocated,
    AdapterReserved,
    AdapterReservedVarying,
    AdapterDevice,
    AdapterDeviceVarying,
    FullAllocated,
    FullReserved,
    FullReservedVarying,
    FullDevice,
    FullDeviceVarying
};
inline constexpr std::size_t kMemoryClasses = 16;
inline constexpr std::array<std::string_view, kMemoryClasses> kMemoryClassNames = {"weights",
                                                                                   "kv-pool",
                                                                                   "kv-tokens",
                                                                                   "inference-allocated",
                                                                                   "inference-reserved",
                                                                                   "inference-device",
                                                                                   "adapter-allocated",
                                                                                   "adapter-reserved",
                                                                                   "adapter-reserved-varying",
                                                                                   "adapter-device",
                                                                                   "adapter-device-varying",
                                                                                   "full-allocated",
                                                                                   "full-reserved",
                                                                                   "full-reserved-varying",
                                                                                   "full-device",
                                                                                   "full-device-varying"};
constexpr std::string_view nameOf(MemoryClass memoryClass) { return kMemoryClassNames[static_cast<std::size_t>(memoryClass)]; }

// How well a class did on published measurements (from the evidence): shown beside every figure.
struct ClassRecord {
    double medianErrorPercent = 0, p90ErrorPercent = 0;
    int measurements = 0;
};

struct ContextSize {
    Version below;    // PyTorch below this version ...
    double gib = 0.5; // ... has a CUDA context of this size
};

// data/memory/constants.json: tables that belong to no engine.
struct MemoryConstants {
    std::array<StateBytes, 7> states; // by StateRow; HuggingFace is a rule, not a row
    std::array<LossBytes, 6> losses;  // by LossPath
    std::array<Band, kMemoryClasses> bands;
    std::array<ClassRecord, kMemoryClasses> records;
    double assumedProfileWidening = 1.5; // on the half width when engine or version is not known
    std::vector<ContextSize> contexts;   // ascending; a newer or unknown PyTorch: newestContextGib
    double newestContextGib = 0.5;
    double generateEngineBytes = 30e6; // cuBLAS workspace, masks, rotary tables
    double generateFragmentation = 0.3;
    double loss16BitPerVocabulary = 10; // plain loss of 2023 remote code
    double softCapPerVocabulary = 2;
    double varyingLengthFragmentation = 3.0, inPlaceFragmentation = 0.9, fusedLinearFragmentation = 0.3, expandableFragmentation = 0.1;
    double peftFsdpPerMlp = 16, peftFsdpPerHidden = 4;
    double dequantizedExpertsFactor = 1.5;
    double fusedAdapterInputBytes = 2.6;
    double megatronSelectiveShare = 0.9;
    double gptFastBytes = 60e6, gptFastBytesPerLogit = 480, gptFastCompiledBytes = 0.25e9; // per process, per row of V, when compiled
    double autoAwqReservedFactor = 1.05;                                                   // reserved / allocated
    double reservedCapShare = 0.99;
    double cudaShareOfDriver = 0.985; // of the driver's memory, what a process gets on a card without a figure of its own
    std::vector<std::string> assumed;  // names of figures that rest on fewer than two sources
    std::vector<Fact> facts;
};

} // namespace cardfit
