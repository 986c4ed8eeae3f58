#include "core/plan/fleet/search_plan.h"

#include "core/plan/fleet/allowed.h"
#include "core/plan/fleet/sizing_parts.h"
#include "core/plan/fleet/verdict.h"
#include "core/plan/speed/refusals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cardfit::fleet {

namespace {

constexpr double kMostCards = 1e9;
constexpr double kRounding = 1e-9;                // the same sums in another order differ in their last digits
constexpr std::int64_t kWithoutPrice = 1'000'000; // a card without a price counts as one: fewest cards first

double chosenLatency(Latency kind, double firstToken, double perToken, double output)
{
    switch (kind) {
    case Latency::Answer: return firstToken + output * perToken;
    case Latency::FirstToken: return firstToken;
    case Latency::PerToken: return perToken;
    }
    return firstToken + output * perToken;
}

} // namespace

SearchPlanner::SearchPlanner(Resolved resolved, const cost::FleetPrices& prices, const SearchOptions& options)
    : m_resolved(std::move(resolved)),
      m_prices(prices),
      m_options(options),
      m_training(isTraining(m_resolved.scenario.task)),
      m_sized(isSized(m_resolved.scenario))
{
}

std::optional<Fate> SearchPlanner::choose(const Split& split)
{
    m_split = split;
    m_resolved.scenario.cards = split.cards();
    stateSplit(m_resolved.scenario, split);
    if (!speed::refusalOf(m_resolved, split).empty())
        return Fate::NoSpeed;
    if (!m_training)
        m_bounds = speed::ServingBounds(m_resolved, split);
    return std::nullopt;
}

std::optional<Money> SearchPlanner::priceOf(int cards, std::optional<double> utilization) const
{
    return m_options.pay == cost::Side::Rent ? m_prices.rentPerMonth(cards) : m_prices.ownPerMonth(cards, utilization);
}

// Energy grows or falls in a straight line with the utilization, so the least is at one end.
std::int64_t SearchPlanner::leastCost(int cards) const
{
    const std::optional<Money> idle = priceOf(cards, 0.0);
    if (!idle)
        return cards * kWithoutPrice;
    if (m_options.pay == cost::Side::Rent || !m_sized)
        return priceOf(cards, std::nullopt)->micros();
    return std::min(idle->micros(), priceOf(cards, 1.0)->micros());
}

bool SearchPlanner::allowed(int cards) const
{
    return disallowingRule(m_resolved, *m_resolved.card, cards, m_prices.rentPerHour(cards)).empty();
}

double SearchPlanner::seatsOf(int batch) const { return std::ceil(static_cast<double>(batch) / m_split.data) * m_split.data; }

// Replicas that carry the peak, each loaded up to the target share of at most this capacity (README.md 4).
double SearchPlanner::fewestReplicas(double capacity) const
{
    return std::max(1.0,
                    std::ceil(peakRate(m_resolved.scenario.demand) / (m_resolved.speed->serving.target_use * capacity) * (1 - kRounding)));
}

int SearchPlanner::cardsOf(double replicas) const
{
    return static_cast<int>(std::min(kMostCards, (replicas + m_resolved.scenario.demand.spareReplicas) * m_split.cards()));
}

std::optional<Objectives> SearchPlanner::boundAt(int cards, double throughput, double leastLatency) const
{
    if (!allowed(cards))
        return std::nullopt;
    return Objectives{leastCost(cards), leastLatency, throughput};
}

std::optional<Objectives> SearchPlanner::bound(int smallest, int largest) const
{
    if (m_training)
        return boundAt(m_split.cards(), std::numeric_limits<double>::infinity(), 0);
    const double output = m_bounds.output();
    double latency = leastLatency(m_bounds.leastPerToken());
    if (m_sized) // every plan serves the demand
        return boundAt(cardsOf(fewestReplicas(m_bounds.mostRequests(seatsOf(largest)))), demandTokens(), latency);
    const double most = m_bounds.mostTokens(largest), mostOfSmallest = smallest == largest ? most : m_bounds.mostTokens(smallest);
    if (m_options.latency == Latency::Answer) // users = rate x answer time (Little)
        latency = std::max(latency, smallest * output / mostOfSmallest);
    return boundAt(m_split.cards(), most, latency);
}

// Once the cache is known: what a replica carries at most, within the limit on the time per token.
double SearchPlanner::leastReplicas(int batch, speed::CacheCapacity cache) const
{
    const double seats = seatsOf(batch);
    const double replicas = fewestReplicas(m_bounds.capacity(seats, cache));
    const std::optional<double>& limit = m_resolved.scenario.limits.tpotMsP95;
    if (!limit)
        return replicas;
    return std::max(replicas,
                    std::ceil(peakRate(m_resolved.scenario.demand) / m_bounds.mostRequestsWithin(*limit / 1e3, seats) * (1 - kRounding)));
}

// How quick so many replicas are at best, each with its share of the peak.
double SearchPlanner::leastLatencyOf(double replicas) const
{
    const double loaded = m_bounds.perTokenAtRate(peakRate(m_resolved.scenario.demand) / replicas) * (1 - kRounding);
    return leastLatency(std::max(m_bounds.leastPerToken(), loaded));
}

// The fewest replicas, more than these, that may be as quick as that; some can.
double SearchPlanner::replicasFor(double latency, double replicas) const
{
    double tooFew = replicas, enough = 2 * replicas;
    while (enough < kMostCards && leastLatencyOf(enough) > latency)
        tooFew = std::exchange(enough, 2 * enough);
    while (enough - tooFew > 1) {
        const double middle = std::floor((tooFew + enough) / 2);
        (leastLatencyOf(middle) > latency ? tooFew : enough) = middle;
    }
    return enough;
}

