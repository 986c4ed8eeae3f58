#include "core/plan/cost/over_time.h"

#include "core/plan/cost/currency.h"
#include "core/plan/cost/offers.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace cardfit::cost {

namespace {

CashFlow rentFlow(const RentInputs& rent, int months, Currency currency)
{
    CashFlow flow;
    flow.cumulative.reserve(static_cast<std::size_t>(months) + 1);
    double paid = 0;
    const double perMonth = rentPerMonth(rent);
    for (int month = 0; month <= months; ++month) {
        flow.cumulative.push_back(Money::fromDouble(paid, currency).rounded(2));
        paid += perMonth * declineFactor(rent, month);
    }
    return flow;
}

// Cash of owning with nothing sold, month 0 being the purchase.
std::vector<double> ownedUntil(const OwnFlow& flow, int months)
{
    std::vector<double> paid(static_cast<std::size_t>(months) + 1);
    for (std::size_t month = 0; month < paid.size(); ++month)
        paid[month] = flow.capital.total() + flow.paidMonthly * static_cast<double>(month);
    return paid;
}

CashFlow asCash(const std::vector<double>& paid, Currency currency)
{
    CashFlow flow;
    flow.cumulative.reserve(paid.size());
    for (const double amount : paid)
        flow.cumulative.push_back(Money::fromDouble(amount, currency).rounded(2));
    return flow;
}

std::optional<ChosenOffer> sameOffer(ChosenOffer offer, RentalTerm term, const Context& context)
{
    const std::optional<MoneyPerHour> price = offer.offer->priceFor(term);
    const Currency currency = context.scenario.scenario.currency;
    const std::optional<double> perHour = price ? converted(price->amount, currency, context.catalog) : std::nullopt;
    if (!perHour)
        return std::nullopt;
    offer.perInstanceHour = {Money::fromDouble(*perHour, currency)};
    return offer;
}

// The chosen offer's own price for another term, so that like is compared with like; else the cheapest that has one.
std::optional<CashFlow> flowOfTerm(const Context& context, RentalTerm term)
{
    const Resolved& scenario = context.scenario;
    std::optional<ChosenOffer> offer;
    if (term == scenario.scenario.rental.term)
        offer = context.offer;
    else if (context.offer && context.offer->offer)
        offer = sameOffer(*context.offer, term, context);
    if (!offer)
        offer = chooseOffer(scenario, *scenario.card, context.catalog, context.cards, term);
    if (!offer)
        return std::nullopt;
    return rentFlow(rentInputs(scenario, *offer, context.cards, term), context.inputs.months, scenario.scenario.currency);
}

// One input at its two ends.
struct Ends {
    const char* name;
    double low, high;
    std::function<void(Inputs&, double)> set;
    bool decision = false;
    bool owning = true; // moves the owning side
};

void setHours(Inputs& inputs, double hours)
{
    inputs.own.hours = hours;
    if (inputs.rent && inputs.rent->lockedMonths == 1)
        inputs.rent->hours = hours;
}

void addRentEnds(std::vector<Ends>& ends, const Inputs& base, const OwnershipFacts& facts)
{
    if (!base.rent)
        return;
    const double price = base.rent->instanceHour;
    ends.push_back({"rental-price", price * facts.rentLow, price * facts.rentHigh,
                    [](Inputs& inputs, double value) { inputs.rent->instanceHour = value; }, false, false});
    ends.push_back({"price-decline", base.rent->declinePerYear, std::max(base.rent->declinePerYear, facts.priceDeclineHigh),
                    [](Inputs& inputs, double value) { inputs.rent->declinePerYear = value; }, false, false});
}

void addPurchaseEnds(std::vector<Ends>& ends, const Context& context)
{
    const Inputs& base = context.inputs;
    const OwnershipFacts& facts = *context.scenario.ownership;
    if (!base.own.serverPrice)
        ends.push_back({"server-over-cards", facts.serverOverCardsLow, facts.serverOverCardsHigh,
                        [](Inputs& inputs, double value) { inputs.own.serverOverCards = value; }});
    const PurchasePrice* purchase = context.catalog.purchasePrice(context.scenario.card->id);
    if (context.scenario.scenario.ownership.cardPrice || !purchase || !base.own.cardPrice)
        return;
    const double middle = purchase->base().toDouble();
    const double scale = middle > 0 ? *base.own.cardPrice / middle : 0; // into the scenario's currency
    ends.push_back({"card-price", purchase->low.toDouble() * scale, purchase->high.toDouble() * scale,
                    [](Inputs& inputs, double value) { inputs.own.cardPrice = value; }});
}

void addRunningEnds(std::vector<Ends>& ends, const Context& context)
{
    const OwnInputs& base = context.inputs.own;
    const OwnershipFacts& facts = *context.scenario.ownership;
    const Scenario& scenario = context.scenario.scenario;
    ends.push_back({"power-price", base.powerPrice * facts.powerPriceLow, base.powerPrice * facts.powerPriceHigh,
                    [](Inputs& inputs, double value) { inputs.own.powerPrice = value; }});
    ends.push_back({"pue", std::min(base.pue, facts.pueLow), std::max(base.pue, facts.pueHigh),
                    [](Inputs& inputs, double value) { inputs.own.pue = value; }});
    ends.push_back({"maintenance", std::min(base.maintenancePercent, facts.maintenancePercentLow),
                    std::max(base.maintenancePercent, facts.maintenancePercentHigh),
                    [](Inputs& inputs, double value) { inputs.own.maintenancePercent = value; }});
    if (!scenario.ownership.utilization && !scenario.demand.requestsPerSecond)
        ends.push_back({"utilization", facts.utilizationLow, facts.utilizationHigh,
                        [](Inputs& inputs, double value) { inputs.own.utilization = value; }});
    if (scenario.ownership.serverKilowatts || facts.serverPowerOverCards <= 0 || !base.provisionedKilowatts)
        return;
    const double perRatio = *base.provisionedKilowatts / facts.serverPowerOverCards;
    ends.push_back({"server-power", perRatio * facts.serverPowerOverCardsLow, perRatio * facts.serverPowerOverCardsHigh,
                    [](Inputs& inputs, double value) { inputs.own.provisionedKilowatts = value; }});
}

std::vector<Ends> endsOf(const Context& context)
{
    const OwnershipFacts& facts = *context.scenario.ownership;
    std::vector<Ends> ends;
    const double hours = context.inputs.own.hours;
    ends.push_back({"hours", std::min(hours, facts.hoursLow), std::max(hours, facts.hoursPerMonth), setHours, true});
    addRentEnds(ends, context.inputs, facts);
    addPurchaseEnds(ends, context);
    addRunningEnds(ends, context);
    return ends;
}

// How far a bar reaches; an end that never pays reaches past everything within the horizon.
double reach(const TornadoBar& bar, int months)
{
    const double never = 2.0 * months;
    return std::abs(bar.highMonth.value_or(never) - bar.lowMonth.value_or(never));
}

Text endText(double value, const Ends& ends, const Context& context)
{
    const std::string_view name = ends.name;
    if (name == "rental-price" || name == "card-price" || name == "power-price")
        return Text("cost.end.money").with("amount", Money::fromDouble(value, context.scenario.scenario.currency));
    if (name == "price-decline" || name == "utilization")
        return Text("cost.end.percent").with("percent", Percent{value * 100});
    if (name == "maintenance")
        return Text("cost.end.percent").with("percent", Percent{value});
    return Text("cost.end.number").with("value", value);
}

std::optional<double> monthAt(const Context& context, const Ends& ends, double value, BreakEvenKind kind)
{
    Inputs inputs = context.inputs;
    ends.set(inputs, value);
    return breakEvenMonth(inputs, kind);
}

// Owning at one end of an input, against owning as it stands: squares of the differences add up, as the inputs are
// independent of one another.
void addSquares(std::vector<double>& squares, const Context& context, const Ends& ends, double value, const std::vector<double>& base)
{
    Inputs inputs = context.inputs;
    ends.set(inputs, value);
    const std::optional<OwnFlow> flow = ownFlow(inputs.own);
    if (!flow)
        return;
    const std::vector<double> paid = ownedUntil(*flow, inputs.months);
    for (std::size_t month = 0; month < paid.size(); ++month)
        squares[month] += (paid[month] - base[month]) * (paid[month] - base[month]);
}

void fillOwnBand(CostPlan& plan, const Context& context)
{
    const std::optional<OwnFlow> flow = ownFlow(context.inputs.own);
    if (!flow)
        return;
    const std::vector<double> base = ownedUntil(*flow, context.inputs.months);
    std::vector<double> below(base.size()), above(base.size());
    for (const Ends& ends : endsOf(context)) {
        if (ends.decision || !ends.owning)
            continue;
        addSquares(below, context, ends, ends.low, base);
        addSquares(above, context, ends, ends.high, base);
    }
    for (std::size_t month = 0; month < base.size(); ++month) {
        below[month] = std::max(0.0, base[month] - std::sqrt(below[month]));
        above[month] = base[month] + std::sqrt(above[month]);
    }
    plan.own = asCash(base, plan.currency);
    plan.ownLow = asCash(below, plan.currency);
    plan.ownHigh = asCash(above, plan.currency);
}

// The widest of the uncertain inputs, one at a time. An end that never pays leaves the interval open there.
void fillInterval(BreakEven& breakEven, const Context& context, BreakEvenKind kind)
{
    if (!breakEven.month)
        return;
    const int months = context.inputs.months;
    double low = *breakEven.month, high = *breakEven.month;
    for (const Ends& ends : endsOf(context)) {
        if (ends.decision)
            continue;
        for (const double value : {ends.low, ends.high}) {
            const double month = monthAt(context, ends, value, kind).value_or(months + 1.0);
            low = std::min(low, month);
            high = std::max(high, month);
        }
    }
    breakEven.low = low;
    if (high <= months)
        breakEven.high = high;
}

} // namespace

