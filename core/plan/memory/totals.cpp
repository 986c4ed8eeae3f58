#include "core/plan/memory/draft.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cardfit::memory {

namespace {

struct Classes {
    MemoryClass allocated, reserved, device;
};

Classes classesOf(const Draft& draft, bool training)
{
    if (!training)
        return {MemoryClass::InferenceAllocated, MemoryClass::InferenceReserved, MemoryClass::InferenceDevice};
    if (draft.varyingLengths)
        return {MemoryClass::TrainingAllocated, MemoryClass::TrainingReservedVarying, MemoryClass::TrainingDeviceVarying};
    return {MemoryClass::TrainingAllocated, MemoryClass::TrainingReserved, MemoryClass::TrainingDevice};
}

// The band of a class; its half widths grow where the engine or its version is not known.
Band bandOf(const Resolved& scenario, MemoryClass memoryClass)
{
    Band band = scenario.memory->bands[static_cast<std::size_t>(memoryClass)];
    if (scenario.assumedProfile) {
        const double widening = scenario.memory->assumedProfileWidening;
        band.low = std::max(0.0, 1 - (1 - band.low) * widening);
        band.high = 1 + (band.high - 1) * widening;
    }
    return band;
}

Range rangeOf(Bytes figure, Band band) { return {bytesOf(asDouble(figure) * band.low), bytesOf(asDouble(figure) * band.high)}; }

void sumUp(MemoryPlan& plan, const Draft& draft, const Split& split)
{
    constexpr double kMostOfAPart = 1e17; // a hundred million GB: sums of such parts stay inside 64 bits
    Bytes allocated;
    double sum = 0;
    for (std::size_t i = 0; i < kComponents; ++i) { // the rounded sum less the one before, so that rounding never piles up
        sum += std::min(draft.parts[i], kMostOfAPart);
        plan.components[i] = bytesOf(sum) - allocated;
        allocated = bytesOf(sum);
    }
    plan.slack = bytesOf(std::min(draft.slack, kMostOfAPart));
    plan.nonTorch = bytesOf(std::min(draft.nonTorch, kMostOfAPart));
    plan.card.allocated = allocated;
    plan.card.reserved = allocated + plan.slack;
    plan.card.device = plan.card.reserved + plan.nonTorch;
    const auto ofAll = [cards = split.cards()](Bytes card) { return bytesOf(asDouble(card) * cards); };
    plan.allCards = {ofAll(plan.card.allocated), ofAll(plan.card.reserved), ofAll(plan.card.device)};
    if (draft.allCards) { // never less than the fullest card has
        plan.allCards = {std::max(plan.card.allocated, bytesOf(draft.allCards->allocated)),
                         std::max(plan.card.reserved, bytesOf(draft.allCards->reserved)),
                         std::max(plan.card.device, bytesOf(draft.allCards->device))};
    }
}

// Engines that serve from a share of the card: all of the parts and the memory PyTorch does not see, against that
// share. What lives beside the share counts only where it outgrows the room left there. The cache is exact.
void requireOfShare(MemoryPlan& plan, const Draft& draft, const Resolved& scenario)
{
    const Bytes outside = bytesOf(draft.outsideShare);
    plan.available = bytesOf(draft.available);
    plan.required = plan.card.allocated + plan.nonTorch - outside + std::max(Bytes{}, outside - (plan.capacity - plan.available));
    const double weights = draft.of(Component::Weights);
    const double cache = draft.of(Component::KvCache);
    const double others = std::max(0.0, asDouble(plan.required) - weights - cache);
    const Band ofWeights = bandOf(scenario, MemoryClass::Weights);
    const Band ofOthers = bandOf(scenario, MemoryClass::InferenceAllocated);
    plan.requiredRange = {bytesOf(weights * ofWeights.low + cache + others * ofOthers.low),
                          bytesOf(weights * ofWeights.high + cache + others * ofOthers.high)};
}

void fillCacheFigures(MemoryPlan& plan, const Draft& draft, const Resolved& scenario)
{
    plan.cacheBytesPerToken = draft.cachePerToken;
    plan.preallocates = draft.preallocates;
    plan.cudaGraphs = bytesOf(draft.cudaGraphs);
    plan.pool = bytesOf(draft.pool);
    if (draft.pool <= 0)
        return;
    // without a share of the card the pool is what the user declared: exact
    plan.poolRange = draft.preallocates ? rangeOf(plan.pool, bandOf(scenario, MemoryClass::KvPool)) : Range{plan.pool, plan.pool};
    if (draft.cachePerToken > 0) {
        const double blocks = std::floor(draft.pool / draft.cachePerToken / draft.cacheBlockTokens);
        plan.capacityTokens = static_cast<std::int64_t>(blocks) * draft.cacheBlockTokens;
    }
}

} // namespace

double Draft::allocated() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

MemoryPlan finish(const Draft& draft, const Resolved& scenario, const Split& split)
{
    const Classes classes = classesOf(draft, isTraining(scenario.scenario.task));
    MemoryPlan plan;
    sumUp(plan, draft, split);
    plan.capacity = scenario.capacity;
    plan.allocated = rangeOf(plan.card.allocated, bandOf(scenario, classes.allocated));
    plan.reserved = rangeOf(plan.card.reserved, bandOf(scenario, classes.reserved));
    plan.device = rangeOf(plan.card.device, bandOf(scenario, classes.device));
    plan.deviceClass = classes.device;
    plan.peakPhase = draft.peak;
    plan.phases = draft.phases;
    plan.assumedProfile = scenario.assumedProfile;
    plan.basis = scenario.assumedProfile ? Basis::Assumed : Basis::Derived;
    fillCacheFigures(plan, draft, scenario);
    if (draft.preallocates) {
        requireOfShare(plan, draft, scenario);
    } else {
        plan.required = plan.card.device;
        plan.requiredRange = plan.device;
        plan.available = plan.capacity;
    }
    return plan;
}

} // namespace cardfit::memory
