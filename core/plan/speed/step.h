#pragma once

#include "core/plan/speed/serving_model.h"

namespace cardfit::speed {

// What one engine iteration works on: sequences that decode (each `tokensPerSequence` tokens with a mean context), and
// prompt tokens that look back on a mean number of tokens.
struct Batch {
    double sequences = 0, context = 0;
    double promptTokens = 0, lookBack = 0;
    double tokensPerSequence = 1;
};

// One iteration; memoryTime and computeTime are what streaming and arithmetic would take alone.
struct Iteration {
    StepTerms terms;
    double sequenceHost = 0; // host work that grows with the sequences; part of terms.fixed
    double hostBlend = 0;    // exponent with which host time hides behind the device; 0: it adds
    double memoryTime = 0, computeTime = 0;
};

// Time of one iteration. Streaming and arithmetic overlap only in part, so each pair is blended by a power sum rather
// than by a maximum; kernels, launches and host work add up. The exponents were fitted on published measurements.
Iteration iterate(const ServingModel& model, const Batch& batch);
double stepTime(const ServingModel& model, const Batch& batch);

// The same iteration with its prompt tokens looking back on another number of tokens: only attention changes.
double promptAttention(const ServingModel& model, double promptTokens, double lookBack);
double totalOf(const ServingModel& model, const Iteration& iteration, double attention);

// (a^p + b^p)^(1/p): p = 1 is the sum, a large p the maximum.
double blend(double a, double b, double exponent);

} // namespace cardfit::speed
