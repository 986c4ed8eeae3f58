#pragma once

#include "core/plan/speed/step.h"

namespace cardfit::speed {

// Prompt tokens that one iteration takes while `sequences` decode in it.
double promptChunk(const ServingModel& model, double sequences);

// `prompts` prompts at once (1 or more) while `sequences` decode beside them: long ones cut into chunks, short ones
// sharing a chunk. Time of all, in seconds, and the iterations they take.
struct Prefill {
    double time = 0, chunks = 0;
};
Prefill prefill(const ServingModel& model, double sequences, double context, double prompts = 1);

// Time per output token and sequence with `running` sequences, pipeline stages and speculation included.
double decodeTime(const ServingModel& model, double running, double context);

// Tokens that one iteration yields per sequence: 1, or the accepted drafts and one more (Leviathan et al. 2023).
double tokensPerIteration(const ServingModel& model);

// Sequences that one pass works on: with pipeline stages the running ones are spread over the stages.
double inOnePass(const ServingModel& model, double running);

// How one decoding token slows down by the prompts that start meanwhile, at `running` sequences.
struct LoadedDecode {
    double alone = 0;       // time per output token without prompts
    double iteration = 0;   // time of one iteration without prompts
    double extra = 0;       // what one prompt adds to the iterations it rides in
    double firstPrompt = 0; // a request's own prompt beside the others
    Prefill prompt;         // lonePrompt(), filled where percentiles are wanted
};
LoadedDecode loadedDecode(const ServingModel& model, double running);

// A prompt of its own beside `running` sequences; engines that stop decoding: alone.
Prefill lonePrompt(const ServingModel& model, double running);

struct Quantiles {
    double p50 = 0, p95 = 0, p99 = 0;
};

// What a server of one data-parallel copy gives at a load; times in seconds. firstToken is that of a running request,
// firstTokenWithQueue adds the wait for a seat; the quantiles are of all requests (spread.h).
struct ServerState {
    double firstToken = 0, firstTokenWithQueue = 0, perToken = 0, requestsPerSecond = 0, running = 0;
    bool saturated = false;
    Quantiles firstTokenAt, perTokenAt;
};

// `clients` clients, each sends its next request when the last has ended. `burst`: share of a client's requests that
// starts together with all others (0 steady).
ServerState closedLoop(const ServingModel& model, double clients, double burst);
// That share for `clients` clients of the scenario: a benchmark's first requests start together.
double burstShareOf(const Scenario& scenario, const ServingModel& model, double clients);
ServerState maximumLoad(const ServingModel& model);

// `requests` requests queued at once and drained. Varied: output lengths between 0 and smax times the mean.
ServerState finiteRun(const ServingModel& model, double requests, bool variedLengths);

// Requests that come at a rate, whatever the server does: at random (Poisson; steady says no more than that there is no
// start burst), or `group` of them together at random times.
struct Arrivals {
    Arrival kind = Arrival::Poisson;
    double rate = 0, group = 1;
};
struct OpenLoopCapacity {
    double running = 0, perToken = 0, rate = 0; // at the seats' limit
};
OpenLoopCapacity openLoopCapacity(const ServingModel& model);
ServerState openLoopAt(const ServingModel& model, const OpenLoopCapacity& capacity, const Arrivals& arrivals);

} // namespace cardfit::speed
