#include "core/report/cells.h"
#include "core/report/report_parts.h"
#include "core/report/verdict_words.h"

namespace cardfit::report {

namespace {

Cell costCell(const std::optional<Money>& amount, bool missing, const CostRow& row, Cell::Role totalRole)
{
    if (missing)
        return cellOf(Text(row.isTotal ? "cost.incomplete" : "cost.no-price"), Cell::Role::Warning);
    if (!amount)
        return emptyCell();
    return cellOf(Text("value.money").with("value", *amount), row.isTotal ? totalRole : Cell::Role::Normal);
}

Table linesTable(const std::vector<CostRow>& rows)
{
    Table table = tableOf({Text("report.head.line"), Text("report.head.rent"), Text("report.head.own"), Text("report.head.basis")});
    table.rightAligned.back() = false;
    for (const CostRow& row : rows) {
        const Cell::Role label = row.isTotal ? Cell::Role::Strong : row.included ? Cell::Role::Normal : Cell::Role::Quiet;
        Cell own = costCell(row.own, row.ownMissing, row, Cell::Role::Own);
        if (!row.included)
            own = cellOf(Text("cost.not-included"), Cell::Role::Quiet);
        if (row.isTotal)
            table.totalRow = table.rows.size();
        table.rows.push_back({cellOf(row.label, label), costCell(row.rent, row.rentMissing, row, Cell::Role::Rent), std::move(own),
                              cellOf(row.basis, row.stale ? Cell::Role::Warning : Cell::Role::Quiet)});
    }
    return table;
}

void addBreakEvenRow(Table& table, const char* label, const cost::BreakEven& breakEven)
{
    Cell month = breakEven.month ? cellOf(Text("value.month").with("value", *breakEven.month), Cell::Role::Strong)
                                 : cellOf(Text("value.never"), Cell::Role::Strong);
    Cell interval;
    if (breakEven.low && breakEven.high)
        interval = cellOf(Text("tornado.range").with("low", *breakEven.low).with("high", *breakEven.high), Cell::Role::Quiet);
    else if (breakEven.low)
        interval = cellOf(Text("tornado.range.open").with("low", *breakEven.low), Cell::Role::Quiet);
    table.rows.push_back({cellOf(Text(label)), std::move(month), std::move(interval)});
}

Table payingTable(const cost::CostPlan& cost)
{
    Table table = tableOf({Text("report.head.figure"), Text("report.head.value"), Text("report.head.interval")});
    if (cost.rentTotal && cost.ownTotal) {
        addBreakEvenRow(table, "report.cost.cash-break-even", cost.cash);
        addBreakEvenRow(table, "report.cost.resale-break-even", cost.withResale);
    }
    if (cost.breakEvenUtilization)
        table.rows.push_back({cellOf(Text("report.cost.break-even-utilization").with("months", cost.months)),
                              cellOf(Text("value.percent").with("value", Percent{*cost.breakEvenUtilization * 100}), Cell::Role::Strong),
                              emptyCell()});
    const auto add = [&](const char* label, const std::optional<Money>& amount, Cell::Role role) {
        if (amount)
            table.rows.push_back(
                {cellOf(Text(label).with("months", cost.months)), moneyCell("value.money-unit", amount, role), emptyCell()});
    };
    add("report.cost.rent-total", cost.rentTotal, Cell::Role::Rent);
    add("report.cost.own-total", cost.ownTotal, Cell::Role::Own);
    add("report.cost.npv-rent", cost.npvRent, Cell::Role::Rent);
    add("report.cost.npv-own", cost.npvOwn, Cell::Role::Own);
    add("report.cost.capital", cost.ownCapital, Cell::Role::Normal);
    add("report.cost.million-rent", cost.perMillionOutput.rent, Cell::Role::Rent);
    add("report.cost.million-own", cost.perMillionOutput.own, Cell::Role::Own);
    return table;
}

void addPrice(Table& table, Text what, Text price, Text from, std::string_view date, std::string_view grade)
{
    table.rows.push_back({cellOf(std::move(what)), cellOf(std::move(price)), cellOf(std::move(from)), nameCell(date, Cell::Role::Quiet),
                          nameCell(grade, Cell::Role::Quiet)});
}

void addRentalPrice(Table& table, const ScenarioView& view)
{
    const cost::ChosenOffer& chosen = *view.plan.cost->offer;
    Text what = Text("report.price.rental").with("card", view.plan.resolved->card->shortName);
    Text price = Text("value.money-hour").with("value", chosen.perInstanceHour.amount);
    if (!chosen.offer) {
        addPrice(table, std::move(what), std::move(price), Text("report.price.by-hand"), view.scenario->asOf, {});
        return;
    }
    const Offer& offer = *chosen.offer;
    Text from = Text("report.price.offer")
                    .with("provider", offer.provider)
                    .with("instance", offer.instance)
                    .with("region", offer.region)
                    .with("term", Text("term." + std::string(nameOf(view.scenario->rental.term))))
                    .with("source", offer.source);
    addPrice(table, std::move(what), std::move(price), std::move(from), offer.dateTo, nameOf(offer.grade));
}

void addPurchasePrice(Table& table, const ScenarioView& view, const Catalog& catalog)
{
    const std::optional<Money>& given = view.scenario->ownership.cardPrice;
    const PurchasePrice* listed = catalog.purchasePrice(view.plan.resolved->card->id);
    Text what = Text("report.price.purchase").with("card", view.plan.resolved->card->shortName);
    if (given)
        addPrice(table, std::move(what), Text("value.money-price").with("value", *given), Text("report.price.by-hand"), view.scenario->asOf,
                 {});
    else if (listed)
        addPrice(table, std::move(what), Text("value.money-price").with("value", listed->base()),
                 Text("report.price.listed").with("low", listed->low).with("high", listed->high).with("source", listed->source),
                 listed->date, nameOf(listed->grade));
}

Table pricesTable(const ScenarioView& view, const Catalog& catalog)
{
    Table table = tableOf({Text("report.head.price-of"), Text("report.head.price"), Text("report.head.source"), Text("report.head.date"),
                           Text("report.head.grade")});
    table.rightAligned.assign(5, false);
    table.rightAligned[1] = true;
    if (view.plan.cost->offer)
        addRentalPrice(table, view);
    addPurchasePrice(table, view, catalog);
    const Money& power = view.scenario->ownership.powerPricePerKwh;
    const bool isDefault = power.micros() == OwnershipOptions{}.powerPricePerKwh.micros();
    addPrice(table, Text("report.price.electricity"), Text("value.money-kwh").with("value", power),
             Text(isDefault ? "report.price.default" : "report.price.by-hand"), view.scenario->asOf, {});
    return table;
}

Table tornadoTable(const std::vector<TornadoRow>& rows)
{
    Table table = tableOf({Text("report.head.input"), Text("report.head.low"), Text("report.head.high"), Text("report.head.break-even")});
    for (const TornadoRow& row : rows)
        table.rows.push_back({cellOf(row.label), cellOf(row.lowText), cellOf(row.highText), cellOf(row.rangeText)});
    return table;
}

template <class Content>
void addSection(ReportModel& model, const char* title, Content content)
{
    Section section{2, true, Text(title), {}};
    section.blocks.emplace_back(std::move(content));
    model.sections.push_back(std::move(section));
}

} // namespace

void addCost(ReportModel& model, const ScenarioView& view, const Catalog& catalog)
{
    if (!view.plan.cost)
        return;
    const cost::CostPlan& cost = *view.plan.cost;
    const Scenario& scenario = view.plan.resolved->scenario;
    Section chapter{1, true, Text("report.cost").with("scenario", view.title()), {}};
    chapter.blocks.emplace_back(leadOf(Text("report.cost.lead")
                                           .with("cards", countOfCards(view.plan.fleet.totalCards(), view.plan.resolved->card->shortName))
                                           .with("hours", scenario.rental.hoursPerMonth)
                                           .with("months", cost.months)
                                           .with("rate", Percent{scenario.ownership.discountRate * 100})
                                           .with("currency", Text("currency." + std::string(cost.currency.code())))));
    model.sections.push_back(std::move(chapter));
    addSection(model, "report.cost.chart", view.page.money);
    addSection(model, "report.cost.lines", linesTable(view.page.costRows));
    addSection(model, "report.cost.paying", payingTable(cost));
    addSection(model, "report.cost.prices", pricesTable(view, catalog));
    if (!view.page.tornado.empty())
        addSection(model, "report.cost.moves", tornadoTable(view.page.tornado));
}

} // namespace cardfit::report
