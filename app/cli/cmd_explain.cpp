#include "app/cli/commands.h"
#include "core/plan/explain/explain.h"
#include "core/plan/plan.h"
#include "core/report/explain_rows.h"

#include <CLI/CLI.hpp>

#include <limits>
#include <memory>
#include <set>

namespace cardfit::cli {

namespace {

struct Options {
    std::string scenario, pointer = "/memory/device";
    bool json = false;
    int depth = -1;
};

// "  weights_blocks = 13.1 GiB  Weights of the blocks", and below it how it comes about.
std::string linesOf(const report::ExplainRow& row, bool repeated)
{
    const std::string indent(static_cast<std::size_t>(row.depth) * 2, ' ');
    std::string text = indent + row.symbol + " = " + row.value + "  " + row.name;
    if (repeated)
        return text + "  (see above)\n";
    if (row.depth == 0 && row.exact != row.value)
        text += " (" + row.exact + ")";
    text += row.depth == 0 && row.weakest != row.mark ? "  [" + row.mark + ", " + row.weakest : "  [" + row.mark;
    text += ": " + row.source + "]\n";
    if (row.isInput)
        return text;
    text += indent + "  = " + row.formula;
    if (!row.numbers.empty() && row.numbers != row.formula)
        text += " = " + row.numbers;
    return text + '\n';
}

// A term that several formulas name is taken apart once.
bool printTree(const std::vector<report::ExplainRow>& rows)
{
    std::set<std::string> shown;
    int skipBelow = std::numeric_limits<int>::max(); // rows deeper than this belong to a term shown before
    for (const report::ExplainRow& row : rows) {
        if (row.depth > skipBelow)
            continue;
        skipBelow = std::numeric_limits<int>::max();
        const bool repeated = !row.isInput && !shown.insert(row.symbol + ' ' + row.exact).second;
        if (repeated)
            skipBelow = row.depth;
        if (!print(linesOf(row, repeated)))
            return false;
    }
    return true;
}

Exit explainOne(const Options& options, Session& session)
{
    const Scenario scenario = readOneScenario(options.scenario, session);
    const Plan answer = plan(scenario, session.catalog(), cost::Detail::Totals);
    if (!answer.resolved)
        throw BadInput(errorsOf(answer.problems, options.scenario, session));
    const Result<explain::Term> term = explain::explain(answer, options.pointer);
    if (!term)
        throw BadInput({term.error()});
    if (options.json)
        return print(report::explainJson(options.pointer, *term, session.phrases(), options.depth) + '\n') ? Exit::Answered
                                                                                                           : Exit::BadInput;
    const bool printed = printTree(report::explainRows(*term, session.phrases(), {}, options.depth));
    return printed ? Exit::Answered : Exit::BadInput;
}

} // namespace

void addExplain(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command =
        program.add_subcommand("explain", "How a memory number of the answer comes about: its terms with values and sources");
    command->add_option("SCENARIO", options->scenario, "A scenario or a study; - is the standard input")->required();
    command->add_option("POINTER", options->pointer, "JSON pointer into the answer of estimate, e.g. /memory/per_card/weights")
        ->capture_default_str();
    command->add_flag("--json", options->json, "The tree as JSON");
    command->add_option("--depth", options->depth, "Levels below the number; all of them without it")->check(CLI::NonNegativeNumber);
    command->footer(
        "Symbols are those of core/plan/memory/README.md, section 2. Exit code: 0 explained, 2 bad input or a number without a tree.");
    command->callback([options, &session, &run] { run = [options, &session] { return explainOne(*options, session); }; });
}

} // namespace cardfit::cli
