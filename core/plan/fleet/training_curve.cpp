#include "core/plan/fleet/training_curve.h"

#include "core/plan/fleet/split.h"
#include "core/plan/speed/rates.h"

#include <algorithm>

namespace cardfit::fleet {

namespace {

// How a link joins the cards: what a curve depends on.
struct Joined {
    bool fabric = false, ethernet = false;
    friend bool operator==(const Joined&, const Joined&) = default;
};

Joined joinedBy(const Resolved& scenario, Interconnect interconnect)
{
    Resolved linked = scenario;
    linked.scenario.interconnect = interconnect;
    return {speed::serverLinkOf(linked).fabric, interconnect == Interconnect::Ethernet};
}

std::optional<TrainingPoint> pointAt(const Resolved& scenario, int cards)
{
    const Result<SizedSplit> sized = chooseSizedSplit(scenario, cards);
    if (!sized)
        return std::nullopt;
    TrainingPoint point;
    point.cards = cards;
    point.split = sized->split;
    point.verdict = verdictOf(sized->need);
    Text refusal;
    const auto speed = point.verdict == Verdict::No ? std::nullopt : speed::estimate(scenario, point.split, {}, refusal);
    if (!speed || !speed->trainingTokens || !speed->jobTime)
        return std::nullopt;
    point.tokensPerSecond = speed->trainingTokens->value();
    point.job = *speed->jobTime;
    const double asked = std::max(1, scenario.scenario.globalBatch);
    point.batch = std::max(asked, static_cast<double>(point.split.data) * scenario.scenario.microBatch);
    point.batchGrows = point.batch > asked;
    return point;
}

} // namespace

TrainingCurve trainingCurve(const Resolved& scenario, int cards, int mostCards, Interconnect interconnect)
{
    Resolved linked = scenario;
    linked.scenario.interconnect = interconnect;
    std::vector<int> counts{cards};
    for (int count = 1; count <= mostCards; count *= 2)
        counts.push_back(count);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    TrainingCurve curve{interconnect, {}};
    for (const int count : counts) {
        if (std::optional<TrainingPoint> point = pointAt(linked, count))
            curve.points.push_back(*point);
    }
    if (curve.points.empty())
        return curve;
    const double alone = curve.points.front().tokensPerSecond / curve.points.front().cards;
    for (TrainingPoint& point : curve.points)
        point.efficiency = point.tokensPerSecond / point.cards / alone;
    return curve;
}

std::vector<Interconnect> comparedLinks(const Resolved& scenario)
{
    const Interconnect own = scenario.scenario.interconnect;
    std::vector<Interconnect> links{own};
    std::vector<Joined> known{joinedBy(scenario, own)};
    for (const Interconnect link : {speed::linkOf(*scenario.card), Interconnect::Pcie, Interconnect::Ethernet}) {
        const Joined joined = joinedBy(scenario, link);
        if (std::ranges::find(known, joined) != known.end())
            continue;
        known.push_back(joined);
        links.push_back(link);
    }
    return links;
}

} // namespace cardfit::fleet
