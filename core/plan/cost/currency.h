#pragma once

#include "core/base/money.h"
#include "core/catalog/catalog.h"

#include <optional>

namespace cardfit::cost {

// `amount` in units of `to`, by the catalog's dated rates (units for one USD); nullopt: no rate. Zero is zero anywhere.
std::optional<double> converted(Money amount, Currency to, const Catalog& catalog);

// converted() for many amounts: a rate is looked up when the currency changes.
class Converter {
public:
    Converter(Currency to, const Catalog& catalog) : m_from(to), m_to(to), m_catalog(catalog) {}
    std::optional<double> operator()(Money amount)
    {
        if (amount.currency() != m_from) {
            m_from = amount.currency();
            m_factor = converted(Money(1'000'000, m_from), m_to, m_catalog);
        }
        return m_factor ? std::optional(amount.toDouble() * *m_factor) : std::nullopt;
    }

private:
    Currency m_from, m_to;
    const Catalog& m_catalog;
    std::optional<double> m_factor = 1.0;
};

} // namespace cardfit::cost
