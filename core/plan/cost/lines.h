#pragma once

#include "core/plan/cost/flows.h"

#include <vector>

namespace cardfit::cost {

// What the lines and their words are made of.
struct Context {
    const Resolved& scenario;
    const Catalog& catalog;
    const Inputs& inputs;
    const std::optional<ChosenOffer>& offer;
    int cards = 1;
};

// The lines of both sides, each rounded once to hundredths; missing prices leave a line empty. Capital is spread over
// the horizon at the discount rate (annuity), resale by the sinking fund, so that the monthly column adds up to the
// equal payment whose present value is that of owning.
std::vector<CostLine> costLines(const Context& context);

// Sum of the rounded lines of one side; nullopt when a line that is included has no figure.
struct SideTotals {
    std::optional<Money> perMonth, total;
};
SideTotals sumOf(const std::vector<CostLine>& lines, Side side, Currency currency);

// Fills the words of lines that costLines() made: label with its figures, and where the figure comes from.
void describe(std::vector<CostLine>& lines, const Context& context);

} // namespace cardfit::cost
