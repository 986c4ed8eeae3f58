#include "core/plan/fleet/sizing_parts.h"
#include "core/plan/speed/disaggregated.h"

#include <algorithm>
#include <cmath>

namespace cardfit::fleet {

namespace {

struct Side {
    int replicas = 1;
    Limit limitedBy = Limit::Compute;
};

// The fewest replicas that carry `peak` and whose p95 keeps `limitMs`; where none would, what capacity asks for and the
// limit that is missed.
template <class TimesAt>
Side sizeSide(double peak, double safe, const std::optional<double>& limitMs, Limit limit, int most, const TimesAt& timesAt)
{
    const auto breaks = [&](int replicas) { return exceeds(limitMs, timesAt(peak / replicas).p95); };
    const int least = static_cast<int>(std::clamp(std::ceil(peak / safe), 1.0, static_cast<double>(kMostReplicas)));
    if (least >= most || !breaks(least))
        return {least, Limit::Compute};
    if (breaks(most))
        return {least, limit};
    return {fewestKeeping(least, most, breaks), limit};
}

} // namespace

void sizeSeparateFleets(FleetPlan& fleet, const Resolved& resolved, const Split& split, speed::CacheCapacity cache, speed::SpeedPlan& speed)
{
    const Scenario& scenario = resolved.scenario;
    const double mean = meanRate(resolved), peak = peakRate(scenario.demand);
    const speed::SeparateFleets fleets(resolved, split, cache);
    const double use = resolved.speed->serving.target_use;
    const int most = std::max(2, mostReplicas(scenario, split));
    Side prefill = sizeSide(peak, use * fleets.mostPrompts(), scenario.limits.ttftMsP95, Limit::Ttft, most,
                            [&](double rate) { return fleets.firstToken(rate); });
    Side decode = sizeSide(peak, use * fleets.mostAnswers(), scenario.limits.tpotMsP95, Limit::Tpot, most,
                           [&](double rate) { return fleets.perToken(rate); });
    fleet.limitedBy = prefill.limitedBy != Limit::Compute  ? prefill.limitedBy
                      : decode.limitedBy != Limit::Compute ? decode.limitedBy
                      : fleets.answersLimitedByCache()     ? Limit::Kv
                                                           : Limit::Compute;
    if (prefill.replicas + decode.replicas > most) { // what there is, shared out as it would be
        const double share = static_cast<double>(prefill.replicas) / (prefill.replicas + decode.replicas);
        prefill.replicas = std::clamp(static_cast<int>(std::lround(share * most)), 1, most - 1);
        decode.replicas = most - prefill.replicas;
        fleet.limitedBy = Limit::MaxCards;
    }
    fleet.prefillReplicas = prefill.replicas;
    fleet.decodeReplicas = decode.replicas;
    fleet.replicas = prefill.replicas + decode.replicas;
    fleet.spare = scenario.demand.spareReplicas;
    fleet.capacityRequestsPerSecond = std::min(prefill.replicas * fleets.mostPrompts(), decode.replicas * fleets.mostAnswers());
    setDemand(fleet, mean);
    // tokens/s of a plan are those of one replica of the fleet
    speed::applyRate(speed, resolved, split, cache, *fleet.requestsPerSecond / fleet.replicas, peak / fleet.replicas);
    speed::applySeparateFleets(speed, fleets, peak / prefill.replicas, peak / decode.replicas);
    fleet.saturated = speed.saturated;
}

} // namespace cardfit::fleet
