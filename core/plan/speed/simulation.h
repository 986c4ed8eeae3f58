#pragma once

#include "core/plan/speed/speed.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace cardfit::speed {

struct SimulationOptions {
    int requests = 3000; // that are counted; a finite run and a benchmark count their own (at least 3,000 for a p99)
    std::uint64_t seed = 1;
    // Open loop: requests/s of all cards of one replica. Unset: what estimate() takes.
    std::optional<double> requestsPerSecond;
    std::int64_t mostIterations = 4'000'000; // then the run is cut off
};

struct TimeSpread {
    Seconds mean, p5, p50, p95, p99;
};

// What one replica (all of its cards) gave in a simulated run at the scenario's load.
struct SimulatedLoad {
    TimeSpread timeToFirstToken;
    std::optional<TimeSpread> timePerOutputToken; // of each request; empty where answers have one token
    TokensPerSecond outputTokens;
    double requestsPerSecond = 0, running = 0, waiting = 0; // of all copies; means over the run
    bool saturated = false;    // requests came faster than they were served, or clients waited for a seat most of the time
    bool cutOff = false;       // ended by the bound on iterations: the figures are of the requests that had ended
    std::int64_t requests = 0; // counted, of one copy
    std::int64_t preemptions = 0, iterations = 0;
    Seconds simulated; // the server's time
};

// Serves the scenario's load request by request: continuous batching, chunked prompts, admission by cache blocks,
// preemption (README 8.1). Random, but the same for the same seed. nullopt with `refusal` set: what estimate() refuses,
// training, more clients than can be followed, or `cancelled` (asked every few hundred iterations) said so
// (code speed.simulation.cancelled). About 3 us a request; never without end.
std::optional<SimulatedLoad> simulate(const Resolved& scenario, const Split& split, CacheCapacity cache, const SimulationOptions& options,
                                      const std::function<bool()>& cancelled, Text& refusal);

} // namespace cardfit::speed
