#include "core/report/report_parts.h"

#include <array>
#include <charconv>

namespace cardfit::report {

namespace {

// The shortest digits that read back to the same double, whatever the locale.
std::string plainNumber(double value)
{
    std::array<char, 32> buffer;
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), written.ptr};
}

struct Bounds {
    std::string low, high;
};

Bounds boundsOf(const memory::Range& range) { return {std::to_string(range.low.value()), std::to_string(range.high.value())}; }

Bounds boundsOf(const speed::Interval& interval)
{
    return interval.high > 0 ? Bounds{plainNumber(interval.low), plainNumber(interval.high)} : Bounds{};
}

struct Origin {
    std::string source, date;
};

// Adds the observations of one scenario. What is not known is an empty value: the row stays, so that nobody misses it.
class Observer {
public:
    Observer(ReportModel& model, std::string scenario) : m_model(model), m_scenario(std::move(scenario)) {}

    void add(std::string_view part, std::string name, std::string value, std::string_view unit, Basis basis, Bounds bounds = {},
             Origin origin = {})
    {
        m_model.observations.push_back({m_scenario, std::string(part), std::move(name), std::move(value), std::string(unit),
                                        std::move(bounds.low), std::move(bounds.high), std::string(nameOf(basis)), std::move(origin.source),
                                        std::move(origin.date)});
    }
    void bytes(std::string_view part, std::string name, Bytes value, Basis basis, Bounds bounds = {})
    {
        add(part, std::move(name), std::to_string(value.value()), "bytes", basis, std::move(bounds));
    }
    void number(std::string_view part, std::string name, const std::optional<double>& value, std::string_view unit, Basis basis,
                Bounds bounds = {})
    {
        add(part, std::move(name), value ? plainNumber(*value) : std::string(), unit, basis, std::move(bounds));
    }
    void money(std::string_view part, std::string name, const std::optional<Money>& value, std::string_view per, Currency currency,
               Basis basis, Origin origin = {})
    {
        std::string unit(currency.code());
        if (!per.empty())
            unit.append("/").append(per);
        add(part, std::move(name), value ? value->toRateString() : std::string(), unit, basis, {}, std::move(origin));
    }

private:
    ReportModel& m_model;
    std::string m_scenario;
};

void observeMemory(Observer& observer, const memory::MemoryPlan& memory)
{
    const Basis basis = memory.basis;
    for (std::size_t i = 0; i < memory::kComponents; ++i) {
        const auto component = static_cast<memory::Component>(i);
        observer.bytes("memory", std::string(memory::nameOf(component)), memory.of(component), basis);
    }
    observer.bytes("memory", "engine_buffers: cuda_graphs", memory.cudaGraphs, basis);
    observer.bytes("memory", "slack", memory.slack, basis);
    observer.bytes("memory", "non_torch", memory.nonTorch, basis);
    observer.bytes("memory", "allocated", memory.card.allocated, basis, boundsOf(memory.allocated));
    observer.bytes("memory", "reserved", memory.card.reserved, basis, boundsOf(memory.reserved));
    observer.bytes("memory", "device", memory.card.device, basis, boundsOf(memory.device));
    observer.bytes("memory", "required", memory.required, basis, boundsOf(memory.requiredRange));
    observer.bytes("memory", "usable", memory.available, Basis::Derived);
    observer.bytes("memory", "capacity", memory.capacity, Basis::Measured);
    observer.bytes("memory", "all_cards_device", memory.allCards.device, basis);
    observer.number("memory", "kv_bytes_per_token", memory.cacheBytesPerToken, "bytes", Basis::Derived);
    if (memory.preallocates) {
        observer.bytes("memory", "kv_pool", memory.pool, basis, boundsOf(memory.poolRange));
        observer.add("memory", "kv_capacity", std::to_string(memory.capacityTokens), "tokens", basis);
    }
}

