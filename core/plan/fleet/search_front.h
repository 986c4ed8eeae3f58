#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cardfit::fleet {

// What a search weighs: money in millionths, seconds, tokens/s.
struct Objectives {
    std::int64_t cost = 0;
    double latency = 0, throughput = 0;
    friend bool operator==(const Objectives&, const Objectives&) = default;
};

constexpr bool noWorse(const Objectives& a, const Objectives& b)
{
    return a.cost <= b.cost && a.latency <= b.latency && a.throughput >= b.throughput;
}
constexpr bool dominates(const Objectives& a, const Objectives& b) { return noWorse(a, b) && !(a == b); }

// The plans that no other plan dominates. Of plans that are equal in everything the first in the space's order stays, so
// the front does not depend on the order in which plans are offered.
class Front {
public:
    struct Entry {
        Objectives objectives;
        std::uint64_t order = 0; // place in the space
    };

    // Whether a plan that is at best `bound` is dominated for certain.
    bool excludes(const Objectives& bound);
    // The least latency of all plans that cost no more; infinite: there is none.
    double quickestWithin(std::int64_t cost) const;
    void offer(const Entry& entry);
    const std::vector<Entry>& entries() const { return m_entries; }

private:
    std::vector<Entry> m_entries;
    std::size_t m_last = 0; // what dominated last time often does again
};

} // namespace cardfit::fleet
