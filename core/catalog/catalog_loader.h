#pragma once

#include "core/catalog/catalog.h"
#include "core/json/reader.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace cardfit {

// Reads every file of `folder` (data/). All problems of all files are collected; a catalog is given only without any.
struct CatalogLoad {
    std::optional<Catalog> catalog;
    std::vector<Error> problems;
};
CatalogLoad loadCatalog(const std::filesystem::path& folder);

// Rules across files: dangling ids, duplicate ids and aliases, figures without source, offers of unknown cards.
std::vector<Error> checkCatalog(const Catalog& catalog);

} // namespace cardfit
