#include "core/plan/fleet/search_choice.h"

#include "core/plan/fleet/search_space.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cardfit::fleet {

namespace {

double weightOf(const SearchPoint& point, Objective objective)
{
    const Objectives& figures = point.objectives;
    switch (objective) {
    case Objective::Cost: return static_cast<double>(figures.cost);
    case Objective::Latency: return figures.latency;
    case Objective::Throughput: return -figures.throughput;
    case Objective::CostPerToken: return static_cast<double>(figures.cost) / figures.throughput;
    }
    return 0;
}

bool otherCards(const SearchPoint& a, const SearchPoint& b) { return a.card != b.card || a.cards() != b.cards(); }

} // namespace

std::string_view nameOf(Objective objective)
{
    switch (objective) {
    case Objective::Cost: return "cost";
    case Objective::Latency: return "latency";
    case Objective::Throughput: return "throughput";
    case Objective::CostPerToken: return "cost-per-token";
    }
    return "cost";
}

std::string_view nameOf(Latency latency)
{
    switch (latency) {
    case Latency::Answer: return "answer";
    case Latency::FirstToken: return "ttft";
    case Latency::PerToken: return "tpot";
    }
    return "answer";
}

std::string_view nameOf(Fate fate)
{
    switch (fate) {
    case Fate::Evaluated: return "evaluated";
    case Fate::Unsupported: return "unsupported";
    case Fate::Memory: return "memory";
    case Fate::Allow: return "allow";
    case Fate::Limits: return "limits";
    case Fate::Dominated: return "dominated";
    case Fate::NoSpeed: return "no-speed";
    }
    return "evaluated";
}

std::uint64_t SearchCounts::done() const { return std::accumulate(fates.begin(), fates.end(), std::uint64_t{0}); }

bool achievesMore(const SearchPoint& a, const SearchPoint& b, Objective objective)
{
    return weightOf(a, objective) < weightOf(b, objective);
}

bool isBetter(const SearchPoint& a, const SearchPoint& b, Objective objective)
{
    const auto key = [objective](const SearchPoint& point) {
        const Objectives& figures = point.objectives;
        return std::tuple(weightOf(point, objective), figures.cost, figures.latency, -figures.throughput);
    };
    return key(a) < key(b);
}

void sortByObjective(SearchResult& result)
{
    std::vector<SearchPoint>& front = result.front;
    std::ranges::stable_sort(front, [&](const SearchPoint& a, const SearchPoint& b) { return isBetter(a, b, result.objective); });
    if (front.size() < 2)
        return;
    const auto other =
        std::find_if(front.begin() + 1, front.end(), [&](const SearchPoint& point) { return otherCards(front.front(), point); });
    result.runnerUp = other == front.end() ? 1 : static_cast<std::size_t>(other - front.begin());
}

std::vector<SetLimit> setLimits(const Scenario& scenario)
{
    const LimitOptions& limits = scenario.limits;
    const AllowOptions& allow = scenario.allow;
    std::vector<SetLimit> set;
    const auto add = [&set](bool isSet, std::string_view key, void (*lift)(Scenario&)) {
        if (isSet)
            set.push_back({key, lift});
    };
    if (!isTraining(scenario.task)) {
        add(limits.ttftMsP95.has_value(), "ttft_ms_p95", [](Scenario& lifted) { lifted.limits.ttftMsP95.reset(); });
        add(limits.tpotMsP95.has_value(), "tpot_ms_p95", [](Scenario& lifted) { lifted.limits.tpotMsP95.reset(); });
    }
    add(!allow.cards.empty(), "cards", [](Scenario& lifted) { lifted.allow.cards.clear(); });
    add(!allow.vendors.empty(), "vendors", [](Scenario& lifted) { lifted.allow.vendors.clear(); });
    add(!allow.providers.empty(), "providers", [](Scenario& lifted) { lifted.allow.providers.clear(); });
    add(!allow.regions.empty(), "regions", [](Scenario& lifted) { lifted.allow.regions.clear(); });
    add(allow.maxCards.has_value(), "max_cards", [](Scenario& lifted) { lifted.allow.maxCards.reset(); });
    add(allow.monthlyBudget.has_value(), "monthly_budget", [](Scenario& lifted) { lifted.allow.monthlyBudget.reset(); });
    add(allow.maxKilowatts.has_value(), "max_kw", [](Scenario& lifted) { lifted.allow.maxKilowatts.reset(); });
    add(allow.minWeightBits.has_value(), "min_weight_bits", [](Scenario& lifted) { lifted.allow.minWeightBits.reset(); });
    return set;
}

Scenario scenarioOf(const Scenario& scenario, const SearchPoint& point)
{
    Scenario changed = scenario;
    changed.weights = point.weightsWord;
    if (!point.ownCard) {
        changed.card = CardChoice{};
        changed.card.id = point.card->id;
        changed.cardMemoryGib.reset();
        changed.rental.given.reset();
        changed.rental.offerId.clear();
        changed.ownership.cardPrice.reset();
        changed.ownership.ownedCards = 0;
    }
    applyPlan(changed, point.split, point.batch);
    return changed;
}

} // namespace cardfit::fleet
