#include "core/report/page_parts.h"
#include "core/report/verdict_words.h"

namespace cardfit::report {

namespace {

struct Place {
    const Card* card = nullptr;
    const fleet::FitCell* cell = nullptr;
};

template <class Condition>
Place findCell(const fleet::FitMatrix& matrix, Condition condition)
{
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const Card& card = *matrix.rows[i / matrix.columns.size()];
        if (condition(card, matrix.cells[i]))
            return {&card, &matrix.cells[i]};
    }
    return {};
}

// What the chosen cards cost an hour: its own cell, so that like is compared with like; else the plan's share of it.
std::optional<Money> chosenPrice(const Plan& plan, const fleet::FitMatrix& matrix, bool rent)
{
    const int cards = plan.split.cards();
    const Place chosen = findCell(
        matrix, [&](const Card& card, const fleet::FitCell& cell) { return card.id == plan.resolved->card->id && cell.cards == cards; });
    if (chosen.cell)
        return rent ? chosen.cell->perHour : chosen.cell->ownMonth;
    if (!plan.cost || plan.fleet.totalCards() == 0)
        return std::nullopt;
    const std::optional<Money>& whole = rent ? plan.cost->rentPerHour : plan.cost->ownPerMonth;
    return whole ? std::optional(*whole * (static_cast<double>(cards) / plan.fleet.totalCards())) : std::nullopt;
}

Text textOf(const Place& star, const std::optional<Money>& price, const std::optional<Money>& chosen)
{
    Text name = countOfCards(star.cell->cards, star.card->shortName);
    if (!price || !chosen || chosen->micros() <= 0 || !(price->currency() == chosen->currency()))
        return Text("just-enough.plain").with("cards", std::move(name));
    const double ratio = price->toDouble() / chosen->toDouble();
    if (ratio >= 2)
        return Text("just-enough.ratio").with("cards", std::move(name)).with("ratio", ratio);
    if (ratio > 1)
        return Text("just-enough.dearer").with("cards", std::move(name)).with("difference", Percent{(ratio - 1) * 100});
    return Text("just-enough.cheaper").with("cards", std::move(name)).with("difference", Percent{(ratio - 1) * 100});
}

} // namespace

std::optional<PlanPage::JustEnough> justEnoughOf(const Plan& plan, const fleet::FitMatrix& matrix)
{
    if (!plan.resolved || matrix.axis != fleet::MatrixAxis::Count)
        return std::nullopt;
    bool rent = true;
    Place star = findCell(matrix, [](const Card&, const fleet::FitCell& cell) { return cell.cheapestToRent; });
    if (!star.cell) {
        rent = false;
        star = findCell(matrix, [](const Card&, const fleet::FitCell& cell) { return cell.cheapestToOwn; });
    }
    if (!star.cell)
        return std::nullopt;
    if (star.card->id == plan.resolved->card->id && star.cell->cards == plan.split.cards())
        return PlanPage::JustEnough{star.card->id, star.cell->cards, Text("just-enough.chosen")};
    const std::optional<Money>& price = rent ? star.cell->perHour : star.cell->ownMonth;
    return PlanPage::JustEnough{star.card->id, star.cell->cards, textOf(star, price, chosenPrice(plan, matrix, rent))};
}

} // namespace cardfit::report
