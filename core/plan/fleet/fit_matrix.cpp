#include "core/plan/fleet/fit_matrix.h"

#include "core/plan/fleet/allowed.h"
#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/matrix_columns.h"
#include "core/plan/fleet/split.h"

#include <algorithm>
#include <array>

namespace cardfit::fleet {

namespace {

// Moves through the cards with one resolved scenario per column (one for all counts).
class MatrixBuilder {
public:
    MatrixBuilder(const Scenario& asked, const Resolved& base, const Catalog& catalog, FitMatrix& matrix, std::vector<int> counts)
        : m_asked(asked), m_base(base), m_catalog(catalog), m_matrix(matrix), m_counts(std::move(counts))
    {
    }

    void fill()
    {
        resolveColumns();
        // The scenario's own card first: a memory size that was read off it does not survive the move to another one.
        for (std::size_t row = 0; row < m_matrix.rows.size(); ++row)
            if (m_matrix.rows[row]->id == m_base.card->id)
                fillRow(row);
        for (std::size_t row = 0; row < m_matrix.rows.size(); ++row)
            if (m_matrix.rows[row]->id != m_base.card->id)
                fillRow(row);
        starCheapest(&FitCell::perHour, &FitCell::cheapestToRent);
        starCheapest(&FitCell::ownMonth, &FitCell::cheapestToOwn);
    }

private:
    void resolveColumns()
    {
        m_cards = m_base.scenario.cards.value_or(0);
        if (m_matrix.axis == MatrixAxis::Count) {
            m_resolved.push_back(m_base);
            return;
        }
        if (m_cards == 0)
            m_cards = std::max(1, smallestFittingCount(m_base));
        for (const MatrixColumn& column : m_matrix.columns) {
            Problems ignored;
            m_resolved.push_back(resolve(withColumn(m_asked, m_matrix.axis, column), m_catalog, ignored));
        }
    }

    std::optional<Resolved>& resolvedOf(std::size_t column) { return m_resolved[m_matrix.axis == MatrixAxis::Count ? 0 : column]; }
    int cardsOf(std::size_t column) const { return m_matrix.axis == MatrixAxis::Count ? m_counts[column] : m_cards; }

    void fillRow(std::size_t row)
    {
        const Card& card = *m_matrix.rows[row];
        const cost::CardPrices prices(m_base, card, m_catalog);
        Text unsupported;
        for (std::size_t column = 0; column < m_matrix.columns.size(); ++column) {
            FitCell& cell = m_matrix.at(row, column);
            cell.cards = cardsOf(column);
            cell.perHour = prices.rentPerHour(cell.cards);
            cell.ownMonth = prices.ownPerMonth(cell.cards);
            std::optional<Resolved>& resolved = resolvedOf(column);
            if (!resolved)
                continue;
            if (m_matrix.axis != MatrixAxis::Count || column == 0) {
                moveToCard(*resolved, card, m_catalog);
                unsupported = unsupportedReason(*resolved);
            }
            judge(cell, *resolved, unsupported);
            cell.allowedRule = disallowingRule(*resolved, card, cell.cards, cell.perHour);
            cell.allowed = cell.allowedRule.empty();
        }
    }

    // Numbers of parallel.* belong to the scenario's own count.
    static Result<SizedSplit> splitOf(Resolved& resolved, int cards)
    {
        const bool stated = !resolved.scenario.parallel.automatic;
        const bool foreign = stated && resolved.scenario.cards && *resolved.scenario.cards != cards;
        resolved.scenario.parallel.automatic = resolved.scenario.parallel.automatic || foreign;
        Result<SizedSplit> sized = chooseSizedSplit(resolved, cards);
        resolved.scenario.parallel.automatic = !stated;
        return sized;
    }

    static void judge(FitCell& cell, Resolved& resolved, const Text& unsupported)
    {
        if (!unsupported.empty()) {
            cell.verdict = Verdict::Unsupported;
            cell.reasonCode = unsupported.code;
            return;
        }
        const Result<SizedSplit> sized = splitOf(resolved, cell.cards);
        if (!sized)
            return;
        cell.verdict = verdictOf(sized->need);
        cell.headroom = headroomOf(sized->need);
    }

    bool answersTheQuestion(std::size_t column) const { return m_matrix.axis == MatrixAxis::Count || m_matrix.columns[column].current; }

    bool meetsLimits(std::size_t cell)
    {
        if (!hasLimits(m_base.scenario))
            return true;
        const std::size_t row = cell / m_matrix.columns.size(), column = cell % m_matrix.columns.size();
        Resolved& resolved = *resolvedOf(column);
        moveToCard(resolved, *m_matrix.rows[row], m_catalog);
        const Result<SizedSplit> sized = splitOf(resolved, m_matrix.cells[cell].cards);
        if (!sized)
            return false;
        return fleet::meetsLimits(resolved, sized->split);
    }

    void starCheapest(std::optional<Money> FitCell::*price, bool FitCell::*star)
    {
        std::vector<std::size_t> candidates;
        for (std::size_t i = 0; i < m_matrix.cells.size(); ++i) {
            const FitCell& cell = m_matrix.cells[i];
            if (cell.verdict == Verdict::Fits && cell.allowed && cell.*price && answersTheQuestion(i % m_matrix.columns.size()))
                candidates.push_back(i);
        }
        // At one price, fewer cards.
        std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
            const FitCell &first = m_matrix.cells[a], &second = m_matrix.cells[b];
            const std::int64_t priceA = (first.*price)->micros(), priceB = (second.*price)->micros();
            return priceA != priceB ? priceA < priceB : first.cards < second.cards;
        });
        for (const std::size_t i : candidates)
            if (meetsLimits(i)) {
                m_matrix.cells[i].*star = true;
                return;
            }
    }

    const Scenario& m_asked;
    const Resolved& m_base;
    const Catalog& m_catalog;
    FitMatrix& m_matrix;
    std::vector<int> m_counts;
    std::vector<std::optional<Resolved>> m_resolved;
    int m_cards = 1;
};

} // namespace

std::string_view nameOf(MatrixAxis axis)
{
    switch (axis) {
    case MatrixAxis::Count: return "count";
    case MatrixAxis::Size: return "size";
    case MatrixAxis::Precision: return "precision";
    case MatrixAxis::Task: return "task";
    case MatrixAxis::Context: return "context";
    }
    return "count";
}

FitMatrix fitMatrix(const Scenario& scenario, const Catalog& catalog, MatrixAxis axis, std::vector<int> counts)
{
    FitMatrix matrix;
    matrix.axis = axis;
    Problems ignored;
    const std::optional<Resolved> base = resolve(scenario, catalog, ignored);
    if (!base)
        return matrix;
    matrix.columns = columnsOf(*base, catalog, axis, counts);
    matrix.rows.reserve(catalog.cards().size());
    for (const Card& card : catalog.cards())
        matrix.rows.push_back(&card);
    matrix.cells.resize(matrix.rows.size() * matrix.columns.size());
    MatrixBuilder(scenario, *base, catalog, matrix, std::move(counts)).fill();
    return matrix;
}

Scenario scenarioOf(const Scenario& scenario, const FitMatrix& matrix, std::size_t row, std::size_t column)
{
    Scenario changed = withColumn(scenario, matrix.axis, matrix.columns[column]);
    const Card& card = *matrix.rows[row];
    if (changed.card.id != card.id || changed.card.custom) {
        changed.card = CardChoice{};
        changed.card.id = card.id;
        changed.cardMemoryGib.reset();
    }
    if (changed.cards)
        setCount(changed, matrix.at(row, column).cards);
    return changed;
}

} // namespace cardfit::fleet
