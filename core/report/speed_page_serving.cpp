#include "core/report/magnitude.h"
#include "core/report/speed_page_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

using speed::LatencyLimit;
using speed::LoadPoint;
using speed::ServingCurve;
using speed::Spread;

constexpr double kMilliseconds = 1e3;

// One card (or several of it) on the charts.
struct Served {
    Text label;
    bool chosen = false;
    ServingCurve curve;
};

// The load that the plan's figures are of: users of one replica.
double usersNow(const Plan& plan)
{
    const Scenario& scenario = plan.resolved->scenario;
    const bool closed = scenario.concurrency && !scenario.demand.asksForRate();
    return closed ? *scenario.concurrency : std::max(1.0, plan.speed ? plan.speed->running : 1.0);
}

SpeedLine lineOf(const Served& served, double (*middle)(const LoadPoint&), const Spread LoadPoint::*spread, double unit)
{
    SpeedLine line;
    line.label = served.label;
    line.chosen = served.chosen;
    const bool banded = spread && std::ranges::all_of(served.curve.points, [&](const LoadPoint& p) { return (p.*spread).p95 > 0; });
    for (const LoadPoint& point : served.curve.points) {
        line.x.push_back(point.users);
        line.middle.push_back(middle(point) * unit);
        if (banded && served.chosen) {
            const Spread& latency = point.*spread;
            line.low.push_back((latency.p5 > 0 ? latency.p5 : latency.typical()) * unit);
            line.high.push_back(latency.p95 * unit);
        }
    }
    line.stated = line.x.size();
    return line;
}

SpeedLimit limitOf(const std::optional<double>& milliseconds)
{
    if (!milliseconds)
        return {milliseconds, Text("speed.page.no-limit")};
    return {milliseconds, Text("speed.page.limit").with("time", Seconds::of(*milliseconds / kMilliseconds))};
}

SpeedChart chartOf(SpeedFigure figure, const char* title, const char* unit, double perUnit)
{
    SpeedChart chart;
    chart.figure = figure;
    chart.title = Text(title);
    chart.unit = Text(unit);
    chart.perUnit = perUnit;
    return chart;
}

void addCharts(SpeedPage& page, const std::vector<Served>& cards, const LimitOptions& limits)
{
    SpeedChart first = chartOf(SpeedFigure::FirstToken, "speed.page.first-token", "speed.page.unit.seconds", 1);
    SpeedChart token = chartOf(SpeedFigure::PerToken, "speed.page.per-token", "speed.page.unit.milliseconds", 1 / kMilliseconds);
    SpeedChart rate = chartOf(SpeedFigure::Throughput, "speed.page.throughput", "speed.page.unit.output", 1);
    first.logarithmic = true;
    first.limit = limitOf(limits.ttftMsP95);
    token.limit = limitOf(limits.tpotMsP95);
    for (const Served& served : cards) {
        first.lines.push_back(lineOf(
            served, [](const LoadPoint& p) { return p.firstToken.typical(); }, &LoadPoint::firstToken, 1));
        token.lines.push_back(lineOf(
            served, [](const LoadPoint& p) { return p.perToken.typical(); }, &LoadPoint::perToken, kMilliseconds));
        rate.lines.push_back(lineOf(
            served, [](const LoadPoint& p) { return p.outputTokens; }, nullptr, 1));
    }
    page.charts = {std::move(first), std::move(token), std::move(rate)};
}

Text fullLabel(const ServingCurve& curve, const char* cache, const char* seats)
{
    return Text(curve.cacheFills ? cache : seats).with("users", static_cast<std::int64_t>(curve.full));
}

