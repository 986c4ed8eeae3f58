#pragma once

#include "core/plan/memory/memory.h"
#include "core/plan/speed/speed.h"

#include <optional>

namespace cardfit::fleet {

enum class Limit { None, Memory, Kv, Compute, Ttft, Tpot, MaxCards };
std::string_view nameOf(Limit limit); // "kv", "compute", ...

// Replicas of the scenario's `cards`, sized for its demand. Money is always that of totalCards().
struct FleetPlan {
    int replicas = 1;
    int spare = 0;
    int cardsPerReplica = 1;
    double utilization = 0.7;       // average load / capacity
    bool utilizationAssumed = true; // no demand: the assumed default
    bool saturated = false;
    Limit limitedBy = Limit::None;
    std::optional<double> requestsPerSecond; // what the fleet serves at the scenario's load
    std::optional<double> capacityRequestsPerSecond;
    int totalCards() const { return (replicas + spare) * cardsPerReplica; }
};

// Replicas so that the peak (requests_per_second x peak_factor) meets `limits` at 80 % of capacity (speed-model.md 5.5),
// within allow.max_cards. Without a demand: one replica, prices exactly `cards`.
// Fills the speed's p95 figures at the sized load.
FleetPlan sizeFleet(const Resolved& scenario, const Split& split, speed::CacheCapacity cache, std::optional<speed::SpeedPlan>& speed);

} // namespace cardfit::fleet
