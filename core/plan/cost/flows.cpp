#include "core/plan/cost/flows.h"

#include "core/plan/cost/offers.h"

#include <algorithm>
#include <cmath>

namespace cardfit::cost {

namespace {

Capital capitalFor(const OwnInputs& own, int cards, double cardPrice)
{
    const int servers = instancesFor(cards, own.cardsPerServer);
    Capital capital;
    capital.cards = cards * cardPrice;
    capital.server = own.serverPrice ? servers * *own.serverPrice : capital.cards * (own.serverOverCards - 1);
    if (own.networkPerServer)
        capital.network = servers * *own.networkPerServer;
    else if (servers > 1)
        capital.network = (capital.cards + capital.server) * own.interconnectShare / (1 - own.interconnectShare);
    capital.site = own.siteCapital;
    const double hardware = capital.hardware();
    capital.spares = hardware * own.sparesPercent / 100;
    capital.installation = hardware * own.installationPercent / 100;
    capital.salesTax = (hardware + capital.spares) * own.salesTaxPercent / 100;
    return capital;
}

// Where a difference that starts below zero turns positive between two months.
double interpolated(int month, double before, double after) { return month - 1 + before / (before - after); }

} // namespace

Capital capitalOf(const OwnInputs& own, double cardPrice) { return capitalFor(own, own.bought, cardPrice); }

double drawnKilowatts(const OwnInputs& own)
{
    const double share = own.activeShare * own.utilization + own.idleShare * (1 - own.utilization);
    return own.provisionedKilowatts.value_or(0) * share;
}

std::optional<double> energyPerMonth(const OwnInputs& own)
{
    if (own.colocationIncludesEnergy && own.colocationPerKilowattMonth > 0)
        return 0;
    if (!own.provisionedKilowatts || own.unconvertible)
        return std::nullopt;
    return drawnKilowatts(own) * own.hours * own.pue * own.powerPrice;
}

Running runningWithoutEnergy(const OwnInputs& own, double cardPrice)
{
    const double worth = capitalFor(own, own.cards, cardPrice).total();
    Running running;
    running.colocation = own.provisionedKilowatts.value_or(0) * own.colocationPerKilowattMonth;
    running.maintenance = worth * own.maintenancePercent / 100 / 12;
    running.licences = own.cards * own.licencePerCardYear / 12;
    running.staff = own.staffPerYear / 12;
    running.insurance = worth * own.insurancePercent / 100 / 12;
    return running;
}

double residualShare(const OwnInputs& own, double month)
{
    const double years = std::max(0.0, month / 12);
    const auto last = own.residualByYear.size() - 1;
    const auto year = static_cast<std::size_t>(years);
    if (year >= last)
        return own.residualByYear[last];
    const double from = own.residualByYear[year], to = own.residualByYear[year + 1];
    return from + (to - from) * (years - static_cast<double>(year));
}

std::optional<OwnFlow> ownFlow(const OwnInputs& own)
{
    const std::optional<double> energy = energyPerMonth(own);
    if (!own.cardPrice || !energy || own.unconvertible)
        return std::nullopt;
    OwnFlow flow{capitalOf(own, *own.cardPrice), runningWithoutEnergy(own, *own.cardPrice)};
    flow.running.energy = *energy;
    flow.paidMonthly = flow.running.total();
    return flow;
}

std::optional<double> equalPayment(const OwnInputs& own, const Inputs& horizon)
{
    const std::optional<OwnFlow> flow = ownFlow(own);
    if (!flow)
        return std::nullopt;
    const Spread spread = spreadOver(horizon.months, horizon.monthlyDiscount);
    return flow->capital.total() * spread.annuity + flow->paidMonthly - flow->resale(own, horizon.months) * spread.sinkingFund;
}

double rentPerMonth(const RentInputs& rent) { return rent.instances * rent.instanceHour * rent.hours * rent.surcharge; }

double declineFactor(const RentInputs& rent, int month)
{
    if (rent.declinePerYear == 0)
        return 1;
    const int pricedIn = month / rent.lockedMonths * rent.lockedMonths;
    return std::pow(1 - rent.declinePerYear, pricedIn / 12.0);
}

double rentTotal(const RentInputs& rent, int months)
{
    if (rent.declinePerYear == 0)
        return rentPerMonth(rent) * months;
    double shares = 0;
    for (int month = 0; month < months; ++month)
        shares += declineFactor(rent, month);
    return rentPerMonth(rent) * shares;
}

double rentNpv(const RentInputs& rent, int months, double monthlyDiscount)
{
    const double perMonth = rentPerMonth(rent);
    if (rent.declinePerYear == 0)
        return perMonth / spreadOver(months, monthlyDiscount).annuity;
    double discount = 1, value = 0;
    for (int month = 0; month < months; ++month) {
        discount /= 1 + monthlyDiscount;
        value += perMonth * declineFactor(rent, month) * discount;
    }
    return value;
}

Spread spreadOver(int months, double monthlyRate)
{
    if (monthlyRate == 0)
        return {1.0 / months, 1.0 / months, 1};
    const double finalDiscount = std::pow(1 + monthlyRate, -months);
    const double annuity = monthlyRate / (1 - finalDiscount);
    return {annuity, annuity * finalDiscount, finalDiscount};
}

std::optional<double> breakEvenMonth(const Inputs& inputs, BreakEvenKind kind)
{
    const std::optional<OwnFlow> flow = ownFlow(inputs.own);
    if (!flow || !inputs.rent)
        return std::nullopt;
    const bool sold = kind == BreakEvenKind::WithResale;
    const double capital = flow->capital.total(), rentMonthly = rentPerMonth(*inputs.rent);
    double rentPaid = 0;
    double before = -capital + (sold ? flow->resale(inputs.own, 0) : 0); // rent paid minus cost of owning
    if (before >= 0)
        return 0;
    for (int month = 1; month <= inputs.months; ++month) {
        rentPaid += rentMonthly * declineFactor(*inputs.rent, month - 1);
        const double owned = capital + flow->paidMonthly * month - (sold ? flow->resale(inputs.own, month) : 0);
        const double after = rentPaid - owned;
        if (after >= 0)
            return interpolated(month, before, after);
        before = after;
    }
    return std::nullopt;
}

std::optional<double> breakEvenUtilization(const Inputs& inputs, double ownPerMonth)
{
    if (!inputs.rent)
        return std::nullopt;
    OwnInputs idle = inputs.own, busy = inputs.own;
    idle.utilization = 0;
    busy.utilization = 1;
    const double energy = energyPerMonth(inputs.own).value_or(0), energyIdle = energyPerMonth(idle).value_or(0);
    const double energySpan = energyPerMonth(busy).value_or(0) - energyIdle;
    const RentInputs& rent = *inputs.rent;
    const double rentAlways = rent.instances * rent.instanceHour * rent.surcharge * inputs.alwaysOnHours;
    const double slope = rentAlways - energySpan;
    return slope > 0 ? std::optional((ownPerMonth - energy + energyIdle) / slope) : std::nullopt;
}

} // namespace cardfit::cost