void addMarks(SpeedPage& page, const ServingCurve& curve, double now)
{
    const auto mark = [&page](SpeedMark::Kind kind, double x, Text label) {
        if (x >= page.lowX && x <= page.highX)
            page.marks.push_back({kind, x, std::move(label)});
    };
    const auto whole = [](double users) { return static_cast<std::int64_t>(users); };
    mark(SpeedMark::Kind::Now, now, Text("speed.page.now").with("users", whole(std::round(now))));
    if (curve.withinLimits && *curve.withinLimits >= 1 && std::isfinite(*curve.withinLimits))
        mark(SpeedMark::Kind::WithinLimits, *curve.withinLimits, Text("speed.page.within").with("users", whole(*curve.withinLimits)));
    mark(SpeedMark::Kind::Knee, curve.knee, Text("speed.page.knee").with("users", whole(std::round(curve.knee))));
    mark(SpeedMark::Kind::Full, curve.full, fullLabel(curve, "speed.page.cache-full", "speed.page.seats-full"));
}

Text limitName(LatencyLimit limit, const LimitOptions& limits)
{
    const bool first = limit == LatencyLimit::FirstToken;
    const double milliseconds = (first ? limits.ttftMsP95 : limits.tpotMsP95).value_or(0);
    return Text(first ? "speed.page.limit-ttft" : "speed.page.limit-tpot").with("time", Seconds::of(milliseconds / kMilliseconds));
}

// What the scenario's limits are, in words.
Text limitNames(const LimitOptions& limits)
{
    if (limits.ttftMsP95 && limits.tpotMsP95)
        return Text("speed.page.limit-both")
            .with("first", limitName(LatencyLimit::FirstToken, limits))
            .with("token", limitName(LatencyLimit::PerToken, limits));
    return limitName(limits.ttftMsP95 ? LatencyLimit::FirstToken : LatencyLimit::PerToken, limits);
}

Text headlineSubject(const Plan& plan, const ServingCurve& curve, double now)
{
    const LimitOptions& limits = plan.resolved->scenario.limits;
    const auto sentence = [&](const char* code) {
        return Text(code).with("count", plan.split.cards()).with("card", plan.resolved->card->shortName);
    };
    if (!curve.withinLimits)
        return sentence("speed.headline.free").with("rate", curve.mostRequestsPerSecond);
    if (*curve.withinLimits < 1)
        return sentence("speed.headline.never").with("limits", limitNames(limits));
    if (!std::isfinite(*curve.withinLimits))
        return sentence("speed.headline.always").with("limits", limitNames(limits));
    const auto users = static_cast<std::int64_t>(*curve.withinLimits);
    if (*curve.withinLimits < now)
        return sentence("speed.headline.broken").with("limits", limitName(curve.firstBroken, limits)).with("users", users);
    return sentence("speed.headline.within").with("limits", limitNames(limits)).with("users", users);
}

Text headlineOf(const Plan& plan, const ServingCurve& curve, double now)
{
    std::vector<Text> parts{headlineSubject(plan, curve, now)};
    parts.push_back(fullLabel(curve, "speed.headline.cache-full", "speed.headline.seats-full"));
    if (curve.withinLimits)
        parts.push_back(Text("speed.headline.saturates").with("rate", curve.mostRequestsPerSecond));
    Text what("speed.headline.figures");
    what.arguments.push_back({"parts", std::move(parts)});
    return Text("speed.headline")
        .with("what", std::move(what))
        .with("users", static_cast<std::int64_t>(std::round(now)))
        .with("token", *plan.speed->timePerOutputToken)
        .with("first", *plan.speed->timeToFirstToken);
}

Text timeOr(const std::optional<Seconds>& time, const speed::Interval& interval)
{
    return time ? timeWithin(*time, interval) : Text("value.none");
}
Text rateOf(double rate) { return rate > 0 ? Text("value.rate").with("value", rate) : Text("value.none"); }
Text rateWithin(double rate, const speed::Interval& interval) { return rate > 0 && isRough(interval) ? roughly(rate) : rateOf(rate); }
Text timeRange(const speed::Interval& interval)
{
    if (isRough(interval))
        return Text("value.order-of-magnitude");
    return interval.high > 0 ? Text("value.interval-time").with("low", Seconds::of(interval.low)).with("high", Seconds::of(interval.high))
                             : Text("value.none");
}
Text rateRange(double low, double high)
{
    if (isOrderOfMagnitude(low, high))
        return Text("value.order-of-magnitude");
    return high > 0 ? Text("value.interval-rate").with("low", low).with("high", high) : Text("value.none");
}

