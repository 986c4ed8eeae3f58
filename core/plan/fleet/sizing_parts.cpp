#include "core/plan/fleet/sizing_parts.h"

#include <algorithm>
#include <numeric>

namespace cardfit::fleet {

int mostReplicas(const Scenario& scenario, const Split& split)
{
    constexpr int kMostCards = 1'000'000'000;
    if (!scenario.allow.maxCards)
        return std::clamp(kMostCards / split.cards(), 1, kMostReplicas);
    return std::max(1, *scenario.allow.maxCards / split.cards() - scenario.demand.spareReplicas);
}

double meanRate(const Resolved& scenario)
{
    const DemandOptions& demand = scenario.scenario.demand;
    const double peak = peakRate(demand);
    switch (demand.profile) {
    case LoadProfile::Flat: break;
    case LoadProfile::Office: {
        const double open = scenario.ownership->officeHoursAWeek / (24 * 7);
        return peak * (open + (1 - open) * scenario.ownership->officeClosedShare);
    }
    case LoadProfile::Custom:
        return peak * std::accumulate(demand.shares.begin(), demand.shares.end(), 0.0) / static_cast<double>(demand.shares.size());
    }
    return *demand.requestsPerSecond;
}

void setDemand(FleetPlan& fleet, double meanRate)
{
    fleet.requestsPerSecond = std::min(meanRate, *fleet.capacityRequestsPerSecond);
    fleet.utilization = std::min(1.0, meanRate / *fleet.capacityRequestsPerSecond);
    fleet.utilizationAssumed = false;
}

} // namespace cardfit::fleet
