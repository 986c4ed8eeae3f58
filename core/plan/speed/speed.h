#pragma once

#include "core/base/basis.h"
#include "core/base/units.h"
#include "core/plan/memory/memory.h"
#include "core/scenario/resolved.h"

#include <optional>

namespace cardfit::speed {

enum class Bound { Memory, Compute, Network };
std::string_view nameOf(Bound bound);

struct Interval {
    double low = 0, high = 0;
};

// Terms of one decode iteration at the reported load, in seconds: what explains a figure (speed-model.md 3).
struct StepTerms {
    double dense = 0, head = 0, experts = 0, cache = 0, attention = 0, network = 0, host = 0, fixed = 0, total = 0;
};
// Terms of a training step per token and model copy, in seconds, and of the whole step (speed-model.md 6).
struct TrainingTerms {
    double forward = 0, backward = 0, head = 0, attention = 0, recompute = 0, elementWise = 0, tensorParallel = 0, contextParallel = 0,
           expertParallel = 0, communication = 0, exposed = 0, optimizer = 0;
};

// Speed of one replica (all of its cards) at the scenario's load. Means; times in seconds. Training fills stepTime,
// trainingTokens and mfu, inference the others.
struct SpeedPlan {
    std::optional<Seconds> timeToFirstToken, timePerOutputToken, timeToFirstTokenP95, timePerOutputTokenP95;
    std::optional<TokensPerSecond> outputTokens, totalTokens, prefillTokens;
    std::optional<Seconds> stepTime;
    std::optional<TokensPerSecond> trainingTokens; // of all cards
    std::optional<double> mfu;                     // fraction of the dense peak
    std::optional<Seconds> jobTime;                // dataset_tokens x epochs
    bool saturated = false;
    bool atLimit = false;    // running requests within 15 % of the seats: the first-token time is "at the limit"
    bool indicative = false; // speed-model.md 10: shown, but no measurement covers it
    Bound bound = Bound::Memory;
    Interval firstTokenSeconds, taskFigure, throughput; // 80 %: taskFigure is TPOT in seconds, or training tokens/s
    double running = 0;                                 // sequences in the batch
    double maxConcurrency = 0;                          // cache tokens / (input + output)
    double requestsPerSecond = 0;                       // served by one replica at this load
    double maxRequestsPerSecond = 0;                    // capacity of one replica (open loop)
    int dataReplicas = 1;                               // data-parallel copies inside `cards` that are replicas of their own
    StepTerms step;
    TrainingTerms training;
    Basis basis = Basis::Derived;
};

// How many tokens of KV cache one replica holds; not limited: the engine grows its cache as it goes.
struct CacheCapacity {
    double tokens = 0;
    bool limited = false;
};
// The same from a memory plan: pool / bytes per token, times the attention-data ranks; unlimited without a pool. Where
// the pool hardly exists, whoever runs it raises the engine's memory share (speed measurements show), so the share is
// lifted here too.
CacheCapacity cacheCapacity(const Resolved& scenario, const Split& split, const memory::MemoryPlan& memory);
// Speed of `scenario` split as `split`; nullopt with `refusal` set where the model refuses (speed-model.md 10).
std::optional<SpeedPlan> estimate(const Resolved& scenario, const Split& split, CacheCapacity cache, Text& refusal);

// How many requests/s one replica serves at most, and its speed at a rate: for sizing a fleet (speed-model.md 5.5).
struct OpenLoop {
    double maxRate = 0; // requests/s
    bool saturated = false;
    Seconds timeToFirstToken, timePerOutputToken, timeToFirstTokenP95, timePerOutputTokenP95;
    double running = 0;
};
OpenLoop openLoop(const Resolved& scenario, const Split& split, CacheCapacity cache, double requestsPerSecond);

} // namespace cardfit::speed
