#include "core/evidence/evaluate.h"

#include "core/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <unordered_map>

namespace cardfit::evidence {

namespace {

using memory::Component;
using memory::MemoryPlan;
using memory::Range;

// One figure of the planner that a measurement may be, with its interval and whose residuals that is.
struct Candidate {
    double value = 0, low = 0, high = 0; // low, high: 0 without an interval
    std::optional<MemoryClass> memoryClass;
};
using Candidates = std::vector<Candidate>;

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

// What of the plan a measurement is to be compared with; several where the source does not say which.
Candidates candidatesOf(const MemoryPlan& memory, const Measured& measured, int cards)
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

// The candidate and the reading that lie nearest. Of a figure of unknown kind no interval is known.
void compare(Outcome& outcome, const Candidates& candidates, const Measured& measured)
{
    double nearest = 0;
    for (const Candidate& candidate : candidates) {
        for (const double reading : {measured.value, measured.other}) {
            if (candidate.value <= 0 || reading <= 0)
                continue;
            const double distance = std::abs(candidate.value / reading - 1);
            if (outcome.isAnswered() && distance >= nearest)
                continue;
            nearest = distance;
            outcome.kind = Outcome::Kind::Answered;
            outcome.predicted = candidate.value;
            outcome.measured = reading;
            outcome.low = candidates.size() > 1 ? 0 : candidate.low;
            outcome.high = candidates.size() > 1 ? 0 : candidate.high;
            outcome.memoryClass = candidates.size() > 1 ? std::nullopt : candidate.memoryClass;
        }
    }
}

const std::string& codeOfFirstError(const Problems& problems)
{
    static const std::string kNone;
    const auto error = std::find_if(problems.begin(), problems.end(), [](const Problem& p) { return p.severity == Severity::Error; });
    return error == problems.end() ? kNone : error->text.code;
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double shareWithin(const std::vector<double>& errors, double limit)
{
    const auto within = std::count_if(errors.begin(), errors.end(), [limit](double error) { return error <= limit; });
    return static_cast<double>(within) / static_cast<double>(errors.size());
}

} // namespace

std::vector<Outcome> evaluate(const Evidence& evidence, const Catalog& catalog)
{
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < evidence.runs.size(); ++i) {
        const Run& run = evidence.runs[i];
        const bool asked = std::any_of(run.figures.begin(), run.figures.end(), [](const Measured& m) { return m.gap == Gap::None; });
        const std::optional<Plan> answer = asked ? std::optional(plan(run.scenario, catalog)) : std::nullopt;
        for (std::size_t j = 0; j < run.figures.size(); ++j) {
            Outcome outcome;
            outcome.run = i;
            outcome.figure = j;
            if (run.figures[j].gap == Gap::None) {
                outcome.kind = Outcome::Kind::Unanswered;
                if (answer->memory) {
                    outcome.assumedProfile = answer->memory->assumedProfile;
                    compare(outcome, candidatesOf(*answer->memory, run.figures[j], answer->split.cards()), run.figures[j]);
                } else {
                    outcome.refusal = codeOfFirstError(answer->problems);
                }
            }
            outcomes.push_back(std::move(outcome));
        }
    }
    return outcomes;
}

Statistics statisticsOf(const Evidence& evidence, std::span<const Outcome* const> outcomes)
{
    Statistics statistics;
    std::vector<double> errors, signedErrors, widths;
    std::unordered_map<std::string_view, std::vector<double>> groups;
    int inside = 0;
    for (const Outcome* outcome : outcomes) {
        if (outcome->kind == Outcome::Kind::Gap) {
            ++statistics.gaps;
            continue;
        }
        statistics.unanswered += outcome->isAnswered() ? 0 : 1;
        signedErrors.push_back(outcome->error());
        errors.push_back(std::abs(outcome->error()));
        groups[evidence.runs[outcome->run].group].push_back(errors.back());
        if (outcome->hasInterval()) {
            inside += outcome->isInside() ? 1 : 0;
            widths.push_back((outcome->high - outcome->low) / outcome->predicted);
        }
    }
    statistics.count = static_cast<int>(errors.size());
    if (errors.empty())
        return statistics;
    std::sort(errors.begin(), errors.end());
    statistics.median = medianOf(errors);
    statistics.p90 = errors[std::min(errors.size() - 1, static_cast<std::size_t>(0.9 * static_cast<double>(errors.size())))];
    statistics.within10 = shareWithin(errors, 0.1);
    statistics.within20 = shareWithin(errors, 0.2);
    statistics.bias = medianOf(std::move(signedErrors));
    std::vector<double> medians;
    for (auto& [group, values] : groups)
        medians.push_back(medianOf(std::move(values)));
    statistics.medianOfGroups = medianOf(std::move(medians));
    if (!widths.empty()) {
        statistics.coverage = static_cast<double>(inside) / static_cast<double>(widths.size());
        statistics.medianWidth = medianOf(std::move(widths));
    }
    return statistics;
}

} // namespace cardfit::evidence
