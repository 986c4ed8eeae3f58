#include "core/plan/explain/symbols.h"

#include <algorithm>

namespace cardfit::explain {

namespace {

// Whoever vouches for `field`: facts that name it, else those that vouch for the whole row.
std::string citesOf(const std::vector<Fact>& facts, std::string_view field, std::string_view table)
{
    std::string text;
    const auto add = [&](std::string_view named) {
        for (const Fact& fact : facts) {
            if (fact.field == named)
                text += (text.empty() ? "" : "; ") + fact.source;
        }
    };
    for (const std::string_view named : {field, table, std::string_view()}) {
        if (text.empty())
            add(named);
    }
    return text;
}

const EngineProfile* profileOf(const Resolved& scenario)
{
    return isTraining(scenario.scenario.task) ? scenario.trainingMemory.profile : scenario.inferenceMemory.profile;
}

bool names(const std::vector<std::string>& fields, std::string_view field)
{
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

Mark markOf(const Resolved& scenario, const EngineProfile& profile, std::string_view field)
{
    if (scenario.assumedProfile || profile.basis == Basis::Assumed || names(profile.assumed, field))
        return Mark::Assumed;
    return profile.basis == Basis::Measured ? Mark::Fitted : Mark::Stated;
}

Text engineSource(const Resolved& scenario, const EngineProfile& profile, std::string_view field)
{
    return Text("explain.source.engine")
        .with("engine", profile.label)
        .with("version", scenario.scenario.engineVersion.empty() ? std::string("–") : scenario.scenario.engineVersion)
        .with("field", field)
        .with("cites", citesOf(profile.facts, field, {}));
}

Text formatSource(const Resolved& scenario, std::string_view symbol, std::string_view field)
{
    if (symbol == "kb" || symbol == "vb")
        return Text("explain.source.kv-format").with("format", scenario.scenario.kvCache);
    const WeightFormat* format = scenario.weights;
    for (const WeightFormat* other : {scenario.keptFormat, scenario.headFormat}) {
        if (other && (other->id == field || symbol == "kept"))
            format = other;
    }
    return Text("explain.source.format").with("format", format->id).with("cites", citesOf(format->facts, field, {}));
}

Text constantsSource(const Resolved& scenario, std::string_view field, std::string_view table)
{
    const auto memoryClass = std::find(kMemoryClassNames.begin(), kMemoryClassNames.end(), field);
    if (memoryClass != kMemoryClassNames.end()) { // a band: how good its class is
        const ClassRecord& record = scenario.memory->records[static_cast<std::size_t>(memoryClass - kMemoryClassNames.begin())];
        if (record.measurements > 0)
            return Text("explain.source.class")
                .with("class", field)
                .with("median", record.medianErrorPercent)
                .with("count", record.measurements)
                .with("cites", citesOf(scenario.memory->facts, field, table));
    }
    return Text("explain.source.constants").with("field", field).with("cites", citesOf(scenario.memory->facts, field, table));
}

bool isClass(std::string_view field)
{
    return std::find(kMemoryClassNames.begin(), kMemoryClassNames.end(), field) != kMemoryClassNames.end();
}

// Tables of data/memory/constants.json cite as a whole; the rest lies under "figures".
std::string_view tableOf(std::string_view field)
{
    if (isClass(field))
        return "classes";
    for (const std::string_view table : {"state_bytes_per_parameter", "loss_bytes_per_token", "cuda_contexts"}) {
        if (field.starts_with(table))
            return table;
    }
    return field == "newest_context_gib" ? "cuda_contexts" : "figures";
}

Text sourceOf(const LedgerInput& input, const Resolved& scenario)
{
    switch (input.origin) {
    case Origin::Counted: return Text("explain.source.counted");
    case Origin::Model:
        return scenario.model->id.empty() ? Text("explain.source.config") : Text("explain.source.model").with("model", scenario.model->id);
    case Origin::Scenario: return Text("explain.source.scenario").with("field", input.field);
    case Origin::Split: return Text("explain.source.split").with("field", input.field);
    case Origin::Card:
        return Text("explain.source.card").with("card", scenario.card->name).with("cites", citesOf(scenario.card->facts, input.field, {}));
    case Origin::Format: return formatSource(scenario, input.symbol, input.field);
    case Origin::Engine: return engineSource(scenario, *profileOf(scenario), input.field);
    case Origin::Constants: return constantsSource(scenario, input.field, tableOf(input.field));
    }
    return Text("explain.source.counted");
}

} // namespace

Input describe(const LedgerInput& input, const Resolved& scenario)
{
    Input described;
    described.symbol = input.symbol;
    described.value = input.value;
    described.unit = input.unit;
    described.name = Text("explain.symbol." + described.symbol);
    described.source = sourceOf(input, scenario);
    described.fromData = input.origin >= Origin::Card;
    if (input.origin == Origin::Engine) {
        described.mark = markOf(scenario, *profileOf(scenario), input.field);
    } else if (input.origin == Origin::Constants) {
        const std::string_view table = tableOf(input.field);
        described.mark = names(scenario.memory->assumed, input.field) ? Mark::Assumed
                         : table == "figures" || table == "classes"   ? Mark::Fitted
                                                                      : Mark::Stated;
    } else if (described.fromData || input.origin == Origin::Scenario) {
        described.mark = Mark::Stated;
    }
    return described;
}

} // namespace cardfit::explain
