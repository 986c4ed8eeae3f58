#pragma once

#include <string>

namespace cardfit::import {

// Python writes Infinity, -Infinity and NaN into files it calls JSON (time_step_limit of Mamba-2 models). The same text
// with null in their place; strings and everything else stay byte for byte.
std::string withoutNonFinite(std::string text);

// The same inside the "config" of a scenario that carries one, as programs paste it; the rest of the scenario stays JSON.
std::string withoutNonFiniteInConfig(const std::string& scenario);

} // namespace cardfit::import
