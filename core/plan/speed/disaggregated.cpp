#include "core/plan/speed/disaggregated.h"

#include "core/plan/speed/refusals.h"
#include "core/plan/speed/spread.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

// What a prompt leaves on a card goes to its counterpart; the cards send at the same time.
double handOverTime(const Resolved& scenario, const Split& split, double promptTokens)
{
    const bool oneServer = 2 * split.cards() <= scenario.card->cardsPerServer && scenario.scenario.interconnect != Interconnect::Ethernet &&
                           scenario.scenario.interconnect != Interconnect::Infiniband;
    const double rate = oneServer ? serverLinkOf(scenario).bytesPerSecond : networkBytesPerSecond(scenario);
    return promptTokens * memory::storedCacheBytesPerToken(scenario, split) / rate;
}

} // namespace

Text SeparateFleets::refusalOf(const Resolved& scenario, const Split& split)
{
    const Scenario& asked = scenario.scenario;
    if (Text refusal = speed::refusalOf(scenario, split); !refusal.empty())
        return refusal;
    const ServingSpeedProfile& profile = *scenario.servingSpeed.profile->serving;
    if (profile.stopsDecoding || profile.eager)
        return Text("speed.refused.disaggregated-engine").with("engine", asked.engine);
    if (!asked.demand.asksForRate())
        return Text("speed.refused.disaggregated-rate");
    if (split.pipeline > 1 || ranksOf(scenario, split).attentionData > 1 || asked.speculative)
        return Text("speed.refused.disaggregated-split");
    return {};
}

SeparateFleets::SeparateFleets(const Resolved& scenario, const Split& split, CacheCapacity cache)
{
    constexpr int kLoads = 24;
    const ServingModel model = prepareServing(scenario, split, cache);
    m_copies = model.ranks.copies;
    m_output = model.output;
    m_stable = model.constants->stable_share;
    m_requestFixed = model.requestFixed;
    m_promptTime = prefill(model, 0, 0).time;
    // Short prompts share an iteration: the time each holds the server for.
    const double together = std::max(1.0, std::floor(promptChunk(model, 0) / model.input));
    m_promptSlot = together > 1 ? stepTime(model, {0, 0, together * model.input, model.input / 2, 1}) / together : m_promptTime;
    m_mostPrompts = m_copies / m_promptSlot;
    m_handOver = handOverTime(scenario, split, model.input);

    m_mostRunning = std::max(1.0, model.mostRunning(model.reservedOutput));
    m_limitedByCache = m_mostRunning < model.seats;
    for (int i = 0; i < kLoads; ++i) { // evenly spaced in the logarithm
        const double running = std::pow(m_mostRunning, static_cast<double>(i) / (kLoads - 1));
        m_perToken.emplace_back(running, decodeTime(model, running, model.meanContext()));
    }
    m_mostAnswers = m_copies * m_mostRunning / (m_output * m_perToken.back().second);
}

double SeparateFleets::perTokenAt(double running) const
{
    const auto above = std::lower_bound(m_perToken.begin(), m_perToken.end(), std::pair(running, 0.0));
    if (above == m_perToken.begin() || above == m_perToken.end())
        return above == m_perToken.end() ? m_perToken.back().second : above->second;
    const auto below = above - 1;
    return below->second + (running - below->first) / (above->first - below->first) * (above->second - below->second);
}

SeparateFleets::Times SeparateFleets::firstToken(double requestsPerSecond) const
{
    const double rate = requestsPerSecond / m_copies;
    Times times;
    times.saturated = rate * m_promptSlot >= m_stable;
    PromptWait wait;
    wait.busy = wait.slot = wait.share = std::min(m_stable, rate * m_promptSlot);
    wait.mean = wait.slot * m_promptTime / (2 * (1 - wait.slot)); // Pollaczek-Khinchine
    wait.unit = wait.own = m_promptTime;
    const double unqueued = m_promptTime + m_requestFixed + m_handOver;
    const Quantiles at = firstTokenQuantiles(unqueued, 0, wait, 1e9, 0, 0);
    times.mean = Seconds::of(unqueued + wait.mean);
    times.p50 = Seconds::of(at.p50);
    times.p95 = Seconds::of(std::max(at.p95, unqueued + wait.mean));
    times.p99 = Seconds::of(std::max(at.p99, unqueued + wait.mean));
    return times;
}

SeparateFleets::Times SeparateFleets::perToken(double requestsPerSecond) const
{
    const double rate = requestsPerSecond / m_copies;
    Times times;
    times.saturated = rate >= m_stable * m_mostAnswers / m_copies;
    double low = 0, high = m_mostRunning; // R = rate * output * perToken(R)
    for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (low + high);
        (rate * m_output * perTokenAt(middle) > middle ? low : high) = middle;
    }
    times.running = times.saturated ? m_mostRunning : high;
    const double mean = perTokenAt(times.running);
    const double more = perTokenAt(std::min(m_mostRunning, times.running + std::sqrt(times.running)));
    const Quantiles at = aboveLeast(mean, 2 * mean - more - 1e-9, more - mean);
    times.mean = Seconds::of(mean);
    times.p50 = Seconds::of(at.p50);
    times.p95 = Seconds::of(at.p95);
    times.p99 = Seconds::of(at.p99);
    return times;
}

void applySeparateFleets(SpeedPlan& plan, const SeparateFleets& fleets, double prompts, double answers)
{
    const SeparateFleets::Times first = fleets.firstToken(prompts), token = fleets.perToken(answers);
    const double firstScale = first.mean.value() / plan.timeToFirstToken->value();
    const double tokenScale = token.mean.value() / plan.timePerOutputToken->value();
    plan.firstTokenSeconds = {plan.firstTokenSeconds.low * firstScale, plan.firstTokenSeconds.high * firstScale};
    plan.taskFigure = {plan.taskFigure.low * tokenScale, plan.taskFigure.high * tokenScale};
    plan.timeToFirstToken = first.mean;
    plan.timeToFirstTokenP50 = first.p50;
    plan.timeToFirstTokenP95 = first.p95;
    plan.timeToFirstTokenP99 = first.p99;
    plan.timePerOutputToken = token.mean;
    plan.timePerOutputTokenP50 = token.p50;
    plan.timePerOutputTokenP95 = token.p95;
    plan.timePerOutputTokenP99 = token.p99;
    plan.running = token.running;
    plan.saturated = first.saturated || token.saturated;
    plan.indicative = true;
}

} // namespace cardfit::speed
