#include "core/plan/fleet/split.h"
#include "core/report/page_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cardfit::report {

namespace {

struct Neighbour {
    const Card* card = nullptr;
    int cards = 1;
    double distance = 0; // how far its total capacity lies from the chosen one's, as a logarithm
};
using Neighbours = std::vector<Neighbour>;

Text captionOf(const MemoryBar& bar)
{
    const double headroom = bar.usable.value() > 0 ? 1.0 - bar.need / bar.usable : 0.0;
    const bool whole = bar.usable == bar.has;
    if (bar.verdict == fleet::Verdict::No || headroom < 0)
        return Text(whole ? "memory.bar.over-whole" : "memory.bar.over")
            .with("need", bar.need)
            .with("usable", bar.usable)
            .with("has", bar.has);
    return Text(whole ? "memory.bar.free-whole" : "memory.bar.free")
        .with("free", Percent{headroom * 100})
        .with("need", bar.need)
        .with("usable", bar.usable)
        .with("has", bar.has);
}

// `unsupported` is the reason why the card cannot run the format; empty when it can.
MemoryBar barOf(const memory::MemoryPlan& memory, fleet::Verdict verdict, Text unsupported, const Resolved& resolved, int cards)
{
    MemoryBar bar;
    bar.cardId = resolved.card->id;
    bar.cards = cards;
    bar.label = countOfCards(cards, resolved.card->shortName);
    bar.verdict = verdict;
    bar.components = memory.components;
    bar.nonTorch = memory.nonTorch;
    bar.reservedBeyondNeed = memory.slack;
    bar.need = memory.required;
    bar.needLow = memory.requiredRange.low;
    bar.needHigh = memory.requiredRange.high;
    bar.usable = memory.available;
    bar.has = memoryOfCard(resolved);
    if (verdict == fleet::Verdict::Unsupported)
        bar.caption = std::move(unsupported);
    else
        bar.caption = verdict == fleet::Verdict::NotModelled ? verdictName(verdict) : captionOf(bar);
    return bar;
}

std::optional<MemoryBar> barOf(const Neighbour& neighbour, const Plan& plan, const Catalog& catalog)
{
    Resolved moved = *plan.resolved;
    if (neighbour.card->id != moved.card->id) {
        moved.scenario.cardMemoryGib.reset(); // it was said of the chosen card
        moveToCard(moved, *neighbour.card, catalog);
    }
    moved.scenario.cards = neighbour.cards;
    if (neighbour.cards != plan.split.cards())
        moved.scenario.parallel.automatic = true; // numbers given for another count cannot hold
    const Result<Split> split = fleet::chooseSplit(moved, neighbour.cards);
    if (!split)
        return std::nullopt;
    const memory::MemoryPlan memory = memory::estimate(moved, *split);
    const memory::Need need{memory.required, memory.requiredRange.low, memory.requiredRange.high, memory.available};
    Text unsupported = unsupportedReason(moved);
    const fleet::Verdict verdict = unsupported.empty() ? fleet::verdictOf(need) : fleet::Verdict::Unsupported;
    return barOf(memory, verdict, std::move(unsupported), moved, neighbour.cards);
}

bool holds(const Neighbours& list, const Card& card, int cards)
{
    return std::any_of(list.begin(), list.end(), [&](const Neighbour& n) { return n.card->id == card.id && n.cards == cards; });
}

bool holdsCard(const Neighbours& list, const Card& card)
{
    return std::any_of(list.begin(), list.end(), [&](const Neighbour& n) { return n.card->id == card.id; });
}

// The same card at the next smaller and the next larger usual count.
void addOtherCounts(Neighbours& list, const Card& card, int cards)
{
    constexpr std::array<int, 7> kCounts{1, 2, 4, 8, 16, 32, 64};
    const auto larger = std::upper_bound(kCounts.begin(), kCounts.end(), cards);
    const auto notSmaller = std::lower_bound(kCounts.begin(), kCounts.end(), cards);
    if (notSmaller != kCounts.begin())
        list.push_back({&card, *std::prev(notSmaller)});
    if (larger != kCounts.end())
        list.push_back({&card, *larger});
}

void addStarred(Neighbours& list, const fleet::FitMatrix& matrix, const Card& card, int cards)
{
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const fleet::FitCell& cell = matrix.cells[i];
        const Card& row = *matrix.rows[i / matrix.columns.size()];
        const bool chosen = row.id == card.id && cell.cards == cards;
        if ((cell.cheapestToRent || cell.cheapestToOwn) && !chosen && !holds(list, row, cell.cards))
            list.push_back({&row, cell.cards});
    }
}

bool canBeShown(const fleet::FitCell& cell)
{
    return cell.allowed && cell.verdict != fleet::Verdict::Unsupported && cell.verdict != fleet::Verdict::NotModelled;
}

