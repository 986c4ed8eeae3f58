#pragma once

#include <string_view>

namespace cardfit::cost {

// Days from `earlier` to `later`, both ISO dates; a date that gives only year or month counts from its first day.
// 0 when either cannot be read.
int daysBetween(std::string_view earlier, std::string_view later);

} // namespace cardfit::cost
