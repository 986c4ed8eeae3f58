#include "core/report/cells.h"
#include "core/report/report_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>

namespace cardfit::report {

namespace {

// A row of the fit matrix: one card at every count.
std::vector<Cell> cardRow(const fleet::FitMatrix& matrix, std::size_t row)
{
    const Card& card = *matrix.rows[row];
    std::vector<Cell> cells{nameCell(card.shortName), cellOf(Text("value.gib").with("value", card.cudaMemory), Cell::Role::Quiet)};
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
        const fleet::FitCell& fit = matrix.at(row, column);
        Text words = verdictWords(fit);
        if (fit.perHour)
            words = Text("report.fit.priced").with("words", std::move(words)).with("price", *fit.perHour);
        const bool starred = fit.cheapestToRent || fit.cheapestToOwn;
        Cell cell = cellOf(std::move(words), starred ? Cell::Role::Strong : !fit.allowed ? Cell::Role::Quiet : Cell::Role::Normal);
        cell.verdict = fit.verdict;
        cells.push_back(std::move(cell));
    }
    return cells;
}

bool canRun(const fleet::FitMatrix& matrix, std::size_t row)
{
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
        const fleet::Verdict verdict = matrix.at(row, column).verdict;
        if (verdict != fleet::Verdict::Unsupported && verdict != fleet::Verdict::NotModelled)
            return true;
    }
    return false;
}

Text unsupportedCards(const fleet::FitMatrix& matrix, const std::vector<std::size_t>& rows)
{
    std::vector<Text> names;
    for (const std::size_t row : rows)
        names.push_back(
            Text("report.fit.unsupported-card").with("card", matrix.rows[row]->shortName).with("reason", verdictWords(matrix.at(row, 0))));
    Text text("report.fit.unsupported");
    text.arguments.push_back({"cards", std::move(names)});
    return text;
}

// The baseline lists every card; the other scenarios those that their memory chart shows and the cheapest.
bool isListed(const ScenarioView& view, std::size_t row)
{
    if (view.isBaseline)
        return true;
    const fleet::FitMatrix& matrix = view.matrix;
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
        const fleet::FitCell& cell = matrix.at(row, column);
        if (cell.cheapestToRent || cell.cheapestToOwn)
            return true;
    }
    const std::vector<MemoryBar>& bars = view.page.memory.bars;
    return std::any_of(bars.begin(), bars.end(), [&](const MemoryBar& bar) { return bar.cardId == matrix.rows[row]->id; });
}

} // namespace

void addFit(ReportModel& model, const ScenarioView& view)
{
    const fleet::FitMatrix& matrix = view.matrix;
    if (matrix.rows.empty() || matrix.columns.empty())
        return;
    Section section{1, true, Text("report.fit").with("scenario", view.title()), {}};
    section.blocks.emplace_back(leadOf(Text("report.fit.lead").with("unit", Money::zero(view.scenario->currency))));
    std::vector<Text> heads{Text("report.head.card"), Text("report.head.has")};
    for (const fleet::MatrixColumn& column : matrix.columns)
        heads.push_back(column.label);
    Table table = tableOf(std::move(heads));
    std::fill(table.rightAligned.begin() + 2, table.rightAligned.end(), false);
    std::vector<std::size_t> unsupported;
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        if (!isListed(view, row))
            continue;
        if (canRun(matrix, row))
            table.rows.push_back(cardRow(matrix, row));
        else
            unsupported.push_back(row);
    }
    if (!table.rows.empty())
        section.blocks.emplace_back(std::move(table));
    if (!view.isBaseline)
        section.blocks.emplace_back(captionOf(Text("report.fit.some")));
    if (!unsupported.empty())
        section.blocks.emplace_back(bodyOf(unsupportedCards(matrix, unsupported)));
    model.sections.push_back(std::move(section));
}

} // namespace cardfit::report
