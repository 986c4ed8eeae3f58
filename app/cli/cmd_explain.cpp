#include "app/cli/commands.h"
#include "core/plan/explain/explain.h"
#include "core/plan/plan.h"
#include "core/report/explain_rows.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cardfit::cli {

namespace {

struct Options {
    std::string scenario, pointer = "/memory/device";
    bool json = false;
    int depth = -1;
};

// "  weights_blocks = 13.1 GiB  Weights of the blocks", and below it how it comes about.
std::string linesOf(const report::ExplainRow& row)
{
    const std::string indent(static_cast<std::size_t>(row.depth) * 2, ' ');
    std::string text = indent + row.symbol + " = " + row.value + "  " + row.name;
    const bool isMemory = row.exact != row.value;
    if (row.depth == 0 && isMemory)
        text += " (" + row.exact + ")";
    if (row.isInput)
        return text + "  [" + row.mark + ": " + row.source + "]\n";
    text += "  [" + row.mark + ": " + row.source + "]\n" + indent + "  = " + row.formula;
    if (!row.numbers.empty() && row.numbers != row.formula)
        text += " = " + row.numbers;
    return text + '\n';
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
    const report::NumberStyle style;
    for (const report::ExplainRow& row : report::explainRows(*term, session.phrases(), style, options.depth)) {
        if (!print(linesOf(row)))
            return Exit::BadInput;
    }
    return Exit::Answered;
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