void observeFit(Observer& observer, const Plan& plan)
{
    observer.add("fit", "verdict", std::string(fleet::nameOf(plan.fit.verdict)), "", Basis::Derived);
    observer.number("fit", "headroom", plan.fit.headroom, "fraction of usable", Basis::Derived);
    observer.add("fleet", "cards", std::to_string(plan.fleet.totalCards()), "cards", Basis::Derived);
    observer.add("fleet", "replicas", std::to_string(plan.fleet.replicas), "replicas", Basis::Derived);
    observer.add("fleet", "spare", std::to_string(plan.fleet.spare), "replicas", Basis::Derived);
    observer.number("fleet", "utilization", plan.fleet.utilization, "fraction",
                    plan.fleet.utilizationAssumed ? Basis::Assumed : Basis::Derived);
    observer.number("fleet", "requests", plan.fleet.requestsPerSecond, "requests/s", Basis::Derived);
}

std::optional<double> valueOf(const std::optional<Seconds>& time) { return time ? std::optional(time->value()) : std::nullopt; }
std::optional<double> valueOf(const std::optional<TokensPerSecond>& rate) { return rate ? std::optional(rate->value()) : std::nullopt; }

void observeSpeed(Observer& observer, const speed::SpeedPlan& speed)
{
    const Basis basis = speed.basis;
    if (speed.trainingTokens) {
        observer.number("speed", "train_tokens", valueOf(speed.trainingTokens), "tokens/s", basis, boundsOf(speed.taskFigure));
        observer.number("speed", "step", valueOf(speed.stepTime), "s", basis);
        observer.number("speed", "mfu", speed.mfu, "fraction", basis);
        observer.number("speed", "job", valueOf(speed.jobTime), "s", basis);
        observer.number("speed", "card_hours", speed.cardHours, "card-hours", basis);
        return;
    }
    observer.number("speed", "ttft", valueOf(speed.timeToFirstToken), "s", basis, boundsOf(speed.firstTokenSeconds));
    observer.number("speed", "ttft_p95", valueOf(speed.timeToFirstTokenP95), "s", basis);
    observer.number("speed", "tpot", valueOf(speed.timePerOutputToken), "s", basis, boundsOf(speed.taskFigure));
    observer.number("speed", "tpot_p95", valueOf(speed.timePerOutputTokenP95), "s", basis);
    observer.number("speed", "output_tokens", valueOf(speed.outputTokens), "tokens/s", basis, boundsOf(speed.throughput));
    observer.number("speed", "total_tokens", valueOf(speed.totalTokens), "tokens/s", basis);
    observer.number("speed", "prefill_tokens", valueOf(speed.prefillTokens), "tokens/s", basis);
    observer.number("speed", "running", speed.running, "sequences", basis);
}

Bounds boundsOf(const cost::BreakEven& breakEven)
{
    return {breakEven.low ? plainNumber(*breakEven.low) : std::string(), breakEven.high ? plainNumber(*breakEven.high) : std::string()};
}

Origin originOf(const cost::CostPlan& cost)
{
    if (!cost.offer || !cost.offer->offer)
        return {};
    return {cost.offer->offer->provider + ": " + cost.offer->offer->source, cost.offer->offer->dateTo};
}

// Lines carry the two decimals that the table shows, so that they add up to the total here as well.
void observeLines(Observer& observer, const ScenarioView& view)
{
    const cost::CostPlan& cost = *view.plan.cost;
    for (const cost::CostLine& line : cost.lines) {
        if (!line.included)
            continue;
        const std::string side = line.side == cost::Side::Rent ? "rent" : "own";
        const std::optional<Money> amount = line.perMonth ? std::optional(line.perMonth->rounded(2)) : std::nullopt;
        observer.money("cost line", side + ": " + line.name, amount, "month", cost.currency, line.basis,
                       line.side == cost::Side::Rent ? originOf(cost) : Origin{});
    }
    const CostRow& total = view.page.costRows.back();
    observer.money("cost line", "rent: total", total.rent, "month", cost.currency, Basis::Derived);
    observer.money("cost line", "own: total", total.own, "month", cost.currency, Basis::Derived);
}

