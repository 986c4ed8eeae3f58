#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/json/writer.h"
#include "core/report/search_view.h"
#include "core/scenario/scenario_json.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace cardfit::cli {

namespace {

using fleet::SearchPoint;
using fleet::SearchResult;

struct Options {
    std::string path = "-", objective, latency = "answer", pay = "rent";
    std::vector<std::string> precisions;
    std::size_t top = 0; // 0: all of them as JSON, the first twenty as a table
    bool json = false;
};

constexpr std::array kObjectives{fleet::Objective::Cost, fleet::Objective::Latency, fleet::Objective::Throughput,
                                 fleet::Objective::CostPerToken};
constexpr std::array kLatencies{fleet::Latency::Answer, fleet::Latency::FirstToken, fleet::Latency::PerToken};
constexpr std::size_t kTableRows = 20;

// The value of that name; the option's check lets no other name through.
template <class Values>
auto named(const Values& values, std::string_view name)
{
    for (const auto value : values)
        if (nameOf(value) == name)
            return value;
    return values.front();
}

fleet::SearchOptions searchOptions(const Options& options)
{
    fleet::SearchOptions search;
    search.pay = options.pay == "own" ? cost::Side::Own : cost::Side::Rent;
    search.latency = named(kLatencies, options.latency);
    if (!options.objective.empty())
        search.objective = named(kObjectives, options.objective);
    search.precisions = options.precisions;
    return search;
}

void writeMoney(json::Writer& writer, std::string_view key, const std::optional<Money>& money)
{
    writer.key(key);
    if (money)
        writer.value(money->toString(2));
    else
        writer.null();
}

template <class Quantity>
void writeQuantity(json::Writer& writer, std::string_view key, const std::optional<Quantity>& quantity, double factor = 1)
{
    writer.member(key, quantity ? std::optional(quantity->value() * factor) : std::nullopt);
}

void writeSplit(json::Writer& writer, const Split& split)
{
    writer.key("parallel").beginObject().member("tensor", split.tensor).member("pipeline", split.pipeline);
    writer.member("data", split.data).member("expert", split.expert).member("zero_stage", split.zeroStage);
    writer.member("fsdp", split.fsdp).endObject();
}

// The members of a configuration, inside an object that is open.
void writePoint(json::Writer& writer, const SearchPoint& point, const Scenario& asked)
{
    constexpr double kMilliseconds = 1e3;
    const speed::SpeedPlan& speed = point.speed;
    writer.member("card", point.card->id).member("cards", point.cards()).member("replicas", point.fleet.replicas);
    writer.member("spare", point.fleet.spare).member("weights", point.weights);
    writeSplit(writer, point.split);
    writer.member(isTraining(asked.task) ? "micro_batch" : "concurrency", point.batch);
    writeMoney(writer, "rent_per_month", point.rentPerMonth);
    writeMoney(writer, "own_per_month", point.ownPerMonth);
    writer.member("currency", asked.currency.code());
    writeQuantity(writer, "ttft_ms", speed.timeToFirstToken, kMilliseconds);
    writeQuantity(writer, "tpot_ms", speed.timePerOutputToken, kMilliseconds);
    writeQuantity(writer, "ttft_ms_p95", speed.timeToFirstTokenP95, kMilliseconds);
    writeQuantity(writer, "tpot_ms_p95", speed.timePerOutputTokenP95, kMilliseconds);
    writeQuantity(writer, "step_s", speed.stepTime);
    writeQuantity(writer, "job_s", speed.jobTime);
    writer.member("latency_s", point.latency.value()).member("tokens_per_s", point.throughput.value());
    writer.member("requests_per_s_at_most", point.fleet.capacityRequestsPerSecond).member("headroom", point.headroom);
    writer.member("indicative", speed.indicative);
    writer.key("scenario");
    writeScenario(writer, fleet::scenarioOf(asked, point));
}

void writeCounts(json::Writer& writer, const fleet::SearchCounts& counts)
{
    writer.key("plans").beginObject().member("space", static_cast<std::int64_t>(counts.space));
    for (std::size_t i = 0; i < fleet::kFates; ++i)
        writer.member(nameOf(static_cast<fleet::Fate>(i)), static_cast<std::int64_t>(counts.fates[i]));
    writer.endObject();
}

void writeSummary(json::Writer& writer, const SearchResult& result, const Scenario& asked, Session& session)
{
    const report::SearchView view = report::searchView(result);
    const auto words = [&session](const Text& text) { return session.phrases().renderPlain(text, report::NumberStyle::plain()); };
    writer.beginObject().member("summary", true).member("objective", nameOf(result.objective)).member("latency", nameOf(result.latency));
    writer.member("pay", result.pay == cost::Side::Rent ? "rent" : "own").member("complete", result.complete);
    writer.member("points", static_cast<std::int64_t>(result.front.size()));
    writer.member("runner_up", result.runnerUp ? std::optional(static_cast<std::int64_t>(*result.runnerUp + 1)) : std::nullopt);
    writer.member("winner", words(view.winner));
    writer.member("beats", view.beats.empty() ? std::nullopt : std::optional(words(view.beats)));
    writer.key("binding").beginArray();
    for (std::size_t i = 0; i < result.binding.size(); ++i) {
        writer.beginObject().member("limit", result.binding[i].limit).member("text", words(view.binding[i]));
        writePoint(writer, result.binding[i].winner, asked);
        writer.endObject();
    }
    writer.endArray().key("no_price").beginArray();
    for (const SearchPoint& point : result.unpriced) {
        writer.beginObject();
        writePoint(writer, point, asked);
        writer.endObject();
    }
    writer.endArray();
    writeCounts(writer, result.counts);
    writer.endObject();
}

void printJson(const SearchResult& result, const Scenario& asked, std::size_t top, Session& session)
{
    json::Writer writer;
    for (std::size_t i = 0; i < result.front.size() && (top == 0 || i < top); ++i) {
        writer.clear();
        writer.beginObject().member("rank", static_cast<std::int64_t>(i + 1));
        writePoint(writer, result.front[i], asked);
        writer.endObject();
        print(writer.text());
        print("\n");
    }
    writer.clear();
    writeSummary(writer, result, asked, session);
    print(writer.text());
    print("\n");
}

void printTable(const SearchResult& result, std::size_t top, Session& session)
{
    const report::SearchView view = report::searchView(result);
    const auto words = [&session](const Text& text) { return session.phrases().renderPlain(text, {}); };
    const auto say = [&words](const Text& text) {
        if (!text.empty())
            print(words(text) + "\n");
    };
    Table table;
    table.addRow({"#"});
    for (const report::SearchView::Column& column : view.columns)
        table.add(words(column.head));
    const std::size_t rows = std::min(view.rows.size(), top == 0 ? kTableRows : top);
    for (std::size_t i = 0; i < rows; ++i) {
        table.addRow({std::to_string(i + 1)});
        for (const Text& cell : view.rows[i].cells)
            table.add(words(cell));
    }
    if (rows > 0)
        print(table.text());
    if (rows < view.rows.size())
        say(Text("search.more").with("count", static_cast<std::int64_t>(view.rows.size() - rows)));
    say(view.winner);
    say(view.beats);
    for (const Text& sentence : view.binding)
        say(sentence);
    say(view.unpriced);
    say(view.counts);
}

Exit searchOne(const Options& options, Session& session)
{
    const Scenario scenario = readOneScenario(options.path, session);
    const SearchResult result = fleet::search(scenario, session.catalog(), searchOptions(options));
    if (const std::vector<Error> errors = errorsOf(result.problems, options.path, session); !errors.empty())
        throw BadInput(errors);
    if (options.json)
        printJson(result, scenario, options.top, session);
    else
        printTable(result, options.top, session);
    return result.front.empty() ? Exit::Negative : Exit::Answered;
}

} // namespace

