#include "core/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

// Turns "-1234.50", as fmt and Money write it, into the style's own characters. A zero carries no sign.
std::string styled(std::string_view plain, const NumberStyle& style)
{
    const bool isZero = plain.find_first_of("123456789") == std::string_view::npos;
    const bool negative = plain.starts_with('-');
    if (negative)
        plain.remove_prefix(1);
    const std::size_t point = plain.find('.');
    const std::string_view whole = plain.substr(0, point);

    std::string text;
    if (negative && !isZero)
        text += style.minus;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0)
            text += style.groupSeparator;
        text += whole[i];
    }
    if (point != std::string_view::npos) {
        text += style.decimalPoint;
        text += plain.substr(point + 1);
    }
    return text;
}

std::string withoutClosingZeros(std::string digits)
{
    if (digits.find('.') == std::string::npos)
        return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.'))
        digits.pop_back();
    return digits;
}

// Half away from zero, where the binary value lies on the half (2.5, 0.125): fmt would round to even.
double roundedTo(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    const double scaled = value * scale;
    return std::abs(scaled) < 1e15 ? std::round(scaled) / scale : value;
}

int digitsBeforePoint(double value) { return value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1; }

std::string withUnit(std::string number, std::string_view unit) { return std::move(number) + kNoBreakSpace + std::string(unit); }

} // namespace

std::string fixed(double value, int decimals, const NumberStyle& style)
{
    if (!std::isfinite(value))
        return "–";
    return styled(fmt::format("{:.{}f}", roundedTo(value, decimals), decimals), style);
}

std::string grouped(std::int64_t value, const NumberStyle& style) { return styled(fmt::format("{}", value), style); }

std::string significant(double value, int digits, int maxDecimals, const NumberStyle& style)
{
    if (!std::isfinite(value))
        return "–";
    const int decimals = digits - digitsBeforePoint(value);
    // Rounding may carry into a new digit (9.996 to 10.0), which closing zeros then hide.
    const double rounded = roundedTo(value, std::min(decimals, maxDecimals));
    return styled(withoutClosingZeros(fmt::format("{:.{}f}", rounded, std::clamp(decimals, 0, maxDecimals))), style);
}

std::string gib(Bytes bytes, const NumberStyle& style)
{
    const double value = inGiB(bytes);
    return fixed(value, std::abs(roundedTo(value, 2)) < 1 && value != 0 ? 2 : 1, style);
}

std::string memory(Bytes bytes, const NumberStyle& style)
{
    const double size = std::abs(asDouble(bytes));
    if (size >= 0.05 * kGiB || size == 0)
        return withUnit(gib(bytes, style), "GiB");
    if (size >= kMiB)
        return withUnit(fixed(inMiB(bytes), 0, style), "MiB");
    return withUnit(significant(asDouble(bytes) / kKiB, 3, 1, style), "KiB");
}

std::string percent(double percentValue, const NumberStyle& style) { return withUnit(fixed(percentValue, 0, style), "%"); }

std::string amount(Money money, int decimals, const NumberStyle& style) { return styled(money.toString(decimals), style); }

std::string amountShort(Money money, const NumberStyle& style)
{
    const double value = money.toDouble();
    const double size = std::abs(value);
    if (size < 99'999.5)
        return amount(money, 0, style);
    const bool millions = size >= 999'500;
    const double scaled = value / (millions ? 1e6 : 1e3);
    const int decimals = std::clamp(3 - digitsBeforePoint(roundedTo(scaled, 2)), 0, 2);
    return withUnit(fixed(scaled, millions ? decimals : 0, style), millions ? "M" : "k");
}

std::string rate(Money money, const NumberStyle& style) { return styled(money.toRateString(), style); }

std::string price(Money money, const NumberStyle& style)
{
    const bool isLarge = std::abs(money.toDouble()) >= 100;
    if (!isLarge)
        return rate(money, style);
    return amount(money, money.micros() % 1'000'000 == 0 ? 0 : 2, style);
}

std::string hourly(Money money, const NumberStyle& style) { return amount(money, std::abs(money.toDouble()) < 9.995 ? 2 : 1, style); }

std::string milliseconds(Seconds time, const NumberStyle& style)
{
    const double value = inMilliseconds(time);
    if (std::abs(value) < 9.95)
        return withUnit(fixed(value, 1, style), "ms");
    if (std::abs(value) < 999.5)
        return withUnit(fixed(value, 0, style), "ms");
    return withUnit(fixed(time.value(), std::abs(time.value()) < 99.95 ? 1 : 0, style), "s");
}

std::string duration(Seconds time, const NumberStyle& style)
{
    const double seconds = std::abs(time.value());
    if (seconds < 1)
        return milliseconds(time, style);
    if (seconds < 119.5)
        return withUnit(fixed(time.value(), 0, style), "s");
    if (seconds < 119.5 * 60)
        return withUnit(fixed(time.value() / 60, 0, style), "min");
    if (seconds < 47.95 * 3600)
        return withUnit(fixed(time.value() / 3600, 1, style), "h");
    return withUnit(significant(time.value() / 86'400, 3, 1, style), "d");
}

std::string parametersShort(double parameters, const NumberStyle& style)
{
    if (parameters < 999.5e6)
        return withUnit(fixed(parameters / 1e6, 0, style), "M");
    return withUnit(fixed(parameters / 1e9, parameters < 99.95e9 ? 1 : 0, style), "B");
}

} // namespace cardfit::report
