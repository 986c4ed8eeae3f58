#pragma once

#include "core/plan/cost/cost.h"
#include "core/plan/fleet/verdict.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::fleet {

enum class MatrixAxis { Count, Size, Precision, Task, Context };
std::string_view nameOf(MatrixAxis axis); // "count", "size", ...

// Rows are all cards of the catalog in its order, columns the values of one axis.
struct FitCell {
    Verdict verdict = Verdict::NotModelled;
    double headroom = 0;          // of usable; meaningless when unsupported or not modelled
    std::optional<Money> perHour; // rent of all cards of the cell
    std::optional<Money> ownMonth;
    std::string reasonCode;       // text code when unsupported ("unsupported.awq")
    bool allowed = true;          // inside the scenario's allow
    std::string_view allowedRule; // else the key under /allow that leaves it out ("vendors", "max_cards", ...)
    bool cheapestToRent = false, cheapestToOwn = false;
    int cards = 1;
};

struct MatrixColumn {
    std::string value; // "2", "14.8", "int4-awq", "lora", "8192"
    Text label;
    std::string id;       // what choosing it writes into the scenario: a model's id for the size axis, else as `value`
    bool current = false; // the scenario's own value
};

struct FitMatrix {
    MatrixAxis axis = MatrixAxis::Count;
    std::vector<MatrixColumn> columns;
    std::vector<const Card*> rows;
    std::vector<FitCell> cells; // row by row
    const FitCell& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
    FitCell& at(std::size_t row, std::size_t column) { return cells[row * columns.size() + column]; }
};

// Verdict, headroom and prices of every cell. Stars: the cheapest allowed cell that fits and meets `limits`, to rent and
// to own; on axes other than the count only among cells that answer the scenario's own question. Empty matrix when the
// scenario does not resolve.
FitMatrix fitMatrix(const Scenario& scenario, const Catalog& catalog, MatrixAxis axis, std::vector<int> counts = {1, 2, 4, 8});

// The scenario of one cell: what choosing it changes.
Scenario scenarioOf(const Scenario& scenario, const FitMatrix& matrix, std::size_t row, std::size_t column);

} // namespace cardfit::fleet
