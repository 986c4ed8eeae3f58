#pragma once

#include "core/base/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cardfit {

// Bytes are whole and exact to 9.2 EB. GiB is 2^30 bytes, GB is 10^9: 80 GiB is 7.37 % more than 80 GB, so the two
// are different words everywhere, and text always carries the "i" where the number is binary.
// Rates, times and powers are doubles in SI base units (bytes/s, FLOP/s, s, W).
using Bytes = Quantity<struct BytesTag, std::int64_t>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag, double>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag, double>;
using Seconds = Quantity<struct SecondsTag, double>;
using TokensPerSecond = Quantity<struct TokensPerSecondTag, double>;
using RequestsPerSecond = Quantity<struct RequestsPerSecondTag, double>;
using Hours = Quantity<struct HoursTag, double>;
using Watts = Quantity<struct WattsTag, double>;
using KilowattHours = Quantity<struct KilowattHoursTag, double>;

inline constexpr double kKiB = 1024.0;
inline constexpr double kMiB = 1024.0 * 1024.0;
inline constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
inline constexpr double kGB = 1e9;

// Rounded; beyond 4e18, which no system holds, the nearest amount that can still be added to another.
inline Bytes bytesOf(double value)
{
    constexpr double kMost = 4e18;
    return Bytes::of(static_cast<std::int64_t>(std::llround(std::clamp(value, -kMost, kMost))));
}
constexpr double asDouble(Bytes bytes) { return static_cast<double>(bytes.value()); }
constexpr double inGiB(Bytes bytes) { return asDouble(bytes) / kGiB; }
constexpr double inMiB(Bytes bytes) { return asDouble(bytes) / kMiB; }
constexpr double inMilliseconds(Seconds time) { return time.value() * 1e3; }

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) { return Seconds::of(asDouble(amount) / rate.value()); }
constexpr KilowattHours energyOf(Watts power, Hours time) { return KilowattHours::of(power.value() * time.value() / 1e3); }

namespace literals {
constexpr Bytes operator""_GiB(unsigned long long n) { return Bytes::of(static_cast<std::int64_t>(n) << 30); }
constexpr Bytes operator""_MiB(unsigned long long n) { return Bytes::of(static_cast<std::int64_t>(n) << 20); }
constexpr Bytes operator""_GB(unsigned long long n) { return Bytes::of(static_cast<std::int64_t>(n) * 1'000'000'000); }
} // namespace literals

} // namespace cardfit
