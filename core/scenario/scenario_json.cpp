#include "core/scenario/scenario_json.h"

#include "core/scenario/read_fields.h"
#include "core/scenario/write_fields.h"

#include <filesystem>

namespace cardfit {

ModelReaders ModelReaders::beside(const std::string& scenarioFile) const
{
    ModelReaders readers = *this;
    readers.folder = std::filesystem::path(scenarioFile).parent_path().string();
    return readers;
}

std::optional<Scenario> readScenario(const json::Reader& node, const ModelReaders& readers)
{
    const std::size_t before = node.problems().list.size();
    if (!node.requireObject())
        return std::nullopt;
    Scenario scenario;
    ReadContext context{&readers, scenario.currency};
    FieldReader<Scenario> fields(node, scenario, context);
    fields.ignore("id");
    describe(fields);
    fields.finish();
    return node.problems().list.size() == before ? std::optional(std::move(scenario)) : std::nullopt;
}

void writeScenario(json::Writer& writer, const Scenario& scenario, bool everything)
{
    Scenario standard;
    setCurrency(standard, scenario.currency); // amounts are compared by their digits
    writer.beginObject();
    FieldWriter<Scenario> fields(writer, scenario, standard, everything);
    describe(fields);
    writer.endObject();
}

void writeTargets(json::Writer& writer, TargetSet targets)
{
    if (targets == kAttentionTargets || targets == kAllLinearTargets) {
        writer.value(targets == kAttentionTargets ? "attention" : "all-linear");
        return;
    }
    writer.beginArray();
    for (std::size_t i = 0; i < kAdapterTargets; ++i) {
        if (targets & targetBit(static_cast<AdapterTarget>(i)))
            writer.value(names::kAdapterTarget[i]);
    }
    writer.endArray();
}

void writeModel(json::Writer& writer, const ModelChoice& model)
{
    if (!model.customKey.empty()) {
        writer.beginObject().key(model.customKey);
        if (model.customKey == "config")
            writer.raw(model.customSource);
        else
            writer.value(model.customSource);
        writer.endObject();
    } else if (model.parametersBillions) {
        writer.beginObject().member("parameters_b", *model.parametersBillions);
        if (!model.family.empty())
            writer.member("family", model.family);
        writer.endObject();
    } else {
        writer.value(model.name);
    }
}

void writeCard(json::Writer& writer, const CardChoice& card)
{
    if (card.customSource.empty())
        writer.value(card.id);
    else
        writer.raw(card.customSource);
}

} // namespace cardfit
