#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace cardfit {

// An ISO 4217 code. Amounts of two currencies never add up: convert first, by a dated rate that is shown.
class Currency {
public:
    constexpr Currency() = default;
    explicit constexpr Currency(std::string_view code)
        : m_code{!code.empty() ? code[0] : '?', code.size() > 1 ? code[1] : '?', code.size() > 2 ? code[2] : '?'}
    {
    }
    std::string_view code() const { return {m_code.data(), m_code.size()}; }
    friend constexpr bool operator==(Currency, Currency) = default;

private:
    std::array<char, 3> m_code{'U', 'S', 'D'};
};

// Money is a whole number of millionths of its currency's unit, so equality is exact and tables add up.
// Arithmetic between two currencies is a programmer's mistake and asserts.
class Money {
public:
    constexpr Money() = default;
    constexpr Money(std::int64_t micros, Currency currency) : m_micros(micros), m_currency(currency) {}

    // Rounds half away from zero to the millionth; what canHold() refuses becomes the nearest amount that can be held.
    static Money fromDouble(double amount, Currency currency);
    // Up to half a billion thousands: sixteen such amounts still add up inside 64 bits.
    static constexpr bool canHold(double amount) { return amount <= kMost && amount >= -kMost; }
    // Reads "12.50", "-3", "0.000125"; no thousands separators, no exponent, at most 6 decimals.
    static Result<Money> parse(std::string_view text, Currency currency);
    static constexpr Money zero(Currency currency) { return {0, currency}; }

    constexpr std::int64_t micros() const { return m_micros; }
    constexpr Currency currency() const { return m_currency; }
    constexpr double toDouble() const { return static_cast<double>(m_micros) / 1e6; }

    // Half away from zero to `decimals` (0..6). The one rounding of a cost line is rounded(2).
    Money rounded(int decimals) const;
    // "1255.60": exactly `decimals` decimals, dot, no separators; rounds half away from zero.
    std::string toString(int decimals) const;
    // "0.86" or "0.000125": at least 2 decimals, as many as needed up to 6 (for rates).
    std::string toRateString() const;

    Money& operator+=(Money other);
    friend Money operator+(Money a, Money b);
    friend Money operator-(Money a, Money b);
    friend constexpr Money operator-(Money a) { return {-a.m_micros, a.m_currency}; }
    friend Money operator*(Money a, double factor) { return fromDouble(a.toDouble() * factor, a.m_currency); }
    friend constexpr bool operator==(Money, Money) = default;
    bool isLessThan(Money other) const;

private:
    static constexpr double kMost = 5e11;

    std::int64_t m_micros = 0;
    Currency m_currency;
};

// Money per unit of something: the tag says per what, and only that quantity multiplies it.
template <class Per>
struct MoneyRate {
    Money amount; // for one Per

    Money times(Per quantity) const { return amount * static_cast<double>(quantity.value()); }
    friend constexpr bool operator==(MoneyRate, MoneyRate) = default;
};
using MoneyPerHour = MoneyRate<Hours>;
using MoneyPerKilowattHour = MoneyRate<KilowattHours>;

} // namespace cardfit
