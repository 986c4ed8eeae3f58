#pragma once

#include "core/catalog/catalog_loader.h"
#include "core/scenario/scenario.h"

#include <cstdlib>

namespace cardfit::bench {

// The shipped catalog, read once per program.
inline const Catalog& catalog()
{
    static const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    if (!load.catalog)
        std::abort();
    return *load.catalog;
}

// What the sample study serves.
inline Scenario serving()
{
    Scenario scenario;
    scenario.model.name = "Qwen/Qwen2.5-14B-Instruct";
    scenario.weights = "int4-awq";
    scenario.card.id = "a10";
    scenario.cards = 2;
    return scenario;
}

} // namespace cardfit::bench
