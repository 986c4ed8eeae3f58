#include "core/plan/cost/dates.h"

#include <charconv>
#include <chrono>
#include <optional>

namespace cardfit::cost {

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

std::optional<std::chrono::sys_days> dayOf(std::string_view iso)
{
    const std::optional<int> year = numberAt(iso, 0, 4);
    if (!year)
        return std::nullopt;
    const int month = numberAt(iso, 5, 2).value_or(1);
    const int day = numberAt(iso, 8, 2).value_or(1);
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    return date.ok() ? std::optional<std::chrono::sys_days>(date) : std::nullopt;
}

} // namespace

int daysBetween(std::string_view earlier, std::string_view later)
{
    const auto from = dayOf(earlier), to = dayOf(later);
    return from && to ? static_cast<int>((*to - *from).count()) : 0;
}

} // namespace cardfit::cost