// Other cards at the count whose total capacity comes nearest, each card once.
void addNearest(Neighbours& list, const fleet::FitMatrix& matrix, const Plan& plan, std::size_t wanted)
{
    const Card& chosen = *plan.resolved->card;
    const double capacity = asDouble(plan.memory->capacity) * plan.split.cards();
    Neighbours candidates;
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        const Card& card = *matrix.rows[row];
        if (card.id == chosen.id || holdsCard(list, card))
            continue;
        Neighbour best;
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            const fleet::FitCell& cell = matrix.at(row, column);
            const double distance = std::abs(std::log(asDouble(card.cudaMemory) * cell.cards / capacity));
            if (canBeShown(cell) && (!best.card || distance < best.distance))
                best = {&card, cell.cards, distance};
        }
        if (best.card)
            candidates.push_back(best);
    }
    const auto nearer = [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; };
    std::stable_sort(candidates.begin(), candidates.end(), nearer);
    for (std::size_t i = 0; i < candidates.size() && list.size() < wanted; ++i)
        list.push_back(candidates[i]);
}

Neighbours neighboursOf(const Plan& plan, const fleet::FitMatrix& matrix, std::size_t wanted)
{
    Neighbours list;
    addOtherCounts(list, *plan.resolved->card, plan.split.cards());
    if (matrix.axis == fleet::MatrixAxis::Count) {
        addStarred(list, matrix, *plan.resolved->card, plan.split.cards());
        addNearest(list, matrix, plan, wanted);
    }
    if (list.size() > wanted)
        list.resize(wanted);
    const auto byCapacity = [](const Neighbour& a, const Neighbour& b) {
        return a.card->cudaMemory != b.card->cudaMemory ? a.card->cudaMemory < b.card->cudaMemory : a.cards < b.cards;
    };
    std::stable_sort(list.begin(), list.end(), byCapacity);
    return list;
}

// Whose record stands for a part: weights and cache have their own, the rest was measured as part of what is allocated.
MemoryClass classOfPart(memory::Component component, const memory::MemoryPlan& memory)
{
    if (component == memory::Component::Weights)
        return MemoryClass::Weights;
    if (component == memory::Component::KvCache && memory.preallocates)
        return MemoryClass::KvPool;
    return memory.classes.allocated;
}

Text recordOf(MemoryClass memoryClass, const MemoryConstants& constants)
{
    const ClassRecord& record = constants.records[static_cast<std::size_t>(memoryClass)];
    Text name("memory.class." + std::string(nameOf(memoryClass)));
    if (record.measurements == 0)
        return Text("memory.record.class-none").with("class", std::move(name));
    return Text("memory.record.class")
        .with("class", std::move(name))
        .with("median", record.medianErrorPercent)
        .with("p90", record.p90ErrorPercent)
        .with("count", record.measurements);
}

void addRecords(MemoryChart& chart, const memory::MemoryPlan& memory, const MemoryConstants& constants)
{
    for (std::size_t i = 0; i < memory::kComponents; ++i)
        chart.recordOfPart[i] = recordOf(classOfPart(static_cast<memory::Component>(i), memory), constants);
    chart.recordOfNonTorch = recordOf(memory.classes.device, constants);
    chart.recordOfSlack = recordOf(memory.classes.reserved, constants);
}

Text recordOf(const memory::MemoryPlan& memory, const MemoryConstants& constants)
{
    const ClassRecord& record = constants.records[static_cast<std::size_t>(memory.classes.device)];
    if (record.measurements == 0)
        return Text("memory.record.none");
    return Text("memory.record")
        .with("class", Text("memory.class." + std::string(nameOf(memory.classes.device))))
        .with("median", record.medianErrorPercent)
        .with("p90", record.p90ErrorPercent)
        .with("count", record.measurements);
}

} // namespace

Bytes memoryOfCard(const Resolved& resolved)
{
    return resolved.scenario.cardMemoryGib ? resolved.capacity : std::max(resolved.card->driverMemory, resolved.capacity);
}

MemoryChart memoryChartOf(const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog, const NeighbourRule& rule)
{
    MemoryChart chart;
    if (!plan.resolved || !plan.memory)
        return chart;
    const memory::MemoryPlan& memory = *plan.memory;
    const Text reason = plan.fit.reasons.empty() ? verdictName(plan.fit.verdict) : plan.fit.reasons.front();
    chart.bars.push_back(barOf(memory, plan.fit.verdict, reason, *plan.resolved, plan.split.cards()));
    chart.bars.front().chosen = true;
    const auto wanted = static_cast<std::size_t>(std::max(0, rule.bars - 1));
    for (const Neighbour& neighbour : neighboursOf(plan, matrix, wanted)) {
        if (std::optional<MemoryBar> bar = barOf(neighbour, plan, catalog))
            chart.bars.push_back(std::move(*bar));
    }
    chart.totals = Text(memory.preallocates ? "memory.totals" : "memory.totals-on-demand")
                       .with("need", memory.required)
                       .with("low", memory.requiredRange.low)
                       .with("high", memory.requiredRange.high)
                       .with("reserved", memory.card.device)
                       .with("has", memoryOfCard(*plan.resolved));
    chart.record = recordOf(memory, *plan.resolved->memory);
    addRecords(chart, memory, *plan.resolved->memory);
    return chart;
}

} // namespace cardfit::report
