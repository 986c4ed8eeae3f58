#include "core/base/date.h"

#include <charconv>
#include <chrono>
#include <optional>

namespace cardfit {

namespace {

std::optional<int> numberAt(std::string_view text, std::size_t start, std::size_t length)
{
    if (text.size() < start + length)
        return std::nullopt;
    int value = 0;
    const char* end = text.data() + start + length;
    const auto [stop, error] = std::from_chars(text.data() + start, end, value);
    return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

} // namespace

int dayNumberOf(std::string_view iso)
{
    const std::optional<int> year = numberAt(iso, 0, 4);
    if (!year)
        return 0;
    const int month = numberAt(iso, 5, 2).value_or(1), day = numberAt(iso, 8, 2).value_or(1);
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    return date.ok() ? static_cast<int>(std::chrono::sys_days(date).time_since_epoch().count()) : 0;
}

} // namespace cardfit
