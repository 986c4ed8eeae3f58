// Serving simulation. Budget on a 2-core machine: 10,000 requests in 50 ms on one core.
#include "core/plan/plan.h"
#include "core/plan/speed/simulation.h"
#include "tests/bench/bench_case.h"

#include <benchmark/benchmark.h>

using namespace cardfit;
using namespace cardfit::bench;

namespace {

constexpr int kRequests = 10'000;

void simulateLoad(benchmark::State& state, const Scenario& scenario, double shareOfCapacity)
{
    const Plan planned = plan(scenario, catalog());
    if (!planned.speed)
        std::abort();
    const speed::CacheCapacity cache = speed::cacheCapacity(*planned.resolved, planned.split, *planned.memory);
    speed::SimulationOptions options;
    options.requests = kRequests;
    if (scenario.demand.requestsPerSecond)
        options.requestsPerSecond = shareOfCapacity * speed::openLoop(*planned.resolved, planned.split, cache, 0.1).maxRate;
    std::int64_t requests = 0, iterations = 0;
    for (auto _ : state) {
        Text refusal;
        const auto load = speed::simulate(*planned.resolved, planned.split, cache, options, {}, refusal);
        if (!load || load->cutOff)
            std::abort();
        requests = load->requests;
        iterations = load->iterations;
    }
    state.counters["requests"] = static_cast<double>(requests);
    state.counters["iterations"] = static_cast<double>(iterations);
}

Scenario atRate(Arrival arrival)
{
    Scenario scenario = serving();
    scenario.demand.requestsPerSecond = 1;
    scenario.demand.arrival = arrival;
    return scenario;
}

Scenario experts()
{
    Scenario scenario;
    scenario.model.name = "DeepSeek-V3";
    scenario.card.id = "h200-sxm";
    scenario.cards = 8;
    scenario.demand.requestsPerSecond = 1;
    scenario.demand.arrival = Arrival::Poisson;
    scenario.outputTokens = 1024;
    return scenario;
}

} // namespace

BENCHMARK_CAPTURE(simulateLoad, clients, serving(), 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulateLoad, poisson_half, atRate(Arrival::Poisson), 0.5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulateLoad, poisson_near_capacity, atRate(Arrival::Poisson), 0.9)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulateLoad, bursts_half, atRate(Arrival::Burst), 0.5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulateLoad, beyond_capacity, atRate(Arrival::Poisson), 2.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulateLoad, experts_near_capacity, experts(), 0.9)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
