#pragma once

#include "core/base/basis.h"
#include "core/base/money.h"
#include "core/base/text.h"
#include "core/plan/fleet/fleet.h"
#include "core/scenario/resolved.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit::cost {

// The rental price a plan uses, and why that one.
struct ChosenOffer {
    const Offer* offer = nullptr; // nullptr when the scenario gave a price
    MoneyPerHour perInstanceHour; // in the scenario's currency, before uplift
    int cardsPerInstance = 1;
    bool stale = false;     // older than the catalog's limit at as_of
    bool converted = false; // from the offer's currency by the catalog's dated rate
    int ageDays = 0;
};

// Offers of `card` in the order a user wants them: usable ones by price per card, then stale, then doubtful.
struct RankedOffer {
    const Offer* offer = nullptr;
    MoneyPerHour perCardHour;
    bool stale = false, implausible = false, allowed = true, newest = true, gradeOk = true;
};
std::vector<RankedOffer> rankOffers(const Resolved& scenario, const Card& card, const Catalog& catalog);
// design.md 5, `offer: auto`; nullopt: no price.
std::optional<ChosenOffer> chooseOffer(const Resolved& scenario, const Card& card, const Catalog& catalog);

enum class Side { Rent, Own };

struct CostLine {
    Side side = Side::Own;
    std::string name;              // JSON: "rent", "cards", "server", "energy", ...
    Text label;                    // with its figures, as shown
    std::optional<Money> perMonth; // nullopt: missing ("incomplete")
    std::optional<Money> total;    // over the horizon
    Basis basis = Basis::Derived;
    Text basisText;       // "B · 2026-05-07", "list · 2,800 to 3,200"
    bool included = true; // false: named so that nobody thinks it is inside (colocation, staff)
};

// Cumulative cash after each month 0..months, of one way to pay.
struct CashFlow {
    std::vector<Money> cumulative;
};

struct BreakEven {
    std::optional<double> month;     // nullopt: never within the horizon
    std::optional<double> low, high; // by the tornado's extremes, 80 %
};

struct TornadoBar {
    Text label;
    double lowInput = 0, highInput = 0;
    Text lowText, highText;                    // "1.03", "0.69"
    std::optional<double> lowMonth, highMonth; // break-even month at each end
};

struct PerMillion {
    std::optional<Money> rent, own; // per million output tokens
};

struct CostPlan {
    Currency currency;
    std::optional<ChosenOffer> offer;
    int instances = 0, surplusCards = 0;
    std::optional<Money> rentPerHour, rentPerMonth, rentTotal, npvRent;
    std::optional<Money> ownCapital, ownRunningPerMonth, ownResidual, ownTotal, ownPerMonth, npvOwn;
    BreakEven cash, withResale;
    std::optional<double> breakEvenUtilization;
    PerMillion perMillionOutput, perMillionInput;
    std::vector<CostLine> lines;
    int months = 48;
    std::optional<CashFlow> onDemand, reserved1Year, reserved3Years, spot, own, ownLow, ownHigh;
    std::vector<TornadoBar> tornado; // largest effect first
    Problems problems;
};

enum class Detail { Totals, Everything }; // Everything: cash flows, tornado, interval
// Prices `fleet.totalCards()` both ways (cost-model.md 2-4). Missing prices leave figures empty and add a problem.
CostPlan price(const Resolved& scenario, const fleet::FleetPlan& fleet, const std::optional<speed::SpeedPlan>& speed,
               const Catalog& catalog, Detail detail);

// Rent of `cards` of `card` an hour at its automatic offer: what a matrix cell shows. nullopt: no price.
std::optional<Money> rentPerHour(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog);
// Own cost a month of `cards` of `card`, by the scenario's ownership: for the ring of "just enough". nullopt: no price.
std::optional<Money> ownPerMonth(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog);

} // namespace cardfit::cost
