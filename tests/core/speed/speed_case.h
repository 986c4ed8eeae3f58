#pragma once

#include "core/catalog/catalog_loader.h"
#include "core/plan/speed/speed.h"
#include "core/scenario/scenario_json.h"

#include <QtTest>

#include <algorithm>
#include <optional>
#include <string>

namespace cardfit::test {

inline const Catalog& catalog()
{
    static const CatalogLoad load = [] {
        CatalogLoad result = loadCatalog(CARDFIT_DATA_DIR);
        for (const Error& problem : result.problems)
            qWarning("%s", problem.toString().c_str());
        return result;
    }();
    return *load.catalog;
}

// A scenario as JSON text, resolved; fails the test through qFatal when it is not valid.
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

// A cache of so many tokens; 0: the engine has no pool.
inline speed::CacheCapacity cacheOf(double tokens) { return {tokens, tokens > 0}; }

inline speed::SpeedPlan speedOf(const Resolved& scenario, double cacheTokens)
{
    Text refusal;
    auto plan = speed::estimate(scenario, statedSplit(scenario), cacheOf(cacheTokens), refusal);
    if (!plan)
        qFatal("refused: %s", refusal.code.c_str());
    return *std::move(plan);
}

// Equal within a relative tolerance, or within half of the last printed digit.
inline bool isNear(double value, double expected, double relative, double printed = 0)
{
    return std::abs(value - expected) <= std::max(relative * std::abs(expected), printed);
}

} // namespace cardfit::test

#define VERIFY_NEAR(value, expected, relative, printed)                                                                                    \
    QVERIFY2(cardfit::test::isNear(value, expected, relative, printed),                                                                    \
             qPrintable(QStringLiteral(#value " is %1, expected %2").arg(value, 0, 'g', 8).arg(expected, 0, 'g', 8)))
