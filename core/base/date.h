#pragma once

#include <string_view>

namespace cardfit {

// Days since 1970-01-01 of an ISO date; one that gives only year or month counts from its first day. 0: not a date.
int dayNumberOf(std::string_view iso);

} // namespace cardfit
