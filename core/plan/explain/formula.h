#pragma once

#include "core/plan/explain/explain.h"

#include <functional>
#include <optional>

namespace cardfit::explain {

// The identifiers of a formula in their order, each once; functions (max, min, ceil, floor, pow2) apart.
std::vector<std::string_view> symbolsOf(std::string_view formula);

// What a formula comes to. `valueOf` gives the number of an identifier, nullopt for an unknown one. `leaders` takes the
// identifiers that won a max() as whole arguments. nullopt: unknown identifier or no formula.
struct Evaluation {
    std::optional<double> value;
    std::vector<std::string> leaders;
};
Evaluation evaluate(std::string_view formula, const std::function<std::optional<double>(std::string_view)>& valueOf);

} // namespace cardfit::explain
