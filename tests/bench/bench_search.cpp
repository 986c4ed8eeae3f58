// A whole search (all cards x counts x splits x precisions x batches): budget one million plans/s/core, evaluated or
// soundly pruned. Counters say what became of the plans; `plans/s` is space over time, `evaluated/s` without the pruned.
#include "core/plan/fleet/search.h"
#include "tests/bench/bench_case.h"

#include <benchmark/benchmark.h>

using namespace cardfit;
using namespace cardfit::bench;

namespace {

Scenario users()
{
    Scenario scenario;
    scenario.model.name = "Qwen/Qwen2.5-14B-Instruct";
    return scenario;
}

Scenario demand()
{
    Scenario scenario = users();
    scenario.demand.requestsPerSecond = 20;
    return scenario;
}

Scenario limited()
{
    Scenario scenario = demand();
    scenario.limits.ttftMsP95 = 500;
    scenario.limits.tpotMsP95 = 40;
    return scenario;
}

Scenario mixture()
{
    Scenario scenario = users();
    scenario.model.name = "Qwen/Qwen3-30B-A3B";
    return scenario;
}

Scenario training()
{
    Scenario scenario = users();
    scenario.model.name = "Qwen/Qwen2.5-7B-Instruct";
    scenario.task = Task::Full;
    return scenario;
}

void wholeSearch(benchmark::State& state, const Scenario& scenario, bool prune)
{
    fleet::SearchOptions options;
    options.prune = prune;
    options.explainLimits = false;
    fleet::SearchResult result;
    for (auto _ : state)
        result = fleet::search(scenario, catalog(), options);
    if (result.front.empty() || result.counts.done() != result.counts.space)
        std::abort();
    const auto rate = [&](std::uint64_t plans) {
        return benchmark::Counter(static_cast<double>(plans), benchmark::Counter::kIsIterationInvariantRate);
    };
    state.counters["plans/s"] = rate(result.counts.space);
    state.counters["plans"] = static_cast<double>(result.counts.space);
    state.counters["front"] = static_cast<double>(result.front.size());
    for (std::size_t i = 0; i < fleet::kFates; ++i)
        state.counters[std::string(fleet::nameOf(static_cast<fleet::Fate>(i)))] = static_cast<double>(result.counts.fates[i]);
}

} // namespace

BENCHMARK_CAPTURE(wholeSearch, users, users(), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeSearch, demand, demand(), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeSearch, demand_within_limits, limited(), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeSearch, mixture, mixture(), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeSearch, training, training(), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeSearch, users_without_pruning, users(), false)->Unit(benchmark::kMillisecond)->Iterations(1);

BENCHMARK_MAIN();
