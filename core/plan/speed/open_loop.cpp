#include "core/plan/speed/serving.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardfit::speed {

namespace {

constexpr double kTail = 0.05;       // what lies beyond the 95th percentile
constexpr double kNormalP95 = 1.645; // standard deviations

struct Point {
    LoadedDecode load;
    double perToken = 0;
};

Point pointAt(const ServingModel& model, double running)
{
    Point point;
    point.load = loadedDecode(model, std::max(running, 1.0));
    point.perToken = point.load.alone + model.interference * running / model.output * point.load.extra;
    return point;
}

// Running sequences at which as many end as arrive: R = rate * output * perToken(R). The right side grows more slowly
// than R below capacity, so there is one root; regula falsi (Illinois) finds it to 1e-7 in few steps.
double runningAt(const ServingModel& model, double rate, const OpenLoopCapacity& capacity)
{
    const auto surplus = [&](double running) { return rate * model.output * pointAt(model, running).perToken - running; };
    double low = 0.01, high = capacity.running;
    double atLow = surplus(low), atHigh = rate * model.output * capacity.perToken - high;
    if (atLow <= 0)
        return low;
    if (atHigh >= 0)
        return high;
    double middle = low;
    for (int i = 0, side = 0; i < 40 && high - low > 1e-7 * high; ++i) {
        middle = (low * atHigh - high * atLow) / (atHigh - atLow);
        const double value = surplus(middle);
        if (std::abs(value) <= 1e-7 * middle)
            break;
        if (value > 0) {
            low = middle, atLow = value;
            if (side == 1)
                atHigh /= 2;
            side = 1;
        } else {
            high = middle, atHigh = value;
            if (side == -1)
                atLow /= 2;
            side = -1;
        }
    }
    return middle;
}

// How far a tail of probability `share` at the start, decaying by `decay`, reaches until 5 % are left.
double tail(double share, double decay) { return share > kTail ? decay * std::log(share / kTail) : 0; }

} // namespace

OpenLoopCapacity openLoopCapacity(const ServingModel& model)
{
    OpenLoopCapacity capacity;
    capacity.running = model.mostRunning(model.reservedOutput);
    capacity.perToken = pointAt(model, capacity.running).perToken;
    capacity.rate = capacity.running / (model.output * capacity.perToken);
    return capacity;
}

ServerState openLoopAt(const ServingModel& model, const OpenLoopCapacity& capacity, double rate)
{
    ServerState state;
    state.saturated = rate >= model.constants->stable_share * capacity.rate;
    state.running = state.saturated ? capacity.running : runningAt(model, rate, capacity);
    const Point point = pointAt(model, state.running);
    const double extra = point.load.extra;
    const double use = std::min(rate / capacity.rate, model.constants->stable_share),
                 busy = std::min(rate * extra, model.constants->stable_share);
    const double spread = state.saturated ? 0 : std::sqrt(state.running / (1 - use));
    const double seatsFull =
        state.saturated ? 1 : 0.5 * std::erfc((capacity.running - state.running) / std::max(spread, 1e-9) / std::numbers::sqrt2);
    const double seatWait = model.output * point.perToken / (capacity.running * (1 - use));

    state.perToken = point.perToken;
    state.requestsPerSecond = std::min(rate, capacity.rate);
    const double unqueued = point.load.firstPrompt + model.requestFixed;
    state.firstToken = unqueued + 0.5 * point.load.iteration + busy / (2 * (1 - busy)) * extra; // Pollaczek-Khinchine
    state.firstTokenWithQueue = state.firstToken;
    const double queued = tail(busy, model.constants->busy_decay * extra / (1 - busy)) + tail(seatsFull, seatWait);
    // waits that fewer than 5 % meet lift the mean alone: never shown above the percentile
    state.firstTokenP95 = std::max(state.firstToken, unqueued + point.load.iteration + queued);
    state.perTokenP95 = pointAt(model, std::min(capacity.running, state.running + kNormalP95 * spread)).perToken;
    return state;
}

} // namespace cardfit::speed
