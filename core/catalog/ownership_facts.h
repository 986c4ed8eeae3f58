#pragma once

#include "core/base/money.h"
#include "core/catalog/fact.h"
#include "core/catalog/offer.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// What a new card costs to buy: data/purchase-prices.json. `base` is what a plan uses: the middle of low and high.
struct PurchasePrice {
    std::string cardId;
    Money low, high;
    std::string source, date;
    Grade grade = Grade::C;
    Money base() const;
};

struct RegionPreset {
    std::string id, label;
    MoneyPerKilowattHour powerPrice;
    std::optional<double> pue;
    std::vector<Fact> facts;
};

struct CurrencyRate {
    Currency currency;
    double perUsd = 1; // units of `currency` for one USD
    std::string source, date;
};

// data/ownership.json: rules of thumb of owning, each with its source.
struct OwnershipFacts {
    double serverOverCards = 1.64;            // whole server / bare cards, where only a card price is known
    double interconnectShareOfCluster = 0.19; // cluster = server / (1 - share)
    double serverPowerOverCards = 1.92;       // server power / (cards x TDP): 1.82 .. 2.03
    double serverPowerOverCardsLow = 1.82, serverPowerOverCardsHigh = 2.03;
    double assumedUtilization = 0.7;
    std::array<double, 6> residualByYear{1, 0.70, 0.45, 0.30, 0.18, 0.12}; // age 0..5 years; constant afterwards
    int staleAfterDays = 180;
    double implausiblyCheapShare = 0.5; // below this share of the median of its card's offers an offer is never chosen by itself
    // Low and high of the sensitivity (tornado): prices of rent and power as factors on the base, the rest as the value.
    double rentLow = 0.8, rentHigh = 1.2;
    double powerPriceLow = 0.7, powerPriceHigh = 1.5;
    double serverOverCardsLow = 1.4, serverOverCardsHigh = 1.9;
    double pueLow = 1.1, pueHigh = 1.6;
    double maintenancePercentLow = 1, maintenancePercentHigh = 10;
    double utilizationLow = 0.4, utilizationHigh = 0.9; // only where no demand gives it
    double hoursLow = 500;                              // the high end is always on
    double priceDeclineHigh = 0.2;                      // a year; the base is the scenario's
    double hoursPerMonth = 730;
    double officeHoursAWeek = 50, officeClosedShare = 0.05; // demand.profile "office": at the peak, and the rest at this share of it
    std::vector<PurchasePrice> purchases;
    std::vector<RegionPreset> regions;
    std::vector<CurrencyRate> rates;
    std::vector<Fact> facts;
};

} // namespace cardfit
