#pragma once

#include "core/plan/fleet/verdict.h"
#include "core/plan/speed/speed.h"

#include <optional>
#include <vector>

namespace cardfit::fleet {

// A training job on one number of cards, split as the planner would.
struct TrainingPoint {
    int cards = 1;
    Split split;
    Verdict verdict = Verdict::NotModelled;
    double tokensPerSecond = 0; // of all cards
    Seconds job;                // dataset_tokens x epochs
    double efficiency = 1;      // tokens/s a card over those of the curve's first point
    double batch = 1;           // sequences of one optimizer step: global_batch, or more when every rank takes one micro-batch
    bool batchGrows = false;    // more than the scenario's global_batch: another job, not only a faster one
};

struct TrainingCurve {
    Interconnect interconnect = Interconnect::Auto;
    std::vector<TrainingPoint> points; // ascending cards; counts that hold the job (fits or tight) and have a speed
};

// Over 1, 2, 4 ... `mostCards` cards and the scenario's own `cards`. Counts that do not hold the job, that cannot be
// split or have no equation are left out. Precondition: a training task.
TrainingCurve trainingCurve(const Resolved& scenario, int cards, int mostCards, Interconnect interconnect);

// Links worth a curve of their own: the scenario's, then those of the others that change how its cards are joined.
std::vector<Interconnect> comparedLinks(const Resolved& scenario);

} // namespace cardfit::fleet
