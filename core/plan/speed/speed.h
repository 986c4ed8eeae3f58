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

// Terms of one decode iteration at the reported load, in seconds: what explains a figure. They sum to `total`, except
// where launches or host work hide behind the device (eager engines, overlapped schedulers).
struct StepTerms {
    double dense = 0, head = 0, experts = 0, cache = 0, attention = 0, network = 0, host = 0, fixed = 0, total = 0;
};
// Terms of a training step per token and model copy, in seconds, and (from `communication` on) of the whole step.
struct TrainingTerms {
    double forward = 0, backward = 0, head = 0, attention = 0, recompute = 0, elementWise = 0, tensorParallel = 0, contextParallel = 0,
           expertParallel = 0, communication = 0, exposed = 0, optimizer = 0;
};

// Speed of one replica (all of its cards) at the scenario's load. Means; times in seconds. Training fills stepTime,
// trainingTokens and mfu, inference the others.
struct SpeedPlan {
    std::optional<Seconds> timeToFirstToken, timeToFirstTokenP50, timeToFirstTokenP95, timeToFirstTokenP99;
    std::optional<Seconds> timePerOutputToken, timePerOutputTokenP50, timePerOutputTokenP95, timePerOutputTokenP99;
    std::optional<TokensPerSecond> outputTokens, totalTokens, prefillTokens;
    std::optional<Seconds> stepTime;
    std::optional<TokensPerSecond> trainingTokens; // of all cards
    std::optional<double> mfu;                     // fraction of the dense peak
    std::optional<Seconds> jobTime;                // dataset_tokens x epochs
    std::optional<double> cardHours;               // of all cards, for the job
    bool saturated = false;
    bool atLimit = false;    // running requests within 15 % of the seats: the first-token time is "at the limit"
    bool indicative = false; // shown, but no measurement covers it
    Bound bound = Bound::Memory;
    Interval firstTokenSeconds, taskFigure, throughput; // 80 %: taskFigure is TPOT in seconds, or training tokens/s
    double running = 0;                                 // sequences in the batch, of all cards
    double maxConcurrency = 0;                          // cache tokens / (input + output); 0: the cache sets no limit
    double requestsPerSecond = 0;                       // served by all cards at this load
    double maxRequestsPerSecond = 0;                    // most that all cards serve: more saturates them
    double peakRequestsPerSecond = 0;                   // open loop: the rate on all cards that the times are of; else 0
    int dataReplicas = 1;                               // data-parallel copies inside `cards` that are replicas of their own
    StepTerms step;
    TrainingTerms training;
    Basis basis = Basis::Derived;
};

// Tokens that the cache of one data-parallel copy holds; not limited: the engine has no pool and the cache does not
// limit the batch.
struct CacheCapacity {
    double tokens = 0;
    bool limited = false;
};
// The cache of one data-parallel copy (attention-data ranks together) out of its memory plan. A pool under 4 % of the
// card counts as what remains when whoever runs it raises the memory share to 97 %.
CacheCapacity cacheCapacity(const Resolved& scenario, const Split& split, const memory::MemoryPlan& memory);

// Speed of `scenario` split as `split`; nullopt with `refusal` set to a text speed.refused.* where the model has no
// equation. With demand.requests_per_second the load is what fleet sizing allows one replica at most: the peak rate, or
// 80 % of its capacity; applyRate() then sets the load it really gets.
std::optional<SpeedPlan> estimate(const Resolved& scenario, const Split& split, CacheCapacity cache, Text& refusal);

// How many requests/s all cards of one replica serve at most, and their speed at a rate: for sizing a fleet.
struct OpenLoop {
    double maxRate = 0;     // requests/s of all cards
    bool saturated = false; // the rate is above 98 % of maxRate: no steady state
    Seconds timeToFirstToken, timePerOutputToken, timeToFirstTokenP95, timePerOutputTokenP95;
    double running = 0;
};
OpenLoop openLoop(const Resolved& scenario, const Split& split, CacheCapacity cache, double requestsPerSecond);

// Sets the figures of `plan` to the load that one replica of a sized fleet gets: latencies at `peakRate`, tokens/s at
// `meanRate` (both requests/s of all of its cards).
void applyRate(SpeedPlan& plan, const Resolved& scenario, const Split& split, CacheCapacity cache, double meanRate, double peakRate);

// parallel.auto with concurrency "max" on `cards` cards: copies of 1, 2, 4 or 8 cards, whichever serve the most tokens/s
// together; each copy needs room for four requests. Engines without tensor parallelism: stages over all cards.
Split bestSplitForMaximum(const Resolved& scenario, int cards);

} // namespace cardfit::speed
