#pragma once

#include <compare>

namespace cardfit {

// A number with a unit. The tag is the unit's name; two different tags never mix, and a product or quotient of
// two quantities exists only where physics has one (see units.h).
template <class Tag, class Rep>
class Quantity {
public:
    constexpr Quantity() = default;
    static constexpr Quantity of(Rep value) { return Quantity(value); }
    constexpr Rep value() const { return m_value; }
    constexpr bool isZero() const { return m_value == Rep{}; }

    constexpr Quantity& operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_value + b.m_value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_value - b.m_value); }
    friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.m_value); }
    friend constexpr Quantity operator*(Quantity a, Rep factor) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator*(Rep factor, Quantity a) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator/(Quantity a, Rep divisor) { return Quantity(a.m_value / divisor); }
    friend constexpr double operator/(Quantity a, Quantity b) { return static_cast<double>(a.m_value) / static_cast<double>(b.m_value); }
    friend constexpr auto operator<=>(Quantity a, Quantity b) = default;
    friend constexpr bool operator==(Quantity a, Quantity b) = default;

private:
    explicit constexpr Quantity(Rep value) : m_value(value) {}
    Rep m_value{};
};

} // namespace cardfit
