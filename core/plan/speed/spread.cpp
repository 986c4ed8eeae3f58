#include "core/plan/speed/spread.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr double kMostBusy = 0.95; // the forms below have their pole at 1; capacity is reached before

// Waits behind other prompts at level `p` of all requests: evenly spread over one prompt where hardly anybody waits,
// exponential where many do; the longer of both.
double waitAt(const PromptWait& wait, double p)
{
    const double level = wait.share > 0 ? 1 - (1 - p) / wait.share : 0; // among those who wait
    return level > 0 ? std::max(wait.unit * level, -wait.mean / wait.share * std::log(1 - level)) : 0;
}

// Where in the iteration under way a request at this level comes: the longer it waits for prompts, the less this adds.
double residualAt(const PromptWait& wait, double p)
{
    const double level = wait.share > 0 ? std::max(0.0, 1 - (1 - p) / wait.share) : 0;
    return std::max(0.5, p - wait.residual * level);
}

} // namespace

PromptWait promptWait(const ServingModel& model, const LoadedDecode& load, double rate, double others)
{
    const double pipeline = model.ranks.pipeline, extra = load.extra / pipeline;
    const bool together = !model.stopsDecoding && load.prompt.chunks <= 1; // several prompts share an iteration
    PromptWait wait;
    wait.residual = model.constants->residual_shared;
    wait.busy = std::min(kMostBusy, rate * extra) * others;
    if (together) {
        // Whoever comes during an iteration starts with the next one, together with all who came meanwhile. Iterations
        // grow with the prompts in them; long ones meet more arrivals: second over first moment of their length.
        const double met = load.iteration / (1 - wait.busy) + wait.busy * extra / (1 - wait.busy * wait.busy);
        wait.slot = wait.busy;
        wait.mean = 0.5 * (met - load.iteration) + wait.busy * met;
        wait.share = 1 - (1 - wait.busy) * std::exp(-wait.busy);
        wait.unit = extra;
        wait.own = load.iteration + load.extra;
        return wait;
    }
    // One after the other: the wait of Pollaczek and Khinchine for equal service times.
    wait.own = model.stopsDecoding ? load.extra : load.prompt.time;
    wait.slot = std::min(kMostBusy, rate * wait.own / pipeline) * others;
    wait.mean = wait.slot * wait.own / pipeline / (2 * (1 - wait.slot));
    wait.share = wait.slot;
    wait.unit = wait.own;
    return wait;
}

double promptsBehind(const PromptWait& wait) { return wait.slot + wait.slot * wait.slot / (2 * (1 - wait.slot)); }

Quantiles firstTokenQuantiles(double unqueued, double iteration, const PromptWait& wait, double longestWait, double seatShare,
                              double seatWait)
{
    const auto at = [&](double p) {
        const double forSeat = seatShare > 1 - p ? seatWait * std::log(seatShare / (1 - p)) : 0;
        return unqueued + (residualAt(wait, p) - 0.5) * iteration + std::min(longestWait, waitAt(wait, p)) + forSeat;
    };
    return {at(0.5), at(0.95), at(0.99)};
}

Quantiles aboveLeast(double mean, double least, double deviation)
{
    const double above = mean - least;
    if (above <= 0 || deviation <= 0)
        return {mean, mean, mean};
    constexpr double kNormal95 = 1.645, kNormal99 = 2.326; // standard deviations
    const double variance = std::log1p(deviation / above * (deviation / above)), sigma = std::sqrt(variance);
    const auto at = [&](double deviations) { return least + above * std::exp(deviations * sigma - variance / 2); };
    return {at(0), at(kNormal95), at(kNormal99)};
}

// The means are those of measured servers, and their waits are in them; only how they spread is added. Each other client
// starts once while a request is served, so the number of prompts that slow it is binomial.
void spreadClosedLoop(const ServingModel& model, const LoadedDecode& load, double burst, double startTime, ServerState& state)
{
    const double running = state.running, pipeline = model.ranks.pipeline;
    const double others = running > 1 ? 1 - 1 / running : 0;
    const PromptWait wait = promptWait(model, load, state.requestsPerSecond, others);
    const double started = model.burstShare * burst * startTime / pipeline; // its mean, inside firstToken
    const double settled = state.firstTokenWithQueue - started;
    state.firstTokenAt = firstTokenQuantiles(settled, others > 0 ? load.iteration : 0, wait, (running - 1) * wait.own, 0, 0);
    if (burst > 0) { // the first round: from no prompt before one's own to all of them
        const auto first = [&](double p) { return settled + std::max(0.0, 1 - (1 - p) / std::min(1.0, burst)) * startTime / pipeline; };
        state.firstTokenAt = {std::max(state.firstTokenAt.p50, first(0.5)), std::max(state.firstTokenAt.p95, first(0.95)),
                              std::max(state.firstTokenAt.p99, first(0.99))};
    }
    const double decoding = model.output * state.perToken / (state.firstToken + model.output * state.perToken);
    const double deviation = load.extra / pipeline / model.output * std::sqrt(std::max(0.0, running - 1) * decoding * (1 - decoding));
    state.perTokenAt = aboveLeast(state.perToken, load.alone, deviation);
}

} // namespace cardfit::speed
