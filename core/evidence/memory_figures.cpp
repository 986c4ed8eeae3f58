#include "core/evidence/figures.h"

#include <initializer_list>

namespace cardfit::evidence {

namespace {

using memory::Component;
using memory::MemoryPlan;
using memory::Range;

Candidate scaled(Candidate candidate, double factor)
{
    candidate.value *= factor;
    candidate.low *= factor;
    candidate.high *= factor;
    return candidate;
}

Candidate withRange(Bytes value, const Range& range, MemoryClass memoryClass)
{
    return {asDouble(value), asDouble(range.low), asDouble(range.high), memoryClass};
}

// A total of one card, or of all of them: then the interval grows as the total does.
Candidate total(Bytes card, Bytes all, const Range& range, MemoryClass memoryClass, bool ofAllCards)
{
    const Candidate one = withRange(card, range, memoryClass);
    return ofAllCards && card.value() > 0 ? scaled(one, all / card) : one;
}

Candidate allocatedOf(const MemoryPlan& memory, bool ofAllCards)
{
    return total(memory.card.allocated, memory.allCards.allocated, memory.allocated, memory.classes.allocated, ofAllCards);
}
Candidate reservedOf(const MemoryPlan& memory, bool ofAllCards)
{
    return total(memory.card.reserved, memory.allCards.reserved, memory.reserved, memory.classes.reserved, ofAllCards);
}
Candidate deviceOf(const MemoryPlan& memory, bool ofAllCards)
{
    return total(memory.card.device, memory.allCards.device, memory.device, memory.classes.device, ofAllCards);
}

Candidate weightsOf(const MemoryPlan& memory, bool withAdapters)
{
    Candidate weights = withRange(memory.of(Component::Weights), memory.weights, MemoryClass::Weights);
    if (withAdapters)
        weights.value += asDouble(memory.of(Component::Adapters));
    return weights;
}

Candidate sumOf(const MemoryPlan& memory, std::initializer_list<Component> components)
{
    Candidate sum;
    for (const Component component : components)
        sum.value += asDouble(memory.of(component));
    return sum;
}

Candidate tokensOf(const MemoryPlan& memory)
{
    return {static_cast<double>(memory.capacityTokens), static_cast<double>(memory.capacityTokensLow),
            static_cast<double>(memory.capacityTokensHigh), MemoryClass::KvTokens};
}

// Figures of a part of one card.
Candidate componentOf(const MemoryPlan& memory, const Measured& measured)
{
    switch (measured.figure) {
    case Figure::Weights: return weightsOf(memory, measured.withAdapters);
    case Figure::WeightsAndActivations: return sumOf(memory, {Component::Weights, Component::Activations, Component::Logits});
    case Figure::KvCache: return sumOf(memory, {Component::KvCache});
    case Figure::KvPool: return memory.preallocates ? withRange(memory.pool, memory.poolRange, MemoryClass::KvPool) : Candidate{};
    case Figure::Activations: return sumOf(memory, {Component::Activations, Component::Logits});
    case Figure::ComputeBuffer: return sumOf(memory, {Component::Activations, Component::Logits, Component::EngineBuffers});
    case Figure::CudaGraphs: return sumOf(memory, {Component::EngineBuffers});
    case Figure::NonTorch: return {asDouble(memory.nonTorch), 0, 0, {}};
    default: return {};
    }
}

} // namespace

Candidates memoryCandidates(const MemoryPlan& memory, const Measured& measured, int cards)
{
    const bool all = measured.ofAllCards;
    switch (measured.figure) {
    case Figure::InferenceAllocated:
    case Figure::AdapterAllocated:
    case Figure::FullAllocated: return {allocatedOf(memory, all)};
    case Figure::InferenceReserved:
    case Figure::AdapterReserved:
    case Figure::FullReserved: return {reservedOf(memory, all)};
    case Figure::InferenceDevice:
    case Figure::AdapterDevice:
    case Figure::FullDevice: return {deviceOf(memory, all)};
    case Figure::InferenceUnstated:
    case Figure::AdapterUnstated:
    case Figure::FullUnstated: return {allocatedOf(memory, all), reservedOf(memory, all), deviceOf(memory, all)};
    case Figure::KvTokens: return {memory.preallocates ? tokensOf(memory) : Candidate{}};
    default: return {scaled(componentOf(memory, measured), all ? cards : 1)};
    }
}

} // namespace cardfit::evidence
