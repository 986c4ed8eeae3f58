#pragma once

#include "core/plan/speed/speed.h"

#include <cmath>
#include <optional>
#include <vector>

namespace cardfit::speed {

// A latency at one load, in seconds: mean, and percentiles where they are known (else 0).
struct Spread {
    double mean = 0, p5 = 0, p50 = 0, p95 = 0;
    double typical() const { return p50 > 0 ? p50 : mean; }
    double limited() const { return p95 > 0 ? p95 : mean; } // what a limit is held against
};

// What one replica gives when `users` users wait for their answers and ask again; rates are those of all its cards.
struct LoadPoint {
    double users = 0;
    Spread firstToken, perToken;
    double requestsPerSecond = 0, outputTokens = 0; // per second
    bool queued = false;                            // more users than seats: some wait for a seat
    double answerTime(double outputLength) const { return firstToken.mean + outputLength * perToken.mean; }
};

enum class LatencyLimit { None, FirstToken, PerToken };

// Latency and throughput over the number of users, and the loads that matter.
struct ServingCurve {
    std::vector<LoadPoint> points; // ascending users
    double knee = 0;               // users with the most throughput for their latency, see kneeOf()
    double full = 0;               // users from which requests wait for a seat
    bool cacheFills = false;       // the cache sets `full`; else the engine's own number of sequences
    double mostRequestsPerSecond = 0;
    // Most users (whole) within the scenario's limits: 0 not even one, infinite none is ever broken; unset: no limits.
    std::optional<double> withinLimits;
    LatencyLimit firstBroken = LatencyLimit::None; // by one user more
};

// Users on the axis: whole numbers from one to `most` in about even ratios, every power of two among them.
std::vector<double> userGrid(double most, double perOctave = 6);

// How far the axis of a scenario goes: a power of two that shows `now` and what lies behind the last free seat.
double usersShown(const Resolved& scenario, const Split& split, CacheCapacity cache, double now);

// Everything of ServingCurve for one split, at the users of `grid` and where the curve has a bend. Precondition:
// estimate() has an answer for this scenario and split.
ServingCurve servingCurve(const Resolved& scenario, const Split& split, CacheCapacity cache, const std::vector<double>& grid);

// The same at one number of users.
LoadPoint loadAt(const Resolved& scenario, const Split& split, CacheCapacity cache, double users);

// Where "power", throughput over answer time, is greatest: below, more users raise the throughput faster than the
// latency, above, the latency faster (Kleinrock, "Power and deterministic rules of thumb", ICC 1979). `power` must rise
// to one maximum between `low` and `high` and fall behind it.
template <class Power>
double kneeOf(const Power& power, double low, double high)
{
    constexpr double kGolden = 0.6180339887498949, kEnough = 1.002;
    double left = low, right = high;
    while (right > left * kEnough) { // golden section on the ratio
        const double ratio = right / left;
        const double a = left * std::pow(ratio, 1 - kGolden), b = left * std::pow(ratio, kGolden);
        if (power(a) >= power(b))
            right = b;
        else
            left = a;
    }
    return power(high) >= power(left) ? high : left;
}

} // namespace cardfit::speed
