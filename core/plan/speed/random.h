#pragma once

#include <cmath>
#include <cstdint>

namespace cardfit::speed {

// Numbered random values: the n-th of a stream depends on seed, stream and n alone, on every machine. Mixing function:
// SplitMix64 (Steele, Lea, Flood 2014). The standard's distributions are not used: their output is left to the library.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::uint64_t stream) : m_base(mixed(seed + kStep) ^ mixed(stream * kStep)) {}

    // Evenly spread over (0, 1): never 0, so that a logarithm is finite.
    double uniform(std::uint64_t n) const { return (static_cast<double>(mixed(m_base + n * kStep) >> 11) + 0.5) * 0x1p-53; }
    // Exponential with mean 1.
    double exponential(std::uint64_t n) const { return -std::log(uniform(n)); }

private:
    static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15; // odd, no period below 2^64
    static std::uint64_t mixed(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    std::uint64_t m_base;
};

} // namespace cardfit::speed
