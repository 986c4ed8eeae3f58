// Full fit matrix (all cards x 8 counts), with splits tried and prices: budget 2 ms on a 2-core machine. And the price of
// one plan: 2 us of the 10 us that a plan may take.
#include "core/plan/cost/cost.h"
#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/fleet/split.h"
#include "tests/bench/bench_case.h"

#include <benchmark/benchmark.h>

using namespace cardfit;
using namespace cardfit::bench;

namespace {

Scenario training()
{
    Scenario scenario = serving();
    scenario.task = Task::Full;
    scenario.weights.clear();
    return scenario;
}

void countMatrix(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(fleet::fitMatrix(scenario, catalog(), fleet::MatrixAxis::Count, {1, 2, 3, 4, 5, 6, 7, 8}));
}

void priceOfPlan(benchmark::State& state, cost::Detail detail)
{
    Problems problems;
    const std::optional<Resolved> scenario = resolve(serving(), catalog(), problems);
    fleet::FleetPlan fleet;
    fleet.cardsPerReplica = 2;
    for (auto _ : state)
        benchmark::DoNotOptimize(cost::price(*scenario, fleet, std::nullopt, catalog(), detail));
}

} // namespace

BENCHMARK_CAPTURE(countMatrix, serving, serving())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(countMatrix, training, training())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(priceOfPlan, totals, cost::Detail::Totals)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(priceOfPlan, everything, cost::Detail::Everything)->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
