#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/sizing_parts.h"

#include <algorithm>
#include <cmath>

namespace cardfit::fleet {

namespace {

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
    const auto breaks = [&](int replicas) { return breached(scenario, split, cache, peak / replicas) != Limit::None; };
    return {fewestKeeping(least, most, breaks), atLeast};
}

// Whether half as much cache again would carry more: then the cache is what limits, else the cards' speed or the seats.
bool isLimitedByCache(const Resolved& scenario, const Split& split, speed::CacheCapacity cache, double capacity)
{
    constexpr double kMoreCache = 1.5, kNoticeable = 1.05;
    if (!cache.limited)
        return false;
    cache.tokens *= kMoreCache;
    return speed::openLoop(scenario, split, cache, 0).maxRate > kNoticeable * capacity;
}

// What one replica less would miss; a fleet that misses something already misses more of it.
std::optional<NextCheaper> nextCheaper(const Resolved& resolved, const Split& split, speed::CacheCapacity cache, const FleetPlan& fleet,
                                       double peak)
{
    if (fleet.replicas < 2)
        return std::nullopt;
    NextCheaper next;
    next.replicas = fleet.replicas - 1;
    const double safe = resolved.speed->serving.target_use * *fleet.capacityRequestsPerSecond / fleet.replicas * next.replicas;
    const LimitOptions& limits = resolved.scenario.limits;
    const speed::OpenLoop load = speed::openLoop(resolved, split, cache, peak / next.replicas);
    if (peak > safe) {
        next.misses = fleet.limitedBy == Limit::Kv ? Limit::Kv : Limit::Compute;
        next.capacityShort = 1 - safe / peak;
    } else if (exceeds(limits.ttftMsP95, load.timeToFirstTokenP95)) {
        next.misses = Limit::Ttft;
        next.p95 = load.timeToFirstTokenP95;
        next.limit = Seconds::of(*limits.ttftMsP95 / 1e3);
    } else if (exceeds(limits.tpotMsP95, load.timePerOutputTokenP95)) {
        next.misses = Limit::Tpot;
        next.p95 = load.timePerOutputTokenP95;
        next.limit = Seconds::of(*limits.tpotMsP95 / 1e3);
    }
    return next;
}

void sizeForDemand(FleetPlan& fleet, const Resolved& resolved, const Split& split, speed::CacheCapacity cache, speed::SpeedPlan& speed)
{
    const Scenario& scenario = resolved.scenario;
    const double mean = meanRate(resolved), peak = peakRate(scenario.demand);
    const double capacity = speed::openLoop(resolved, split, cache, 0).maxRate;
    if (capacity <= 0 || peak <= 0)
        return;
    const int most = mostReplicas(scenario, split);
    const double safe = resolved.speed->serving.target_use * capacity; // above it queues grow out of proportion
    const double wanted = std::min<double>(kMostReplicas, std::max(1.0, std::ceil(peak / safe)));
    Sizing sizing{static_cast<int>(wanted), Limit::Compute};
    if (sizing.replicas <= most)
        sizing = sizeForLimits(resolved, split, cache, peak, sizing.replicas, most);
    else
        sizing = {most, Limit::MaxCards};
    if (sizing.limitedBy == Limit::Compute && isLimitedByCache(resolved, split, cache, capacity))
        sizing.limitedBy = Limit::Kv;
    fleet.replicas = sizing.replicas;
    fleet.spare = scenario.demand.spareReplicas;
    fleet.limitedBy = sizing.limitedBy;
    fleet.capacityRequestsPerSecond = capacity * fleet.replicas;
    setDemand(fleet, mean);
    fleet.nextCheaper = nextCheaper(resolved, split, cache, fleet, peak);
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
    if (scenario.demand.asksForRate()) {
        if (scenario.serving.disaggregated)
            sizeSeparateFleets(fleet, resolved, split, cache, *speed);
        else
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
