#include "core/plan/speed/curves.h"

#include "core/plan/speed/serving.h"

#include <algorithm>
#include <limits>

namespace cardfit::speed {

namespace {

constexpr double kFewestShown = 64, kMostShown = 8192; // ends of the axis
constexpr double kMostUsers = 1 << 20;                 // where the search for a broken limit ends

// One scenario and split, prepared for many loads.
class Replica {
public:
    Replica(const Resolved& scenario, const Split& split, CacheCapacity cache)
        : m_scenario(scenario.scenario), m_model(prepareServing(scenario, split, cache))
    {
    }

    LoadPoint at(double users) const
    {
        const double copies = m_model.ranks.copies;
        const ServerState state = closedLoop(m_model, std::max(1.0, users / copies), burstShareOf(m_scenario, m_model, users));
        LoadPoint point;
        point.users = users;
        point.firstToken = {state.firstTokenWithQueue, 0, state.firstTokenAt.p50, state.firstTokenAt.p95};
        point.perToken = {state.perToken, 0, state.perTokenAt.p50, state.perTokenAt.p95};
        point.requestsPerSecond = state.requestsPerSecond * copies;
        point.outputTokens = point.requestsPerSecond * m_model.output;
        point.queued = state.saturated;
        return point;
    }

    double full() const { return m_model.mostRunning(m_model.reservedOutput) * m_model.ranks.copies; }
    bool cacheFills() const { return m_model.cache.limited && full() < m_model.seats * m_model.ranks.copies; }
    double capacity() const { return openLoopCapacity(m_model).rate * m_model.ranks.copies; }
    double output() const { return m_model.output; }

    LatencyLimit broken(const LoadPoint& point) const
    {
        const LimitOptions& limits = m_scenario.limits;
        if (limits.ttftMsP95 && point.firstToken.limited() * 1e3 > *limits.ttftMsP95)
            return LatencyLimit::FirstToken;
        if (limits.tpotMsP95 && point.perToken.limited() * 1e3 > *limits.tpotMsP95)
            return LatencyLimit::PerToken;
        return LatencyLimit::None;
    }

    bool isLimited() const { return m_scenario.limits.ttftMsP95 || m_scenario.limits.tpotMsP95; }

private:
    const Scenario& m_scenario;
    ServingModel m_model;
};

// Latencies grow with the users, so one search by halves finds the last whole number within the limits.
void findLimits(const Replica& replica, ServingCurve& curve)
{
    if (!replica.isLimited())
        return;
    const auto brokenAt = [&replica](double users) { return replica.broken(replica.at(users)); };
    double within = 0, beyond = kMostUsers;
    curve.firstBroken = brokenAt(beyond);
    if (curve.firstBroken == LatencyLimit::None) {
        curve.withinLimits = std::numeric_limits<double>::infinity();
        return;
    }
    while (beyond - within > 1) {
        const double middle = within < 1 ? 1 : std::floor(within + (std::min(beyond, 4 * within + 4) - within) / 2);
        const LatencyLimit broken = brokenAt(middle);
        if (broken == LatencyLimit::None) {
            within = middle;
        } else {
            beyond = middle;
            curve.firstBroken = broken;
        }
    }
    curve.withinLimits = within;
}

} // namespace

std::vector<double> userGrid(double most, double perOctave)
{
    std::vector<double> users;
    const int steps = static_cast<int>(std::lround(std::log2(std::max(most, 1.0)) * perOctave));
    for (int step = 0; step <= steps; ++step) {
        const double whole = std::round(std::exp2(step / perOctave));
        if (users.empty() || whole > users.back())
            users.push_back(whole);
    }
    return users;
}

double usersShown(const Resolved& scenario, const Split& split, CacheCapacity cache, double now)
{
    constexpr double kBehindNow = 2, kBehindFull = 1.5;
    const double full = Replica(scenario, split, cache).full();
    const double wanted = std::max({kFewestShown, kBehindNow * now, kBehindFull * std::min(full, kMostShown)});
    return std::min(std::exp2(std::ceil(std::log2(wanted))), std::max(kMostShown, std::exp2(std::ceil(std::log2(now + 1)))));
}

ServingCurve servingCurve(const Resolved& scenario, const Split& split, CacheCapacity cache, const std::vector<double>& grid)
{
    const Replica replica(scenario, split, cache);
    ServingCurve curve;
    curve.full = replica.full();
    curve.cacheFills = replica.cacheFills();
    curve.mostRequestsPerSecond = replica.capacity();
    std::vector<double> users = grid;
    const auto bend = std::ranges::lower_bound(users, curve.full);
    if (bend != users.begin() && bend != users.end() && *bend != curve.full)
        users.insert(bend, curve.full);
    curve.points.reserve(users.size());
    for (const double count : users)
        curve.points.push_back(replica.at(count));
    const auto power = [&replica](double count) {
        const LoadPoint point = replica.at(count);
        return point.requestsPerSecond / point.answerTime(replica.output());
    };
    curve.knee = kneeOf(power, 1, std::max(1.0, curve.full));
    findLimits(replica, curve);
    return curve;
}

LoadPoint loadAt(const Resolved& scenario, const Split& split, CacheCapacity cache, double users)
{
    return Replica(scenario, split, cache).at(users);
}

} // namespace cardfit::speed
