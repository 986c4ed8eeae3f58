#include "core/plan/fleet/fleet.h"

#include <algorithm>
#include <cmath>

namespace cardfit::fleet {

namespace {

constexpr int kMostReplicas = 100'000, kMostCards = 1'000'000'000;

bool exceeds(const std::optional<double>& limitMs, Seconds time) { return limitMs && inMilliseconds(time) > *limitMs; }

// The limit that a load per replica breaches, or None.
Limit breached(const Resolved& scenario, const Split& split, speed::CacheCapacity cache, double rate)
{
    const LimitOptions& limits = scenario.scenario.limits;
    const speed::OpenLoop load = speed::openLoop(scenario, split, cache, rate);
    if (exceeds(limits.ttftMsP95, load.timeToFirstTokenP95))
        return Limit::Ttft;
    return exceeds(limits.tpotMsP95, load.timePerOutputTokenP95) ? Limit::Tpot : Limit::None;
}

struct Sizing {
    int replicas = 1;
    Limit limitedBy = Limit::Compute;
};

// More replicas, each with less load, until the limits hold; where no load at all would meet them, the count that
// capacity asks for, and the limit that cannot be met.
Sizing sizeForLimits(const Resolved& scenario, const Split& split, speed::CacheCapacity cache, double peak, int least, int most)
{
    const Limit atLeast = breached(scenario, split, cache, peak / least);
    if (atLeast == Limit::None)
        return {least, Limit::Compute};
    if (const Limit atMost = breached(scenario, split, cache, peak / most); atMost != Limit::None)
        return {least, atMost};
    int tooFew = least, enough = most;
    while (enough - tooFew > 1) {
        const int middle = tooFew + (enough - tooFew) / 2;
        (breached(scenario, split, cache, peak / middle) == Limit::None ? enough : tooFew) = middle;
    }
    return {enough, atLeast};
}

int mostReplicas(const Scenario& scenario, const Split& split)
{
    if (!scenario.allow.maxCards)
        return std::clamp(kMostCards / split.cards(), 1, kMostReplicas);
    return std::max(1, *scenario.allow.maxCards / split.cards() - scenario.demand.spareReplicas);
}

void sizeForDemand(FleetPlan& fleet, const Resolved& resolved, const Split& split, speed::CacheCapacity cache, speed::SpeedPlan& speed)
{
    const Scenario& scenario = resolved.scenario;
    const double mean = *scenario.demand.requestsPerSecond, peak = mean * scenario.demand.peakFactor;
    const double capacity = speed::openLoop(resolved, split, cache, 0).maxRate;
    if (capacity <= 0 || mean <= 0)
        return;
    const int most = mostReplicas(scenario, split);
    const double safe = resolved.speed->serving.target_use * capacity; // above it queues grow out of proportion
    const double wanted = std::min<double>(kMostReplicas, std::max(1.0, std::ceil(peak / safe)));
    Sizing sizing{static_cast<int>(wanted), Limit::Compute};
    if (sizing.replicas <= most)
        sizing = sizeForLimits(resolved, split, cache, peak, sizing.replicas, most);
    else
        sizing = {most, Limit::MaxCards};
    if (sizing.limitedBy == Limit::Compute && speed.atLimit)
        sizing.limitedBy = Limit::Kv;
    fleet.replicas = sizing.replicas;
    fleet.spare = scenario.demand.spareReplicas;
    fleet.limitedBy = sizing.limitedBy;
    fleet.capacityRequestsPerSecond = capacity * fleet.replicas;
    fleet.requestsPerSecond = std::min(mean, *fleet.capacityRequestsPerSecond);
    fleet.utilization = std::min(1.0, mean / *fleet.capacityRequestsPerSecond);
    fleet.utilizationAssumed = false;
    speed::applyRate(speed, resolved, split, cache, mean / fleet.replicas, peak / fleet.replicas);
    fleet.saturated = speed.saturated;
}

} // namespace

std::string_view nameOf(Limit limit)
{
    switch (limit) {
    case Limit::None: return "none";
    case Limit::Memory: return "memory";
    case Limit::Kv: return "kv";
    case Limit::Compute: return "compute";
    case Limit::Ttft: return "ttft";
    case Limit::Tpot: return "tpot";
    case Limit::MaxCards: return "max-cards";
    }
    return "none";
}

FleetPlan sizeFleet(const Resolved& resolved, const Split& split, speed::CacheCapacity cache, std::optional<speed::SpeedPlan>& speed)
{
    const Scenario& scenario = resolved.scenario;
    FleetPlan fleet;
    fleet.cardsPerReplica = split.cards();
    fleet.utilization = scenario.ownership.utilization.value_or(resolved.ownership->assumedUtilization);
    fleet.utilizationAssumed = !scenario.ownership.utilization;
    if (!speed || isTraining(scenario.task))
        return fleet;
    const bool demand = scenario.demand.requestsPerSecond.has_value() && !scenario.demand.requests;
    if (demand) {
        sizeForDemand(fleet, resolved, split, cache, *speed);
        return fleet;
    }
    fleet.requestsPerSecond = speed->requestsPerSecond;
    if (speed->maxRequestsPerSecond > 0)
        fleet.capacityRequestsPerSecond = speed->maxRequestsPerSecond;
    fleet.saturated = speed->saturated;
    fleet.limitedBy = speed->atLimit ? Limit::Kv : Limit::None;
    return fleet;
}

bool withinLimits(const speed::SpeedPlan& speed, const LimitOptions& limits)
{
    const auto meets = [](const std::optional<double>& limitMs, const std::optional<Seconds>& p95, const std::optional<Seconds>& mean) {
        const std::optional<Seconds>& figure = p95 ? p95 : mean;
        return !limitMs || !figure || inMilliseconds(*figure) <= *limitMs;
    };
    return meets(limits.ttftMsP95, speed.timeToFirstTokenP95, speed.timeToFirstToken) &&
           meets(limits.tpotMsP95, speed.timePerOutputTokenP95, speed.timePerOutputToken);
}

} // namespace cardfit::fleet
