#include "core/base/ledger.h"
#include "core/plan/memory/draft.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cardfit::memory {

namespace {

constexpr int kSums = 1, kPool = 6, kIntervals = 13; // sections of README.md

TotalClasses classesOf(const Draft& draft, Task task)
{
    if (!isTraining(task))
        return {MemoryClass::InferenceAllocated, MemoryClass::InferenceReserved, MemoryClass::InferenceDevice};
    if (usesAdapters(task)) {
        if (draft.varyingLengths)
            return {MemoryClass::AdapterAllocated, MemoryClass::AdapterReservedVarying, MemoryClass::AdapterDeviceVarying};
        return {MemoryClass::AdapterAllocated, MemoryClass::AdapterReserved, MemoryClass::AdapterDevice};
    }
    if (draft.varyingLengths)
        return {MemoryClass::FullAllocated, MemoryClass::FullReservedVarying, MemoryClass::FullDeviceVarying};
    return {MemoryClass::FullAllocated, MemoryClass::FullReserved, MemoryClass::FullDevice};
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

// What the totals are made of, in the codes of explain. Components that the kind of task never has are left out.
constexpr std::string_view kOfInference = "weights + kv_cache + activations + logits + engine_buffers";
constexpr std::string_view kOfTraining =
    "weights + master_weights + adapters + gradients + optimizer_states + activations + logits + engine_buffers";

void noteSums(Ledger& ledger, const MemoryPlan& plan, const Draft& draft, bool training)
{
    for (std::size_t i = 0; i < kComponents; ++i)
        ledger.round(nameOf(static_cast<Component>(i)), asDouble(plan.components[i]), kSums);
    ledger.round("slack", asDouble(plan.slack), kSums);
    ledger.round("non_torch", asDouble(plan.nonTorch), kSums);
    ledger.note("allocated", asDouble(plan.card.allocated), training ? kOfTraining : kOfInference, kSums);
    ledger.note("reserved", asDouble(plan.card.reserved), "allocated + slack", kSums);
    ledger.note("device", asDouble(plan.card.device), "reserved + non_torch", kSums);
    const bool summed = draft.allCards.has_value(); // the draft noted sum_*
    ledger.note("all_cards_allocated", asDouble(plan.allCards.allocated), summed ? "max(allocated, sum_allocated)" : "n·allocated", kSums);
    ledger.note("all_cards_reserved", asDouble(plan.allCards.reserved), summed ? "max(reserved, sum_reserved)" : "n·reserved", kSums);
    ledger.note("all_cards_device", asDouble(plan.allCards.device), summed ? "max(device, sum_device)" : "n·device", kSums);
    for (std::size_t i = 0; i < kPhases; ++i) {
        if (draft.phases[i])
            ledger.round(codeOf(static_cast<Phase>(i)), asDouble(*draft.phases[i]), kSums);
    }
}

// Both ends of an interval, whose figure explain calls `code`.
void noteEnds(const Resolved& scenario, const std::string& code, const std::string& figure, double low, double high,
              MemoryClass memoryClass)
{
    const Band band = scenario.memory->bands[static_cast<std::size_t>(memoryClass)];
    const std::vector<LedgerInput> inputs = {
        {"low", band.low, Origin::Constants, kMemoryClassNames[static_cast<std::size_t>(memoryClass)]},
        {"high", band.high, Origin::Constants, kMemoryClassNames[static_cast<std::size_t>(memoryClass)]},
        {"widening", scenario.memory->assumedProfileWidening, Origin::Constants, "assumed_profile_widening"}};
    const bool wide = scenario.assumedProfile;
    scenario.ledger->note(code + "_low", low, figure + (wide ? "·max(0, 1 − (1 − low)·widening)" : "·low"), kIntervals, inputs);
    scenario.ledger->note(code + "_high", high, figure + (wide ? "·(1 + (high − 1)·widening)" : "·high"), kIntervals, inputs);
}

void noteRange(const Resolved& scenario, const std::string& code, const std::string& figure, Range range, MemoryClass memoryClass)
{
    if (scenario.ledger)
        noteEnds(scenario, code, figure, asDouble(range.low), asDouble(range.high), memoryClass);
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
    if (!scenario.ledger)
        return;
    Ledger& ledger = *scenario.ledger;
    ledger.round("available", asDouble(plan.available), kIntervals);
    if (draft.outsideShare > 0)
        ledger.note("required", asDouble(plan.required),
                    "allocated + non_torch − outside_share + max(0, outside_share − (capacity − available))", kIntervals);
    else
        ledger.note("required", asDouble(plan.required), "allocated + non_torch", kIntervals);
    ledger.note("required_others", others, "max(0, required − weights − kv_cache)", kIntervals);
    noteEnds(scenario, "required_weights", "weights", weights * ofWeights.low, weights * ofWeights.high, MemoryClass::Weights);
    noteEnds(scenario, "required_others", "required_others", others * ofOthers.low, others * ofOthers.high,
             MemoryClass::InferenceAllocated);
    ledger.note("required_low", asDouble(plan.requiredRange.low), "required_weights_low + kv_cache + required_others_low", kIntervals);
    ledger.note("required_high", asDouble(plan.requiredRange.high), "required_weights_high + kv_cache + required_others_high", kIntervals);
}

void noteCache(const Resolved& scenario, const MemoryPlan& plan, const Draft& draft)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("kv_bytes_per_token", asDouble(bytesOf(draft.cachePerToken)), Unit::MemoryPerToken,
                draft.cachePerToken > 0 ? "kv_per_token" : "0", kSums);
    if (!draft.preallocates)
        return;
    ledger.note("kv_pool_bytes", asDouble(plan.pool), "pool", kPool);
    noteRange(scenario, "kv_pool", "kv_pool_bytes", plan.poolRange, MemoryClass::KvPool);
    ledger.note("kv_capacity_tokens", static_cast<double>(plan.capacityTokens), Unit::Tokens,
                "block_tokens·floor(pool/kv_per_token/block_tokens)", kPool,
                {{"block_tokens", static_cast<double>(draft.cacheBlockTokens), Origin::Engine, "cache_block_tokens", Unit::Tokens}});
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
        const Band band = plan.preallocates ? bandOf(scenario, MemoryClass::KvTokens) : Band{};
        plan.capacityTokensLow = std::llround(static_cast<double>(plan.capacityTokens) * band.low);
        plan.capacityTokensHigh = std::llround(static_cast<double>(plan.capacityTokens) * band.high);
    }
}

