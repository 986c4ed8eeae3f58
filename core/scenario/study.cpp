#include "core/scenario/study.h"

#include <algorithm>

namespace cardfit {

namespace {

constexpr std::string_view kFormat = "cardfit.study";

bool readHeader(const json::Reader& node)
{
    node.child("format").oneOf({kFormat});
    const json::Reader version = node.child("version");
    const auto number = version.integer(1, 1'000'000);
    if (number && *number > kStudyVersion) {
        version.fail("version " + std::to_string(kStudyVersion) + " or older; this file needs a newer Cardfit",
                     "version " + std::to_string(*number));
        return false;
    }
    node.optionalString("app");
    node.optionalString("catalog");
    return true;
}

// The baseline is named, or counted from 0 where names are missing or not unique.
std::size_t readBaseline(const json::Reader& node, const std::vector<Scenario>& scenarios)
{
    if (node.isString()) {
        const auto isNamed = [name = *node.string()](const Scenario& scenario) { return scenario.name == name; };
        const auto named = std::find_if(scenarios.begin(), scenarios.end(), isNamed);
        if (named != scenarios.end() && std::find_if(named + 1, scenarios.end(), isNamed) != scenarios.end())
            node.fail("a name that only one scenario has, or its place from 0");
        if (named != scenarios.end())
            return static_cast<std::size_t>(named - scenarios.begin());
        node.fail("the name of a scenario of this study");
        return 0;
    }
    return static_cast<std::size_t>(node.integer(0, static_cast<std::int64_t>(scenarios.size()) - 1).value_or(0));
}

bool isNameUnique(const Study& study, const std::string& name)
{
    const auto named = [&name](const Scenario& scenario) { return scenario.name == name; };
    return !name.empty() && std::count_if(study.scenarios.begin(), study.scenarios.end(), named) == 1;
}

} // namespace

std::optional<Study> readStudy(const json::Reader& node, const ModelReaders& readers)
{
    const std::size_t before = node.problems().list.size();
    if (!node.requireObject() || !readHeader(node))
        return std::nullopt;
    node.allowKeys({"format", "version", "app", "catalog", "scenarios", "baseline", "tiers", "overrides"});
    Study study;
    study.scenarios.clear();
    const json::Reader list = node.child("scenarios");
    if (list.requireArray() && list.size() == 0)
        list.fail("at least one scenario");
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (auto scenario = readScenario(list.at(i), readers))
            study.scenarios.push_back(std::move(*scenario));
    }
    if (node.problems().list.size() != before)
        return std::nullopt;
    if (node.has("baseline"))
        study.baseline = readBaseline(node.child("baseline"), study.scenarios);
    for (const auto& [key, text] : {std::pair{"tiers", &study.tiersJson}, std::pair{"overrides", &study.overridesJson}}) {
        if (node.has(key) && node.child(key).requireObject())
            *text = node.child(key).text();
    }
    return node.problems().list.size() == before ? std::optional(std::move(study)) : std::nullopt;
}

std::string writeStudy(const Study& study, std::string_view appVersion, std::string_view catalogRevision)
{
    json::Writer writer(json::Writer::Style::Indented);
    writer.beginObject();
    writer.member("format", kFormat).member("version", kStudyVersion).member("app", appVersion).member("catalog", catalogRevision);
    writer.key("scenarios").beginArray();
    for (const Scenario& scenario : study.scenarios)
        writeScenario(writer, scenario);
    writer.endArray();
    const std::string& baseline = study.scenarios.at(study.baseline).name;
    if (isNameUnique(study, baseline))
        writer.member("baseline", baseline);
    else
        writer.member("baseline", static_cast<std::int64_t>(study.baseline));
    if (!study.tiersJson.empty())
        writer.key("tiers").raw(study.tiersJson);
    if (!study.overridesJson.empty())
        writer.key("overrides").raw(study.overridesJson);
    writer.endObject();
    return writer.take() + '\n';
}

} // namespace cardfit
