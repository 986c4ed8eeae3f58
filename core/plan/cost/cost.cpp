#include "core/plan/cost/cost.h"

#include "core/base/date.h"
#include "core/plan/cost/currency.h"
#include "core/plan/cost/flows.h"
#include "core/plan/cost/lines.h"
#include "core/plan/cost/offers.h"
#include "core/plan/cost/over_time.h"

namespace cardfit::cost {

namespace {

void warn(CostPlan& plan, Severity severity, const char* where, Text text, Text wayOut = {})
{
    plan.problems.push_back({severity, where, std::move(text), std::move(wayOut)});
}

bool anyUnconvertible(const Resolved& scenario, const Catalog& catalog)
{
    for (const Offer* offer : catalog.offersOf(scenario.card->id)) {
        const std::optional<MoneyPerHour> price = offer->priceFor(scenario.scenario.rental.term);
        if (price && !converted(price->amount, scenario.scenario.currency, catalog))
            return true;
    }
    return false;
}

void reportMissingRent(CostPlan& plan, const Resolved& scenario, const Catalog& catalog)
{
    const RentalOptions& rental = scenario.scenario.rental;
    if (!rental.given && !rental.offerId.empty()) {
        warn(plan, Severity::Warning, "/rental/offer",
             Text("cost.offer-unusable")
                 .with("offer", rental.offerId)
                 .with("card", scenario.card->shortName)
                 .with("term", nameOf(rental.term)),
             Text("cost.way-out.offer-auto"));
        return;
    }
    if (rental.given || anyUnconvertible(scenario, catalog)) {
        warn(plan, Severity::Warning, "/currency", Text("cost.no-rate").with("currency", scenario.scenario.currency.code()));
        return;
    }
    warn(plan, Severity::Warning, "/rental",
         Text("cost.no-rental-price").with("card", scenario.card->shortName).with("term", nameOf(rental.term)), Text("cost.way-out.quote"));
}

void reportOffer(CostPlan& plan, const Resolved& scenario)
{
    const ChosenOffer& offer = *plan.offer;
    if (offer.offer && offer.stale)
        warn(plan, Severity::Warning, "/rental/offer",
             Text("cost.stale-offer")
                 .with("card", scenario.card->shortName)
                 .with("provider", offer.offer->provider)
                 .with("days", offer.ageDays)
                 .with("date", offer.offer->dateTo),
             Text("cost.way-out.quote"));
    if (plan.surplusCards > 0)
        warn(plan, Severity::Note, "/rental/offer",
             Text("cost.surplus-cards")
                 .with("instances", plan.instances)
                 .with("perInstance", offer.cardsPerInstance)
                 .with("surplus", plan.surplusCards));
}

void reportConversion(CostPlan& plan, const Resolved& scenario, const Catalog& catalog, Currency from)
{
    const Currency usd("USD");
    const CurrencyRate* rate = catalog.rate(from == usd ? scenario.scenario.currency : from);
    if (rate)
        warn(plan, Severity::Note, "/currency",
             Text("cost.converted")
                 .with("from", from.code())
                 .with("to", scenario.scenario.currency.code())
                 .with("rate", rate->perUsd)
                 .with("currency", rate->currency.code())
                 .with("date", rate->date));
}

void reportOwning(CostPlan& plan, const Resolved& scenario, const OwnInputs& own)
{
    if (own.unconvertible)
        warn(plan, Severity::Warning, "/currency", Text("cost.no-rate").with("currency", scenario.scenario.currency.code()));
    else if (!own.cardPrice)
        warn(plan, Severity::Warning, "/ownership/card_price", Text("cost.no-card-price").with("card", scenario.card->shortName),
             Text("cost.way-out.card-price"));
    if (!own.provisionedKilowatts)
        warn(plan, Severity::Warning, "/ownership/server_kw", Text("cost.no-power").with("card", scenario.card->shortName),
             Text("cost.way-out.server-kw"));
}

void reportPurchaseAge(CostPlan& plan, const Resolved& scenario, const Catalog& catalog)
{
    const PurchasePrice* purchase = catalog.purchasePrice(scenario.card->id);
    if (scenario.scenario.ownership.cardPrice || !purchase || purchase->date.empty())
        return;
    const int days = dayNumberOf(scenario.scenario.asOf) - dayNumberOf(purchase->date);
    if (days > scenario.ownership->staleAfterDays)
        warn(plan, Severity::Note, "/ownership/card_price",
             Text("cost.stale-purchase").with("card", scenario.card->shortName).with("days", days).with("date", purchase->date));
}

// Amounts that no sum can hold are missing, and said to be so.
void reportTooLarge(CostPlan& plan, const char* where)
{
    warn(plan, Severity::Warning, where, Text("cost.too-large"), Text("cost.way-out.smaller-fleet"));
}

void fillRent(CostPlan& plan, const Inputs& inputs, const SideTotals& totals, Currency currency)
{
    if (!inputs.rent)
        return;
    const RentInputs& rent = *inputs.rent;
    plan.instances = rent.instances;
    if (!totals.perMonth) {
        reportTooLarge(plan, "/rental");
        return;
    }
    plan.rentPerHour = Money::fromDouble(rent.instances * rent.instanceHour * rent.surcharge, currency);
    plan.rentPerMonth = totals.perMonth;
    plan.rentTotal = totals.total;
    plan.npvRent = Money::fromDouble(rentNpv(rent, inputs.months, inputs.monthlyDiscount), currency).rounded(2);
}

// Sums of the rounded lines, so that any column of them adds up to what is printed below it.
void fillOwn(CostPlan& plan, const Inputs& inputs, const SideTotals& totals, Currency currency)
{
    const std::optional<OwnFlow> flow = ownFlow(inputs.own);
    if (flow && !totals.perMonth)
        reportTooLarge(plan, "/ownership");
    if (!flow || !totals.perMonth)
        return;
    Money capital = Money::zero(currency), running = Money::zero(currency), residual = Money::zero(currency);
    for (const CostLine& line : plan.lines) {
        if (line.side != Side::Own || !line.included || !line.total)
            continue;
        if (line.name == "resale")
            residual = -*line.total;
        else if (line.isCapital)
            capital += *line.total;
        else
            running += *line.perMonth;
    }
    plan.ownCapital = capital;
    plan.ownRunningPerMonth = running;
    plan.ownResidual = residual;
    plan.ownTotal = totals.total;
    plan.ownPerMonth = totals.perMonth;
    const Spread spread = spreadOver(inputs.months, inputs.monthlyDiscount);
    const double value =
        flow->capital.total() + flow->paidMonthly / spread.annuity - flow->resale(inputs.own, inputs.months) * spread.finalDiscount;
    plan.npvOwn = Money::fromDouble(value, currency).rounded(2);
}

std::optional<Money> perMillion(const std::optional<Money>& perMonth, double tokensPerMonth)
{
    if (!perMonth || tokensPerMonth <= 0)
        return std::nullopt;
    const double amount = perMonth->toDouble() * 1e6 / tokensPerMonth;
    return Money::canHold(amount) ? std::optional(Money::fromDouble(amount, perMonth->currency())) : std::nullopt;
}

// Tokens of the whole fleet in a month: without a demand it works at the scenario's load for its utilization; with one,
// the speed is already that of the mean demand.
void fillPerMillion(CostPlan& plan, const Resolved& scenario, const fleet::FleetPlan& fleet, const speed::SpeedPlan& speed)
{
    if (!speed.outputTokens || !speed.totalTokens)
        return;
    const bool demand = scenario.scenario.demand.requestsPerSecond.has_value();
    const double seconds = scenario.scenario.rental.hoursPerMonth * 3600;
    const double busy = seconds * fleet.replicas * (demand ? 1.0 : fleet.utilization);
    const double output = speed.outputTokens->value() * busy;
    const double input = speed.totalTokens->value() * busy - output;
    plan.perMillionOutput = {perMillion(plan.rentPerMonth, output), perMillion(plan.ownPerMonth, output)};
    plan.perMillionInput = {perMillion(plan.rentPerMonth, input), perMillion(plan.ownPerMonth, input)};
}

} // namespace

CostPlan price(const Resolved& scenario, const fleet::FleetPlan& fleet, const std::optional<speed::SpeedPlan>& speed,
               const Catalog& catalog, Detail detail)
{
    const int cards = fleet.totalCards();
    const Currency currency = scenario.scenario.currency;
    CostPlan plan;
    plan.currency = currency;
    Inputs inputs = horizonOf(scenario);
    plan.months = inputs.months;
    plan.offer = chooseOffer(scenario, *scenario.card, catalog, cards);
    if (plan.offer) {
        inputs.rent = rentInputs(scenario, *plan.offer, cards, scenario.scenario.rental.term);
        plan.surplusCards = inputs.rent->instances * plan.offer->cardsPerInstance - cards;
    }
    inputs.own = ownInputs(scenario, *scenario.card, cards, scenario.scenario.ownership.utilization.value_or(fleet.utilization), catalog);

    const Context context{scenario, catalog, inputs, plan.offer, cards};
    plan.lines = costLines(context);
    fillRent(plan, inputs, sumOf(plan.lines, Side::Rent, currency), currency);
    fillOwn(plan, inputs, sumOf(plan.lines, Side::Own, currency), currency);
    plan.cash.month = breakEvenMonth(inputs, BreakEvenKind::Cash);
    plan.withResale.month = breakEvenMonth(inputs, BreakEvenKind::WithResale);
    if (plan.ownPerMonth)
        plan.breakEvenUtilization = breakEvenUtilization(inputs, plan.ownPerMonth->toDouble());
    if (speed)
        fillPerMillion(plan, scenario, fleet, *speed);

    if (plan.offer)
        reportOffer(plan, scenario);
    else
        reportMissingRent(plan, scenario, catalog);
    if (plan.offer && plan.offer->converted)
        reportConversion(plan, scenario, catalog,
                         plan.offer->offer ? plan.offer->offer->currency : scenario.scenario.rental.given->perHour.currency());
    reportOwning(plan, scenario, inputs.own);
    reportPurchaseAge(plan, scenario, catalog);
    if (detail == Detail::Everything) {
        describe(plan.lines, context);
        fillOverTime(plan, context);
    }
    return plan;
}

} // namespace cardfit::cost
