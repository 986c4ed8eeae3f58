// One plan and its parts, as the window, the matrix and the command line ask for them. Budgets on a 2-core machine: a whole
// plan 10 us, memory alone 2 us. resolve() is inside plan() and inside the budget.
#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/plan.h"
#include "core/report/plan_page.h"
#include "tests/bench/bench_case.h"

#include <benchmark/benchmark.h>

using namespace cardfit;
using namespace cardfit::bench;

namespace {

Scenario training()
{
    Scenario scenario;
    scenario.model.name = "Qwen/Qwen2.5-7B-Instruct";
    scenario.task = Task::Full;
    scenario.card.id = "a100-sxm-80gb";
    scenario.cards = 8;
    return scenario;
}

struct Planned {
    explicit Planned(const Scenario& scenario) : plan(cardfit::plan(scenario, catalog(), cost::Detail::Everything))
    {
        if (!plan.resolved || !plan.memory || !plan.speed || !plan.cost)
            std::abort(); // a part that is refused would make the others look fast
    }
    Plan plan;
};

void wholePlan(benchmark::State& state, const Scenario& scenario, cost::Detail detail)
{
    const Planned check(scenario);
    for (auto _ : state)
        benchmark::DoNotOptimize(plan(scenario, catalog(), detail));
}

void resolveAlone(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state) {
        Problems problems;
        benchmark::DoNotOptimize(resolve(scenario, catalog(), problems));
    }
}

void memoryAlone(benchmark::State& state, const Scenario& scenario)
{
    const Planned planned(scenario);
    for (auto _ : state)
        benchmark::DoNotOptimize(memory::estimate(*planned.plan.resolved, planned.plan.split));
}

// What a cell of the matrix costs for each split that is tried.
void needAlone(benchmark::State& state, const Scenario& scenario)
{
    const Planned planned(scenario);
    for (auto _ : state)
        benchmark::DoNotOptimize(memory::need(*planned.plan.resolved, planned.plan.split));
}

void speedAlone(benchmark::State& state, const Scenario& scenario)
{
    const Planned planned(scenario);
    const Plan& plan = planned.plan;
    const auto cache = speed::cacheCapacity(*plan.resolved, plan.split, *plan.memory);
    for (auto _ : state) {
        Text refusal;
        benchmark::DoNotOptimize(speed::estimate(*plan.resolved, plan.split, cache, refusal));
    }
}

void planPage(benchmark::State& state, const Scenario& scenario)
{
    const Planned planned(scenario);
    const auto matrix = fleet::fitMatrix(scenario, catalog(), fleet::MatrixAxis::Count);
    for (auto _ : state)
        benchmark::DoNotOptimize(report::buildPlanPage(scenario, planned.plan, matrix, catalog()));
}

// Everything the window computes after a move of a slider.
void windowTurn(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state) {
        const Plan planned = plan(scenario, catalog(), cost::Detail::Everything);
        const auto matrix = fleet::fitMatrix(scenario, catalog(), fleet::MatrixAxis::Count);
        benchmark::DoNotOptimize(report::buildPlanPage(scenario, planned, matrix, catalog()));
    }
}

} // namespace

#define CARDFIT_BOTH(function)                                                                                                             \
    BENCHMARK_CAPTURE(function, serving, serving())->Unit(benchmark::kMicrosecond);                                                        \
    BENCHMARK_CAPTURE(function, training, training())->Unit(benchmark::kMicrosecond)

BENCHMARK_CAPTURE(wholePlan, serving_totals, serving(), cost::Detail::Totals)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(wholePlan, serving_everything, serving(), cost::Detail::Everything)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(wholePlan, training_totals, training(), cost::Detail::Totals)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(wholePlan, training_everything, training(), cost::Detail::Everything)->Unit(benchmark::kMicrosecond);
CARDFIT_BOTH(resolveAlone);
CARDFIT_BOTH(memoryAlone);
CARDFIT_BOTH(needAlone);
CARDFIT_BOTH(speedAlone);
CARDFIT_BOTH(planPage);
CARDFIT_BOTH(windowTurn);

BENCHMARK_MAIN();
