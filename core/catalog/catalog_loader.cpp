#include "core/catalog/catalog_loader.h"

#include "core/catalog/loading.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace cardfit {

namespace {

void loadRevision(Loading& loading)
{
    const std::filesystem::path path = loading.folder / "REVISION";
    std::ifstream stream(path);
    if (!stream || !std::getline(stream, loading.content.revision) || loading.content.revision.empty())
        loading.problems.push_back({path.string(), "line 1", "the day of the catalog's last change", "nothing"});
}

} // namespace

void Loading::readFile(const std::filesystem::path& name, const Reading& reading)
{
    json::Problems found;
    if (const auto document = json::Document::load((folder / name).string(), found))
        reading(json::Reader(document->root(), found));
    problems.insert(problems.end(), std::make_move_iterator(found.list.begin()), std::make_move_iterator(found.list.end()));
}

void Loading::readFolder(const std::filesystem::path& name, const Reading& reading, std::string_view except)
{
    std::vector<std::filesystem::path> files;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(folder / name, absent)) {
        if (entry.path().extension() == ".json" && entry.path().filename() != except)
            files.push_back(name / entry.path().filename());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
        readFile(file, reading);
}

CatalogLoad loadCatalog(const std::filesystem::path& folder)
{
    Loading loading;
    loading.folder = folder;
    loadRevision(loading);
    loadMemoryConstants(loading);
    loadCards(loading);
    loadFormats(loading);
    loadSpeedConstants(loading);
    loadEngines(loading);
    loadModels(loading);
    loadOffers(loading);
    loadPurchasePrices(loading);
    loadOwnership(loading);

    CatalogLoad load;
    load.problems = std::move(loading.problems);
    if (!load.problems.empty())
        return load;
    Catalog catalog(std::move(loading.content));
    load.problems = checkCatalog(catalog);
    if (load.problems.empty())
        load.catalog.emplace(std::move(catalog));
    return load;
}

} // namespace cardfit
