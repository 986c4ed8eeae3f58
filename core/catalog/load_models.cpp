#include "core/catalog/loading.h"
#include "core/catalog/model_json.h"

namespace cardfit {

void loadModels(Loading& loading)
{
    loading.readFolder("models", [&](const json::Reader& root) {
        const json::Reader models = root.isArray() ? root : root.child("models");
        for (std::size_t i = 0; models.requireArray() && i < models.size(); ++i)
            readModels(models.at(i), loading.content.models);
    });
    std::error_code absent;
    if (!std::filesystem::exists(loading.folder / "families.json", absent))
        return;
    loading.readFile("families.json", [&](const json::Reader& root) {
        const json::Reader families = root.isArray() ? root : root.child("families");
        for (std::size_t i = 0; families.requireArray() && i < families.size(); ++i) {
            if (auto family = readFamily(families.at(i)))
                loading.content.families.push_back(std::move(*family));
        }
    });
}

} // namespace cardfit
