#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/evidence/claims.h"
#include "core/plan/explain/explain.h"
#include "core/plan/plan.h"
#include "core/report/claims_view.h"
#include "core/report/explain_rows.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include <fmt/format.h>

namespace cardfit::cli {

namespace {

struct Options {
    std::string scenario, pointer = "/memory/device", claim;
    bool json = false, listsClaims = false;
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

std::vector<evidence::Claim> claimsOf(Session& session)
{
    evidence::ClaimsLoad load = evidence::loadClaims(session.folders().data, session.modelReaders());
    if (!load.problems.empty())
        throw BadInput(load.problems);
    return std::move(load.claims);
}

std::string wordsOf(Session& session, const Text& text) { return session.phrases().renderPlain(text, {}); }

Exit listClaims(Session& session)
{
    Table table;
    for (const evidence::Claim& claim : claimsOf(session))
        table.addRow({claim.id, wordsOf(session, Text("claim." + claim.id))});
    return print(table.text()) ? Exit::Answered : Exit::BadInput;
}

std::string linesOf(const report::ClaimLine& line, Session& session)
{
    const char* mark = !line.answered ? "-" : line.holds ? "yes" : "no";
    std::string text = fmt::format("  {:3}  {}: {}\n", mark, wordsOf(session, line.circumstances), wordsOf(session, line.result));
    if (!line.measured.empty())
        text += "       " + wordsOf(session, line.measured) + '\n';
    return text;
}

// A claim that people make, tried under its conditions.
Exit explainClaim(const Options& options, Session& session)
{
    const std::vector<evidence::Claim> claims = claimsOf(session);
    const auto claim = std::find_if(claims.begin(), claims.end(), [&options](const evidence::Claim& c) { return c.id == options.claim; });
    if (claim == claims.end())
        throw BadInput("--claim: expected a name that explain --claims lists, found \"" + options.claim + '"');
    const evidence::ClaimAnswer found = answer(*claim, session.catalog());
    const report::ClaimView view = report::claimViewOf(*claim, found, session.catalog());
    if (options.json)
        return print(report::claimJson(*claim, found, view, session.phrases()) + '\n') ? Exit::Answered : Exit::BadInput;
    std::string text = wordsOf(session, view.words) + "\n" + wordsOf(session, view.verdict) + "\n";
    for (const report::ClaimLine& line : view.lines)
        text += linesOf(line, session);
    for (const Fact& source : view.sources)
        text += "  [" + source.source + ", " + source.date + "]\n";
    return print(text) ? Exit::Answered : Exit::BadInput;
}

Exit explain(const Options& options, Session& session)
{
    if (options.listsClaims)
        return listClaims(session);
    if (!options.claim.empty())
        return explainClaim(options, session);
    if (options.scenario.empty())
        throw BadInput("explain: expected a SCENARIO, --claim NAME or --claims, found none");
    return explainOne(options, session);
}

} // namespace

void addExplain(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command =
        program.add_subcommand("explain", "How a memory number of the answer comes about: its terms with values and sources");
    command->add_option("SCENARIO", options->scenario, "A scenario or a study; - is the standard input");
    command->add_option("POINTER", options->pointer, "JSON pointer into the answer of estimate, e.g. /memory/per_card/weights")
        ->capture_default_str();
    command->add_option("--claim", options->claim, "Instead of a number: whether what people say holds, by plans and measurements");
    command->add_flag("--claims", options->listsClaims, "The claims that can be explained");
    command->add_flag("--json", options->json, "The tree, or the claim, as JSON");
    command->add_option("--depth", options->depth, "Levels below the number; all of them without it")->check(CLI::NonNegativeNumber);
    command->footer(
        "Symbols are those of core/plan/memory/README.md, section 2. Exit code: 0 explained, 2 bad input or a number without a tree.");
    command->callback([options, &session, &run] { run = [options, &session] { return explain(*options, session); }; });
}

} // namespace cardfit::cli
