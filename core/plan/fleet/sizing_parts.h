#pragma once

#include "core/plan/fleet/fleet.h"

namespace cardfit::fleet {

// Pieces that sizing one kind of replica and sizing two of them share.
inline constexpr int kMostReplicas = 100'000;

inline bool exceeds(const std::optional<double>& limitMs, Seconds time) { return limitMs && inMilliseconds(time) > *limitMs; }

// Replicas that allow.max_cards leaves beside the spares; at least one.
int mostReplicas(const Scenario& scenario, const Split& split);

// Requests/s averaged over a week: the mean that is asked for, or the peak shared out by the hours of the profile.
double meanRate(const DemandOptions& demand);

// Load and utilization of a fleet whose capacity is set.
void setDemand(FleetPlan& fleet, double meanRate);

// Two kinds of replicas for serving.disaggregated: prompts by their time and the first-token limit, answers by cache, time
// per token and its limit.
void sizeSeparateFleets(FleetPlan& fleet, const Resolved& resolved, const Split& split, speed::CacheCapacity cache,
                        speed::SpeedPlan& speed);

} // namespace cardfit::fleet
