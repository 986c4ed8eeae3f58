#pragma once

#include "core/plan/cost/cost.h"

#include <optional>
#include <unordered_map>

namespace cardfit::cost {

// What fleets of one card cost a month, worked out once a number of cards: for a search that asks again and again. For
// one thread.
class FleetPrices {
public:
    FleetPrices(const Resolved& scenario, const Card& card, const Catalog& catalog);

    // As CostPlan::rentPerMonth and rentPerHour; nullopt: no price. Never less for more cards.
    std::optional<Money> rentPerMonth(int cards) const;
    std::optional<Money> rentPerHour(int cards) const { return m_perHour.rentPerHour(cards); }
    // As CostPlan::ownPerMonth at the scenario's utilization, else at `utilization` (unset: the assumed one); nullopt: no
    // card price.
    std::optional<Money> ownPerMonth(int cards, std::optional<double> utilization) const;

private:
    const Resolved* m_scenario;
    const Card* m_card;
    const Catalog* m_catalog;
    CardPrices m_perHour;
    mutable std::unordered_map<int, std::optional<Money>> m_rents; // a month, by cards
};

} // namespace cardfit::cost
