#pragma once

#include "core/plan/memory/memory.h"
#include "core/plan/speed/speed.h"

#include <optional>

namespace cardfit::fleet {

enum class Limit { None, Memory, Kv, Compute, Ttft, Tpot, MaxCards };
std::string_view nameOf(Limit limit); // "none", "memory", "kv", "compute", "ttft", "tpot", "max-cards"

// The same fleet with one replica less, and what it would miss: the reason why it is not smaller.
struct NextCheaper {
    int replicas = 0;
    Limit misses = Limit::None;                 // Ttft, Tpot; Compute or Kv: capacity
    std::optional<Seconds> p95, limit;          // Ttft, Tpot: what it would be, and what is allowed
    std::optional<double> capacityShort;        // Compute, Kv: share of the capacity that the peak asks for and is missing
};

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
    std::optional<double> capacityRequestsPerSecond; // at more the fleet saturates
    std::optional<NextCheaper> nextCheaper;          // with a demand and more than one replica
    int prefillReplicas = 0, decodeReplicas = 0;     // serving.disaggregated: the two kinds of `replicas`; else 0
    int totalCards() const { return (replicas + spare) * cardsPerReplica; }
};

// Replicas so that the peak (requests_per_second x peak_factor) stays at or below 80 % of capacity and meets `limits`,
// within allow.max_cards. Without a demand: one replica, prices exactly `cards`.
// With a demand, sets the figures of `speed` to the load that each replica of the sized fleet gets.
FleetPlan sizeFleet(const Resolved& scenario, const Split& split, speed::CacheCapacity cache, std::optional<speed::SpeedPlan>& speed);

// Whether the 95th percentiles (where there are none: the means) meet the limits that are set.
bool withinLimits(const speed::SpeedPlan& speed, const LimitOptions& limits);

// Whether the scenario sets limits that a split must meet, and whether `split` does (true where speed is unknown).
bool hasLimits(const Scenario& scenario);
bool meetsLimits(const Resolved& scenario, const Split& split);

} // namespace cardfit::fleet
