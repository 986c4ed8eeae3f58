#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/json/writer.h"
#include "core/plan/fleet/fit_matrix.h"
#include "core/report/answer_json.h"
#include "core/report/verdict_words.h"
#include "core/scenario/resolved.h"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace cardfit::cli {

namespace {

using fleet::FitCell;
using fleet::FitMatrix;
using fleet::MatrixAxis;
using fleet::Verdict;

struct Options {
    std::string path = "-", axis = "count";
    std::vector<int> counts = {1, 2, 4, 8};
    bool json = false;
};

constexpr std::array<MatrixAxis, 5> kAxes = {MatrixAxis::Count, MatrixAxis::Size, MatrixAxis::Precision, MatrixAxis::Task,
                                             MatrixAxis::Context};

MatrixAxis axisNamed(std::string_view name)
{
    for (const MatrixAxis axis : kAxes) {
        if (nameOf(axis) == name)
            return axis;
    }
    return MatrixAxis::Count; // the option's check lets no other name through
}

void writeCell(json::Writer& writer, const FitMatrix& matrix, std::size_t row, std::size_t column, Session& session)
{
    const FitCell& cell = matrix.at(row, column);
    const bool judged = cell.verdict != Verdict::Unsupported && cell.verdict != Verdict::NotModelled;
    writer.beginObject().member("card", matrix.rows[row]->id).member("axis", nameOf(matrix.axis));
    writer.member("value", matrix.columns[column].value).member("cards", cell.cards).member("verdict", nameOf(cell.verdict));
    report::writeFigure(writer, "headroom", judged ? std::optional(cell.headroom) : std::nullopt);
    writer.key("per_hour");
    if (cell.perHour)
        writer.value(cell.perHour->toRateString());
    else
        writer.null();
    writer.key("reasons").beginArray();
    writer.value(session.phrases().renderPlain(report::verdictWords(cell), report::NumberStyle::plain()));
    writer.endArray().member("allowed", cell.allowed).member("cheapest_to_rent", cell.cheapestToRent);
    writer.member("cheapest_to_own", cell.cheapestToOwn).endObject();
}

void printJson(const FitMatrix& matrix, Session& session)
{
    json::Writer writer;
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
            writer.clear();
            writeCell(writer, matrix, row, column, session);
            print(writer.text());
            print("\n");
        }
    }
}

std::string wordsOf(const FitMatrix& matrix, const FitCell& cell, Session& session)
{
    std::string words = session.phrases().renderPlain(report::verdictWords(cell), report::NumberStyle::plain());
    if (matrix.axis == MatrixAxis::Count && cell.perHour && cell.verdict != Verdict::No && cell.verdict != Verdict::Unsupported)
        words += "  " + cell.perHour->toString(2) + "/h";
    if (cell.cheapestToRent || cell.cheapestToOwn)
        words += cell.cheapestToRent ? " *" : " o";
    return words;
}

void printTable(const FitMatrix& matrix, Session& session)
{
    Table table;
    table.addRow({"card"});
    for (const fleet::MatrixColumn& column : matrix.columns)
        table.add(matrix.axis == MatrixAxis::Count ? column.value + " x" : column.value);
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
        table.addRow({matrix.rows[row]->shortName});
        for (std::size_t column = 0; column < matrix.columns.size(); ++column)
            table.add(wordsOf(matrix, matrix.at(row, column), session));
    }
    print(table.text());
    print("* cheapest to rent that fits, o cheapest to own\n");
}

Exit showMatrix(const Options& options, Session& session)
{
    const Scenario scenario = readOneScenario(options.path, session);
    Problems problems;
    if (!resolve(scenario, session.catalog(), problems)) // fitMatrix() gives an empty matrix without saying why
        throw BadInput(errorsOf(problems, options.path, session));
    const FitMatrix matrix = fleet::fitMatrix(scenario, session.catalog(), axisNamed(options.axis), options.counts);
    if (options.json)
        printJson(matrix, session);
    else
        printTable(matrix, session);
    return Exit::Answered;
}

} // namespace

void addMatrix(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("matrix", "Which card and how many of it: verdicts of a scenario on every card");
    command->add_option("FILE", options->path, "A scenario; - is the standard input")->capture_default_str();
    command->add_option("--axis", options->axis, "What the columns are: count, size, precision, task, context")
        ->check(CLI::IsMember({"count", "size", "precision", "task", "context"}))
        ->capture_default_str();
    command->add_option("--counts", options->counts, "Numbers of cards with --axis count")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON line a cell");
    command->callback([options, &session, &run] { run = [options, &session] { return showMatrix(*options, session); }; });
}

} // namespace cardfit::cli