void addSearch(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command =
        program.add_subcommand("search", "The best configurations: cards, counts, splits, precisions and batches within limits and allow");
    command->add_option("SCENARIO", options->path, "A scenario or a study; - is the standard input")->capture_default_str();
    command->add_flag("--json", options->json, "One JSON line a configuration, then one with summary");
    command->add_option("--top", options->top, "Show so many configurations (20 as a table, all as JSON)");
    command
        ->add_option("--objective", options->objective,
                     "What makes the best: cost, latency, throughput, cost-per-token (without it cost, in training cost-per-token)")
        ->check(CLI::IsMember({"cost", "latency", "throughput", "cost-per-token"}));
    command->add_option("--latency", options->latency, "Which time is the latency: of the whole answer, ttft or tpot")
        ->check(CLI::IsMember({"answer", "ttft", "tpot"}))
        ->capture_default_str();
    command->add_option("--pay", options->pay, "Cost by renting or by owning")
        ->check(CLI::IsMember({"rent", "own"}))
        ->capture_default_str();
    command->add_option("--weights", options->precisions, "Weight formats to try instead of the usual ones, e.g. 16bit,fp8")
        ->delimiter(',');
    command->footer(
        "The configurations are the Pareto front of cost, latency and throughput, exact over the space that\n"
        "core/plan/fleet/README.md, section 6, describes. Exit code: 0 found, 1 nothing fits and meets the limits, 2 bad input.");
    command->callback([options, &session, &run] { run = [options, &session] { return searchOne(*options, session); }; });
}

} // namespace cardfit::cli
