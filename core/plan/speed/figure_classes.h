#pragma once

#include "core/catalog/speed_record.h"
#include "core/scenario/resolved.h"

#include <optional>

namespace cardfit::speed {

// Whose record on published measurements stands for each figure of a speed plan; empty: nothing measured covers it.
// Training has one figure: all are alike.
struct FigureClasses {
    std::optional<SpeedClass> firstToken = SpeedClass::FirstToken, task = SpeedClass::Decode, throughput = SpeedClass::Throughput;
};
FigureClasses figureClassesOf(const Scenario& scenario);

} // namespace cardfit::speed
