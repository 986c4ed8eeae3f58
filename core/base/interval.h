#pragma once

namespace cardfit {

// An 80 % interval whose ends lie further apart than this factor says no more than an order of magnitude: its figure is
// shown with one digit and without the interval.
inline constexpr double kOrderOfMagnitude = 4;
constexpr bool isOrderOfMagnitude(double low, double high) { return low > 0 && high > kOrderOfMagnitude * low; }

} // namespace cardfit
