#include "core/catalog/engine.h"

#include <algorithm>

namespace cardfit {

Version Version::parse(std::string_view text)
{
    constexpr int kLargest = 100'000'000; // dates such as 20240501 are versions too
    Version version;
    std::size_t part = 0;
    bool inNumber = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            int& value = version.parts[part];
            value = value < kLargest ? value * 10 + (c - '0') : value;
            inNumber = true;
        } else if (inNumber) {
            inNumber = false;
            if (++part == version.parts.size())
                break;
        }
    }
    return version;
}

const BatchDefaults* batchDefaults(const InferenceMemoryProfile& profile, Bytes memory)
{
    for (const BatchDefaults& step : profile.batchByMemory) {
        if (inGiB(memory) < step.belowGib)
            return &step;
    }
    return profile.batchByMemory.empty() ? nullptr : &profile.batchByMemory.back();
}

namespace {

double shareAfterReserve(const InferenceMemoryProfile& profile, Bytes memory, int ranks)
{
    const ReserveRule& rule = profile.reserve;
    const double memoryMib = inGiB(memory) * 1024;
    double reserved = rule.fixedMib + rule.perRankMib * ranks;
    if (const BatchDefaults* batch = batchDefaults(profile, memory)) {
        reserved += rule.perBatchedTokenMib * batch->tokens;
        reserved += rule.perGraphSequenceMib * (ranks < rule.wideRanks ? batch->graphSequences : batch->graphSequencesWide);
    }
    if (inGiB(memory) > profile.largeCardGib)
        reserved = std::max(reserved, rule.leastOnLargeMib);
    return std::clamp((memoryMib - reserved) / memoryMib, 0.0, 1.0);
}

} // namespace

double defaultShare(const InferenceMemoryProfile& profile, Bytes memory, int ranks)
{
    if (!profile.reserve.empty() && memory > Bytes{})
        return shareAfterReserve(profile, memory, ranks);
    const auto& byRanks = profile.utilizationByRanks;
    if (byRanks[0] <= 0)
        return profile.utilization;
    return byRanks[ranks <= 2 ? ranks - 1 : ranks <= 4 ? 2 : ranks <= 8 ? 3 : 4];
}

} // namespace cardfit
