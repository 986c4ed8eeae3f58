#include "core/plan/cost/inputs.h"

#include "core/plan/cost/currency.h"
#include "core/plan/cost/offers.h"

#include <algorithm>
#include <cmath>

namespace cardfit::cost {

namespace {

class Amounts {
public:
    Amounts(const Scenario& scenario, const Catalog& catalog) : m_currency(scenario.currency), m_catalog(catalog) {}
    std::optional<double> of(const std::optional<Money>& money)
    {
        const std::optional<double> amount = money ? converted(*money, m_currency, m_catalog) : std::nullopt;
        m_unconvertible |= money && !amount;
        return amount;
    }
    double of(Money money) { return of(std::optional(money)).value_or(0); }
    bool unconvertible() const { return m_unconvertible; }

private:
    bool m_unconvertible = false;
    Currency m_currency;
    const Catalog& m_catalog;
};

void fillResidual(OwnInputs& own, const OwnershipOptions& options, const OwnershipFacts& facts)
{
    own.residualByYear.fill(0);
    if (options.residual == OwnershipOptions::Residual::None)
        return;
    const bool listed = options.residual == OwnershipOptions::Residual::Listed;
    own.residualByYear[0] = 1;
    for (std::size_t year = 1; year < own.residualByYear.size(); ++year) {
        if (listed && year <= options.residualByYear.size())
            own.residualByYear[year] = options.residualByYear[year - 1];
        else if (!listed && year < facts.residualByYear.size())
            own.residualByYear[year] = facts.residualByYear[year];
        else
            own.residualByYear[year] = year > 1 || listed ? own.residualByYear[year - 1] : 0;
    }
}

void fillPower(OwnInputs& own, const OwnershipOptions& options, const Card& card, const OwnershipFacts& facts)
{
    const int servers = instancesFor(own.cards, own.cardsPerServer);
    if (options.serverKilowatts) {
        // The server's own figure is what it draws at work.
        own.provisionedKilowatts = servers * *options.serverKilowatts;
        own.activeShare = 1;
        own.idleShare = options.averageDraw > 0 ? std::min(1.0, options.idleDraw / options.averageDraw) : 1;
        return;
    }
    if (card.power.value() > 0)
        own.provisionedKilowatts = own.cards * card.power.value() / 1e3 * facts.serverPowerOverCards;
    own.activeShare = options.averageDraw;
    own.idleShare = options.idleDraw;
}

} // namespace

OwnInputs ownInputs(const Resolved& resolved, const Card& card, int cards, double utilization, const Catalog& catalog)
{
    const OwnershipOptions& options = resolved.scenario.ownership;
    const OwnershipFacts& facts = *resolved.ownership;
    Amounts amounts(resolved.scenario, catalog);
    const bool ownCard = resolved.card && resolved.card->id == card.id;
    OwnInputs own;
    own.cards = cards;
    own.bought = std::max(0, cards - (ownCard ? options.ownedCards : 0));
    own.cardsPerServer = std::max(1, options.cardsPerServer.value_or(card.cardsPerServer));
    const PurchasePrice* purchase = catalog.purchasePrice(card.id);
    if (ownCard && options.cardPrice)
        own.cardPrice = amounts.of(options.cardPrice);
    else if (purchase)
        own.cardPrice = amounts.of(purchase->base());
    own.serverPrice = amounts.of(options.serverPrice);
    own.networkPerServer = amounts.of(options.networkPerServer);
    own.serverOverCards = facts.serverOverCards;
    own.interconnectShare = facts.interconnectShareOfCluster;
    own.siteCapital = amounts.of(options.siteCapital);
    own.sparesPercent = options.sparesPercent;
    own.installationPercent = options.installationPercent;
    own.salesTaxPercent = options.salesTaxPercent;
    fillPower(own, options, card, facts);
    own.utilization = utilization;
    own.hours = resolved.scenario.rental.hoursPerMonth;
    own.pue = options.pue;
    own.powerPrice = amounts.of(options.powerPricePerKwh);
    own.colocationPerKilowattMonth = amounts.of(options.colocationPerKwMonth);
    own.colocationIncludesEnergy = options.colocationIncludesEnergy;
    own.maintenancePercent = options.maintenancePercentPerYear;
    own.licencePerCardYear = amounts.of(options.licencePerCardYear);
    own.staffPerYear = options.staffFte * amounts.of(options.staffCostPerYear);
    own.insurancePercent = options.insurancePercentPerYear;
    own.unconvertible = amounts.unconvertible();
    fillResidual(own, options, facts);
    return own;
}

RentInputs rentInputs(const Resolved& resolved, const ChosenOffer& offer, int cards, RentalTerm term)
{
    const RentalOptions& rental = resolved.scenario.rental;
    const bool paidAlways = term != RentalTerm::OnDemand && term != RentalTerm::Spot; // reserved: used or not
    RentInputs rent;
    rent.instanceHour = offer.perInstanceHour.amount.toDouble();
    rent.instances = instancesFor(cards, offer.cardsPerInstance);
    rent.hours = paidAlways ? resolved.ownership->hoursPerMonth : rental.hoursPerMonth;
    rent.surcharge = (1 + rental.upliftPercent / 100) * (term == RentalTerm::Spot ? 1 + rental.interruptionOverhead : 1);
    rent.declinePerYear = rental.priceDeclinePerYear;
    rent.lockedMonths = term == RentalTerm::Reserved1Year ? 12 : term == RentalTerm::Reserved3Years ? 36 : 1;
    return rent;
}

Inputs horizonOf(const Resolved& resolved)
{
    const OwnershipOptions& options = resolved.scenario.ownership;
    Inputs inputs;
    inputs.months = std::max(1, static_cast<int>(std::lround(options.years * 12)));
    inputs.monthlyDiscount = std::pow(1 + options.discountRate, 1.0 / 12) - 1;
    inputs.alwaysOnHours = resolved.ownership->hoursPerMonth;
    return inputs;
}

} // namespace cardfit::cost
