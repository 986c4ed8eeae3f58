#pragma once

#include "core/plan/memory/memory.h"
#include "tests/support/scenario_case.h"

namespace cardfit::test {

inline memory::MemoryPlan memoryOf(const std::string& scenario)
{
    const Resolved resolvedScenario = resolved(scenario);
    return memory::estimate(resolvedScenario, statedSplit(resolvedScenario));
}

inline double bytesOfPart(const memory::MemoryPlan& plan, memory::Component part) { return asDouble(plan.of(part)); }

} // namespace cardfit::test

#define VERIFY_BYTES(value, expected, relative)                                                                                            \
    QVERIFY2(cardfit::test::isNear(value, expected, relative),                                                                             \
             qPrintable(QStringLiteral(#value " is %1, expected %2").arg(value, 0, 'f', 0).arg(expected, 0, 'f', 0)))
