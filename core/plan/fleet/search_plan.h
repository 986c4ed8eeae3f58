#pragma once

#include "core/plan/cost/fleet_prices.h"
#include "core/plan/fleet/search.h"
#include "core/plan/fleet/search_space.h"
#include "core/plan/speed/bounds.h"

namespace cardfit::fleet {

// One card in one precision, ready to be planned in any split and batch; the planner's own equations throughout.
class SearchPlanner {
public:
    SearchPlanner(Resolved resolved, const cost::FleetPrices& prices, const SearchOptions& options);

    const Resolved& resolved() const { return m_resolved; }

    // The least that so many cards cost a month, in millionths; without a price: the number of cards.
    std::int64_t leastCost(int cards) const;
    // Sets the split. Empty when it can be planned, else what became of all its batches.
    std::optional<Fate> choose(const Split& split);
    // The least the chosen split can cost, and the best it can do, from one batch to another (with a demand: replicas
    // included). nullopt: even that is more than allowed.
    std::optional<Objectives> bound(int smallest, int largest) const;
    // Why no plan at this batch can meet the limits, if so.
    bool idleBreaksLimits() const;

    enum class Outcome { Feasible, DoesNotFit, NotAllowed, NotMet, NoSpeed, Excluded };
    // `found`: asked once the capacity of a replica is known, before its load is worked out; null: nothing is left out.
    Outcome plan(int batch, const Front* found = nullptr);
    // Of the last plan().
    const Objectives& objectives() const { return m_objectives; }
    // The last plan() with all its figures.
    SearchPoint point(std::string weightsWord) const;

private:
    double seatsOf(int batch) const;
    double fewestReplicas(double capacity) const;
    int cardsOf(double replicas) const;
    double leastLatency(double perToken) const;
    double leastReplicas(int batch, speed::CacheCapacity cache) const;
    double leastLatencyOf(double replicas) const;
    double replicasFor(double latency, double replicas) const;
    std::optional<Outcome> leaveOut(int batch, speed::CacheCapacity cache, const Front& found) const;
    std::optional<Objectives> boundAt(int cards, double throughput, double leastLatency) const;
    std::optional<Money> priceOf(int cards, std::optional<double> utilization) const;
    double demandTokens() const;
    bool allowed(int cards) const;
    void weigh();

    Resolved m_resolved;
    const cost::FleetPrices& m_prices;
    const SearchOptions& m_options;
    bool m_training, m_sized;
    Split m_split;
    speed::ServingBounds m_bounds;
    int m_batch = 1;
    memory::Need m_need;
    std::optional<speed::SpeedPlan> m_speed;
    FleetPlan m_fleet;
    Seconds m_latency;
    TokensPerSecond m_throughput;
    Objectives m_objectives;
};

} // namespace cardfit::fleet