void observeCost(Observer& observer, const ScenarioView& view)
{
    const cost::CostPlan& cost = *view.plan.cost;
    observer.money("cost", "rent", cost.rentPerHour, "hour", cost.currency, Basis::Derived, originOf(cost));
    observer.money("cost", "rent", cost.rentPerMonth, "month", cost.currency, Basis::Derived, originOf(cost));
    observer.money("cost", "own", cost.ownPerMonth, "month", cost.currency, Basis::Derived);
    observer.money("cost", "rent_total", cost.rentTotal, "", cost.currency, Basis::Derived);
    observer.money("cost", "own_total", cost.ownTotal, "", cost.currency, Basis::Derived);
    observer.money("cost", "own_capital", cost.ownCapital, "", cost.currency, Basis::Derived);
    observer.money("cost", "own_running", cost.ownRunningPerMonth, "month", cost.currency, Basis::Derived);
    observer.money("cost", "own_residual", cost.ownResidual, "", cost.currency, Basis::Assumed);
    observer.money("cost", "npv_rent", cost.npvRent, "", cost.currency, Basis::Derived);
    observer.money("cost", "npv_own", cost.npvOwn, "", cost.currency, Basis::Derived);
    observer.number("cost", "break_even", cost.cash.month, "months", Basis::Derived, boundsOf(cost.cash));
    observer.number("cost", "break_even_with_resale", cost.withResale.month, "months", Basis::Derived, boundsOf(cost.withResale));
    observer.number("cost", "break_even_utilization", cost.breakEvenUtilization, "fraction", Basis::Derived);
    observer.money("cost", "rent_per_million_output", cost.perMillionOutput.rent, "million tokens", cost.currency, Basis::Derived);
    observer.money("cost", "own_per_million_output", cost.perMillionOutput.own, "million tokens", cost.currency, Basis::Derived);
    observeLines(observer, view);
}

void observeTornado(Observer& observer, const cost::CostPlan& cost)
{
    for (const cost::TornadoBar& bar : cost.tornado) {
        observer.number("sensitivity", bar.name + ": low end", bar.lowMonth, "months", Basis::Derived);
        observer.number("sensitivity", bar.name + ": high end", bar.highMonth, "months", Basis::Derived);
    }
}

void observePrices(Observer& observer, const ScenarioView& view, const Catalog& catalog)
{
    const cost::CostPlan& cost = *view.plan.cost;
    const OwnershipOptions& ownership = view.scenario->ownership;
    if (cost.offer)
        observer.money("price", "rental instance", cost.offer->perInstanceHour.amount, "hour", cost.currency, Basis::Measured,
                       originOf(cost));
    const PurchasePrice* listed = catalog.purchasePrice(view.plan.resolved->card->id);
    if (ownership.cardPrice)
        observer.money("price", "card", ownership.cardPrice, "card", ownership.cardPrice->currency(), Basis::Measured);
    else if (listed)
        observer.add("price", "card", listed->base().toRateString(), std::string(listed->base().currency().code()) + "/card",
                     Basis::Derived, {listed->low.toRateString(), listed->high.toRateString()}, {listed->source, listed->date});
    observer.money("price", "electricity", ownership.powerPricePerKwh, "kWh", ownership.powerPricePerKwh.currency(), Basis::Measured);
}

void observeMatrix(Observer& observer, const fleet::FitMatrix& matrix, Currency currency)
{
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const fleet::FitCell& cell = matrix.cells[i];
        const std::string name = std::to_string(cell.cards) + " x " + matrix.rows[i / matrix.columns.size()]->id;
        const bool known = cell.verdict != fleet::Verdict::Unsupported && cell.verdict != fleet::Verdict::NotModelled;
        observer.add("matrix", name + ": verdict", std::string(fleet::nameOf(cell.verdict)), "", Basis::Derived);
        if (known)
            observer.number("matrix", name + ": headroom", cell.headroom, "fraction of usable", Basis::Derived);
        observer.money("matrix", name + ": rent", cell.perHour, "hour", currency, Basis::Derived);
    }
}

} // namespace

void addObservations(ReportModel& model, const ScenarioView& view, const Catalog& catalog)
{
    Observer observer(model, view.id());
    observeFit(observer, view.plan);
    if (view.plan.memory)
        observeMemory(observer, *view.plan.memory);
    if (view.plan.speed)
        observeSpeed(observer, *view.plan.speed);
    if (view.plan.cost) {
        observeCost(observer, view);
        observeTornado(observer, *view.plan.cost);
        observePrices(observer, view, catalog);
    }
    observeMatrix(observer, view.matrix, view.scenario->currency);
    for (const Problem& problem : view.page.problems)
        observer.add("problem", problem.text.code, problem.where, std::string(nameOf(problem.severity)), Basis::Derived);
}

} // namespace cardfit::report
