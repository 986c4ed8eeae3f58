#include "core/report/page_parts.h"
#include "core/report/verdict_words.h"

namespace cardfit::report {

namespace {

using Assumptions = std::vector<Assumption>;

void add(Assumptions& list, const char* inputCode, Text value, Basis basis) { list.push_back({inputCode, std::move(value), basis}); }

void add(Assumptions& list, const char* inputCode, std::string_view value, Basis basis)
{
    add(list, inputCode, Text("value.name").with("value", value), basis);
}

void add(Assumptions& list, const char* inputCode, Percent value, Basis basis)
{
    add(list, inputCode, Text("value.percent").with("value", value), basis);
}

const EngineProfile* profileOf(const Resolved& resolved)
{
    return isTraining(resolved.scenario.task) ? resolved.trainingMemory.profile : resolved.inferenceMemory.profile;
}

void addFormats(Assumptions& list, const Scenario& scenario, const Resolved& resolved)
{
    const Scenario& chosen = resolved.scenario;
    if (scenario.weights.empty())
        add(list, "input.weights", resolved.weights->label, Basis::Derived);
    if (scenario.kvCache.empty() && !isTraining(scenario.task))
        add(list, "input.kv_cache", chosen.kvCache, Basis::Derived);
    if (scenario.compute.empty())
        add(list, "input.compute", chosen.compute, Basis::Derived);
}

void addEngine(Assumptions& list, const Scenario& scenario, const Resolved& resolved)
{
    const Scenario& chosen = resolved.scenario;
    const EngineProfile* profile = profileOf(resolved);
    if (scenario.engine.empty())
        add(list, "input.engine", profile ? profile->label : chosen.engine, Basis::Assumed);
    if (scenario.engineVersion.empty() && !chosen.engineVersion.empty())
        add(list, "input.engine_version", chosen.engineVersion, Basis::Assumed);
    if (!scenario.memoryUtilization && chosen.memoryUtilization && !isTraining(scenario.task))
        add(list, "input.memory_utilization", Percent{*chosen.memoryUtilization * 100}, Basis::Derived);
}

Text splitText(const Split& split)
{
    return Text("value.split")
        .with("tensor", split.tensor)
        .with("pipeline", split.pipeline)
        .with("data", split.data)
        .with("context", split.context);
}

} // namespace

std::vector<Assumption> assumptionsOf(const Scenario& scenario, const Plan& plan)
{
    Assumptions list;
    if (!plan.resolved)
        return list;
    addFormats(list, scenario, *plan.resolved);
    addEngine(list, scenario, *plan.resolved);
    if (!scenario.cards)
        add(list, "input.cards", Text("value.count").with("value", plan.split.cards()), Basis::Derived);
    if (scenario.parallel.automatic && plan.split.cards() > 1)
        add(list, "input.parallel", splitText(plan.split), Basis::Derived);
    if (plan.fleet.utilizationAssumed)
        add(list, "input.ownership.utilization", Percent{plan.fleet.utilization * 100}, Basis::Assumed);
    if (scenario.rental.offerId.empty() && !scenario.rental.given && plan.cost && plan.cost->offer && plan.cost->offer->offer)
        add(list, "input.rental.offer", plan.cost->offer->offer->id, Basis::Derived);
    return list;
}

Text sentenceOf(const Assumption& assumption)
{
    return Text("assumption.entry")
        .with("name", Text(assumption.inputCode))
        .with("value", assumption.value)
        .with("basis", basisName(assumption.basis));
}

} // namespace cardfit::report