void noteTotals(const MemoryPlan& plan, const Draft& draft, const Resolved& scenario, const TotalClasses& classes)
{
    noteSums(*scenario.ledger, plan, draft, isTraining(scenario.scenario.task));
    noteRange(scenario, "allocated", "allocated", plan.allocated, classes.allocated);
    noteRange(scenario, "reserved", "reserved", plan.reserved, classes.reserved);
    noteRange(scenario, "device", "device", plan.device, classes.device);
}

// Without a share of the card the device figure is what must be there.
void noteNeedOfDevice(const Resolved& scenario, const MemoryPlan& plan, MemoryClass deviceClass)
{
    scenario.ledger->note("required", asDouble(plan.required), "device", kIntervals);
    noteRange(scenario, "required", "required", plan.requiredRange, deviceClass);
    scenario.ledger->note("available", asDouble(plan.available), "capacity", kIntervals);
}

} // namespace

double Draft::allocated() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

MemoryPlan finish(const Draft& draft, const Resolved& scenario, const Split& split)
{
    MemoryPlan plan;
    plan.classes = classesOf(draft, scenario.scenario.task);
    sumUp(plan, draft, split);
    plan.capacity = scenario.capacity;
    plan.allocated = rangeOf(plan.card.allocated, bandOf(scenario, plan.classes.allocated));
    plan.reserved = rangeOf(plan.card.reserved, bandOf(scenario, plan.classes.reserved));
    plan.device = rangeOf(plan.card.device, bandOf(scenario, plan.classes.device));
    plan.weights = rangeOf(plan.of(Component::Weights), bandOf(scenario, MemoryClass::Weights));
    plan.peakPhase = draft.peak;
    plan.phases = draft.phases;
    plan.assumedProfile = scenario.assumedProfile;
    plan.basis = scenario.assumedProfile ? Basis::Assumed : Basis::Derived;
    fillCacheFigures(plan, draft, scenario);
    if (scenario.ledger) {
        noteTotals(plan, draft, scenario, plan.classes);
        noteCache(scenario, plan, draft);
    }
    if (draft.preallocates) {
        requireOfShare(plan, draft, scenario);
    } else {
        plan.required = plan.card.device;
        plan.requiredRange = plan.device;
        plan.available = plan.capacity;
        if (scenario.ledger)
            noteNeedOfDevice(scenario, plan, plan.classes.device);
    }
    return plan;
}

} // namespace cardfit::memory
