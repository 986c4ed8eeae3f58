#include "core/catalog/loading.h"

#include <array>

namespace cardfit {

namespace {

RegionPreset readRegion(const json::Reader& object, const Sources& sources)
{
    RegionPreset region;
    Fields fields(object);
    fields.text("id", region.id);
    fields.text("label", region.label);
    std::string currency;
    fields.text("currency", currency);
    if (const auto price = fields.child("power_price_per_kwh").money(Currency(currency)))
        region.powerPrice.amount = *price;
    region.pue = fields.optionalNumber("pue", 1, 5);
    region.facts = fields.facts(sources);
    fields.done();
    return region;
}

CurrencyRate readRate(const json::Reader& object, const Sources& sources)
{
    CurrencyRate rate;
    Fields fields(object);
    std::string code;
    fields.text("currency", code);
    rate.currency = Currency(code);
    fields.number("per_usd", rate.perUsd, 1e-6, 1e9);
    const auto facts = fields.facts(sources);
    if (!facts.empty()) {
        rate.source = facts.front().source;
        rate.date = facts.front().date;
    }
    fields.done();
    return rate;
}

void readFigures(Fields& fields, OwnershipFacts& facts)
{
    fields.number("server_over_cards", facts.serverOverCards, 1, 10);
    fields.number("interconnect_share_of_cluster", facts.interconnectShareOfCluster, 0, 0.9);
    fields.number("server_power_over_cards", facts.serverPowerOverCards, 1, 10);
    fields.number("server_power_over_cards_low", facts.serverPowerOverCardsLow, 1, 10);
    fields.number("server_power_over_cards_high", facts.serverPowerOverCardsHigh, 1, 10);
    fields.number("assumed_utilization", facts.assumedUtilization, 0, 1);
    fields.integer("stale_after_days", facts.staleAfterDays, 1, 10000);
    fields.number("implausibly_cheap_share", facts.implausiblyCheapShare, 0, 1);
    fields.number("rent_low", facts.rentLow, 0, 1);
    fields.number("rent_high", facts.rentHigh, 1, 10);
    fields.number("hours_per_month", facts.hoursPerMonth, 1, 744);
    fields.number("office_hours_a_week", facts.officeHoursAWeek, 0, 168);
    fields.number("office_closed_share", facts.officeClosedShare, 0, 1);
    const json::Reader residual = fields.child("residual_by_year");
    if (residual.requireArray() && residual.size() != facts.residualByYear.size())
        residual.fail("six shares: new, and after 1 to 5 years");
    for (std::size_t i = 0; i < facts.residualByYear.size() && i < residual.size(); ++i)
        facts.residualByYear[i] = residual.at(i).number(0, 1).value_or(0);
}

constexpr std::array<std::string_view, 12> kRanges = {
    "power_price_low", "power_price_high",        "server_over_cards_low",    "server_over_cards_high", "pue_low",
    "pue_high",        "maintenance_percent_low", "maintenance_percent_high", "utilization_low",        "utilization_high",
    "hours_low",       "price_decline_high"};

// Low and high ends of the sensitivity.
void readRanges(Fields& fields, OwnershipFacts& facts)
{
    fields.number("power_price_low", facts.powerPriceLow, 0, 1);
    fields.number("power_price_high", facts.powerPriceHigh, 1, 10);
    fields.number("server_over_cards_low", facts.serverOverCardsLow, 1, 10);
    fields.number("server_over_cards_high", facts.serverOverCardsHigh, 1, 10);
    fields.number("pue_low", facts.pueLow, 1, 3);
    fields.number("pue_high", facts.pueHigh, 1, 3);
    fields.number("maintenance_percent_low", facts.maintenancePercentLow, 0, 100);
    fields.number("maintenance_percent_high", facts.maintenancePercentHigh, 0, 100);
    fields.number("utilization_low", facts.utilizationLow, 0, 1);
    fields.number("utilization_high", facts.utilizationHigh, 0, 1);
    fields.number("hours_low", facts.hoursLow, 1, 744);
    fields.number("price_decline_high", facts.priceDeclineHigh, 0, 1);
}

} // namespace

void loadOwnership(Loading& loading)
{
    loading.readFile("ownership.json", [&](const json::Reader& root) {
        static constexpr std::array<std::string_view, 12> kFigures = {"server_over_cards",
                                                                      "interconnect_share_of_cluster",
                                                                      "server_power_over_cards",
                                                                      "server_power_over_cards_low",
                                                                      "server_power_over_cards_high",
                                                                      "assumed_utilization",
                                                                      "stale_after_days",
                                                                      "implausibly_cheap_share",
                                                                      "rent_low",
                                                                      "rent_high",
                                                                      "hours_per_month",
                                                                      "residual_by_year"};
        OwnershipFacts& facts = loading.content.ownership;
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        Fields figures(file.child("figures"));
        readFigures(figures, facts);
        facts.facts = figures.facts(sources, kFigures);
        figures.done();
        Fields ranges(file.child("ranges"));
        readRanges(ranges, facts);
        for (Fact& fact : ranges.facts(sources, kRanges))
            facts.facts.push_back(std::move(fact));
        ranges.done();
        const json::Reader regions = file.child("regions");
        for (std::size_t i = 0; regions.requireArray() && i < regions.size(); ++i)
            facts.regions.push_back(readRegion(regions.at(i), sources));
        const json::Reader rates = file.child("currency_rates");
        for (std::size_t i = 0; rates.requireArray() && i < rates.size(); ++i)
            facts.rates.push_back(readRate(rates.at(i), sources));
        file.done();
    });
}

} // namespace cardfit
