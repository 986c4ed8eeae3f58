#pragma once

#include "core/scenario/resolved.h"

#include <string>
#include <string_view>

namespace cardfit {

// The steps of resolve(), in the order they run: each needs what the ones before have set. False: an error was added.
bool resolveModel(Resolved& resolved, const Catalog& catalog, Problems& problems);   // resolve_model.cpp
bool resolveCard(Resolved& resolved, const Catalog& catalog, Problems& problems);    // resolve_card.cpp
bool resolveFormats(Resolved& resolved, const Catalog& catalog, Problems& problems); // resolve_formats.cpp
void resolveEngine(Resolved& resolved, const Catalog& catalog);                      // resolve_engine.cpp
void setShareOfEngine(Resolved& resolved); // memory_utilization by the engine's own rule, where it was left to it
bool resolveCache(Resolved& resolved, const Catalog& catalog, Problems& problems);   // resolve_formats.cpp
void resolveCapacity(Resolved& resolved);                                            // resolve_card.cpp

// The engine that runs a task when nobody says which.
std::string_view usualEngine(Task task);
// The type of 16-bit numbers on a card: "bf16", or "fp16" where it has no BF16 unit.
std::string_view sixteenBitType(const Card& card);
// A format that is no smaller than 16 bits.
bool isFullPrecision(const WeightFormat& format);

// An error with the two halves every message of a bad value has.
Problem invalidValue(std::string where, std::string_view code, std::string expected, std::string_view found);

} // namespace cardfit
