#pragma once

#include "core/plan/speed/serving.h"

namespace cardfit::speed {

// How much prompts are in each other's way. README 8.
struct PromptWait {
    double busy = 0;     // share of the time that prompts add to the iterations, and
    double slot = 0;     // share of the time that prompts hold the room for prompt tokens
    double mean = 0;     // mean wait for other prompts, s, and
    double share = 0;    // share of the requests that wait at all
    double unit = 0;     // the shortest wait of who comes just behind another prompt, s
    double own = 0;      // a prompt's own iterations, s
    double residual = 0; // how much less of the iteration under way those meet who wait longest: residual_shared
};
// `rate`: prompts/s; `others`: share of them that can be in the way (all, or those of the other clients of a closed loop).
PromptWait promptWait(const ServingModel& model, const LoadedDecode& load, double rate, double others);
// Prompts that are there when a request's own prompt is done: they slow its first tokens.
double promptsBehind(const PromptWait& wait);

// First-token times whose mean without waits is `unqueued`, half an iteration included. `longestWait` bounds the wait for
// prompts; `seatShare` of the requests wait for a seat, `seatWait` on average.
Quantiles firstTokenQuantiles(double unqueued, double iteration, const PromptWait& wait, double longestWait, double seatShare,
                              double seatWait);

// Times per token of the given mean and deviation that cannot fall below `least`: log-normal above it.
Quantiles aboveLeast(double mean, double least, double deviation);

// Fills the quantiles of a closed loop out of its means. `burst`: share of the requests that start all together;
// `startTime`: what their prompts take together, s.
void spreadClosedLoop(const ServingModel& model, const LoadedDecode& load, double burst, double startTime, ServerState& state);

} // namespace cardfit::speed
