#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace cardfit::ui {

// Steps of the precision slider. The scheme in the box beside it says which format of the step it is.
enum class PrecisionStep { Fp32, Sixteen, Fp8, Int8, FourBit };
inline constexpr int kPrecisionSteps = 5;

PrecisionStep stepOf(const WeightFormat& format);

// Formats of a step that this task can use: trained ones need adapters on top of a frozen base, or 16 bit and wider.
std::vector<const WeightFormat*> schemesOf(PrecisionStep step, Task task, const Catalog& catalog);

// The usual scheme of a step for a task: AWQ for serving and NF4 for adapters in 4 bit. Empty: the step has none.
std::string usualScheme(PrecisionStep step, Task task, const Catalog& catalog);

// The scenario with another task: weights, engine and what depends on them follow where the old ones make no sense.
Scenario withTask(Scenario scenario, Task task, const Catalog& catalog);

} // namespace cardfit::ui
