#include "core/report/speed_simulation.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

constexpr int kRequestsNow = 10'000, kRequestsOfCurve = 1500;
constexpr double kPointsPerOctave = 2;
constexpr double kMostUsers = 2048; // of the curve: beyond, a run takes too long to settle

std::vector<double> usersOf(const SpeedPage& page)
{
    const double most = std::min(page.highX, kMostUsers);
    std::vector<double> users = speed::userGrid(most, kPointsPerOctave);
    for (const SpeedMark& mark : page.marks) { // the bend
        if (mark.kind == SpeedMark::Kind::Full && mark.x < most)
            users.push_back(std::floor(mark.x));
    }
    std::ranges::sort(users);
    users.erase(std::unique(users.begin(), users.end()), users.end());
    return users;
}

void setBand(SpeedLine& line, const std::vector<SimulatedSpeed::Point>& points, double unit,
             const std::function<const speed::TimeSpread*(const speed::SimulatedLoad&)>& spread)
{
    SpeedLine banded = line;
    banded.x.clear();
    banded.middle.clear();
    banded.low.clear();
    banded.high.clear();
    for (const SimulatedSpeed::Point& point : points) {
        const speed::TimeSpread* times = spread(point.load);
        if (!times || point.load.cutOff)
            continue;
        banded.x.push_back(point.users);
        banded.middle.push_back(times->p50.value() * unit);
        banded.low.push_back(times->p5.value() * unit);
        banded.high.push_back(times->p95.value() * unit);
    }
    banded.stated = banded.x.size();
    if (banded.x.size() > 1)
        line = std::move(banded);
}

void setTable(SpeedTable& table, const speed::SimulatedLoad& now)
{
    const auto time = [](Seconds value) { return Text("value.time").with("value", value); };
    table.heads[0] = Text("speed.page.p50");
    table.rows[0][1] = time(now.timeToFirstToken.p50);
    table.rows[0][2] = time(now.timeToFirstToken.p95);
    if (now.timePerOutputToken) {
        table.rows[1][1] = time(now.timePerOutputToken->p50);
        table.rows[1][2] = time(now.timePerOutputToken->p95);
    }
}

Text noteOf(const Plan& plan, const SimulatedSpeed& simulated)
{
    const speed::SimulatedLoad& now = *simulated.now;
    const double difference = now.timeToFirstToken.mean / *plan.speed->timeToFirstToken - 1;
    return Text("speed.page.note.simulated")
        .with("requests", now.requests)
        .with("time", Seconds::of(simulated.milliseconds / 1e3))
        .with("mean", now.timeToFirstToken.mean)
        .with("analytic", *plan.speed->timeToFirstToken)
        .with("difference", Text(difference < 0 ? "speed.page.less" : "speed.page.more").with("size", std::abs(difference) * 100));
}

// The last simulated number of users whose percentiles keep the limits.
std::optional<double> withinLimits(const Plan& plan, const SimulatedSpeed& simulated)
{
    const LimitOptions& limits = plan.resolved->scenario.limits;
    if (!limits.ttftMsP95 && !limits.tpotMsP95)
        return std::nullopt;
    double within = 0;
    for (const SimulatedSpeed::Point& point : simulated.points) {
        const auto& perToken = point.load.timePerOutputToken;
        const bool first = !limits.ttftMsP95 || inMilliseconds(point.load.timeToFirstToken.p95) <= *limits.ttftMsP95;
        const bool token = !limits.tpotMsP95 || !perToken || inMilliseconds(perToken->p95) <= *limits.tpotMsP95;
        if (!first || !token)
            return within;
        within = point.users;
    }
    return within;
}

} // namespace

std::optional<SpeedRun> speedRunOf(const Plan& plan, const SpeedPage& page)
{
    if (page.training || !page.missing.empty() || !plan.resolved || !plan.speed)
        return std::nullopt;
    SpeedRun run;
    run.scenario = *plan.resolved;
    run.scenario.ledger = nullptr;
    run.split = plan.split;
    run.cache = speed::cacheCapacity(run.scenario, run.split, *plan.memory);
    const DemandOptions& demand = run.scenario.scenario.demand;
    if (demand.asksForRate())
        run.rate = *demand.requestsPerSecond * demand.peakFactor / std::max(1, plan.fleet.replicas);
    run.users = usersOf(page);
    return run;
}

std::optional<SimulatedSpeed> simulateSpeed(const SpeedRun& run, const std::function<bool()>& cancelled)
{
    SimulatedSpeed result;
    Text refusal;
    speed::SimulationOptions options;
    options.requests = kRequestsNow;
    options.requestsPerSecond = run.rate;
    result.now = speed::simulate(run.scenario, run.split, run.cache, options, cancelled, refusal);
    if (!result.now)
        return std::nullopt;
    Resolved atUsers = run.scenario;
    atUsers.scenario.demand.requestsPerSecond.reset();
    options.requests = kRequestsOfCurve;
    options.requestsPerSecond.reset();
    for (const double users : run.users) {
        atUsers.scenario.concurrency = static_cast<int>(users);
        if (auto load = speed::simulate(atUsers, run.split, run.cache, options, cancelled, refusal))
            result.points.push_back({users, *load});
        else if (cancelled())
            return std::nullopt;
    }
    return result;
}

void showSimulated(SpeedPage& page, const Plan& plan, const SimulatedSpeed& simulated)
{
    if (!simulated.now || page.charts.size() < 2 || page.tables.empty())
        return;
    for (SpeedChart& chart : page.charts) {
        if (chart.lines.empty() || !chart.lines.front().chosen)
            continue;
        if (chart.figure == SpeedFigure::FirstToken)
            setBand(chart.lines.front(), simulated.points, 1 / chart.perUnit,
                    [](const speed::SimulatedLoad& load) { return &load.timeToFirstToken; });
        else if (chart.figure == SpeedFigure::PerToken)
            setBand(chart.lines.front(), simulated.points, 1 / chart.perUnit,
                    [](const speed::SimulatedLoad& load) { return load.timePerOutputToken ? &*load.timePerOutputToken : nullptr; });
    }
    page.bandLabel = Text("speed.page.band-simulated");
    setTable(page.tables.front(), *simulated.now);
    std::erase_if(page.notes, [](const Text& note) { return note.code == "speed.page.note.analytic"; });
    page.notes.push_back(noteOf(plan, simulated));
    if (const auto within = withinLimits(plan, simulated))
        page.notes.push_back(Text("speed.page.note.simulated-within").with("users", static_cast<std::int64_t>(*within)));
}

} // namespace cardfit::report
