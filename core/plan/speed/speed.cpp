#include "core/plan/speed/speed.h"

#include "core/plan/speed/disaggregated.h"
#include "core/plan/speed/interval.h"
#include "core/plan/speed/load.h"
#include "core/plan/speed/refusals.h"
#include "core/plan/speed/serving.h"
#include "core/plan/speed/training.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

ServerState stateOf(const Resolved& scenario, const ServingModel& model, const Load& load)
{
    switch (load.kind) {
    case LoadKind::Clients:
        return closedLoop(model, load.clients, burstShareOf(scenario.scenario, model, load.clients * model.ranks.copies));
    case LoadKind::Maximum: return maximumLoad(model);
    case LoadKind::Queue: return finiteRun(model, load.requests, load.variedLengths);
    case LoadKind::Rate: break;
    }
    return openLoopAt(model, openLoopCapacity(model), {load.arrival, load.rate, load.clients});
}

// A rate is per data-parallel copy inside the model, and of all cards outside.
ServerState stateAtRate(const Resolved& scenario, const ServingModel& model, const OpenLoopCapacity& capacity, double rate)
{
    const DemandOptions& demand = scenario.scenario.demand;
    const Load load = loadOf(scenario, model, rate);
    return openLoopAt(model, capacity, {demand.arrival, rate / model.ranks.copies, load.clients});
}

void setIntervals(const Resolved& scenario, SpeedPlan& plan)
{
    const Scenario& asked = scenario.scenario;
    const bool mixture = isMixture(*scenario.architecture);
    const bool maximum = isMaximum(scenario) || asked.demand.requests;
    const bool load = asked.demand.asksForRate() || isMaximum(scenario) || *asked.concurrency > 1;
    const IntervalFactors throughput = intervalFactors(scenario, SpeedTask::Throughput);
    IntervalFactors token = intervalFactors(scenario, !load     ? SpeedTask::Decode
                                                      : mixture ? SpeedTask::TpotLoadExperts
                                                                : SpeedTask::TpotLoad);
    if (maximum) // the batch follows from the throughput: its errors are those of the time, turned round
        token = {1 / throughput.high, 1 / throughput.low};
    const IntervalFactors first = intervalFactors(scenario, load ? SpeedTask::TtftLoad : SpeedTask::Ttft);
    plan.firstTokenSeconds = around(plan.timeToFirstToken->value(), first);
    plan.taskFigure = around(plan.timePerOutputToken->value(), token);
    plan.throughput = around(plan.outputTokens->value(), throughput);
}

// What a load gives: times, rates, batch, and the terms of an iteration at it.
void setState(const ServingModel& model, const ServerState& state, SpeedPlan& plan)
{
    const double copies = model.ranks.copies;
    plan.timeToFirstToken = Seconds::of(state.firstTokenWithQueue);
    plan.timeToFirstTokenP50 = Seconds::of(state.firstTokenAt.p50);
    plan.timeToFirstTokenP95 = Seconds::of(state.firstTokenAt.p95);
    plan.timeToFirstTokenP99 = Seconds::of(state.firstTokenAt.p99);
    plan.timePerOutputToken = Seconds::of(state.perToken);
    plan.timePerOutputTokenP50 = Seconds::of(state.perTokenAt.p50);
    plan.timePerOutputTokenP95 = Seconds::of(state.perTokenAt.p95);
    plan.timePerOutputTokenP99 = Seconds::of(state.perTokenAt.p99);
    plan.requestsPerSecond = state.requestsPerSecond * copies;
    plan.outputTokens = TokensPerSecond::of(plan.requestsPerSecond * model.output);
    plan.totalTokens = TokensPerSecond::of(plan.requestsPerSecond * (model.input + model.output));
    plan.running = state.running * copies;
    plan.saturated = state.saturated;
    plan.atLimit = state.running >= model.constants->near_limit * model.mostRunning(model.reservedOutput);
    const Iteration iteration = iterate(model, {inOnePass(model, state.running), model.meanContext(), 0, 0, 1});
    plan.step = iteration.terms;
    plan.bound = iteration.terms.network > std::max(iteration.memoryTime, iteration.computeTime) ? Bound::Network
                 : iteration.memoryTime >= iteration.computeTime                                 ? Bound::Memory
                                                                                                 : Bound::Compute;
}

