#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/split.h"
#include "core/plan/fleet/verdict.h"

namespace cardfit::fleet {

bool hasLimits(const Scenario& scenario) { return !isTraining(scenario.task) && (scenario.limits.ttftMsP95 || scenario.limits.tpotMsP95); }

bool meetsLimits(const Resolved& scenario, const Split& split)
{
    if (!hasLimits(scenario.scenario))
        return true;
    const speed::CacheCapacity cache = speed::cacheCapacity(scenario, split, memory::estimate(scenario, split));
    Text refusal;
    std::optional<speed::SpeedPlan> speed = speed::estimate(scenario, split, cache, refusal);
    if (!speed)
        return true; // unknown is not a breach
    sizeFleet(scenario, split, cache, speed);
    return withinLimits(*speed, scenario.scenario.limits);
}

namespace {

bool headsDivideByOddCount(const Resolved& scenario, int cards)
{
    const bool odd = cards == 3 || (cards >= 5 && cards <= 7);
    return !odd || isTraining(scenario.scenario.task) || scenario.architecture->queryHeads % cards == 0;
}

} // namespace

int smallestFittingCount(const Resolved& scenario)
{
    const ParallelOptions& parallel = scenario.scenario.parallel;
    if (!parallel.automatic)
        return parallel.tensor * parallel.pipeline * parallel.data * parallel.context;
    int smallestTight = 0;
    for (const int cards : kTriedCounts) {
        if (cards > scenario.scenario.allow.maxCards.value_or(cards))
            break;
        if (!headsDivideByOddCount(scenario, cards))
            continue;
        const Result<SizedSplit> sized = chooseSizedSplit(scenario, cards);
        if (!sized)
            continue;
        const Verdict verdict = verdictOf(sized->need);
        if (verdict == Verdict::Fits && meetsLimits(scenario, sized->split))
            return cards;
        if (verdict != Verdict::No && smallestTight == 0)
            smallestTight = cards;
    }
    return smallestTight;
}

} // namespace cardfit::fleet
