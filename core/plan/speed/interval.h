#pragma once

#include "core/plan/speed/serving_model.h"

namespace cardfit::speed {

// 80 % factors on a figure of the scenario's card and engine: low * figure .. high * figure. Wider for cards without
// measurements, and where engine or version is not known.
IntervalFactors intervalFactors(const Resolved& scenario, SpeedTask task);
inline Interval around(double figure, IntervalFactors factors) { return {figure * factors.low, figure * factors.high}; }

} // namespace cardfit::speed