void addNow(SpeedPage& page, const Plan& plan, double now)
{
    const speed::SpeedPlan& speed = *plan.speed;
    SpeedTable table;
    table.title = Text("speed.page.at").with("users", static_cast<std::int64_t>(std::round(now)));
    table.aside = countOfCards(plan.split.cards(), plan.resolved->card->shortName);
    table.heads = {Text("speed.page.mean"), Text("speed.page.p95"), Text("speed.page.interval")};
    table.rows.push_back({Text("speed.page.ttft"), timeOr(speed.timeToFirstToken, speed.firstTokenSeconds),
                          timeOr(speed.timeToFirstTokenP95, speed.firstTokenSeconds), timeRange(speed.firstTokenSeconds)});
    table.rows.push_back({Text("speed.page.tpot"), timeOr(speed.timePerOutputToken, speed.taskFigure),
                          timeOr(speed.timePerOutputTokenP95, speed.taskFigure), timeRange(speed.taskFigure)});
    const double output = speed.outputTokens ? speed.outputTokens->value() : 0;
    table.rows.push_back(
        {Text("speed.page.output"), rateWithin(output, speed.throughput), {}, rateRange(speed.throughput.low, speed.throughput.high)});
    const double perToken = output > 0 ? speed.requestsPerSecond / output : 0;
    table.rows.push_back({Text("speed.page.requests"),
                          rateWithin(speed.requestsPerSecond, speed.throughput),
                          {},
                          rateRange(speed.throughput.low * perToken, speed.throughput.high * perToken)});
    table.rows.push_back({Text("speed.page.bound"), {}, {}, Text("bound." + std::string(speed::nameOf(speed.bound)))});
    page.tables.push_back(std::move(table));
}

Text withinText(const ServingCurve& curve)
{
    if (!curve.withinLimits)
        return Text("speed.page.no-limits");
    if (!std::isfinite(*curve.withinLimits))
        return Text("speed.page.any-users");
    return Text("speed.page.users").with("users", static_cast<std::int64_t>(*curve.withinLimits));
}

void addReach(SpeedPage& page, const Plan& plan, const ServingCurve& curve)
{
    const Scenario& scenario = plan.resolved->scenario;
    const auto users = [](double count) { return Text("speed.page.users").with("users", static_cast<std::int64_t>(count)); };
    SpeedTable table;
    table.title = Text("speed.page.reach");
    table.rows.push_back({Text("speed.page.meets"), withinText(curve)});
    if (curve.firstBroken != LatencyLimit::None)
        table.rows.push_back({Text("speed.page.first-broken"), limitName(curve.firstBroken, scenario.limits)});
    table.rows.push_back({Text("speed.page.knee-at"), users(std::round(curve.knee))});
    table.rows.push_back({Text(curve.cacheFills ? "speed.page.cache-full-at" : "speed.page.seats-full-at"), users(curve.full)});
    table.rows.push_back({Text("speed.page.saturates"), Text("speed.page.requests-per-second").with("rate", curve.mostRequestsPerSecond)});
    table.rows.push_back({Text("speed.page.arrival"), Text("speed.page.arrival." + std::string(nameOf(scenario.demand.arrival)))});
    page.tables.push_back(std::move(table));
}

void addCompared(SpeedPage& page, const std::vector<Served>& cards)
{
    if (cards.size() < 2)
        return;
    const bool limited = cards.front().curve.withinLimits.has_value();
    SpeedTable table;
    table.title = Text("speed.page.compared");
    table.heads = {Text(limited ? "speed.page.head.within" : "speed.page.head.full"), Text("speed.page.head.most")};
    for (const Served& served : cards) {
        const double reach = limited ? *served.curve.withinLimits : served.curve.full;
        table.rows.push_back(
            {served.label, std::isfinite(reach) ? wholeNumber(reach) : Text("speed.page.any"), rateOf(served.curve.mostRequestsPerSecond)});
        if (served.chosen)
            table.emphasized = table.rows.size() - 1;
    }
    page.tables.push_back(std::move(table));
}

