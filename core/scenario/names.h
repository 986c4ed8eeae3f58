#pragma once

#include "core/scenario/scenario.h"

#include <array>
#include <span>
#include <string_view>

namespace cardfit {

// The JSON words of every choice of a scenario, in the order of its enumerators: one list for reading, writing and
// nameOf(). Overloads are picked by the type of the (ignored) argument.
namespace names {

inline constexpr std::array<std::string_view, 6> kTask = {"inference", "qlora", "lora", "full", "pretrain", "dpo"};
inline constexpr std::array<std::string_view, 6> kInterconnect = {"auto", "nvlink", "pcie", "ib", "ethernet", "xgmi"};
inline constexpr std::array<std::string_view, 9> kOptimizer = {
    "adamw", "adamw-8bit", "paged-adamw", "paged-adamw-8bit", "adamw-4bit", "adafactor", "lion", "sgd", "muon"};
inline constexpr std::array<std::string_view, 5> kMixedPrecision = {"auto", "bf16-true", "bf16-mixed", "fp16-mixed", "fp32"};
inline constexpr std::array<std::string_view, 4> kAdapterType = {"auto", "fp32", "bf16", "fp16"};
inline constexpr std::array<std::string_view, 3> kAllocator = {"auto", "default", "expandable"};
inline constexpr std::array<std::string_view, 3> kMomentsType = {"auto", "fp32", "bf16"};
inline constexpr std::array<std::string_view, 5> kFp8Recipe = {"auto", "tensorwise", "rowwise", "blockwise", "mx"};
inline constexpr std::array<std::string_view, 6> kLossPath = {"plain", "in-place", "compiled", "chunked", "fused-linear", "cut"};
inline constexpr std::array<std::string_view, 4> kCheckpointing = {"none", "selective", "full", "offload"};
inline constexpr std::array<std::string_view, 3> kOffload = {"none", "optimizer", "parameters"};
inline constexpr std::array<std::string_view, 3> kArrival = {"steady", "poisson", "burst"};
inline constexpr std::array<std::string_view, 5> kRentalTerm = {"on-demand", "spot", "reserved-1y", "reserved-3y", "monthly"};
inline constexpr std::array<std::string_view, kAdapterTargets> kAdapterTarget = {"q", "k", "v", "o", "gate", "up", "down", "lm_head"};

using List = std::span<const std::string_view>;
constexpr List of(Task) { return kTask; }
constexpr List of(Interconnect) { return kInterconnect; }
constexpr List of(Optimizer) { return kOptimizer; }
constexpr List of(MixedPrecision) { return kMixedPrecision; }
constexpr List of(AdapterType) { return kAdapterType; }
constexpr List of(Allocator) { return kAllocator; }
constexpr List of(MomentsType) { return kMomentsType; }
constexpr List of(Fp8Recipe) { return kFp8Recipe; }
constexpr List of(LossPath) { return kLossPath; }
constexpr List of(Checkpointing) { return kCheckpointing; }
constexpr List of(Offload) { return kOffload; }
constexpr List of(Arrival) { return kArrival; }
constexpr List of(RentalTerm) { return kRentalTerm; }

} // namespace names

} // namespace cardfit
