#pragma once

#include "core/scenario/resolved.h"

#include <optional>
#include <string_view>

namespace cardfit::fleet {

// The key under /allow that leaves `cards` of `card` out; empty: allowed. Rented amounts are compared with the monthly
// budget; without a price the budget says nothing.
std::string_view disallowingRule(const Resolved& scenario, const Card& card, int cards, const std::optional<Money>& perHour);

} // namespace cardfit::fleet
