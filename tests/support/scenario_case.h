#pragma once

#include "core/catalog/catalog_loader.h"
#include "core/scenario/resolved.h"
#include "core/scenario/scenario_json.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace cardfit::test {

// The shipped catalog, read once per test program.
inline const Catalog& catalog()
{
    static const CatalogLoad load = [] {
        CatalogLoad result = loadCatalog(CARDFIT_DATA_DIR);
        for (const Error& problem : result.problems)
            qWarning("%s", problem.toString().c_str());
        if (!result.catalog)
            qFatal("the shipped catalog does not load");
        return result;
    }();
    return *load.catalog;
}

// A scenario as JSON text, resolved; ends the test program when it is not valid.
inline Resolved resolved(const std::string& text)
{
    json::Problems found;
    const auto document = json::Document::parse(text, found);
    const auto scenario = document ? readScenario(json::Reader(document->root(), found), {}) : std::nullopt;
    Problems problems;
    auto result = scenario ? resolve(*scenario, catalog(), problems) : std::nullopt;
    for (const Error& error : found.list)
        qWarning("%s", error.toString().c_str());
    for (const Problem& problem : problems)
        qWarning("%s %s", problem.where.c_str(), problem.text.code.c_str());
    if (!result)
        qFatal("not a valid scenario: %s", text.c_str());
    return *std::move(result);
}

// The split that the scenario states; the rest of its cards are data parallel.
inline Split statedSplit(const Resolved& scenario)
{
    const ParallelOptions& stated = scenario.scenario.parallel;
    Split split;
    split.tensor = stated.tensor;
    split.pipeline = stated.pipeline;
    split.context = stated.context;
    split.expert = stated.expert;
    split.data = std::max(1, scenario.scenario.cards.value_or(1) / (stated.tensor * stated.pipeline * stated.context));
    split.zeroStage = stated.zeroStage;
    split.fsdp = stated.fsdp;
    return split;
}

inline bool isNear(double value, double expected, double relative)
{
    return std::abs(value - expected) <= relative * std::max(1.0, std::abs(expected));
}

} // namespace cardfit::test
