#include "core/plan/cost/currency.h"

namespace cardfit::cost {

namespace {

std::optional<double> perUsd(Currency currency, const Catalog& catalog)
{
    if (currency == Currency("USD"))
        return 1.0;
    const CurrencyRate* rate = catalog.rate(currency);
    return rate && rate->perUsd > 0 ? std::optional(rate->perUsd) : std::nullopt;
}

} // namespace

std::optional<double> converted(Money amount, Currency to, const Catalog& catalog)
{
    if (amount.currency() == to || amount.micros() == 0)
        return amount.toDouble();
    const std::optional<double> fromRate = perUsd(amount.currency(), catalog), toRate = perUsd(to, catalog);
    if (!fromRate || !toRate)
        return std::nullopt;
    return amount.toDouble() / *fromRate * *toRate;
}

} // namespace cardfit::cost
