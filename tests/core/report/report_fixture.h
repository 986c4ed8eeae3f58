#pragma once

#include "core/catalog/catalog_loader.h"
#include "core/plan/fleet/fit_matrix.h"
#include "core/report/phrasebook.h"
#include "core/report/plan_page.h"

#include <QtTest>

namespace cardfit::report {

// The shipped catalog and both languages, read once for a test program.
struct Shipped {
    CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    std::optional<Phrasebook> english = bookOf("en"), chinese = bookOf("zh");

    const Catalog& catalog() const { return *load.catalog; }
    bool isRead() const { return load.catalog && english && chinese; }
    std::string in(const std::optional<Phrasebook>& book, const Text& text) const { return book->render(text, {}); }

private:
    static std::optional<Phrasebook> bookOf(const char* language)
    {
        std::vector<Error> problems;
        return Phrasebook::load(std::string(CARDFIT_RESOURCE_DIR) + "/text/" + language + ".json", language, problems);
    }
};

// The scenario of the pictures: Qwen2.5-14B in 4 bit for 16 users of 8,192 tokens.
inline Scenario supportBot(const char* card, int cards)
{
    Scenario scenario;
    scenario.name = "Support bot";
    scenario.model.name = "Qwen/Qwen2.5-14B-Instruct";
    scenario.weights = "int4-awq";
    scenario.card.id = card;
    scenario.cards = cards;
    scenario.contextTokens = 8192;
    scenario.contextStated = true;
    return scenario;
}

struct Planned {
    Scenario scenario;
    Plan plan;
    fleet::FitMatrix matrix;
    PlanPage page;

    Planned(Scenario asked, const Catalog& catalog)
        : scenario(std::move(asked)),
          plan(cardfit::plan(scenario, catalog, cost::Detail::Everything)),
          matrix(fleet::fitMatrix(scenario, catalog, fleet::MatrixAxis::Count)),
          page(buildPlanPage(scenario, plan, matrix, catalog))
    {
    }
};

} // namespace cardfit::report
