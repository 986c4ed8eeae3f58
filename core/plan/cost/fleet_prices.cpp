#include "core/plan/cost/fleet_prices.h"

#include "core/plan/cost/flows.h"

namespace cardfit::cost {

namespace {

constexpr int kHundredths = 2;

std::optional<Money> rounded(double amount, Currency currency)
{
    return Money::canHold(amount) ? std::optional(Money::fromDouble(amount, currency).rounded(kHundredths)) : std::nullopt;
}

} // namespace

FleetPrices::FleetPrices(const Resolved& scenario, const Card& card, const Catalog& catalog)
    : m_scenario(&scenario), m_card(&card), m_catalog(&catalog), m_perHour(scenario, card, catalog)
{
}

std::optional<Money> FleetPrices::rentPerMonth(int cards) const
{
    const auto [known, isNew] = m_rents.try_emplace(cards);
    if (!isNew)
        return known->second;
    if (const std::optional<ChosenOffer> offer = chooseOffer(*m_scenario, *m_card, *m_catalog, cards))
        known->second = rounded(cost::rentPerMonth(rentInputs(*m_scenario, *offer, cards, m_scenario->scenario.rental.term)),
                                m_scenario->scenario.currency);
    return known->second;
}

std::optional<Money> FleetPrices::ownPerMonth(int cards, std::optional<double> utilization) const
{
    const double assumed = utilization.value_or(m_scenario->ownership->assumedUtilization);
    const double share = m_scenario->scenario.ownership.utilization.value_or(assumed);
    const std::optional<double> perMonth = equalPayment(ownInputs(*m_scenario, *m_card, cards, share, *m_catalog), horizonOf(*m_scenario));
    return perMonth ? rounded(*perMonth, m_scenario->scenario.currency) : std::nullopt;
}

} // namespace cardfit::cost
