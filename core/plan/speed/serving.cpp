#include "core/plan/speed/serving.h"

#include "core/plan/speed/spread.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr double kMostChunks = 64; // longer prompts are cut into so many equal parts: a bound on work, not on engines
constexpr int kRounds = 4;         // the closed loop's fixed point settles to under 0.1 % within these

// Short prompts that are there together share chunks; how the last one is filled up is averaged over.
Prefill prefillTogether(const ServingModel& model, double sequences, double context, double tokens, double chunk)
{
    Prefill result;
    result.chunks = std::max(1.0, tokens / chunk);
    result.time = result.chunks * stepTime(model, {sequences, context, std::min(tokens, chunk), model.input / 2, 1});
    return result;
}

// Prompts that start in the same iteration, seen by one of them: as many start as sequences end, at random.
double promptsTogether(double startedPerIteration)
{
    return startedPerIteration > 1e-6 ? startedPerIteration / -std::expm1(-startedPerIteration) : 1;
}

// The pieces one after another that prompts of one start are worked on in: chunks that they share, or whole prompts.
double piecesOf(const ServingModel& model, const Prefill& together, double prompts)
{
    return model.input < model.chunk ? std::max(1.0, together.chunks) : std::max(1.0, prompts);
}

// A prompt among others that wait with it is ready after half of the pieces they are worked on in.
double readyOf(const Prefill& together, double pieces) { return together.time * (pieces + 1) / (2 * pieces); }

} // namespace

double promptChunk(const ServingModel& model, double sequences)
{
    return std::max(std::max(model.constants->smallest_chunk, model.chunk - sequences), model.input / kMostChunks);
}

Prefill prefill(const ServingModel& model, double sequences, double context, double prompts)
{
    const double chunk = promptChunk(model, sequences);
    if (prompts > 1 && model.input < chunk)
        return prefillTogether(model, sequences, context, prompts * model.input, chunk);
    const double full = std::floor(model.input / chunk + 1e-9);
    const double rest = model.input - full * chunk;
    Prefill result;
    if (full > 0) {
        const Iteration iteration = iterate(model, {sequences, context, chunk, chunk / 2, 1});
        for (double i = 0; i < full; i += 1)
            result.time += totalOf(model, iteration, promptAttention(model, chunk, (i + 0.5) * chunk));
        result.chunks = full;
    }
    if (rest > 1e-6) {
        result.time += stepTime(model, {sequences, context, rest, model.input - rest / 2, 1});
        result.chunks += 1;
    }
    result.time *= prompts;
    result.chunks *= prompts;
    return result;
}

double tokensPerIteration(const ServingModel& model)
{
    if (model.draftTokens <= 0)
        return 1;
    const double a = model.acceptance;
    return a < 1 ? (1 - std::pow(a, model.draftTokens + 1)) / (1 - a) : model.draftTokens + 1;
}

double inOnePass(const ServingModel& model, double running)
{
    return model.ranks.pipeline > 1 ? std::max(1.0, running / model.ranks.pipeline) : running;
}

double decodeTime(const ServingModel& model, double running, double context)
{
    const double sequences = inOnePass(model, running);
    if (model.draftTokens <= 0)
        return stepTime(model, {sequences, context, 0, 0, 1});
    const double check = stepTime(model, {sequences, context, 0, 0, model.draftTokens + 1});
    // A draft head is about one block and a half, and its own pass over the vocabulary.
    const StepTerms plain = iterate(model, {sequences, context, 0, 0, 1}).terms;
    const double draft = 1.5 * (plain.total - plain.head - plain.fixed) / model.blocks + plain.head;
    return (check + model.draftTokens * model.draftCost * draft) / tokensPerIteration(model);
}

namespace {

// The tower works on a request's images before its prompt, and holds up everybody meanwhile.
void addImages(const ServingModel& model, LoadedDecode& load)
{
    load.extra += model.imagesPerPrompt;
    load.firstPrompt += model.imagesPerPrompt;
}

} // namespace

LoadedDecode loadedDecode(const ServingModel& model, double running)
{
    const double context = model.meanContext(), sequences = inOnePass(model, running);
    LoadedDecode result;
    result.alone = decodeTime(model, running, context);
    result.iteration = result.alone * tokensPerIteration(model);
    const double prompts = promptsTogether(sequences * tokensPerIteration(model) / model.output);
    if (model.stopsDecoding) {
        const Prefill alone = prefill(model, 0, 0, prompts);
        result.extra = alone.time / prompts;
        result.firstPrompt = readyOf(alone, piecesOf(model, alone, prompts)) + result.iteration;
        addImages(model, result);
        return result;
    }
    const Prefill beside = prefill(model, sequences, context, prompts);
    result.extra = std::max(0.0, beside.time - beside.chunks * result.iteration) / prompts;
    const Prefill own = prefill(model, std::max(0.0, sequences - 1), context, prompts);
    result.firstPrompt = readyOf(own, piecesOf(model, own, prompts));
    addImages(model, result);
    return result;
}

Prefill lonePrompt(const ServingModel& model, double running)
{
    Prefill prompt = model.stopsDecoding ? prefill(model, 0, 0) : prefill(model, inOnePass(model, running), model.meanContext());
    prompt.time += model.imagesPerPrompt;
    return prompt;
}

ServerState closedLoop(const ServingModel& model, double clients, double burst)
{
    const double seats = model.mostRunning(model.reservedOutput);
    const double running = std::min(clients, seats), pipeline = model.ranks.pipeline, output = model.output;
    const double others = running > 1 ? 1 - 1 / running : 0; // a request is not slowed by its own prompt
    const double perIteration = tokensPerIteration(model);
    // At the start of a benchmark all prompts are there at once, half of the clients decode while they are worked on.
    const double startTime =
        burst > 0 && running > 1 ? prefill(model, model.stopsDecoding ? 0 : running / 2, model.input, running).time : 0;
    double decoding = running, at = running; // `at`: of the last round
    ServerState state;
    LoadedDecode load;
    for (int round = 0; round < kRounds; ++round) {
        at = decoding;
        load = loadedDecode(model, at);
        state.perToken = load.alone + model.interference * decoding / output * load.extra * others / pipeline;
        state.firstToken = load.firstPrompt + model.requestFixed + model.burstShare * burst * startTime / pipeline;
        if (running > 1)
            state.firstToken +=
                0.5 * load.iteration + model.iterationsBeforePrompt * state.perToken * perIteration + model.firstTokenPerRunning * running;
        decoding = running * output * state.perToken / (state.firstToken + output * state.perToken);
    }
    const double service = state.firstToken + output * state.perToken;
    state.firstTokenWithQueue = state.firstToken + (clients > running ? service * (clients / running - 1) : 0);
    state.requestsPerSecond = running / service;
    state.running = running;
    state.saturated = running < clients * 0.999;
    load.prompt = lonePrompt(model, at);
    spreadClosedLoop(model, load, burst, startTime, state);
    return state;
}

ServerState maximumLoad(const ServingModel& model)
{
    ServerState state = closedLoop(model, model.mostRunning(model.reservedOutput), 0);
    state.saturated = true;
    return state;
}

} // namespace cardfit::speed
