#include "app/cli/commands.h"
#include "app/cli/records.h"
#include "core/catalog/catalog_loader.h"
#include "core/evidence/claims.h"
#include "core/evidence/evidence_loader.h"
#include "core/json/reader.h"
#include "core/json/writer.h"
#include "core/scenario/resolved.h"
#include "core/scenario/study.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace cardfit::cli {

namespace {

struct Options {
    std::vector<std::string> paths;
    bool json = false;
};

void printErrors(const std::vector<Error>& errors, bool json)
{
    json::Writer writer;
    for (const Error& error : errors) {
        if (json) {
            writer.clear();
            writer.beginObject().member("file", error.file).member("where", error.where).member("expected", error.expected);
            writer.member("found", error.found).endObject();
            print(writer.text());
        } else {
            print(error.toString());
        }
        print("\n");
    }
}

// What resolving finds: names that no catalog holds, values that exclude each other.
void checkScenario(const Scenario& scenario, const std::string& file, const std::string& place, Session& session,
                   std::vector<Error>& errors)
{
    Problems problems;
    resolve(scenario, session.catalog(), problems);
    for (Error& error : errorsOf(problems, file, session)) {
        error.where = place + error.where;
        errors.push_back(std::move(error));
    }
}

void checkText(std::string_view text, const std::string& file, Session& session, std::vector<Error>& errors)
{
    json::Problems problems;
    problems.file = nameOfInput(file);
    const auto document = json::Document::parse(text, problems);
    if (document) {
        const json::Reader root(document->root(), problems);
        const ModelReaders readers = session.modelReadersFor(file);
        if (root.has("format")) {
            const auto study = readStudy(root, readers);
            for (std::size_t i = 0; study && i < study->scenarios.size(); ++i)
                checkScenario(study->scenarios[i], file, "/scenarios/" + std::to_string(i), session, errors);
        } else if (const auto scenario = readScenario(root, readers)) {
            checkScenario(*scenario, file, "", session, errors);
        }
    }
    errors.insert(errors.end(), problems.list.begin(), problems.list.end());
}

std::vector<Error> checkFile(const std::string& path, Session& session)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file)
        throw BadInput(path + ": expected a file that can be read");
    Records records(file.get());
    std::vector<Error> errors;
    std::string text;
    std::size_t line = 0, count = 0;
    while (records.next(text, line)) {
        const std::size_t before = errors.size();
        checkText(text, path, session, errors);
        for (std::size_t i = before; ++count > 1 && i < errors.size(); ++i) // one of many lines: say which
            errors[i].where = "line " + std::to_string(line) + (errors[i].where.empty() ? "" : ": " + errors[i].where);
    }
    if (count == 0)
        errors.push_back({nameOfInput(path), "", "a study or a scenario", "an empty file"});
    return errors;
}

// Measurements that the catalog cannot plan, unless they say so themselves.
void checkEvidence(evidence::Set set, Session& session, std::vector<Error>& errors)
{
    const evidence::EvidenceLoad load = evidence::loadEvidence(session.folders().data, set, session.modelReaders());
    errors.insert(errors.end(), load.problems.begin(), load.problems.end());
    for (std::size_t i = 0; load.evidence && i < load.evidence->runs.size(); ++i) {
        const evidence::Run& run = load.evidence->runs[i];
        const bool asked = std::any_of(run.figures.begin(), run.figures.end(),
                                       [](const evidence::Measured& figure) { return figure.gap == evidence::Gap::None; });
        if (asked && !run.refused)
            checkScenario(run.scenario, evidence::fileOf(session.folders().data, set).string(), "run " + run.id + ", scenario", session,
                          errors);
    }
}

// Claims whose conditions the catalog cannot plan.
void checkClaims(Session& session, std::vector<Error>& errors)
{
    const std::string file = (session.folders().data / "claims.json").string();
    const evidence::ClaimsLoad load = evidence::loadClaims(session.folders().data, session.modelReaders());
    errors.insert(errors.end(), load.problems.begin(), load.problems.end());
    for (const evidence::Claim& claim : load.claims) {
        for (const evidence::ClaimCondition& condition : claim.conditions) {
            checkScenario(condition.over.scenario, file, claim.id + ", over", session, errors);
            if (condition.under)
                checkScenario(condition.under->scenario, file, claim.id + ", under", session, errors);
        }
    }
}

Exit check(const Options& options, Session& session)
{
    std::vector<Error> errors;
    if (options.paths.empty()) {
        const CatalogLoad load = loadCatalog(session.folders().data);
        errors = load.problems;
        if (load.catalog) {
            const std::vector<Error> rules = checkCatalog(*load.catalog);
            errors.insert(errors.end(), rules.begin(), rules.end());
        }
        for (std::size_t i = 0; load.catalog && errors.empty() && i < evidence::kSets; ++i)
            checkEvidence(static_cast<evidence::Set>(i), session, errors);
        if (load.catalog && errors.empty())
            checkClaims(session, errors);
    }
    for (const std::string& path : options.paths) {
        const std::vector<Error> found = checkFile(path, session);
        errors.insert(errors.end(), found.begin(), found.end());
    }
    printErrors(errors, options.json);
    if (errors.empty() && !options.json)
        print(options.paths.empty() ? "The catalog is in order.\n" : "In order.\n");
    return errors.empty() ? Exit::Answered : Exit::Negative;
}

} // namespace

void addCheck(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("check", "Look for mistakes in studies and scenarios, or in the catalog");
    command->add_option("FILES", options->paths, "Studies, scenarios or JSON Lines of them; without any, the catalog is checked");
    command->add_flag("--json", options->json, "One JSON line a mistake");
    command->footer("Exit code: 0 no mistakes, 1 mistakes (one a line), 2 a file that cannot be read.");
    command->callback([options, &session, &run] { run = [options, &session] { return check(*options, session); }; });
}

} // namespace cardfit::cli
