#include "core/report/speed_page.h"

#include "core/plan/fleet/split.h"
#include "core/report/page_parts.h"
#include "core/report/speed_page_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

bool isChosen(const Plan& plan, const SpeedPin& pin) { return pin.cardId == plan.resolved->card->id && pin.cards == plan.split.cards(); }

// One choice a card: the smallest count of the matrix that fits.
std::vector<SpeedPinChoice> choicesOf(const Plan& plan, const fleet::FitMatrix& matrix, const std::vector<SpeedPin>& pins)
{
    std::vector<SpeedPinChoice> choices;
    const auto offer = [&](const Card& card, int cards) {
        const SpeedPin pin{card.id, cards};
        const bool pinned = std::ranges::find(pins, pin) != pins.end();
        const bool known = std::ranges::find(choices, pin, &SpeedPinChoice::pin) != choices.end();
        if (!known && !isChosen(plan, pin))
            choices.push_back({pin, countOfCards(cards, card.shortName), pinned});
    };
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        for (const SpeedPin& pin : pins) {
            if (pin.cardId == matrix.rows[row]->id)
                offer(*matrix.rows[row], pin.cards);
        }
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            const fleet::FitCell& cell = matrix.at(row, column);
            if (cell.verdict != fleet::Verdict::Fits || !cell.allowed)
                continue;
            offer(*matrix.rows[row], cell.cards);
            break;
        }
    }
    return choices;
}

Text valueText(const SpeedChart& chart, double value)
{
    switch (chart.figure) {
    case SpeedFigure::FirstToken:
    case SpeedFigure::PerToken: return Text("value.time").with("value", Seconds::of(value * chart.perUnit));
    case SpeedFigure::JobTime: return Text("value.duration").with("value", Seconds::of(value * chart.perUnit));
    case SpeedFigure::Throughput:
    case SpeedFigure::TrainingRate: return Text("speed.page.tokens-per-second").with("rate", value);
    case SpeedFigure::Efficiency: break;
    }
    return Text("value.percent").with("value", Percent{value});
}

std::size_t nearest(const std::vector<double>& values, double x)
{
    const auto closer = [x](double a, double b) { return std::abs(std::log(a / x)) < std::abs(std::log(b / x)); };
    return static_cast<std::size_t>(std::ranges::min_element(values, closer) - values.begin());
}

} // namespace

std::vector<Text> readingOf(const SpeedPage& page, std::size_t chart, double x)
{
    const SpeedChart& shown = page.charts[chart];
    std::vector<Text> words;
    double at = x;
    for (const SpeedLine& line : shown.lines) {
        if (line.x.empty())
            continue;
        const std::size_t point = nearest(line.x, at);
        if (words.empty()) {
            at = line.x[point]; // the others are read at the same place
            const auto whole = static_cast<std::int64_t>(std::lround(at));
            words.push_back(page.training ? Text("speed.page.card-count").with("count", whole)
                                          : Text("speed.page.users").with("users", whole));
        }
        Text value = valueText(shown, line.middle[point]);
        if (line.high.empty())
            words.push_back(Text("speed.page.reading").with("card", line.label).with("value", std::move(value)));
        else
            words.push_back(Text("speed.page.reading-p95")
                                .with("card", line.label)
                                .with("value", std::move(value))
                                .with("p95", valueText(shown, line.high[point])));
    }
    return words;
}

std::vector<SpeedPin> usualPins(const Plan& plan, const fleet::FitMatrix& matrix)
{
    std::vector<SpeedPin> pins;
    if (!plan.resolved || matrix.columns.empty())
        return pins;
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const fleet::FitCell& cell = matrix.cells[i];
        const SpeedPin pin{matrix.rows[i / matrix.columns.size()]->id, cell.cards};
        if ((cell.cheapestToRent || cell.cheapestToOwn) && !isChosen(plan, pin) && pins.size() < kMostPins)
            pins.push_back(pin);
    }
    return pins;
}

PinnedPlan planPin(const Plan& plan, const SpeedPin& pin, const Catalog& catalog)
{
    PinnedPlan pinned;
    const Card* card = catalog.card(pin.cardId);
    if (!card)
        return pinned;
    pinned.label = countOfCards(pin.cards, card->shortName);
    Resolved resolved = *plan.resolved;
    moveToCard(resolved, *card, catalog);
    resolved.scenario.cards = pin.cards;
    resolved.scenario.parallel.automatic = true;
    pinned.missing = unsupportedReason(resolved);
    if (!pinned.missing.empty())
        return pinned;
    const Result<fleet::SizedSplit> sized = fleet::chooseSizedSplit(resolved, pin.cards);
    if (!sized || fleet::verdictOf(sized->need) == fleet::Verdict::No) {
        pinned.missing = Text("verdict.name.no");
        return pinned;
    }
    pinned.split = sized->split;
    pinned.cache = speed::cacheCapacity(resolved, pinned.split, memory::estimate(resolved, pinned.split));
    if (!speed::estimate(resolved, pinned.split, pinned.cache, pinned.missing))
        return pinned;
    pinned.resolved = std::move(resolved);
    return pinned;
}

SpeedPage buildSpeedPage(const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog, const std::vector<SpeedPin>& pins)
{
    SpeedPage page;
    page.headline = headlineOf(plan);
    page.verdict = plan.fit.verdict;
    if (!plan.resolved) {
        page.missing = Text("speed.page.no-plan");
        return page;
    }
    page.training = isTraining(plan.resolved->scenario.task);
    std::vector<PinnedPlan> planned;
    for (const SpeedPin& pin : pins) {
        if (isChosen(plan, pin) || planned.size() == kMostPins)
            continue;
        planned.push_back(planPin(plan, pin, catalog));
        page.pins.push_back(pin);
        if (!planned.back().missing.empty())
            page.missingPins.push_back(
                Text("speed.page.pin-missing").with("card", planned.back().label).with("reason", planned.back().missing));
    }
    page.choices = choicesOf(plan, matrix, page.pins);
    if (plan.fit.verdict == fleet::Verdict::No)
        page.missing = Text("speed.page.does-not-fit").with("cards", countOfCards(plan.split.cards(), plan.resolved->card->shortName));
    else if (!plan.speed)
        page.missing = Text("speed.page.none").with("cards", countOfCards(plan.split.cards(), plan.resolved->card->shortName));
    if (page.training)
        fillTraining(page, plan, planned);
    else
        fillServing(page, plan, planned);
    return page;
}

} // namespace cardfit::report
