#pragma once

#include "core/plan/cost/inputs.h"

#include <optional>

namespace cardfit::cost {

// What is paid at month 0, a figure a line.
struct Capital {
    double cards = 0, server = 0, network = 0, site = 0, spares = 0, installation = 0, salesTax = 0;
    double hardware() const { return cards + server + network; }
    double total() const { return hardware() + site + spares + installation + salesTax; }
};

// What is paid every month, in cash: no depreciation in here, or capital would count twice.
struct Running {
    double energy = 0, colocation = 0, maintenance = 0, licences = 0, staff = 0, insurance = 0;
    double total() const { return energy + colocation + maintenance + licences + staff + insurance; }
};

// Where only a card price is known: whole server = ratio x bare cards; interconnect = its share of the cluster, from
// two servers on (one server needs none).
Capital capitalOf(const OwnInputs& own, double cardPrice);
// Energy: kW drawn (active x utilization + idle x rest) x hours x PUE x tariff; 0 where the colocation contract holds it.
std::optional<double> energyPerMonth(const OwnInputs& own);
double drawnKilowatts(const OwnInputs& own); // at the plug of the server; 0: power unknown
// Everything but energy; maintenance and insurance are a share of what the fleet is worth new, owned cards included.
Running runningWithoutEnergy(const OwnInputs& own, double cardPrice);

// Share of a card's price that is left after `month` months; linear between the years of the curve.
double residualShare(const OwnInputs& own, double month);

// The owning side once everything has a price; nullopt: something has none.
struct OwnFlow {
    Capital capital;
    Running running;
    double paidMonthly = 0; // running.total()
    double resale(const OwnInputs& own, double month) const { return capital.cards * residualShare(own, month); }
};
std::optional<OwnFlow> ownFlow(const OwnInputs& own);
// Owning as equal payments a month over the horizon, resale taken off; nullopt: something has no price.
std::optional<double> equalPayment(const OwnInputs& own, const Inputs& horizon);

// First month's rent, and the share of it that month m (from 0) pays: (1 - decline)^(m/12), held for reserved terms.
double rentPerMonth(const RentInputs& rent);
double declineFactor(const RentInputs& rent, int month);
double rentTotal(const RentInputs& rent, int months);
double rentNpv(const RentInputs& rent, int months, double monthlyDiscount); // paid at the end of each month

// Equal payments over `months` at a monthly rate: share of the capital (annuity), and share of an amount received at
// the end (sinking fund).
struct Spread {
    double annuity = 0, sinkingFund = 0, finalDiscount = 1;
};
Spread spreadOver(int months, double monthlyRate);

// Months until cumulative rent reaches what owning has cost so far, interpolated within the month; nullopt: never
// within the horizon. Cash: nothing is sold. WithResale: the cards are sold in that month.
enum class BreakEvenKind { Cash, WithResale };
std::optional<double> breakEvenMonth(const Inputs& inputs, BreakEvenKind kind);

// The share of all hours at which owning costs a month what renting for the used hours alone does; above 1: never.
std::optional<double> breakEvenUtilization(const Inputs& inputs, double ownPerMonth);

} // namespace cardfit::cost
