#include "core/plan/speed/serving.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr int kDrainPoints = 10;

// Time until the last of `running` sequences has ended when their outputs spread between 0 and smax times the mean:
// fewer and fewer run.
double drainVaried(const ServingModel& model, double running)
{
    const double longestOverMean = model.constants->smax, longest = model.output * longestOverMean;
    double time = 0;
    for (int i = 0; i < kDrainPoints; ++i) {
        const double passed = (i + 0.5) / kDrainPoints;
        const double left = std::max(1.0, running * std::pow(1 - passed, longestOverMean - 1));
        time += longest / kDrainPoints * decodeTime(model, left, model.input + passed * longest);
    }
    return time;
}

} // namespace

ServerState finiteRun(const ServingModel& model, double requests, bool variedLengths)
{
    const double running = std::min(requests, model.mostRunning(1));
    const double promptTokens = requests * model.input;
    const bool staticBatch = !variedLengths && running >= requests;
    const double chunk = std::min(promptTokens, staticBatch ? model.constants->static_batch_tokens : model.chunk);
    const double promptTime = promptTokens / chunk * stepTime(model, {0, 0, chunk, model.input / 2, 1}) + requests * model.imagesPerPrompt;

    ServerState state;
    state.perToken = decodeTime(model, running, model.meanContext());
    const double turnover = std::max(0.0, requests - running) * model.output / running * state.perToken;
    const double drain = variedLengths ? drainVaried(model, running) : std::max(1.0, model.output - 1) * state.perToken;
    const double decoding = turnover + drain + model.requestFixed;
    const double waves = requests / running;
    state.requestsPerSecond = requests / (promptTime + decoding);
    state.running = running;
    // On average half of the prompts are done before one's own, and half of the waves that are not the first.
    state.firstToken =
        promptTime / (requests > 1 ? 2 : 1) + model.requestFixed + decoding * std::max(0.0, waves - 1) / 2 / std::max(1.0, waves);
    state.firstTokenWithQueue = state.firstToken;
    const double waits = requests > 1 ? 2 * (state.firstToken - model.requestFixed) : 0; // of the last one; evenly spread
    const auto at = [&](double p) { return waits > 0 ? model.requestFixed + p * waits : state.firstToken; };
    state.firstTokenAt = {at(0.5), at(0.95), at(0.99)};
    state.perTokenAt = {state.perToken, state.perToken, state.perToken};
    return state;
}

} // namespace cardfit::speed
