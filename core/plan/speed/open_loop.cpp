#include "core/plan/speed/serving.h"
#include "core/plan/speed/spread.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardfit::speed {

namespace {

// One prompt costs this much time of everybody who decodes, per token of an answer.
double perTokenOfPrompt(const ServingModel& model, const LoadedDecode& load)
{
    return model.interference * load.extra / model.ranks.pipeline / model.output;
}

// The server with `running` sequences on average, as a request meets it: beside itself, all the others of the average
// (arrivals at random see time averages), or those it came with.
struct Point {
    LoadedDecode load;
    PromptWait wait;
    double seen = 1; // sequences that decode while it does, itself included
    double perToken = 0;
};

Point pointAt(const ServingModel& model, const Arrivals& arrivals, double running, double most)
{
    Point point;
    point.seen = std::min(most, std::max(running, 1.0) + std::min(running, 1.0) + arrivals.group - 1);
    point.load = loadedDecode(model, point.seen);
    point.load.prompt = lonePrompt(model, point.seen);
    point.wait = promptWait(model, point.load, arrivals.rate, 1);
    // Prompts that came with it: those that share an iteration with its own are done when it is.
    const double together = std::max(1.0, std::floor(promptChunk(model, point.seen) / model.input));
    const double behind = std::max(0.0, arrivals.group - together) / 2 + (arrivals.kind == Arrival::Burst ? 0 : promptsBehind(point.wait));
    point.perToken = point.load.alone + perTokenOfPrompt(model, point.load) * (running + behind);
    return point;
}

// Running sequences at which as many end as arrive: R = rate * output * perToken(R). The right side grows more slowly
// than R below capacity, so there is one root; regula falsi (Illinois) finds it to 1e-7 in few steps.
double runningAt(const ServingModel& model, const Arrivals& arrivals, double most)
{
    const auto surplus = [&](double running) {
        return arrivals.rate * model.output * pointAt(model, arrivals, running, most).perToken - running;
    };
    double low = 0.01, high = most;
    double atLow = surplus(low), atHigh = surplus(high);
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

// Prompts that come together, `group` of them: time until the k-th is done, and what they hold the server for.
double groupTime(const ServingModel& model, const Point& point, double group, double k)
{
    const double together = std::max(1.0, std::floor(promptChunk(model, point.seen) / model.input));
    const double rounds = std::ceil(k / together), extra = point.load.extra;
    const double iterations = model.stopsDecoding ? 0 : rounds * std::max(1.0, point.load.prompt.chunks);
    const double shared = (std::min(group, together * rounds) - 1) * extra / model.ranks.pipeline; // stages overlap
    return iterations * point.load.iteration + extra + shared;
}

struct SeatWait {
    double share = 0, mean = 0; // of the requests; s
};
// The number that run is about normal; who comes when all seats are taken waits until the surplus has gone.
SeatWait seatWait(const ServingModel& model, const OpenLoopCapacity& capacity, double running, double perToken, double use, double group)
{
    const double spread = std::sqrt(running * group / (1 - use));
    const double share = 0.5 * std::erfc((capacity.running - running) / std::max(spread, 1e-9) / std::numbers::sqrt2);
    return {share, model.output * perToken / (capacity.running * (1 - use))};
}

// Waits in front of the first token, the scheduler's own included.
void setFirstToken(const ServingModel& model, const Arrivals& arrivals, const Point& point, const SeatWait& seats, ServerState& state)
{
    const double met = 1 - std::exp(-state.running / arrivals.group); // share of the requests that find somebody there
    const double iteration = point.load.iteration * met;
    const double company = arrivals.group > 1 ? 1 : met;
    const double lag = model.requestFixed + company * (model.iterationsBeforePrompt * point.perToken * tokensPerIteration(model) +
                                                       model.firstTokenPerRunning * std::max(1.0, state.running));
    PromptWait wait = point.wait;
    double own = wait.own, atMedian = 0, at95 = 0, at99 = 0; // by how much later parts of a group lie from its mean
    if (arrivals.group > 1) {
        const double group = arrivals.group, all = groupTime(model, point, group, group);
        own = 0.5 * (groupTime(model, point, group, 1) + all);
        const auto from = [&](double p) { return groupTime(model, point, group, std::max(1.0, std::ceil(p * group))) - own; };
        atMedian = from(0.5), at95 = from(0.95), at99 = from(0.99);
        wait.share = std::min(0.95, arrivals.rate / group * all);
        wait.mean = wait.share * all / (2 * (1 - wait.share));
        wait.unit = all;
    }
    const double unqueued = own + lag + 0.5 * iteration;
    state.firstToken = unqueued + wait.mean + seats.share * seats.mean;
    state.firstTokenWithQueue = state.firstToken;
    const Quantiles at = firstTokenQuantiles(unqueued, iteration, wait, 1e9, seats.share, seats.mean);
    const auto both = [&](double quantile, double inGroup) { // two independent spreads about the mean
        const double over = quantile - unqueued;
        return unqueued + (inGroup > 0 ? std::hypot(std::max(0.0, over), inGroup) : over + inGroup);
    };
    state.firstTokenAt = {both(at.p50, atMedian), both(at.p95, at95), both(at.p99, at99)};
    // waits that fewer than 5 % meet lift the mean alone: never shown above the percentile
    state.firstTokenAt.p95 = std::max(state.firstTokenAt.p95, state.firstToken);
    state.firstTokenAt.p99 = std::max(state.firstTokenAt.p99, state.firstTokenAt.p95);
}

// The prompts that fall into an answer's time make it longer, and then more fall into it: the variance of a busy period.
// The number that run varies, too, but an answer meets its average over its own time (2/3 of the variance is left).
void setPerToken(const ServingModel& model, const Arrivals& arrivals, const Point& point, double most, ServerState& state)
{
    state.perToken = point.perToken;
    constexpr double kAveraged = 2.0 / 3;
    const double free = 1 - point.wait.busy, prompt = perTokenOfPrompt(model, point.load);
    const double alone = model.output * point.load.alone;
    const double prompts = prompt * std::sqrt(arrivals.rate * arrivals.group * alone / (free * free * free));
    const double more = std::min(most, point.seen + std::sqrt(state.running * arrivals.group));
    const double slower = std::max(0.0, decodeTime(model, more, model.meanContext()) - point.load.alone);
    const double running = slower * std::sqrt(kAveraged) / free;
    const double together = std::max(1.0, std::floor(promptChunk(model, point.seen) / model.input));
    const double group = prompt * std::max(0.0, arrivals.group - together) / std::sqrt(12.0) / free; // evenly spread
    const double deviation = std::sqrt(prompts * prompts + running * running + prompts * running + group * group);
    state.perTokenAt = aboveLeast(state.perToken, point.load.alone - slower, deviation);
}

} // namespace

OpenLoopCapacity openLoopCapacity(const ServingModel& model)
{
    OpenLoopCapacity capacity;
    capacity.running = model.mostRunning(model.reservedOutput);
    const LoadedDecode load = loadedDecode(model, std::max(capacity.running, 1.0));
    capacity.perToken = load.alone + perTokenOfPrompt(model, load) * capacity.running;
    capacity.rate = capacity.running / (model.output * capacity.perToken);
    return capacity;
}

ServerState openLoopAt(const ServingModel& model, const OpenLoopCapacity& capacity, const Arrivals& asked)
{
    Arrivals arrivals = asked;
    arrivals.group = arrivals.kind == Arrival::Burst ? std::clamp(arrivals.group, 1.0, std::max(1.0, capacity.running)) : 1;
    ServerState state;
    state.saturated = arrivals.rate >= model.constants->stable_share * capacity.rate;
    state.running = state.saturated ? capacity.running : runningAt(model, arrivals, capacity.running);
    state.requestsPerSecond = std::min(arrivals.rate, capacity.rate);
    const double use = std::min(arrivals.rate / capacity.rate, model.constants->stable_share);
    arrivals.rate = use * capacity.rate; // what is served; the rest waits for ever
    const Point point = pointAt(model, arrivals, state.running, std::max(1.0, capacity.running));
    const SeatWait seats = state.saturated ? SeatWait{1, model.output * point.perToken / (capacity.running * (1 - use))}
                                           : seatWait(model, capacity, state.running, point.perToken, use, arrivals.group);
    setFirstToken(model, arrivals, point, seats, state);
    setPerToken(model, arrivals, point, std::max(1.0, capacity.running), state);
    return state;
}

} // namespace cardfit::speed
