#include "core/plan/fleet/sentences.h"
#include "core/report/cells.h"
#include "core/report/magnitude.h"
#include "core/report/report_parts.h"

namespace cardfit::report {

namespace {

template <class Value>
void addRow(Table& table, const char* label, const char* valueCode, const std::optional<Value>& value, Cell interval = noneCell())
{
    if (value)
        table.rows.push_back({cellOf(Text(label)), cellOf(Text(valueCode).with("value", *value)), std::move(interval)});
}

Cell intervalOf(Seconds, const speed::Interval& interval)
{
    if (interval.high <= 0)
        return noneCell();
    return cellOf(Text("value.interval-time").with("low", Seconds::of(interval.low)).with("high", Seconds::of(interval.high)),
                  Cell::Role::Quiet);
}

Cell intervalOf(double, const speed::Interval& interval)
{
    if (interval.high <= 0)
        return noneCell();
    return cellOf(Text("value.interval-rate").with("low", interval.low).with("high", interval.high), Cell::Role::Quiet);
}

// With its interval, or as an order of magnitude.
template <class Value>
void addRow(Table& table, const char* label, const char* valueCode, const std::optional<Value>& value, const speed::Interval& interval)
{
    if (value && isRough(interval))
        table.rows.push_back({cellOf(Text(label)), cellOf(roughly(*value)), cellOf(Text("value.order-of-magnitude"), Cell::Role::Quiet)});
    else
        addRow(table, label, valueCode, value, value ? intervalOf(*value, interval) : noneCell());
}

std::optional<double> valueOf(const std::optional<TokensPerSecond>& rate) { return rate ? std::optional(rate->value()) : std::nullopt; }

void addServing(Table& table, const Plan& plan)
{
    const speed::SpeedPlan& speed = *plan.speed;
    addRow(table, "report.speed.ttft", "value.time", speed.timeToFirstToken, speed.firstTokenSeconds);
    addRow(table, "report.speed.ttft-p50", "value.time", speed.timeToFirstTokenP50);
    addRow(table, "report.speed.ttft-p95", "value.time", speed.timeToFirstTokenP95);
    addRow(table, "report.speed.ttft-p99", "value.time", speed.timeToFirstTokenP99);
    addRow(table, "report.speed.tpot", "value.time", speed.timePerOutputToken, speed.taskFigure);
    addRow(table, "report.speed.tpot-p50", "value.time", speed.timePerOutputTokenP50);
    addRow(table, "report.speed.tpot-p95", "value.time", speed.timePerOutputTokenP95);
    addRow(table, "report.speed.tpot-p99", "value.time", speed.timePerOutputTokenP99);
    addRow(table, "report.speed.output", "value.rate", valueOf(speed.outputTokens), speed.throughput);
    addRow(table, "report.speed.total", "value.rate", valueOf(speed.totalTokens));
    addRow(table, "report.speed.prefill", "value.rate", valueOf(speed.prefillTokens));
    addRow(table, "report.speed.running", "value.rate", std::optional(speed.running));
    addRow(table, "report.speed.fleet-requests", "value.rate", plan.fleet.requestsPerSecond);
    addRow(table, "report.speed.fleet-capacity", "value.rate", plan.fleet.capacityRequestsPerSecond);
}

void addTraining(Table& table, const speed::SpeedPlan& speed)
{
    addRow(table, "report.speed.training-rate", "value.rate", valueOf(speed.trainingTokens), speed.taskFigure);
    addRow(table, "report.speed.step", "value.time", speed.stepTime);
    if (speed.mfu)
        addRow(table, "report.speed.mfu", "value.percent", std::optional(Percent{*speed.mfu * 100}));
    addRow(table, "report.speed.job", "value.duration", speed.jobTime);
    addRow(table, "report.speed.card-hours", "value.rate", speed.cardHours);
}

} // namespace

void addSpeed(ReportModel& model, const ScenarioView& view)
{
    const Plan& plan = view.plan;
    Section section{1, true, Text("report.speed").with("scenario", view.title()), {}};
    if (!plan.speed) {
        section.blocks.emplace_back(bodyOf(Text("report.speed.none")));
        for (const Problem& problem : plan.problems) {
            if (problem.where == "/speed")
                section.blocks.emplace_back(bulletOf(problem.text));
        }
        model.sections.push_back(std::move(section));
        return;
    }
    section.blocks.emplace_back(leadOf(Text("report.speed.lead")
                                           .with("replicas", plan.fleet.replicas + plan.fleet.spare)
                                           .with("cards", plan.fleet.cardsPerReplica)
                                           .with("bound", Text("bound." + std::string(speed::nameOf(plan.speed->bound))))));
    Table table = tableOf({Text("report.head.figure"), Text("report.head.value"), Text("report.head.interval")});
    if (plan.speed->trainingTokens)
        addTraining(table, *plan.speed);
    else
        addServing(table, plan);
    section.blocks.emplace_back(std::move(table));
    for (Text& sentence : fleet::sentencesOf(plan.fleet))
        section.blocks.emplace_back(bodyOf(std::move(sentence)));
    if (plan.speed->indicative)
        section.blocks.emplace_back(bodyOf(Text("speed.indicative")));
    if (plan.speed->atLimit)
        section.blocks.emplace_back(bodyOf(Text("report.speed.at-limit")));
    model.sections.push_back(std::move(section));
}

} // namespace cardfit::report