std::vector<TornadoBar> tornadoOf(const Context& context)
{
    std::vector<TornadoBar> bars;
    if (!context.inputs.rent || !ownFlow(context.inputs.own))
        return bars;
    for (const Ends& ends : endsOf(context)) {
        if (ends.low == ends.high)
            continue;
        TornadoBar& bar = bars.emplace_back();
        bar.name = ends.name;
        bar.decision = ends.decision;
        bar.label = Text("cost.tornado." + bar.name);
        bar.lowInput = ends.low;
        bar.highInput = ends.high;
        bar.lowText = endText(ends.low, ends, context);
        bar.highText = endText(ends.high, ends, context);
        bar.lowMonth = monthAt(context, ends, ends.low, BreakEvenKind::Cash);
        bar.highMonth = monthAt(context, ends, ends.high, BreakEvenKind::Cash);
    }
    const int months = context.inputs.months;
    std::stable_sort(bars.begin(), bars.end(),
                     [months](const TornadoBar& a, const TornadoBar& b) { return reach(a, months) > reach(b, months); });
    return bars;
}

void fillOverTime(CostPlan& plan, const Context& context)
{
    plan.onDemand = flowOfTerm(context, RentalTerm::OnDemand);
    plan.reserved1Year = flowOfTerm(context, RentalTerm::Reserved1Year);
    plan.reserved3Years = flowOfTerm(context, RentalTerm::Reserved3Years);
    plan.spot = flowOfTerm(context, RentalTerm::Spot);
    fillOwnBand(plan, context);
    plan.tornado = tornadoOf(context);
    fillInterval(plan.cash, context, BreakEvenKind::Cash);
    fillInterval(plan.withResale, context, BreakEvenKind::WithResale);
}

} // namespace cardfit::cost
