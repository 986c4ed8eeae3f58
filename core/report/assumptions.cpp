#include "core/report/page_parts.h"
#include "core/report/verdict_words.h"

namespace cardfit::report {

namespace {

class Assumptions {
public:
    void add(std::string_view inputCode, Text value, Basis basis)
    {
        m_list.push_back(
            Text("assumption.entry").with("name", Text(inputCode)).with("value", std::move(value)).with("basis", basisName(basis)));
    }
    void add(std::string_view inputCode, std::string_view value, Basis basis)
    {
        add(inputCode, Text("value.name").with("value", value), basis);
    }
    std::vector<Text> take() { return std::move(m_list); }

private:
    std::vector<Text> m_list;
};

const EngineProfile* profileOf(const Resolved& resolved)
{
    return isTraining(resolved.scenario.task) ? resolved.trainingMemory.profile : resolved.inferenceMemory.profile;
}

void addFormats(Assumptions& list, const Scenario& scenario, const Resolved& resolved)
{
    const Scenario& chosen = resolved.scenario;
    if (scenario.weights.empty())
        list.add("input.weights", resolved.weights->label, Basis::Derived);
    if (scenario.kvCache.empty() && !isTraining(scenario.task))
        list.add("input.kv_cache", chosen.kvCache, Basis::Derived);
    if (scenario.compute.empty())
        list.add("input.compute", chosen.compute, Basis::Derived);
}

void addEngine(Assumptions& list, const Scenario& scenario, const Resolved& resolved)
{
    const Scenario& chosen = resolved.scenario;
    const EngineProfile* profile = profileOf(resolved);
    if (scenario.engine.empty())
        list.add("input.engine", profile ? profile->label : chosen.engine, Basis::Assumed);
    if (scenario.engineVersion.empty() && !chosen.engineVersion.empty())
        list.add("input.engine_version", chosen.engineVersion, Basis::Assumed);
    if (!scenario.memoryUtilization && chosen.memoryUtilization && !isTraining(scenario.task))
        list.add("input.memory_utilization", Text("value.percent").with("value", Percent{*chosen.memoryUtilization * 100}),
                 Basis::Measured);
}

} // namespace

std::vector<Text> assumptionsOf(const Scenario& scenario, const Plan& plan)
{
    Assumptions list;
    if (!plan.resolved)
        return {};
    addFormats(list, scenario, *plan.resolved);
    addEngine(list, scenario, *plan.resolved);
    if (!scenario.cards)
        list.add("input.cards", Text("value.count").with("value", plan.split.cards()), Basis::Derived);
    if (scenario.parallel.automatic && plan.split.cards() > 1)
        list.add("input.parallel",
                 Text("value.split")
                     .with("tensor", plan.split.tensor)
                     .with("pipeline", plan.split.pipeline)
                     .with("data", plan.split.data)
                     .with("context", plan.split.context),
                 Basis::Derived);
    if (plan.fleet.utilizationAssumed)
        list.add("input.ownership.utilization", Text("value.percent").with("value", Percent{plan.fleet.utilization * 100}), Basis::Assumed);
    if (scenario.rental.offerId.empty() && !scenario.rental.given && plan.cost && plan.cost->offer && plan.cost->offer->offer)
        list.add("input.rental.offer", plan.cost->offer->offer->id, Basis::Measured);
    return list.take();
}

} // namespace cardfit::report
