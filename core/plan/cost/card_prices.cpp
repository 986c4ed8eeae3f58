#include "core/plan/cost/cost.h"
#include "core/plan/cost/flows.h"
#include "core/plan/cost/offers.h"

#include <algorithm>
#include <limits>

namespace cardfit::cost {

CardPrices::CardPrices(const Resolved& scenario, const Card& card, const Catalog& catalog)
    : m_scenario(&scenario), m_card(&card), m_catalog(&catalog)
{
    const RentalOptions& rental = scenario.scenario.rental;
    const bool ownCard = scenario.card && scenario.card->id == card.id;
    if (ownCard && (rental.given || !rental.offerId.empty())) {
        // One stated offer: whatever the count, it is the one. It says nothing about other cards.
        if (const std::optional<ChosenOffer> offer = chooseOffer(scenario, card, catalog))
            m_candidates.push_back({offer->perInstanceHour.amount.toDouble(), offer->cardsPerInstance});
        return;
    }
    for (const ScannedOffer& offer : eligible(scanOffers(scenario, card, catalog, rental.term, Scope::NewestOnly)))
        m_candidates.push_back({offer.instanceHour, std::max(1, offer.offer->cards)});
}

std::optional<Money> CardPrices::rentPerHour(int cards) const
{
    if (m_candidates.empty())
        return std::nullopt;
    double cheapest = std::numeric_limits<double>::max();
    for (const Candidate& candidate : m_candidates)
        cheapest = std::min(cheapest, candidate.instanceHour * instancesFor(cards, candidate.cardsPerInstance));
    const Scenario& scenario = m_scenario->scenario;
    return Money::fromDouble(cheapest * (1 + scenario.rental.upliftPercent / 100), scenario.currency);
}

std::optional<Money> CardPrices::ownPerMonth(int cards) const
{
    const double utilization = m_scenario->scenario.ownership.utilization.value_or(m_scenario->ownership->assumedUtilization);
    const OwnInputs own = ownInputs(*m_scenario, *m_card, cards, utilization, *m_catalog);
    const std::optional<double> perMonth = equalPayment(own, horizonOf(*m_scenario));
    return perMonth ? std::optional(Money::fromDouble(*perMonth, m_scenario->scenario.currency)) : std::nullopt;
}

std::optional<Money> rentPerHour(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog)
{
    return CardPrices(scenario, card, catalog).rentPerHour(cards);
}

std::optional<Money> ownPerMonth(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog)
{
    return CardPrices(scenario, card, catalog).ownPerMonth(cards);
}

} // namespace cardfit::cost
