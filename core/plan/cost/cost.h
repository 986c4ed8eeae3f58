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
// The scenario's own offer where it names or gives one (for its own card), else the cheapest for `cards` cards among the
// newest snapshot of each provider: grade A or B, not stale at as_of, allowed, not implausibly cheap; if there is none,
// the newest stale one, marked. nullopt: no price.
std::optional<ChosenOffer> chooseOffer(const Resolved& scenario, const Card& card, const Catalog& catalog, int cards = 1);

enum class Side { Rent, Own };

struct CostLine {
    Side side = Side::Own;
    std::string name;              // JSON: "rent", "cards", "server", "energy", ...
    Text label;                    // with its figures, as shown
    std::optional<Money> perMonth; // nullopt: missing ("incomplete")
    std::optional<Money> total;    // over the horizon
    Basis basis = Basis::Derived;
    Text basisText;         // "B · 2026-05-07", "list · 2,800 to 3,200"
    bool included = true;   // false: named so that nobody thinks it is inside (colocation, staff)
    bool isCapital = false; // paid at month 0; perMonth is its share of the equal payments
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
    std::string name;      // "hours", "rental-price", "server-over-cards", "card-price", "power-price", ...
    bool decision = false; // the user's choice (hours), not an uncertainty: not part of the break-even's interval
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
// Prices `fleet.totalCards()` both ways (README.md 3 to 6). Missing prices leave figures empty and add a problem.
CostPlan price(const Resolved& scenario, const fleet::FleetPlan& fleet, const std::optional<speed::SpeedPlan>& speed,
               const Catalog& catalog, Detail detail);

// Prices of one card type for any number of cards, looked up once: a row of the matrix.
class CardPrices {
public:
    CardPrices(const Resolved& scenario, const Card& card, const Catalog& catalog);
    std::optional<Money> rentPerHour(int cards) const; // all instances together, with uplift; nullopt: no price
    std::optional<Money> ownPerMonth(int cards) const; // as CostPlan::ownPerMonth; nullopt: no card price

private:
    struct Candidate {
        double instanceHour = 0; // in the scenario's currency
        int cardsPerInstance = 1;
    };
    const Resolved* m_scenario;
    const Card* m_card;
    const Catalog* m_catalog;
    std::vector<Candidate> m_candidates;
};

// Rent of `cards` of `card` an hour at its automatic offer: what a matrix cell shows. nullopt: no price.
std::optional<Money> rentPerHour(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog);
// Own cost a month of `cards` of `card`, by the scenario's ownership: for the ring of "just enough". nullopt: no price.
std::optional<Money> ownPerMonth(const Resolved& scenario, const Card& card, int cards, const Catalog& catalog);

} // namespace cardfit::cost