// Limits may ask for more replicas than capacity does, and more of them are quicker and dearer: a fleet is left out when
// for every number of them a plan that was found is better.
std::optional<SearchPlanner::Outcome> SearchPlanner::leaveOut(int batch, speed::CacheCapacity cache, const Front& found) const
{
    constexpr int kSteps = 8;
    const LimitOptions& limits = m_resolved.scenario.limits;
    double replicas = leastReplicas(batch, cache);
    for (int step = 0; step < kSteps; ++step) {
        const int cards = cardsOf(replicas);
        if (!allowed(cards))
            return step == 0 ? Outcome::NotAllowed : Outcome::Excluded;
        const double quickest = found.quickestWithin(leastCost(cards));
        if (leastLatencyOf(replicas) <= quickest)
            return std::nullopt;
        if (!limits.ttftMsP95 && !limits.tpotMsP95) // it takes just so many
            return Outcome::Excluded;
        if (leastLatency(m_bounds.leastPerToken()) > quickest)
            return Outcome::Excluded;
        replicas = replicasFor(quickest, replicas);
    }
    return std::nullopt;
}

double SearchPlanner::leastLatency(double perToken) const
{
    return chosenLatency(m_options.latency, m_bounds.leastFirstToken(), perToken, m_bounds.output());
}

double SearchPlanner::demandTokens() const { return *m_resolved.scenario.demand.requestsPerSecond * m_bounds.output(); }

bool SearchPlanner::idleBreaksLimits() const
{
    const LimitOptions& limits = m_resolved.scenario.limits;
    return !m_training && (exceeds(limits.ttftMsP95, Seconds::of(m_bounds.leastFirstToken())) ||
                           exceeds(limits.tpotMsP95, Seconds::of(m_bounds.leastPerToken())));
}

SearchPlanner::Outcome SearchPlanner::plan(int batch, const Front* found)
{
    m_batch = batch;
    applyBatch(m_resolved.scenario, m_split, batch);
    const memory::MemoryPlan memory = memory::estimate(m_resolved, m_split);
    m_need = {memory.required, memory.requiredRange.low, memory.requiredRange.high, memory.available};
    if (verdictOf(m_need) != Verdict::Fits)
        return Outcome::DoesNotFit;
    const speed::CacheCapacity cache = m_training ? speed::CacheCapacity{} : speed::cacheCapacity(m_resolved, m_split, memory);
    if (m_sized && found)
        if (const std::optional<Outcome> outcome = leaveOut(batch, cache, *found))
            return *outcome;
    // Sizing sets the figures of a fleet itself; the rest of a speed plan is for those who read it.
    Text refusal;
    m_speed = m_sized && found ? speed::SpeedPlan{} : speed::estimate(m_resolved, m_split, cache, refusal);
    if (!m_speed)
        return Outcome::NoSpeed;
    m_fleet = sizeFleet(m_resolved, m_split, cache, m_speed);
    if (m_sized && (m_fleet.saturated || m_fleet.limitedBy == Limit::MaxCards || !m_fleet.capacityRequestsPerSecond))
        return Outcome::NotMet;
    if (!m_training && !withinLimits(*m_speed, m_resolved.scenario.limits))
        return Outcome::NotMet;
    if (!allowed(m_fleet.totalCards()))
        return Outcome::NotAllowed;
    weigh();
    return Outcome::Feasible;
}

void SearchPlanner::weigh()
{
    const int cards = m_fleet.totalCards();
    const std::optional<Money> price = priceOf(cards, m_sized ? std::optional(m_fleet.utilization) : std::nullopt);
    m_objectives.cost = price ? price->micros() : cards * kWithoutPrice;
    if (m_training) {
        m_latency = *m_speed->jobTime;
        m_throughput = *m_speed->trainingTokens;
    } else {
        m_latency = Seconds::of(
            chosenLatency(m_options.latency, m_speed->timeToFirstToken->value(), m_speed->timePerOutputToken->value(), m_bounds.output()));
        m_throughput = m_sized ? TokensPerSecond::of(demandTokens()) : *m_speed->outputTokens;
    }
    m_objectives.latency = m_latency.value();
    m_objectives.throughput = m_throughput.value();
}

SearchPoint SearchPlanner::point(std::string weightsWord) const
{
    SearchPoint point;
    point.card = m_resolved.card;
    point.weights = m_resolved.weights->id;
    point.formatLabel = m_resolved.weights->label;
    point.weightsWord = std::move(weightsWord);
    point.weightBits = m_resolved.weights->nominalBits;
    point.split = m_split;
    point.batch = m_batch;
    point.fleet = m_fleet;
    point.headroom = headroomOf(m_need);
    const std::optional<double> utilization = m_sized ? std::optional(m_fleet.utilization) : std::nullopt;
    point.rentPerMonth = m_prices.rentPerMonth(m_fleet.totalCards());
    point.ownPerMonth = m_prices.ownPerMonth(m_fleet.totalCards(), utilization);
    point.perMonth = m_options.pay == cost::Side::Rent ? point.rentPerMonth : point.ownPerMonth;
    point.speed = *m_speed;
    point.latency = m_latency;
    point.throughput = m_throughput;
    point.objectives = m_objectives;
    return point;
}

} // namespace cardfit::fleet