void addDemand(SpeedPage& page, const Plan& plan)
{
    const fleet::FleetPlan& fleet = plan.fleet;
    const DemandOptions& demand = plan.resolved->scenario.demand;
    if (!demand.asksForRate() || !fleet.capacityRequestsPerSecond)
        return;
    const double peak = *demand.requestsPerSecond * demand.peakFactor;
    SpeedTable table;
    table.title = Text("speed.page.demand").with("rate", peak);
    const Text replicas = fleet.spare > 0 ? Text("speed.page.with-spare").with("replicas", fleet.replicas).with("spare", fleet.spare)
                                          : wholeNumber(fleet.replicas);
    table.rows.push_back({Text("speed.page.replicas"), replicas});
    table.rows.push_back({Text("speed.page.cards"), countOfCards(fleet.totalCards(), plan.resolved->card->shortName)});
    table.rows.push_back({Text("speed.page.busy"),
                          Text("value.percent").with("value", Percent{std::min(1.0, peak / *fleet.capacityRequestsPerSecond) * 100})});
    table.rows.push_back({Text("speed.page.limited-by"), Text("speed.page.limited." + std::string(fleet::nameOf(fleet.limitedBy)))});
    page.tables.push_back(std::move(table));
}

// What the chosen line's band is of; a p5 is known to the simulation only.
Text bandLabelOf(const std::vector<Served>& cards)
{
    if (cards.empty() || !cards.front().chosen || cards.front().curve.points.empty())
        return Text("speed.page.mean-line");
    const Spread& latency = cards.front().curve.points.front().firstToken;
    return Text(latency.p95 <= 0 ? "speed.page.mean-line" : latency.p5 > 0 ? "speed.page.band" : "speed.page.band-upper");
}

std::vector<Served> servedBy(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins, double now)
{
    const bool own = page.missing.empty();
    const Resolved& resolved = *plan.resolved;
    const speed::CacheCapacity cache = own ? speed::cacheCapacity(resolved, plan.split, *plan.memory) : speed::CacheCapacity{};
    if (own)
        page.highX = speed::usersShown(resolved, plan.split, cache, now);
    const std::vector<double> grid = speed::userGrid(page.highX);
    std::vector<Served> cards;
    if (own)
        cards.push_back(
            {countOfCards(plan.split.cards(), resolved.card->shortName), true, speed::servingCurve(resolved, plan.split, cache, grid)});
    for (const PinnedPlan& pin : pins) {
        if (pin.resolved)
            cards.push_back({pin.label, false, speed::servingCurve(*pin.resolved, pin.split, pin.cache, grid)});
    }
    return cards;
}

} // namespace

void fillServing(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins)
{
    const double now = usersNow(plan);
    const std::vector<Served> cards = servedBy(page, plan, pins, now);
    page.axis = Text("speed.page.axis.users");
    addCharts(page, cards, plan.resolved->scenario.limits);
    page.bandLabel = bandLabelOf(cards);
    if (!page.missing.empty()) {
        addCompared(page, cards);
        return;
    }
    const ServingCurve& curve = cards.front().curve;
    addMarks(page, curve, now);
    page.headline = headlineOf(plan, curve, now);
    page.verdict = curve.withinLimits && *curve.withinLimits < now ? fleet::Verdict::Tight : plan.fit.verdict;
    addNow(page, plan, now);
    addReach(page, plan, curve);
    addDemand(page, plan);
    addCompared(page, cards);
    if (plan.speed->indicative)
        page.notes.push_back(Text("speed.indicative"));
    page.notes.push_back(Text("speed.page.note.analytic"));
}

} // namespace cardfit::report
