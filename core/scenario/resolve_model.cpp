#include "core/catalog/shape_rules.h"
#include "core/json/reader.h"
#include "core/scenario/resolve_parts.h"

namespace cardfit {

namespace {

std::string quoted(std::string_view text)
{
    std::string result;
    result.append(1, '"').append(text).append(1, '"');
    return result;
}

Problem unknownModel(std::string_view name, const Catalog& catalog)
{
    std::vector<std::string_view> known;
    for (const Model& model : catalog.models()) {
        known.emplace_back(model.id);
        known.emplace_back(model.shortName);
        known.insert(known.end(), model.aliases.begin(), model.aliases.end());
    }
    const std::string_view nearest = json::nearestName(name, known);
    std::string expected = "a model of the catalog";
    if (!nearest.empty())
        expected += " (" + quoted(nearest) + "?)";
    return invalidValue("/model", "error.model-unknown", std::move(expected), quoted(name));
}

Problem ambiguousModel(std::string_view name, const std::vector<const Model*>& candidates)
{
    std::string list;
    for (const Model* candidate : candidates)
        list += (list.empty() ? "one of " : ", ") + candidate->id;
    return invalidValue("/model", "error.model-ambiguous", std::move(list), quoted(name));
}

bool findByName(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    const std::string& name = resolved.scenario.model.name;
    const std::vector<const Model*> found = catalog.findModels(name);
    if (found.size() != 1) {
        problems.push_back(found.empty() ? unknownModel(name, catalog) : ambiguousModel(name, found));
        return false;
    }
    resolved.model = found.front();
    return true;
}

bool makeBySize(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    const ModelChoice& choice = resolved.scenario.model;
    const ModelFamily* family = choice.family.empty() ? nullptr : catalog.family(choice.family);
    if (!choice.family.empty() && !family) {
        std::vector<std::string_view> known;
        for (const ModelFamily& entry : catalog.content().families)
            known.emplace_back(entry.id);
        const std::string_view nearest = json::nearestName(choice.family, known);
        std::string expected = "a family of the catalog";
        if (!nearest.empty())
            expected += " (" + quoted(nearest) + "?)";
        problems.push_back(invalidValue("/model/family", "error.family-unknown", std::move(expected), quoted(choice.family)));
        return false;
    }
    const double billions = *choice.parametersBillions;
    resolved.ownedModel = std::make_shared<const Model>(family ? interpolatedModel(*family, catalog, billions) : genericModel(billions));
    resolved.model = resolved.ownedModel.get();
    return true;
}

} // namespace

bool resolveModel(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    const ModelChoice& choice = resolved.scenario.model;
    bool found = true;
    if (choice.custom) {
        resolved.ownedModel = choice.custom;
        resolved.model = choice.custom.get();
    } else if (choice.parametersBillions) {
        found = makeBySize(resolved, catalog, problems);
    } else if (!choice.customKey.empty()) {
        problems.push_back(invalidValue("/model/" + choice.customKey, "error.model-unread", "a model that was read", "none"));
        found = false;
    } else {
        found = findByName(resolved, catalog, problems);
    }
    if (found)
        resolved.architecture = &resolved.model->architecture;
    return found;
}

} // namespace cardfit
