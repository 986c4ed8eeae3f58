#include "core/plan/fleet/split.h"
#include "core/report/report_parts.h"

namespace cardfit::report {

namespace {

// The largest value from `known` on that still fits; nullopt where even `most` does, or `known` does not.
template <class Set>
std::optional<int> largestThatFits(Resolved changed, const Split& split, int known, int most, Set set)
{
    const auto fits = [&](int value) {
        set(changed.scenario, value);
        return fleet::verdictOf(memory::need(changed, split)) == fleet::Verdict::Fits;
    };
    if (!fits(known) || fits(most))
        return std::nullopt;
    int low = known;
    int high = most;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace

GrowthLimits growthLimitsOf(const Plan& plan)
{
    constexpr int kMostUsers = 65'536;
    GrowthLimits limits;
    if (!plan.resolved || plan.fit.verdict != fleet::Verdict::Fits || isTraining(plan.resolved->scenario.task))
        return limits;
    const Scenario& scenario = plan.resolved->scenario;
    if (scenario.concurrency)
        limits.users = largestThatFits(*plan.resolved, plan.split, *scenario.concurrency, kMostUsers,
                                       [](Scenario& changed, int users) { changed.concurrency = users; });
    const int positions = plan.resolved->architecture->maxPositions;
    if (positions > scenario.contextTokens)
        limits.contextTokens =
            largestThatFits(*plan.resolved, plan.split, scenario.contextTokens, positions, [](Scenario& changed, int tokens) {
                changed.contextTokens = tokens;
                changed.contextStated = true;
            });
    return limits;
}

} // namespace cardfit::report
