#pragma once

#include "core/base/basis.h"
#include "core/base/units.h"
#include "core/scenario/resolved.h"

#include <array>
#include <optional>

namespace cardfit::memory {

// Parts of what is allocated, in the order they are always stacked. Non-torch and slack stand outside.
enum class Component { Weights, MasterWeights, Adapters, Gradients, OptimizerStates, KvCache, Activations, Logits, EngineBuffers };
inline constexpr std::size_t kComponents = 9;
std::string_view nameOf(Component component); // JSON key: "weights", "kv_cache", ...

enum class Phase { Load, Prefill, Decode, Loss, Backward, BackwardEnd, Step, Serving };
inline constexpr std::size_t kPhases = 8;
std::string_view nameOf(Phase phase); // "backward-end"

struct Range {
    Bytes low, high;
};

struct Totals {
    Bytes allocated, reserved, device;
};

// Whose residuals the intervals of the three totals are, and whose record to quote beside them.
struct TotalClasses {
    MemoryClass allocated = MemoryClass::InferenceAllocated;
    MemoryClass reserved = MemoryClass::InferenceReserved;
    MemoryClass device = MemoryClass::InferenceDevice;
};

// Memory of the fullest card of one replica or job. Sums hold exactly: components = allocated; allocated + slack =
// reserved; reserved + nonTorch = device.
struct MemoryPlan {
    std::array<Bytes, kComponents> components{}; // alive in peakPhase
    Bytes slack, nonTorch;
    Totals card;
    Range allocated, reserved, device; // 80 % intervals
    Range weights;                     // and that of components[Weights]
    Totals allCards;                   // sum over the cards
    Bytes capacity;                    // what a process can get of the card
    Bytes required;                    // what must be there (README.md 13): against `available`
    Range requiredRange;
    Bytes available; // utilization x capacity, or capacity
    Phase peakPhase = Phase::Serving;
    std::array<std::optional<Bytes>, kPhases> phases{};
    Basis basis = Basis::Derived;
    bool assumedProfile = false;
    TotalClasses classes;

    // KV cache
    double cacheBytesPerToken = 0; // on the fullest card
    Bytes pool;                    // what a pre-allocating engine takes; 0 for the others
    Range poolRange;
    bool preallocates = false;
    std::int64_t capacityTokens = 0; // tokens the pool holds, whole blocks
    std::int64_t capacityTokensLow = 0, capacityTokensHigh = 0;
    Bytes cudaGraphs; // part of engineBuffers or outside the pool (vLLM)

    Bytes& of(Component component) { return components[static_cast<std::size_t>(component)]; }
    Bytes of(Component component) const { return components[static_cast<std::size_t>(component)]; }
};

// Memory of `scenario` split as `split` (whose product is the number of cards). No allocation, no clock.
// Each equation and its source stand beside its function in this folder; constants of engines in data/.
MemoryPlan estimate(const Resolved& scenario, const Split& split);

// Only what the matrix needs, in the same arithmetic: required (with interval) against available.
struct Need {
    Bytes required, requiredLow, requiredHigh, available;
};
Need need(const Resolved& scenario, const Split& split);

// Weight bytes on the fullest card (matrices in their formats, 16-bit rest, what each rank holds), and what one token
// of context adds to the cache there (published shapes; never less than one head a rank).
Bytes weightBytes(const Resolved& scenario, const Split& split);
double cacheBytesPerToken(const Resolved& scenario, const Split& split);
// The same without the padding of vLLM's block groups: what attention reads of a token.
double storedCacheBytesPerToken(const Resolved& scenario, const Split& split);

// Bytes of one matrix group in the scenario's format, whole model (what the speed model streams). Source: weight_format.h.
double groupBytes(const Resolved& scenario, MatrixGroup group);

} // namespace cardfit::memory
