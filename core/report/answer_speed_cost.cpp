#include "core/base/interval.h"
#include "core/plan/speed/figure_classes.h"
#include "core/report/answer_parts.h"

namespace cardfit::report {

namespace {

std::optional<double> milliseconds(const std::optional<Seconds>& time)
{
    return time ? std::optional(inMilliseconds(*time)) : std::nullopt;
}

std::optional<double> valueOf(const std::optional<TokensPerSecond>& rate) { return rate ? std::optional(rate->value()) : std::nullopt; }
std::optional<double> valueOf(const std::optional<Seconds>& time) { return time ? std::optional(time->value()) : std::nullopt; }

// An interval belongs to a figure: without the figure there is none.
std::optional<double> ifKnown(bool known, double value) { return known ? std::optional(value) : std::nullopt; }

void writeRecord(json::Writer& writer, std::string_view key, std::optional<SpeedClass> speedClass, const SpeedConstants& constants)
{
    if (!speedClass) {
        writer.key(key).null();
        return;
    }
    const SpeedRecord& record = constants.records[static_cast<std::size_t>(*speedClass)];
    writer.key(key).beginObject().member("class", nameOf(*speedClass)).member("measurements", record.measurements);
    if (record.measurements > 0) {
        writer.member("median_error_percent", record.medianErrorPercent).member("p90_error_percent", record.p90ErrorPercent);
        writer.member("inside_percent", record.insidePercent).member("width_percent", record.widthPercent);
    }
    writer.endObject();
}

// How well the classes of the figures did on published measurements.
void writeRecords(json::Writer& writer, const Plan& plan)
{
    const SpeedConstants& constants = *plan.resolved->speed;
    const speed::FigureClasses classes = speed::figureClassesOf(plan.resolved->scenario);
    writer.key("records").beginObject();
    if (plan.speed->trainingTokens) {
        writeRecord(writer, "train_tokens_per_s", classes.task, constants);
    } else {
        writeRecord(writer, "ttft_ms", classes.firstToken, constants);
        writeRecord(writer, "tpot_ms", classes.task, constants);
        writeRecord(writer, "output_tokens_per_s", classes.throughput, constants);
    }
    writer.endObject();
}

// Figures whose interval is too wide to be quoted: an order of magnitude only.
void writeMagnitudes(json::Writer& writer, const speed::SpeedPlan& speed)
{
    const auto add = [&writer](bool known, const speed::Interval& interval, std::string_view name) {
        if (known && isOrderOfMagnitude(interval.low, interval.high))
            writer.value(name);
    };
    writer.key("order_of_magnitude").beginArray();
    add(speed.timeToFirstToken.has_value(), speed.firstTokenSeconds, "ttft_ms");
    add(speed.timePerOutputToken.has_value(), speed.taskFigure, "tpot_ms");
    add(speed.outputTokens.has_value(), speed.throughput, "output_tokens_per_s");
    add(speed.trainingTokens.has_value(), speed.taskFigure, "train_tokens_per_s");
    writer.endArray();
}

void writeAmount(json::Writer& writer, std::string_view key, const std::optional<Money>& amount)
{
    writer.key(key);
    if (amount)
        writer.value(amount->toString(2));
    else
        writer.null();
}

void writeRate(json::Writer& writer, std::string_view key, const std::optional<Money>& rate)
{
    writer.key(key);
    if (rate)
        writer.value(rate->toRateString());
    else
        writer.null();
}

void writePerMillion(json::Writer& writer, std::string_view key, const cost::PerMillion& price)
{
    writer.key(key).beginObject();
    writeRate(writer, "rent", price.rent);
    writeRate(writer, "own", price.own);
    writer.endObject();
}

void writeOffer(json::Writer& writer, const std::optional<cost::ChosenOffer>& offer)
{
    if (!offer || !offer->offer) {
        writer.nullMember("offer");
        return;
    }
    writer.member("offer", offer->offer->id);
    writer.member("offer_stale", offer->stale).member("offer_date", offer->offer->dateTo).member("offer_source", offer->offer->source);
}

void writeLines(json::Writer& writer, const std::vector<cost::CostLine>& lines)
{
    writer.key("lines").beginArray();
    for (const cost::CostLine& line : lines) {
        writer.beginObject().member("side", line.side == cost::Side::Rent ? "rent" : "own").member("name", line.name);
        writeAmount(writer, "per_month", line.perMonth);
        writeAmount(writer, "total", line.total);
        writer.member("basis", nameOf(line.basis)).member("included", line.included).endObject();
    }
    writer.endArray();
}

// "never" is knowledge, not a gap: both sides are priced and owning does not catch up within the horizon.
void writeBreakEven(json::Writer& writer, const cost::CostPlan& cost)
{
    writeFigure(writer, "break_even_month", cost.cash.month);
    writeFigure(writer, "break_even_month_low", cost.cash.low);
    writeFigure(writer, "break_even_month_high", cost.cash.high);
    writeFigure(writer, "break_even_month_with_resale", cost.withResale.month);
    if (!cost.cash.month && cost.rentTotal && cost.ownTotal)
        writer.member("break_even", "never");
    writeFigure(writer, "break_even_utilization", cost.breakEvenUtilization);
}

} // namespace

void writeSpeed(json::Writer& writer, const Plan& plan)
{
    if (!plan.speed) {
        writer.null();
        return;
    }
    const speed::SpeedPlan& speed = *plan.speed;
    const bool serves = !isTraining(plan.resolved->scenario.task);
    const double scale = serves ? 1e3 : 1; // time per token in ms, training in tokens/s
    const bool hasTask = serves ? speed.timePerOutputToken.has_value() : speed.trainingTokens.has_value();
    writer.beginObject();
    writeFigure(writer, "ttft_ms", milliseconds(speed.timeToFirstToken));
    writeFigure(writer, "tpot_ms", milliseconds(speed.timePerOutputToken));
    writeFigure(writer, "ttft_ms_p50", milliseconds(speed.timeToFirstTokenP50));
    writeFigure(writer, "ttft_ms_p95", milliseconds(speed.timeToFirstTokenP95));
    writeFigure(writer, "ttft_ms_p99", milliseconds(speed.timeToFirstTokenP99));
    writeFigure(writer, "tpot_ms_p50", milliseconds(speed.timePerOutputTokenP50));
    writeFigure(writer, "tpot_ms_p95", milliseconds(speed.timePerOutputTokenP95));
    writeFigure(writer, "tpot_ms_p99", milliseconds(speed.timePerOutputTokenP99));
    writeFigure(writer, "output_tokens_per_s", valueOf(speed.outputTokens));
    writeFigure(writer, "total_tokens_per_s", valueOf(speed.totalTokens));
    writeFigure(writer, "prefill_tokens_per_s", valueOf(speed.prefillTokens));
    writeFigure(writer, "step_s", valueOf(speed.stepTime));
    writeFigure(writer, "train_tokens_per_s", valueOf(speed.trainingTokens));
    writeFigure(writer, "mfu", speed.mfu);
    writeFigure(writer, "job_s", valueOf(speed.jobTime));
    writeFigure(writer, "job_days", ifKnown(speed.jobTime.has_value(), speed.jobTime.value_or(Seconds()).value() / 86400));
    writeFigure(writer, "card_hours", speed.cardHours);
    writer.member("arrival", nameOf(plan.resolved->scenario.demand.arrival)).member("saturated", speed.saturated);
    writer.member("bound", nameOf(speed.bound)).member("indicative", speed.indicative);
    writeFigure(writer, "ttft_low", ifKnown(speed.timeToFirstToken.has_value(), speed.firstTokenSeconds.low * 1e3));
    writeFigure(writer, "ttft_high", ifKnown(speed.timeToFirstToken.has_value(), speed.firstTokenSeconds.high * 1e3));
    writeFigure(writer, "low", ifKnown(hasTask, speed.taskFigure.low * scale));
    writeFigure(writer, "high", ifKnown(hasTask, speed.taskFigure.high * scale));
    writeFigure(writer, "throughput_low", ifKnown(speed.outputTokens.has_value(), speed.throughput.low));
    writeFigure(writer, "throughput_high", ifKnown(speed.outputTokens.has_value(), speed.throughput.high));
    writer.member("basis", nameOf(speed.basis));
    writeMagnitudes(writer, speed);
    writeRecords(writer, plan);
    writer.endObject();
}

void writeCost(json::Writer& writer, const Plan& plan)
{
    if (!plan.cost) {
        writer.null();
        return;
    }
    const cost::CostPlan& cost = *plan.cost;
    writer.beginObject().member("currency", cost.currency.code());
    writeOffer(writer, cost.offer);
    writer.member("instances", cost.instances).member("surplus_cards", cost.surplusCards).member("months", cost.months);
    writeRate(writer, "rent_per_hour", cost.rentPerHour);
    writeAmount(writer, "rent_per_month", cost.rentPerMonth);
    writeAmount(writer, "rent_total", cost.rentTotal);
    writeAmount(writer, "own_capital", cost.ownCapital);
    writeAmount(writer, "own_running_per_month", cost.ownRunningPerMonth);
    writeAmount(writer, "own_residual", cost.ownResidual);
    writeAmount(writer, "own_total", cost.ownTotal);
    writeAmount(writer, "own_per_month", cost.ownPerMonth);
    writeAmount(writer, "npv_rent", cost.npvRent);
    writeAmount(writer, "npv_own", cost.npvOwn);
    writeBreakEven(writer, cost);
    writePerMillion(writer, "per_million_output_tokens", cost.perMillionOutput);
    writePerMillion(writer, "per_million_input_tokens", cost.perMillionInput);
    writeLines(writer, cost.lines);
    writer.endObject();
}

} // namespace cardfit::report
