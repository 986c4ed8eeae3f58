#pragma once

#include "core/plan/speed/speed.h"
#include "tests/support/scenario_case.h"

namespace cardfit::test {

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
inline bool isNear(double value, double expected, double relative, double printed)
{
    return std::abs(value - expected) <= std::max(relative * std::abs(expected), printed);
}

} // namespace cardfit::test

#define VERIFY_NEAR(value, expected, relative, printed)                                                                                    \
    QVERIFY2(cardfit::test::isNear(value, expected, relative, printed),                                                                    \
             qPrintable(QStringLiteral(#value " is %1, expected %2").arg(value, 0, 'g', 8).arg(expected, 0, 'g', 8)))
