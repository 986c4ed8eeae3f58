#pragma once

#include "core/plan/speed/serving_model.h"

namespace cardfit::speed {

// One optimizer step, all micro-batches of it.
struct TrainingStep {
    TrainingTerms terms;
    double step = 0;            // seconds
    double tokensPerSecond = 0; // of all cards
    double mfu = 0;             // model FLOP over the dense peak of the compute type
};
TrainingStep trainingStep(const Resolved& scenario, const Split& split);

} // namespace cardfit::speed
