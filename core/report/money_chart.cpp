#include "core/report/page_parts.h"

#include <algorithm>

namespace cardfit::report {

namespace {

std::vector<double> inUnits(const cost::CashFlow& flow)
{
    std::vector<double> values;
    values.reserve(flow.cumulative.size());
    for (const Money& money : flow.cumulative)
        values.push_back(money.toDouble());
    return values;
}

const char* labelOf(MoneyCurve::Kind kind)
{
    switch (kind) {
    case MoneyCurve::Kind::OnDemand: return "money.curve.on-demand";
    case MoneyCurve::Kind::Reserved1Year: return "money.curve.reserved-1y";
    case MoneyCurve::Kind::Reserved3Years: return "money.curve.reserved-3y";
    case MoneyCurve::Kind::Spot: return "money.curve.spot";
    case MoneyCurve::Kind::Own: break;
    }
    return "money.curve.own";
}

void addCurve(MoneyChart& chart, MoneyCurve::Kind kind, const std::optional<cost::CashFlow>& flow)
{
    if (!flow || flow->cumulative.empty())
        return;
    MoneyCurve curve;
    curve.kind = kind;
    curve.cumulative = inUnits(*flow);
    curve.total = curve.cumulative.back();
    curve.endLabel = Text(labelOf(kind));
    chart.curves.push_back(std::move(curve));
}

double amountAt(const std::vector<double>& cumulative, double month)
{
    const auto last = static_cast<double>(cumulative.size() - 1);
    const double place = std::clamp(month, 0.0, last);
    const auto before = static_cast<std::size_t>(place);
    if (before + 1 >= cumulative.size())
        return cumulative.back();
    return cumulative[before] + (cumulative[before + 1] - cumulative[before]) * (place - static_cast<double>(before));
}

// First month from which renting has cost at least as much as owning, interpolated within the month.
std::optional<Crossing> crossingOf(const std::vector<double>& rent, const std::vector<double>& own)
{
    const std::size_t months = std::min(rent.size(), own.size());
    for (std::size_t i = 1; i < months; ++i) {
        const double before = own[i - 1] - rent[i - 1];
        const double after = own[i] - rent[i];
        if (before <= 0 || after > 0)
            continue;
        const double month = static_cast<double>(i - 1) + before / (before - after);
        return Crossing{month, amountAt(own, month)};
    }
    return std::nullopt;
}

MoneyCurve::Kind kindOf(RentalTerm term)
{
    switch (term) {
    case RentalTerm::Spot: return MoneyCurve::Kind::Spot;
    case RentalTerm::Reserved1Year: return MoneyCurve::Kind::Reserved1Year;
    case RentalTerm::Reserved3Years: return MoneyCurve::Kind::Reserved3Years;
    default: return MoneyCurve::Kind::OnDemand;
    }
}

void addCrossings(MoneyChart& chart, const cost::CostPlan& cost, RentalTerm term)
{
    const auto own =
        std::find_if(chart.curves.begin(), chart.curves.end(), [](const MoneyCurve& c) { return c.kind == MoneyCurve::Kind::Own; });
    if (own == chart.curves.end())
        return;
    if (cost.cash.month) {
        chart.breakEven = Crossing{*cost.cash.month, amountAt(own->cumulative, *cost.cash.month)};
        chart.breakEvenLow = cost.cash.low;
        chart.breakEvenHigh = cost.cash.high;
    }
    for (const MoneyCurve& curve : chart.curves) {
        if (curve.kind == MoneyCurve::Kind::Own || curve.kind == kindOf(term))
            continue;
        if (const std::optional<Crossing> crossing = crossingOf(curve.cumulative, own->cumulative))
            chart.otherCrossings.push_back(*crossing);
    }
}

Text breakEvenTextOf(const cost::CostPlan& cost)
{
    if (!cost.ownTotal)
        return Text("money.no-purchase-price");
    if (!cost.rentTotal)
        return Text("money.no-rental-price");
    if (!cost.cash.month)
        return Text("money.own-never").with("months", cost.months);
    if (*cost.cash.month < 0.05)
        return Text("money.own-at-once");
    return Text("money.own-pays").with("month", *cost.cash.month);
}

Text intervalTextOf(const cost::CostPlan& cost)
{
    if (!cost.cash.month || !cost.cash.low)
        return {};
    if (!cost.cash.high)
        return Text("money.interval-open").with("low", *cost.cash.low);
    return Text("money.interval").with("low", *cost.cash.low).with("high", *cost.cash.high);
}

} // namespace

MoneyChart moneyChartOf(const Plan& plan)
{
    MoneyChart chart;
    if (!plan.resolved || !plan.cost)
        return chart;
    const cost::CostPlan& cost = *plan.cost;
    chart.currency = cost.currency;
    chart.months = cost.months;
    addCurve(chart, MoneyCurve::Kind::OnDemand, cost.onDemand);
    addCurve(chart, MoneyCurve::Kind::Reserved1Year, cost.reserved1Year);
    addCurve(chart, MoneyCurve::Kind::Reserved3Years, cost.reserved3Years);
    addCurve(chart, MoneyCurve::Kind::Spot, cost.spot);
    addCurve(chart, MoneyCurve::Kind::Own, cost.own);
    if (cost.own && cost.ownLow && cost.ownHigh) {
        chart.ownLow = inUnits(*cost.ownLow);
        chart.ownHigh = inUnits(*cost.ownHigh);
    }
    addCrossings(chart, cost, plan.resolved->scenario.rental.term);
    chart.breakEvenText = breakEvenTextOf(cost);
    chart.intervalText = intervalTextOf(cost);
    if (chart.curves.empty())
        chart.missing = Text("money.missing").with("card", plan.resolved->card->shortName);
    return chart;
}

} // namespace cardfit::report
