#include "core/plan/fleet/training_curve.h"
#include "core/plan/speed/rates.h"
#include "core/report/speed_page_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

using fleet::TrainingCurve;
using fleet::TrainingPoint;

constexpr int kFewestShown = 16, kMostShown = 1024; // ends of the axis, cards

struct Trained {
    Text label;
    bool chosen = false;
    TrainingCurve curve;
};

// The unit in which the longest of the jobs is read with few digits.
struct JobUnit {
    double seconds = 1;
    const char* name = "speed.page.unit.seconds";
};
JobUnit unitFor(double longest)
{
    constexpr double kMinute = 60, kHour = 3600, kDay = 86'400;
    if (longest >= 2 * kDay)
        return {kDay, "speed.page.unit.days"};
    if (longest >= 2 * kHour)
        return {kHour, "speed.page.unit.hours"};
    return longest >= 2 * kMinute ? JobUnit{kMinute, "speed.page.unit.minutes"} : JobUnit{};
}

template <class Value>
SpeedLine lineOf(const Trained& trained, Value value)
{
    SpeedLine line;
    line.label = trained.label;
    line.chosen = trained.chosen;
    for (const TrainingPoint& point : trained.curve.points) {
        line.x.push_back(point.cards);
        line.middle.push_back(value(point));
        line.stated += !point.batchGrows;
    }
    return line;
}

void addCharts(SpeedPage& page, const std::vector<Trained>& jobs)
{
    double longest = 0;
    for (const Trained& trained : jobs) {
        for (const TrainingPoint& point : trained.curve.points)
            longest = std::max(longest, point.job.value());
    }
    const JobUnit unit = unitFor(longest);
    SpeedChart time, rate, share;
    time.figure = SpeedFigure::JobTime;
    time.title = Text("speed.page.job-time");
    time.unit = Text(unit.name);
    time.perUnit = unit.seconds;
    time.logarithmic = rate.logarithmic = true;
    rate.figure = SpeedFigure::TrainingRate;
    rate.title = Text("speed.page.training-rate");
    rate.unit = Text("speed.page.unit.tokens");
    share.figure = SpeedFigure::Efficiency;
    share.title = Text("speed.page.efficiency");
    share.unit = Text("speed.page.unit.efficiency");
    for (const Trained& trained : jobs) {
        time.lines.push_back(lineOf(trained, [&](const TrainingPoint& p) { return p.job.value() / unit.seconds; }));
        rate.lines.push_back(lineOf(trained, [](const TrainingPoint& p) { return p.tokensPerSecond; }));
        share.lines.push_back(lineOf(trained, [](const TrainingPoint& p) { return p.efficiency * 100; }));
    }
    page.charts = {std::move(time), std::move(rate), std::move(share)};
}

const TrainingPoint* pointOf(const TrainingCurve& curve, int cards)
{
    const auto found = std::ranges::find(curve.points, cards, &TrainingPoint::cards);
    return found == curve.points.end() ? nullptr : &*found;
}

Text hours(double cardHours) { return Text("speed.page.card-hours-value").with("hours", cardHours); }
double cardHours(const TrainingPoint& point) { return point.cards * point.job.value() / 3600; }

void addNow(SpeedPage& page, const Plan& plan, const TrainingPoint& point)
{
    const speed::SpeedPlan& speed = *plan.speed;
    SpeedTable table;
    table.title = Text("speed.page.at-cards").with("cards", countOfCards(point.cards, plan.resolved->card->shortName));
    table.aside = Text("task." + std::string(nameOf(plan.resolved->scenario.task)));
    table.heads = {{}, Text("speed.page.interval")};
    const auto time = [](Seconds value) { return Text("value.duration").with("value", value); };
    const double tokens = speed.trainingTokens->value();
    table.rows.push_back({Text("speed.page.job"), time(*speed.jobTime), {}});
    table.rows.push_back({Text("speed.page.card-hours"), hours(cardHours(point)), {}});
    table.rows.push_back({Text("speed.page.tokens"), Text("value.rate").with("value", tokens),
                          Text("value.interval-rate").with("low", speed.taskFigure.low).with("high", speed.taskFigure.high)});
    table.rows.push_back({Text("speed.page.step"), Text("value.time").with("value", *speed.stepTime), {}});
    if (speed.mfu)
        table.rows.push_back({Text("speed.page.mfu"), Text("value.percent").with("value", Percent{*speed.mfu * 100}), {}});
    table.rows.push_back({Text("speed.page.bound"), {}, Text("bound." + std::string(speed::nameOf(speed.bound)))});
    page.tables.push_back(std::move(table));
}

