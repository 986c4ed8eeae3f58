#pragma once

#include "core/plan/memory/memory.h"

namespace cardfit::memory {

// Totals over all cards, bytes as doubles.
struct DraftTotals {
    double allocated = 0, reserved = 0, device = 0;
};

// A memory plan in the making: doubles inside a formula, whole bytes only in the finished plan.
struct Draft {
    std::array<double, kComponents> parts{}; // alive in `peak`
    double slack = 0, nonTorch = 0;
    std::optional<DraftTotals> allCards; // unset: the fullest card times the number of cards
    Phase peak = Phase::Serving;
    std::array<std::optional<Bytes>, kPhases> phases{};
    bool varyingLengths = false; // training: the wide interval

    double cachePerToken = 0, pool = 0;
    int cacheBlockTokens = 16;
    double cudaGraphs = 0;

    // Engines that take a share of the card and serve from it: what that share is, and what of the parts and of
    // nonTorch lives beside it.
    bool preallocates = false;
    double available = 0, outsideShare = 0;

    double& of(Component component) { return parts[static_cast<std::size_t>(component)]; }
    double of(Component component) const { return parts[static_cast<std::size_t>(component)]; }
    double allocated() const;
    void setPhase(Phase phase, double bytes) { phases[static_cast<std::size_t>(phase)] = bytesOf(bytes); }
};

// How explain calls the figure of a phase: "phase_backward_end".
std::string_view codeOf(Phase phase);

Draft inferenceDraft(const Resolved& scenario, const Split& split);
Draft trainingDraft(const Resolved& scenario, const Split& split);

// Rounds to whole bytes so that every sum holds exactly, and adds the 80 % intervals, what is required and what is
// available. Bands: MemoryConstants::bands, wider where the engine's profile is assumed.
MemoryPlan finish(const Draft& draft, const Resolved& scenario, const Split& split);

} // namespace cardfit::memory
