#pragma once

#include "core/plan/fleet/fleet.h"

#include <cstdint>

namespace cardfit::fleet {

// Pieces that sizing one kind of replica and sizing two of them share.
inline constexpr int kMostReplicas = 100'000;

inline bool exceeds(const std::optional<double>& limitMs, Seconds time) { return limitMs && inMilliseconds(time) > *limitMs; }

// Replicas that allow.max_cards leaves beside the spares; at least one.
int mostReplicas(const Scenario& scenario, const Split& split);

// Requests/s averaged over a week: the mean that is asked for, or the peak shared out by the hours of the profile.
double meanRate(const Resolved& scenario);
inline double peakRate(const DemandOptions& demand) { return *demand.requestsPerSecond * demand.peakFactor; }

// The fewest replicas that do not break, where `least` do, `most` do not, and more never break what fewer keep. Looks in
// growing steps from below: fleets are small, the most that may be is not.
template <class Breaks>
int fewestKeeping(int least, int most, const Breaks& breaks)
{
    int tooFew = least, enough = most;
    for (std::int64_t step = 1; enough == most && tooFew + step < most; step *= 2) {
        const int tried = static_cast<int>(tooFew + step);
        (breaks(tried) ? tooFew : enough) = tried;
    }
    while (enough - tooFew > 1) {
        const int middle = tooFew + (enough - tooFew) / 2;
        (breaks(middle) ? tooFew : enough) = middle;
    }
    return enough;
}

// Load and utilization of a fleet whose capacity is set.
void setDemand(FleetPlan& fleet, double meanRate);

// Two kinds of replicas for serving.disaggregated: prompts by their time and the first-token limit, answers by cache, time
// per token and its limit.
void sizeSeparateFleets(FleetPlan& fleet, const Resolved& resolved, const Split& split, speed::CacheCapacity cache,
                        speed::SpeedPlan& speed);

} // namespace cardfit::fleet