void addScaling(SpeedPage& page, const TrainingCurve& curve, int now)
{
    SpeedTable table;
    table.title = Text("speed.page.scaling");
    table.heads = {Text("speed.page.head.time"), Text("speed.page.head.efficiency"), Text("speed.page.head.card-hours")};
    for (const TrainingPoint& point : curve.points) {
        if (point.cards == now)
            table.emphasized = table.rows.size();
        table.rows.push_back({Text("speed.page.card-count").with("count", point.cards), Text("value.duration").with("value", point.job),
                              Text("value.percent").with("value", Percent{point.efficiency * 100}), hours(cardHours(point))});
    }
    page.tables.push_back(std::move(table));
}

void addMarks(SpeedPage& page, const Plan& plan, const TrainingCurve& curve)
{
    const int now = plan.split.cards();
    page.marks.push_back({SpeedMark::Kind::Now, static_cast<double>(now), Text("speed.page.now-cards").with("count", now)});
    const auto grows = std::ranges::find_if(curve.points, [](const TrainingPoint& point) { return point.batchGrows; });
    if (grows == curve.points.end() || grows == curve.points.begin())
        return;
    const int last = std::prev(grows)->cards;
    page.marks.push_back({SpeedMark::Kind::Batch, static_cast<double>(last),
                          Text("speed.page.batch-ends").with("batch", plan.resolved->scenario.globalBatch).with("cards", last)});
}

void addNotes(SpeedPage& page, const Plan& plan, const TrainingCurve& curve)
{
    if (curve.points.size() > 1)
        page.notes.push_back(Text("speed.page.note.efficiency").with("count", curve.points.front().cards));
    if (std::ranges::any_of(curve.points, &TrainingPoint::batchGrows))
        page.notes.push_back(Text("speed.page.note.batch")
                                 .with("batch", plan.resolved->scenario.globalBatch)
                                 .with("most", static_cast<std::int64_t>(curve.points.back().batch))
                                 .with("cards", curve.points.back().cards));
    if (plan.speed->indicative)
        page.notes.push_back(Text("speed.indicative"));
}

// What joins the cards of a server when nothing is asked for.
Interconnect ownLinkOf(const Resolved& resolved)
{
    return speed::serverLinkOf(resolved).fabric ? speed::linkOf(*resolved.card) : Interconnect::Pcie;
}

Text linkName(const Resolved& resolved, Interconnect link)
{
    return Text("speed.page.link." + std::string(nameOf(link == Interconnect::Auto ? ownLinkOf(resolved) : link)));
}

Text headlineOf(const Plan& plan, const TrainingCurve& curve, const TrainingPoint& point)
{
    const speed::SpeedPlan& speed = *plan.speed;
    Text sentence = Text("speed.headline.training")
                        .with("count", point.cards)
                        .with("card", plan.resolved->card->shortName)
                        .with("job", *speed.jobTime)
                        .with("rate", speed.trainingTokens->value());
    if (point.cards == curve.points.front().cards)
        return sentence;
    return Text("speed.headline.training-scaled")
        .with("sentence", std::move(sentence))
        .with("efficiency", Percent{point.efficiency * 100})
        .with("first", curve.points.front().cards);
}

int mostCards(int now)
{
    int most = kFewestShown;
    while (most < 2 * now && most < kMostShown)
        most *= 2;
    return std::max(most, now);
}

std::vector<Trained> trainedBy(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins, int most)
{
    const Resolved& resolved = *plan.resolved;
    std::vector<Trained> jobs;
    if (page.missing.empty()) {
        for (const Interconnect link : fleet::comparedLinks(resolved)) {
            const bool own = link == resolved.scenario.interconnect;
            jobs.push_back({linkName(resolved, link), own, fleet::trainingCurve(resolved, plan.split.cards(), most, link)});
        }
    }
    for (const PinnedPlan& pin : pins) {
        if (pin.resolved)
            jobs.push_back({Text("value.name").with("value", pin.resolved->card->shortName), false,
                            fleet::trainingCurve(*pin.resolved, pin.split.cards(), most, resolved.scenario.interconnect)});
    }
    std::erase_if(jobs, [](const Trained& job) { return job.curve.points.empty(); });
    return jobs;
}

} // namespace

void fillTraining(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins)
{
    const int now = plan.split.cards(), most = mostCards(now);
    page.highX = most;
    page.axis = Text("speed.page.axis.cards");
    page.bandLabel = Text("speed.page.mean-line");
    const std::vector<Trained> jobs = trainedBy(page, plan, pins, most);
    addCharts(page, jobs);
    if (!page.missing.empty() || jobs.empty() || !jobs.front().chosen)
        return;
    const TrainingCurve& curve = jobs.front().curve;
    addMarks(page, plan, curve);
    if (const TrainingPoint* point = pointOf(curve, now)) {
        page.headline = headlineOf(plan, curve, *point);
        addNow(page, plan, *point);
    }
    addScaling(page, curve, now);
    addNotes(page, plan, curve);
}

} // namespace cardfit::report