SpeedPlan servingPlan(const Resolved& scenario, const Split& split, CacheCapacity cache)
{
    const ServingModel model = prepareServing(scenario, split, cache);
    const double copies = model.ranks.copies;
    SpeedPlan plan;
    plan.dataReplicas = static_cast<int>(copies);
    const OpenLoopCapacity capacity = openLoopCapacity(model);
    plan.maxRequestsPerSecond = capacity.rate * copies;
    if (scenario.scenario.demand.asksForRate()) {
        const DemandOptions& demand = scenario.scenario.demand;
        const double safe = model.constants->target_use * plan.maxRequestsPerSecond;
        const double peak = std::min(*demand.requestsPerSecond * std::max(demand.peakFactor, 1.0), safe);
        plan.peakRequestsPerSecond = peak;
        setState(model, stateAtRate(scenario, model, capacity, peak), plan);
    } else {
        const Load load = loadOf(scenario, model, 0);
        setState(model, stateOf(scenario, model, load), plan);
        plan.saturated = plan.saturated || isMaximum(scenario);
        if (load.kind == LoadKind::Maximum)
            plan.maxRequestsPerSecond = plan.requestsPerSecond;
    }
    plan.prefillTokens = TokensPerSecond::of(model.input / std::max(1e-9, prefill(model, 0, 0).time) * copies);
    plan.maxConcurrency = cache.limited ? std::floor(cache.tokens / (model.input + model.output)) : 0;
    plan.indicative = isIndicative(scenario, split, plan.running);
    setIntervals(scenario, plan);
    return plan;
}

SpeedPlan trainingPlan(const Resolved& scenario, const Split& split)
{
    const TrainingStep step = trainingStep(scenario, split);
    const bool mixture = isMixture(*scenario.architecture);
    const TrainingOptions& options = scenario.scenario.training;
    SpeedPlan plan;
    plan.stepTime = Seconds::of(step.step);
    plan.trainingTokens = TokensPerSecond::of(step.tokensPerSecond);
    plan.mfu = step.mfu;
    plan.jobTime = Seconds::of(options.datasetTokens * options.epochs / step.tokensPerSecond);
    plan.cardHours = plan.jobTime->value() / 3600 * split.cards();
    plan.training = step.terms;
    plan.dataReplicas = split.data;
    plan.bound = step.terms.exposed + step.terms.optimizer > 0.5 * step.step ? Bound::Network : Bound::Compute;
    plan.taskFigure = around(step.tokensPerSecond, intervalFactors(scenario, mixture ? SpeedTask::TrainExperts : SpeedTask::Train));
    plan.throughput = plan.taskFigure;
    plan.indicative = isIndicative(scenario, split, 1);
    return plan;
}

} // namespace

double burstShareOf(const Scenario& scenario, const ServingModel& model, double clients)
{
    const DemandOptions& demand = scenario.demand;
    if (demand.requests && *demand.requests > 0)
        return std::min(1.0, clients / static_cast<double>(*demand.requests));
    return demand.arrival == Arrival::Burst ? 1 / model.constants->requests_per_client : 0;
}

std::string_view nameOf(Bound bound)
{
    switch (bound) {
    case Bound::Memory: return "memory";
    case Bound::Compute: return "compute";
    case Bound::Network: return "network";
    }
    return "memory";
}

CacheCapacity cacheCapacity(const Resolved& scenario, const Split& split, const memory::MemoryPlan& memory)
{
    const Ranks ranks = ranksOf(scenario, split);
    if (ranks.attentionData > 1 && ranks.expert < ranks.group() && isMixture(*scenario.architecture)) {
        // Attention data parallelism spreads the experts over all ranks, whether or not the scenario says so.
        Split spread = split;
        spread.expert = static_cast<int>(ranks.group());
        return cacheCapacity(scenario, spread, memory::estimate(scenario, spread));
    }
    const InferenceKind kind = scenario.inferenceProfile().kind;
    if ((kind != InferenceKind::Pool && kind != InferenceKind::FreeFraction) || memory.cacheBytesPerToken <= 0)
        return {};
    const ServingConstants& constants = scenario.speed->serving;
    const double card = asDouble(scenario.capacity);
    double pool = asDouble(memory.pool);
    if (pool < constants.small_pool * card)
        pool = std::max(pool, constants.raised_share * card - asDouble(memory.of(memory::Component::Weights) + memory.nonTorch) -
                                  constants.run_room_gib * kGiB);
    return {std::max(0.0, pool) / memory.cacheBytesPerToken * ranks.attentionData, true};
}

