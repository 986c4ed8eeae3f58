#include "core/base/money.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace cardfit {

namespace {

constexpr std::array<std::int64_t, 7> kMicrosPerDigit = {1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};

std::int64_t roundedTo(std::int64_t micros, std::int64_t step)
{
    const std::int64_t half = step / 2;
    return micros >= 0 ? (micros + half) / step * step : -((-micros + half) / step * step);
}

Error notADecimal(std::string_view text) { return {"", "", "a decimal amount with at most 6 decimals", '"' + std::string(text) + '"'}; }

} // namespace

Money Money::fromDouble(double amount, Currency currency)
{
    assert(!std::isnan(amount));
    return {static_cast<std::int64_t>(std::llround(std::clamp(amount, -kMost, kMost) * 1e6)), currency};
}

Result<Money> Money::parse(std::string_view text, Currency currency)
{
    std::string_view rest = text;
    const bool negative = !rest.empty() && rest.front() == '-';
    if (negative)
        rest.remove_prefix(1);
    std::int64_t micros = 0;
    int decimals = -1; // -1: before the dot
    int digits = 0;
    for (const char c : rest) {
        if (c == '.' && decimals < 0 && digits > 0) {
            decimals = 0;
            continue;
        }
        if (c < '0' || c > '9' || decimals == 6 || digits > 18)
            return notADecimal(text);
        decimals += decimals >= 0 ? 1 : 0;
        if (micros > 9'000'000'000'000'000'00)
            return notADecimal(text);
        micros = micros * 10 + (c - '0');
        ++digits;
    }
    if (digits == 0 || decimals == 0)
        return notADecimal(text);
    const std::int64_t scale = kMicrosPerDigit[static_cast<std::size_t>(decimals < 0 ? 0 : decimals)];
    if (micros > 9'000'000'000'000'000'000 / scale)
        return notADecimal(text);
    micros *= scale;
    return Money(negative ? -micros : micros, currency);
}

Money Money::rounded(int decimals) const
{
    assert(decimals >= 0 && decimals <= 6);
    return {roundedTo(m_micros, kMicrosPerDigit[static_cast<std::size_t>(decimals)]), m_currency};
}

std::string Money::toString(int decimals) const
{
    const std::int64_t micros = rounded(decimals).m_micros;
    const std::int64_t magnitude = micros < 0 ? -micros : micros;
    std::string text = (micros < 0 ? "-" : "") + std::to_string(magnitude / 1'000'000);
    if (decimals > 0) {
        const std::string fraction = std::to_string(1'000'000 + magnitude % 1'000'000).substr(1);
        text += '.' + fraction.substr(0, static_cast<std::size_t>(decimals));
    }
    return text;
}

std::string Money::toRateString() const
{
    std::string text = toString(6);
    while (text.ends_with('0') && text[text.size() - 3] != '.')
        text.pop_back();
    return text;
}

Money& Money::operator+=(Money other)
{
    *this = *this + other;
    return *this;
}

Money operator+(Money a, Money b)
{
    assert(a.m_currency == b.m_currency);
    return {a.m_micros + b.m_micros, a.m_currency};
}

Money operator-(Money a, Money b) { return a + -b; }

bool Money::isLessThan(Money other) const
{
    assert(m_currency == other.m_currency);
    return m_micros < other.m_micros;
}

} // namespace cardfit
