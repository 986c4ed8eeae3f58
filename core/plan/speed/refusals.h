#pragma once

#include "core/plan/speed/serving_model.h"

namespace cardfit::speed {

// Why the model has no equation for this scenario and split: a text speed.refused.*; empty: it has one.
Text refusalOf(const Resolved& scenario, const Split& split);

// Shown, but no measurement covers it: speculation, attention data parallelism, linear blocks, cards without evidence,
// large batches of 4-bit weights, tiny models, very large batches or contexts, preference training.
bool isIndicative(const Resolved& scenario, const Split& split, double running);

} // namespace cardfit::speed
