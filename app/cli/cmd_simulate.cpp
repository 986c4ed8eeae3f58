#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/plan/plan.h"
#include "core/report/simulation_rows.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cardfit::cli {

namespace {

constexpr int kMostRequests = 1'000'000;

struct Options {
    std::string scenario;
    speed::SimulationOptions simulation;
    bool json = false;
};

Exit simulateOne(Options options, Session& session)
{
    const Scenario scenario = readOneScenario(options.scenario, session);
    const Plan answer = plan(scenario, session.catalog(), cost::Detail::Totals);
    if (!answer.resolved)
        throw BadInput(errorsOf(answer.problems, options.scenario, session));
    // One replica, at the peak it gets in the fleet that was sized.
    if (answer.speed && answer.speed->peakRequestsPerSecond > 0)
        options.simulation.requestsPerSecond = answer.speed->peakRequestsPerSecond;
    const speed::CacheCapacity cache = speed::cacheCapacity(*answer.resolved, answer.split, *answer.memory);
    Text refusal;
    const auto load = speed::simulate(*answer.resolved, answer.split, cache, options.simulation, {}, refusal);
    if (!load)
        throw BadInput(nameOfInput(options.scenario) + ": " + session.phrases().renderPlain(refusal, report::NumberStyle::plain()));
    if (options.json)
        return print(report::simulationJson(*answer.speed, *load, options.simulation.seed) + '\n') ? Exit::Answered : Exit::BadInput;
    const auto words = [&](const char* code) { return session.phrases().renderPlain(Text(code), report::NumberStyle::plain()); };
    Table table;
    table.addRow({"", words("simulation.analytic"), words("simulation.simulated")});
    for (const report::SimulationRow& row : report::simulationRows(*answer.speed, *load, session.phrases(), report::NumberStyle::plain()))
        table.addRow({row.name, row.analytic, row.simulated});
    return print(table.text() + (load->cutOff ? words("simulation.cut") + '\n' : "")) ? Exit::Answered : Exit::BadInput;
}

} // namespace

void addSimulate(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("simulate", "Serves the load request by request, beside the equations' answer");
    command->add_option("SCENARIO", options->scenario, "A scenario or a study; - is the standard input")->required();
    command->add_option("--requests", options->simulation.requests, "Requests that count, after a warm-up; finite runs count their own")
        ->check(CLI::Range(1, kMostRequests))
        ->capture_default_str();
    command->add_option("--seed", options->simulation.seed, "Of the random arrivals and lengths")->capture_default_str();
    command->add_flag("--json", options->json, "One line of JSON");
    command->footer("One replica at the load it gets in the sized fleet. Same seed, same answer. Exit code: 0 answered, 2 bad input or a "
                    "case that is not modelled.");
    command->callback([options, &session, &run] { run = [options, &session] { return simulateOne(*options, session); }; });
}

} // namespace cardfit::cli
