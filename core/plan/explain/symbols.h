#pragma once

#include "core/plan/explain/explain.h"

#include <optional>

namespace cardfit::explain {

// The symbols that every formula may use without saying where they come from: shapes, split, lengths, capacity
// (core/plan/memory/README.md 2).
std::optional<LedgerInput> commonSymbol(std::string_view symbol, const Resolved& scenario, const Split& split);

// An input with its name, its source out of the data files, and how well founded it is.
Input describe(const LedgerInput& input, const Resolved& scenario);

} // namespace cardfit::explain
