#pragma once

#include "core/plan/cost/cost.h"
#include "core/scenario/resolved.h"

#include <array>
#include <optional>

namespace cardfit::cost {

// What renting costs, in units of the scenario's currency.
struct RentInputs {
    double instanceHour = 0; // before uplift
    int instances = 1;
    double hours = 730;        // paid hours a month
    double surcharge = 1;      // uplift, and the work a spot interruption redoes
    double declinePerYear = 0; // market prices fall ...
    int lockedMonths = 1;      // ... but a reserved price holds for its term
};

// What owning costs. Amounts in units of the scenario's currency; nullopt is a price nobody has.
struct OwnInputs {
    int cards = 1, bought = 1, cardsPerServer = 8;
    bool unconvertible = false; // an amount in a currency without a rate: the side cannot be priced
    std::optional<double> cardPrice;
    std::optional<double> serverPrice;      // nullopt: by serverOverCards
    std::optional<double> networkPerServer; // nullopt: by the interconnect's share, from two servers on
    double serverOverCards = 1.64, interconnectShare = 0.19;
    double siteCapital = 0, sparesPercent = 0, installationPercent = 0, salesTaxPercent = 0;

    std::optional<double> provisionedKilowatts; // nullopt: the card's power is unknown
    double activeShare = 0.75, idleShare = 0.3; // of what is provisioned
    double utilization = 0.7, hours = 730, pue = 1.4;
    double powerPrice = 0.12;
    double colocationPerKilowattMonth = 0;
    bool colocationIncludesEnergy = false;
    double maintenancePercent = 5, licencePerCardYear = 0, staffPerYear = 0, insurancePercent = 0;

    std::array<double, 12> residualByYear{}; // share of the card price at age 0, 1, ... years; constant afterwards
};

struct Inputs {
    std::optional<RentInputs> rent; // nullopt: no price
    OwnInputs own;
    int months = 48;
    double monthlyDiscount = 0; // (1+r)^(1/12) - 1
    double alwaysOnHours = 730;
};

// The owning side of `cards` of `card` by the scenario's ownership. Prices that the scenario states hold for its own
// card; other cards are priced by the catalog.
OwnInputs ownInputs(const Resolved& scenario, const Card& card, int cards, double utilization, const Catalog& catalog);
RentInputs rentInputs(const Resolved& scenario, const ChosenOffer& offer, int cards, RentalTerm term);
Inputs horizonOf(const Resolved& scenario); // months and discount, both sides still to be filled

} // namespace cardfit::cost