std::optional<SpeedPlan> estimate(const Resolved& scenario, const Split& split, CacheCapacity cache, Text& refusal)
{
    refusal = refusalOf(scenario, split);
    if (!refusal.empty())
        return std::nullopt;
    if (!isTraining(scenario.scenario.task) && scenario.scenario.serving.disaggregated) {
        refusal = SeparateFleets::refusalOf(scenario, split);
        if (!refusal.empty())
            return std::nullopt;
    }
    SpeedPlan plan = isTraining(scenario.scenario.task) ? trainingPlan(scenario, split) : servingPlan(scenario, split, cache);
    if (cardClassOf(scenario).other)
        plan.basis = Basis::Assumed;
    return plan;
}

OpenLoop openLoop(const Resolved& scenario, const Split& split, CacheCapacity cache, double requestsPerSecond)
{
    const ServingModel model = prepareServing(scenario, split, cache);
    const OpenLoopCapacity capacity = openLoopCapacity(model);
    const ServerState state = stateAtRate(scenario, model, capacity, requestsPerSecond);
    OpenLoop result;
    result.maxRate = capacity.rate * model.ranks.copies;
    result.saturated = state.saturated;
    result.timeToFirstToken = Seconds::of(state.firstToken);
    result.timePerOutputToken = Seconds::of(state.perToken);
    result.timeToFirstTokenP95 = Seconds::of(state.firstTokenAt.p95);
    result.timePerOutputTokenP95 = Seconds::of(state.perTokenAt.p95);
    result.running = state.running * model.ranks.copies;
    return result;
}

void applyRate(SpeedPlan& plan, const Resolved& scenario, const Split& split, CacheCapacity cache, double meanRate, double peakRate)
{
    const ServingModel model = prepareServing(scenario, split, cache);
    const OpenLoopCapacity capacity = openLoopCapacity(model);
    ServerState state = stateAtRate(scenario, model, capacity, peakRate);
    const double copies = model.ranks.copies;
    state.requestsPerSecond = std::min(meanRate / copies, state.saturated ? capacity.rate : meanRate / copies);
    plan.maxRequestsPerSecond = capacity.rate * copies;
    plan.peakRequestsPerSecond = peakRate;
    setState(model, state, plan);
    plan.indicative = isIndicative(scenario, split, plan.running);
    setIntervals(scenario, plan);
}

Split bestSplitForMaximum(const Resolved& scenario, int cards)
{
    Split best;
    best.pipeline = cards;
    if (!scenario.servingSpeed.profile || !scenario.servingSpeed.profile->serving ||
        !scenario.servingSpeed.profile->serving->tensorParallel)
        return best;
    const double request = scenario.promptTokens() + scenario.scenario.outputTokens;
    double most = -1;
    for (const int tensor : {1, 2, 4, 8}) {
        if (tensor > cards || cards % tensor != 0 || scenario.architecture->queryHeads % tensor != 0)
            continue;
        Split split;
        split.tensor = tensor;
        split.data = cards / tensor;
        const bool last = tensor == 8 || tensor * 2 > cards || cards % (tensor * 2) != 0;
        const CacheCapacity cache = cacheCapacity(scenario, split, memory::estimate(scenario, split));
        if (cache.limited && cache.tokens < 4 * request && !(last && most < 0))
            continue;
        Text refusal;
        const std::optional<SpeedPlan> plan = estimate(scenario, split, cache, refusal);
        const double tokens = plan && plan->outputTokens ? plan->outputTokens->value() : 0;
        if (tokens > most) {
            most = tokens;
            best = split;
        }
    }
    return best;
}

} // namespace cardfit::speed
