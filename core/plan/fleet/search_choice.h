#pragma once

#include "core/plan/fleet/search.h"

#include <string_view>
#include <vector>

namespace cardfit::fleet {

// Whether `a` is better in just what the search is about.
bool achievesMore(const SearchPoint& a, const SearchPoint& b, Objective objective);
// Whether `a` is better than `b` for what the search is about; equal there: the cheaper, then the quicker, then the one
// with more throughput.
bool isBetter(const SearchPoint& a, const SearchPoint& b, Objective objective);

// Sorts the front, best first, and finds the runner-up: the best configuration with other cards, else the second.
void sortByObjective(SearchResult& result);

// A limit that the scenario sets, and how to search without it.
struct SetLimit {
    std::string_view key;
    void (*lift)(Scenario&);
};
std::vector<SetLimit> setLimits(const Scenario& scenario);

} // namespace cardfit::fleet
