#include "core/report/cells.h"
#include "core/report/report_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>

namespace cardfit::report {

namespace {

const ScenarioView& baselineOf(const ScenarioViews& views)
{
    const auto found = std::find_if(views.begin(), views.end(), [](const ScenarioView& view) { return view.isBaseline; });
    return found == views.end() ? views.front() : *found;
}

bool carries(const Plan& plan) { return plan.fit.verdict == fleet::Verdict::Fits || plan.fit.verdict == fleet::Verdict::Tight; }

Text decision(const Plan& plan)
{
    Text cards = countOfCards(plan.fleet.totalCards(), plan.resolved->card->shortName);
    const bool priced = plan.cost && plan.cost->rentPerMonth && plan.cost->ownPerMonth;
    const char* code = !priced ? "report.decision.use" : plan.cost->cash.month ? "report.decision.buy" : "report.decision.rent";
    return Text(code).with("cards", std::move(cards));
}

Text whatItCarries(const Plan& plan)
{
    const Scenario& scenario = plan.resolved->scenario;
    const bool training = isTraining(scenario.task);
    const char* code = training ? "report.carries.training" : scenario.concurrency ? "report.carries" : "report.carries.max";
    Text text = Text(code)
                    .with("count", plan.fleet.totalCards())
                    .with("model", plan.resolved->model->shortName)
                    .with("precision", precisionName(*plan.resolved->weights))
                    .with("words", verdictWords(plan.fit.verdict, plan.fit.headroom.value_or(0)));
    if (training)
        return std::move(text).with("task", Text("task." + std::string(nameOf(scenario.task))));
    return scenario.concurrency ? std::move(text).with("users", *scenario.concurrency) : text;
}

Text whatItCosts(const cost::CostPlan& cost)
{
    if (!cost.rentPerMonth && !cost.ownPerMonth)
        return Text("report.costs.unknown");
    if (!cost.ownPerMonth)
        return Text("report.costs.rent").with("rent", *cost.rentPerMonth);
    if (!cost.rentPerMonth)
        return Text("report.costs.own").with("own", *cost.ownPerMonth).with("months", cost.months);
    Text text = Text(cost.cash.month ? "report.costs.both" : "report.costs.both-never")
                    .with("rent", *cost.rentPerMonth)
                    .with("own", *cost.ownPerMonth)
                    .with("months", cost.months);
    return cost.cash.month ? std::move(text).with("month", *cost.cash.month) : text;
}

std::optional<Text> howFast(const Plan& plan)
{
    if (!plan.speed)
        return std::nullopt;
    if (plan.speed->trainingTokens)
        return Text("report.speed.training").with("rate", plan.speed->trainingTokens->value());
    const double requests = plan.fleet.requestsPerSecond.value_or(plan.speed->requestsPerSecond);
    return requests > 0 ? std::optional(Text("report.speed.requests").with("rate", requests)) : std::nullopt;
}

Recommendation recommendationOf(const ScenarioView& view)
{
    Recommendation box;
    box.verdict = view.plan.fit.verdict;
    if (!view.plan.resolved || !carries(view.plan)) {
        box.text = view.page.headline;
        return box;
    }
    std::vector<Text> sentences{decision(view.plan), whatItCarries(view.plan)};
    if (std::optional<Text> speed = howFast(view.plan))
        sentences.push_back(std::move(*speed));
    if (view.plan.cost)
        sentences.push_back(whatItCosts(*view.plan.cost));
    box.text = Text("report.sentences");
    box.text.arguments.push_back({"sentences", std::move(sentences)});
    return box;
}

KeyFigure memoryFigure(const memory::MemoryPlan& memory)
{
    KeyFigure figure;
    figure.value = Text("report.figure.memory").with("need", memory.required).with("usable", memory.available);
    figure.label = Text("report.figure.memory.label");
    figure.interval = Text("report.interval.memory").with("low", memory.requiredRange.low).with("high", memory.requiredRange.high);
    return figure;
}

KeyFigure rentFigure(const cost::CostPlan& cost)
{
    KeyFigure figure;
    figure.role = Cell::Role::Rent;
    figure.label = Text("report.figure.rent.label");
    figure.value = cost.rentPerMonth ? Text("value.money-unit").with("value", *cost.rentPerMonth) : Text("cost.no-price");
    if (cost.offer && cost.offer->offer) {
        const Offer& offer = *cost.offer->offer;
        figure.interval =
            Text("report.offer").with("provider", offer.provider).with("date", offer.dateTo).with("grade", nameOf(offer.grade));
    }
    return figure;
}

KeyFigure ownFigure(const cost::CostPlan& cost)
{
    KeyFigure figure;
    figure.role = Cell::Role::Own;
    figure.label = Text("report.figure.own.label").with("months", cost.months);
    figure.value = cost.ownPerMonth ? Text("value.money-unit").with("value", *cost.ownPerMonth) : Text("cost.no-price");
    if (cost.ownCapital)
        figure.interval = Text("report.figure.own.capital").with("value", *cost.ownCapital);
    return figure;
}

KeyFigure breakEvenFigure(const ScenarioView& view)
{
    const cost::CostPlan& cost = *view.plan.cost;
    KeyFigure figure;
    figure.label = Text("report.figure.break-even.label");
    figure.interval = view.page.money.intervalText;
    if (cost.cash.month)
        figure.value = Text("value.month").with("value", *cost.cash.month);
    else
        figure.value = Text(cost.rentTotal && cost.ownTotal ? "value.never" : "value.none");
    return figure;
}

void addKeyFigures(Section& section, const ScenarioView& view)
{
    KeyFigures figures;
    if (view.plan.memory)
        figures.figures.push_back(memoryFigure(*view.plan.memory));
    if (view.plan.cost) {
        figures.figures.push_back(rentFigure(*view.plan.cost));
        figures.figures.push_back(ownFigure(*view.plan.cost));
        figures.figures.push_back(breakEvenFigure(view));
    }
    if (!figures.figures.empty())
        section.blocks.emplace_back(std::move(figures));
}

Cell speedCell(const Plan& plan, Cell::Role role)
{
    if (!plan.speed)
        return noneCell();
    if (plan.speed->trainingTokens)
        return cellOf(Text("headline.training-speed").with("rate", plan.speed->trainingTokens->value()), role);
    return cellOf(Text("headline.requests").with("rate", plan.fleet.requestsPerSecond.value_or(plan.speed->requestsPerSecond)), role);
}

std::vector<Cell> alternativeRow(const ScenarioView& view)
{
    const Plan& plan = view.plan;
    const Cell::Role role = view.isBaseline ? Cell::Role::Strong : Cell::Role::Normal;
    Cell verdict = cellOf(verdictWords(plan.fit.verdict, plan.fit.headroom.value_or(0)), role);
    verdict.verdict = plan.fit.verdict;
    if (plan.fit.verdict == fleet::Verdict::Unsupported && !plan.fit.reasons.empty())
        verdict.text = plan.fit.reasons.front();
    std::vector<Cell> row{cellOf(view.title(), role)};
    row.push_back(plan.resolved ? cellOf(countOfCards(plan.fleet.totalCards(), plan.resolved->card->shortName), role) : noneCell());
    row.push_back(std::move(verdict));
    row.push_back(speedCell(plan, role));
    if (!plan.cost) {
        row.insert(row.end(), 3, noneCell());
        return row;
    }
    const cost::CostPlan& cost = *plan.cost;
    row.push_back(moneyCell("value.money-short", cost.rentPerMonth, role));
    row.push_back(moneyCell("value.money-short", cost.ownPerMonth, role));
    const bool both = cost.rentTotal && cost.ownTotal;
    row.push_back(cost.cash.month ? cellOf(Text("value.month").with("value", *cost.cash.month), role)
                                  : cellOf(Text(both ? "value.never" : "value.none"), role));
    return row;
}

void addAlternatives(ReportModel& model, const ScenarioViews& views)
{
    Section section{2, false, Text("report.alternatives"), {}};
    const Money unit = Money::zero(model.currency);
    Table table = tableOf({Text("report.head.scenario"), Text("report.head.cards"), Text("report.head.verdict"), Text("report.head.speed"),
                           Text("report.head.rent-month").with("unit", unit), Text("report.head.own-month").with("unit", unit),
                           Text("report.head.break-even")});
    table.rightAligned[1] = table.rightAligned[2] = false;
    for (const ScenarioView& view : views)
        table.rows.push_back(alternativeRow(view));
    section.blocks.emplace_back(std::move(table));
    model.sections.push_back(std::move(section));
}

void addGrowthRisk(Section& section, const Plan& plan)
{
    const GrowthLimits limits = growthLimitsOf(plan);
    if (!limits.users && !limits.contextTokens)
        return;
    const Percent free{plan.fit.headroom.value_or(0) * 100};
    if (limits.users && limits.contextTokens)
        section.blocks.emplace_back(bulletOf(
            Text("report.risk.growth").with("free", free).with("users", *limits.users + 1).with("tokens", *limits.contextTokens + 1)));
    else if (limits.users)
        section.blocks.emplace_back(bulletOf(Text("report.risk.growth-users").with("free", free).with("users", *limits.users + 1)));
    else
        section.blocks.emplace_back(
            bulletOf(Text("report.risk.growth-context").with("free", free).with("tokens", *limits.contextTokens + 1)));
}

// Running cost raised by 100 a month meets the same capital later: month x (rent - running) / (rent - running - 100).
void addNotIncludedRisk(Section& section, const cost::CostPlan& cost)
{
    constexpr double kStep = 100;
    std::vector<Text> names;
    for (const cost::CostLine& line : cost.lines) {
        if (!line.included)
            names.push_back(line.label);
    }
    if (names.empty())
        return;
    Text text("report.risk.not-included");
    if (cost.cash.month && cost.rentPerMonth && cost.ownRunningPerMonth) {
        const double saving = cost.rentPerMonth->toDouble() - cost.ownRunningPerMonth->toDouble();
        if (saving > 2 * kStep)
            text = Text("report.risk.not-included-shift")
                       .with("step", Money::fromDouble(kStep, cost.currency))
                       .with("months", *cost.cash.month * (saving / (saving - kStep) - 1));
    }
    text.arguments.push_back({"names", std::move(names)});
    section.blocks.emplace_back(bulletOf(std::move(text)));
}

void addRisks(ReportModel& model, const ScenarioView& view)
{
    Section section{2, false, Text("report.risks"), {}};
    for (const Problem& problem : view.page.problems) {
        if (problem.severity != Severity::Note)
            section.blocks.emplace_back(bulletOf(problem.text));
    }
    addGrowthRisk(section, view.plan);
    if (!view.page.memory.record.empty())
        section.blocks.emplace_back(bulletOf(view.page.memory.record));
    if (view.plan.cost)
        addNotIncludedRisk(section, *view.plan.cost);
    if (!section.blocks.empty())
        model.sections.push_back(std::move(section));
}

} // namespace

void addCover(ReportModel& model, const ScenarioViews& views)
{
    const ScenarioView& baseline = baselineOf(views);
    Section first{1, false, {}, {}};
    first.blocks.emplace_back(recommendationOf(baseline));
    addKeyFigures(first, baseline);
    model.sections.push_back(std::move(first));
    if (!baseline.page.memory.bars.empty()) {
        Section chart{2, false, Text("report.memory-chart"), {}};
        chart.blocks.emplace_back(baseline.page.memory);
        model.sections.push_back(std::move(chart));
    }
    addAlternatives(model, views);
    addRisks(model, baseline);
    model.sections.back().blocks.emplace_back(PageBreak{});
}

} // namespace cardfit::report
