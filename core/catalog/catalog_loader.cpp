#include "core/catalog/catalog_loader.h"

#include "core/catalog/loading.h"

#include <algorithm>
#include <fstream>
#include <future>
#include <initializer_list>
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

Loading loadPart(const std::filesystem::path& folder, std::initializer_list<void (*)(Loading&)> readers)
{
    Loading part;
    part.folder = folder;
    for (const auto& read : readers)
        read(part);
    return part;
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
    // Models and offers are most of the bytes and need nothing of the rest, so they are read beside it.
    auto models = std::async(std::launch::async, [&folder] { return loadPart(folder, {loadModels}); });
    auto offers = std::async(std::launch::async, [&folder] { return loadPart(folder, {loadOffers}); });
    Loading loading = loadPart(folder, {loadRevision, loadMemoryConstants, loadCards, loadFormats, loadSpeedConstants, loadSpeedRecords,
                                        loadEngines, loadPurchasePrices, loadOwnership});
    Loading ofModels = models.get();
    Loading ofOffers = offers.get();
    loading.content.models = std::move(ofModels.content.models);
    loading.content.families = std::move(ofModels.content.families);
    loading.content.offers = std::move(ofOffers.content.offers);

    CatalogLoad load;
    for (Loading* part : {&loading, &ofModels, &ofOffers})
        std::move(part->problems.begin(), part->problems.end(), std::back_inserter(load.problems));
    if (!load.problems.empty())
        return load;
    Catalog catalog(std::move(loading.content));
    load.problems = checkCatalog(catalog);
    if (load.problems.empty())
        load.catalog.emplace(std::move(catalog));
    return load;
}

} // namespace cardfit
