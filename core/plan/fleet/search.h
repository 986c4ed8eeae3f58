#pragma once

#include "core/plan/cost/cost.h"
#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/search_front.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::fleet {

// What makes the winner of the front.
enum class Objective { Cost, Latency, Throughput, CostPerToken };
std::string_view nameOf(Objective objective); // "cost", "latency", "throughput", "cost-per-token"

// Which time is the latency of the front; training: always the time of the whole job.
enum class Latency { Answer, FirstToken, PerToken };
std::string_view nameOf(Latency latency); // "answer", "ttft", "tpot"

// What became of the plans of the space. Every plan is counted once.
enum class Fate {
    Evaluated,   // memory, speed and price computed
    Unsupported, // the card or the engine has no unit or kernel for the format
    Memory,      // does not fit at this batch or at a smaller one
    Allow,       // more cards, power or money than allowed, even by the least it can cost
    Limits,      // slower than a limit even without load
    Dominated,   // even by its bounds no better than a plan that was found
    NoSpeed,     // the speed model has no equation for it
};
inline constexpr std::size_t kFates = 7;
std::string_view nameOf(Fate fate); // "evaluated", "unsupported", ...

struct SearchCounts {
    std::uint64_t space = 0;
    std::array<std::uint64_t, kFates> fates{};
    std::uint64_t of(Fate fate) const { return fates[static_cast<std::size_t>(fate)]; }
    std::uint64_t done() const;
};

struct SearchOptions {
    cost::Side pay = cost::Side::Rent;
    Latency latency = Latency::Answer;
    std::optional<Objective> objective;            // unset: cost; training: cost per token, which is the cost of the job
    std::vector<std::string> precisions;           // weight formats to try; empty: the scenario's own and the task's usual ones
    bool prune = true;                             // false: every plan is evaluated (tests hold the two against each other)
    bool explainLimits = true;                     // search again without each limit
    std::function<bool(const SearchCounts&)> goOn; // asked every few thousand plans; false stops
};

// One configuration: of a sized fleet all figures are those of the fleet at its load.
struct SearchPoint {
    const Card* card = nullptr;
    bool ownCard = false;    // the scenario's, with all that it says of it
    std::string weights;     // resolved word: "int4-awq"
    std::string formatLabel; // "AWQ"
    std::string weightsWord; // what to write into the scenario: may be empty (as asked)
    int weightBits = 16;
    Split split;
    int batch = 1; // users at once of all cards of a replica, or sequences of a micro-batch
    FleetPlan fleet;
    double headroom = 0;
    std::optional<Money> perMonth; // by SearchOptions::pay; nullopt: no price
    std::optional<Money> rentPerMonth, ownPerMonth;
    speed::SpeedPlan speed;
    Seconds latency;
    TokensPerSecond throughput;
    Objectives objectives;
    int cards() const { return fleet.totalCards(); }
};

// The winner of a search without one limit.
struct LiftedLimit {
    std::string_view limit; // "tpot_ms_p95", "monthly_budget", ... keys of /limits and /allow
    SearchPoint winner;
};

struct SearchResult {
    std::shared_ptr<const Card> ownCard; // keeps a card alive that only the scenario holds
    Objective objective = Objective::Cost;
    Latency latency = Latency::Answer;
    cost::Side pay = cost::Side::Rent;
    bool sized = false, training = false, complete = true;
    std::vector<SearchPoint> front;      // best first by the objective
    std::optional<std::size_t> runnerUp; // in `front`: the best one with other cards, else the second
    std::vector<SearchPoint> unpriced;   // cards without a price: the fewest of each that carry the load
    std::vector<LiftedLimit> binding;    // limits without which another plan would win, the most telling first
    SearchCounts counts;                 // of the main search alone
    Problems problems;                   // errors: nothing was searched
};

// The Pareto front of cost, latency and throughput over all cards x counts x splits x precisions x batches that fit, are
// allowed and meet the limits. Exact over that space (README.md 6): what is not evaluated cannot be on the front.
SearchResult search(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

// The scenario of one configuration. Prices that were stated for the scenario's own card do not move to another one.
Scenario scenarioOf(const Scenario& scenario, const SearchPoint& point);

} // namespace cardfit::fleet
