#include "core/plan/fleet/search.h"

#include "core/plan/fleet/search_choice.h"
#include "core/plan/fleet/search_plan.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace cardfit::fleet {

namespace {

constexpr std::uint64_t kBetweenQuestions = 4096; // plans between two calls of goOn()
constexpr std::uint64_t kSplitPlaces = 4096, kBatchPlaces = 64;

// A plan's place in the space: card, precision, split, batch.
struct Place {
    std::size_t card = 0, precision = 0, split = 0, batch = 0;
};
std::uint64_t orderOf(const Place& place, std::size_t precisions)
{
    return ((place.card * precisions + place.precision) * kSplitPlaces + place.split) * kBatchPlaces + place.batch;
}
Place placeOf(std::uint64_t order, std::size_t precisions)
{
    Place place;
    place.batch = order % kBatchPlaces;
    place.split = order / kBatchPlaces % kSplitPlaces;
    const std::uint64_t outer = order / kBatchPlaces / kSplitPlaces;
    place.precision = outer % precisions;
    place.card = outer / precisions;
    return place;
}

// All batches of one card, precision and split, looked at together.
struct Cell {
    Place place;
    std::int64_t leastCost = 0;
    std::uint64_t order = 0;
};

bool hasErrors(const Problems& problems)
{
    return std::ranges::any_of(problems, [](const Problem& problem) { return problem.severity == Severity::Error; });
}

class Searcher {
public:
    Searcher(const SearchSpace& space, const Resolved& base, const Catalog& catalog, const SearchOptions& options, SearchResult& result)
        : m_space(space),
          m_catalog(catalog),
          m_options(options),
          m_result(result),
          m_counts(result.counts),
          m_fronts(1 + space.cards.size())
    {
        m_prices.reserve(space.cards.size());
        for (const Card* card : space.cards)
            m_prices.emplace_back(base, *card, catalog);
        m_own = base.card;
    }

    void run()
    {
        m_counts.space = m_space.plans();
        preparePlanners();
        const std::vector<Cell> cells = sortedCells();
        for (const Cell& cell : cells) {
            if (!goesOn())
                break;
            lookAt(cell);
        }
        for (const Front::Entry& entry : m_fronts[0].entries())
            m_result.front.push_back(pointAt(entry));
        for (std::size_t card = 0; card < m_space.cards.size(); ++card)
            addUnpriced(m_fronts[1 + card]);
    }

private:
    std::size_t plannerOf(const Place& place) const { return place.card * m_space.precisions.size() + place.precision; }
    bool isPriced(std::size_t card) const
    {
        return m_options.pay == cost::Side::Rent ? m_prices[card].rentPerMonth(1).has_value()
                                                 : m_prices[card].ownPerMonth(1, std::nullopt).has_value();
    }

    bool goesOn()
    {
        const std::uint64_t done = m_counts.done();
        if (!m_options.goOn || done < m_asked + kBetweenQuestions)
            return true;
        m_asked = done;
        m_result.complete = m_options.goOn(m_counts);
        return m_result.complete;
    }

    void preparePlanners()
    {
        m_planners.resize(m_space.cards.size() * m_space.precisions.size());
        for (std::size_t card = 0; card < m_space.cards.size(); ++card)
            for (std::size_t precision = 0; precision < m_space.precisions.size(); ++precision)
                prepare({card, precision, 0, 0});
    }

    void prepare(const Place& place)
    {
        const SearchPrecision& precision = m_space.precisions[place.precision];
        const Card& card = *m_space.cards[place.card];
        Resolved resolved = precision.resolved;
        if (&card != m_own) // a card of the scenario's own stays as it was given
            moveToCard(resolved, card, m_catalog);
        if (unsupportedReason(resolved).empty())
            m_planners[plannerOf(place)].emplace(std::move(resolved), m_prices[place.card], m_options);
        else
            for (const Split& split : precision.splits)
                count(Fate::Unsupported) += batchesOf(split);
    }

    std::uint64_t batchesOf(const Split& split) const
    {
        const Scenario& scenario = m_space.precisions.front().resolved.scenario;
        return static_cast<std::uint64_t>(
            std::ranges::count_if(m_space.batches, [&](int batch) { return batchSuits(scenario, split, batch); }));
    }

    // Cheap ones first, so that what is found early excludes much of what comes later; cards without a price at the end.
    std::vector<Cell> sortedCells()
    {
        std::vector<Cell> cells;
        for (std::size_t card = 0; card < m_space.cards.size(); ++card) {
            const bool priced = isPriced(card);
            for (std::size_t precision = 0; precision < m_space.precisions.size(); ++precision)
                addCells({card, precision, 0, 0}, priced, cells);
        }
        if (m_options.prune)
            std::ranges::sort(cells, [](const Cell& a, const Cell& b) {
                return a.leastCost != b.leastCost ? a.leastCost < b.leastCost : a.order < b.order;
            });
        return cells;
    }

    void addCells(Place place, bool priced, std::vector<Cell>& cells)
    {
        std::optional<SearchPlanner>& planner = m_planners[plannerOf(place)];
        if (!planner)
            return;
        const std::vector<Split>& splits = m_space.precisions[place.precision].splits;
        int cards = 0;
        std::int64_t least = 0;
        for (place.split = 0; place.split < splits.size(); ++place.split) {
            if (splits[place.split].cards() != cards) {
                cards = splits[place.split].cards();
                least = planner->leastCost(cards);
            }
            constexpr std::int64_t kBehindAll = std::int64_t{1} << 62;
            cells.push_back({place, priced ? least : kBehindAll + least, orderOf(place, m_space.precisions.size())});
        }
    }

    Front& frontOf(std::size_t card) { return m_fronts[isPriced(card) ? 0 : 1 + card]; }
    std::uint64_t& count(Fate fate) { return m_counts.fates[static_cast<std::size_t>(fate)]; }

    void lookAt(const Cell& cell)
    {
        SearchPlanner& planner = *m_planners[plannerOf(cell.place)];
        const Split& split = m_space.precisions[cell.place.precision].splits[cell.place.split];
        const Scenario& scenario = planner.resolved().scenario;
        std::vector<std::size_t>& batches = m_batches;
        batches.clear();
        for (std::size_t i = 0; i < m_space.batches.size(); ++i)
            if (batchSuits(scenario, split, m_space.batches[i]))
                batches.push_back(i);
        if (batches.empty())
            return;
        if (const std::optional<Fate> fate = fateOfAll(planner, split, cell.place.card)) {
            count(*fate) += batches.size();
            return;
        }
        Place place = cell.place;
        for (std::size_t i = 0; i < batches.size(); ++i) {
            place.batch = batches[i];
            const Fate fate = fateOf(planner, place);
            const bool noneLarger = fate == Fate::Memory && m_options.prune;
            count(fate) += noneLarger ? batches.size() - i : 1;
            if (noneLarger)
                return;
        }
    }

    // What becomes of every batch of a split, if one answer holds for all.
    std::optional<Fate> fateOfAll(SearchPlanner& planner, const Split& split, std::size_t card)
    {
        if (const std::optional<Fate> fate = planner.choose(split))
            return fate;
        if (!m_options.prune)
            return std::nullopt;
        if (planner.idleBreaksLimits())
            return Fate::Limits;
        const std::optional<Objectives> bound = planner.bound(m_space.batches[m_batches.front()], m_space.batches[m_batches.back()]);
        if (!bound)
            return Fate::Allow;
        return frontOf(card).excludes(*bound) ? std::optional(Fate::Dominated) : std::nullopt;
    }

    Fate fateOf(SearchPlanner& planner, const Place& place)
    {
        const int batch = m_space.batches[place.batch];
        Front& front = frontOf(place.card);
        if (m_options.prune) {
            const std::optional<Objectives> bound = planner.bound(batch, batch);
            if (!bound)
                return Fate::Allow;
            if (front.excludes(*bound))
                return Fate::Dominated;
        }
        switch (planner.plan(batch, m_options.prune ? &front : nullptr)) {
        case SearchPlanner::Outcome::DoesNotFit: return Fate::Memory;
        case SearchPlanner::Outcome::NoSpeed: return Fate::NoSpeed;
        case SearchPlanner::Outcome::Excluded: return Fate::Dominated;
        case SearchPlanner::Outcome::NotMet:
        case SearchPlanner::Outcome::NotAllowed: break;
        case SearchPlanner::Outcome::Feasible: front.offer({planner.objectives(), orderOf(place, m_space.precisions.size())}); break;
        }
        return Fate::Evaluated;
    }

    SearchPoint pointAt(const Front::Entry& entry)
    {
        const Place place = placeOf(entry.order, m_space.precisions.size());
        const SearchPrecision& precision = m_space.precisions[place.precision];
        SearchPlanner& planner = *m_planners[plannerOf(place)];
        planner.choose(precision.splits[place.split]);
        planner.plan(m_space.batches[place.batch]);
        SearchPoint point = planner.point(precision.word);
        point.card = m_space.cards[place.card]; // a described card lives in the scenario that was resolved first
        point.ownCard = point.card == m_own;
        return point;
    }

    void addUnpriced(const Front& front)
    {
        const auto fewest = std::ranges::min_element(front.entries(), [](const Front::Entry& a, const Front::Entry& b) {
            const Objectives &x = a.objectives, &y = b.objectives;
            return std::tuple(x.cost, x.latency, -x.throughput) < std::tuple(y.cost, y.latency, -y.throughput);
        });
        if (fewest != front.entries().end())
            m_result.unpriced.push_back(pointAt(*fewest));
    }

    const SearchSpace& m_space;
    const Catalog& m_catalog;
    const SearchOptions& m_options;
    SearchResult& m_result;
    SearchCounts& m_counts;
    std::vector<Front> m_fronts; // all cards with a price together; each card without one
    std::vector<cost::FleetPrices> m_prices;
    std::vector<std::optional<SearchPlanner>> m_planners; // by card and precision; empty: unsupported
    const Card* m_own = nullptr;
    std::uint64_t m_asked = 0;
    std::vector<std::size_t> m_batches; // of the cell that is looked at
};

SearchResult searchOnce(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options)
{
    SearchResult result;
    const std::optional<Resolved> base = resolve(scenario, catalog, result.problems);
    if (!base)
        return result;
    const SearchSpace space = searchSpace(scenario, *base, catalog, options.precisions, result.problems);
    result.training = isTraining(scenario.task);
    result.sized = space.sized;
    result.latency = options.latency;
    result.pay = options.pay;
    result.objective = options.objective.value_or(result.training ? Objective::CostPerToken : Objective::Cost);
    result.ownCard = base->ownedCard;
    if (hasErrors(result.problems))
        return result;
    Searcher(space, *base, catalog, options, result).run();
    sortByObjective(result);
    return result;
}

} // namespace

SearchResult search(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options)
{
    SearchResult result = searchOnce(scenario, catalog, options);
    if (!options.explainLimits || !result.complete || hasErrors(result.problems))
        return result;
    for (const SetLimit& limit : setLimits(scenario)) {
        Scenario lifted = scenario;
        limit.lift(lifted);
        SearchResult other = searchOnce(lifted, catalog, options);
        result.complete = result.complete && other.complete;
        if (!other.front.empty() && (result.front.empty() || achievesMore(other.front.front(), result.front.front(), result.objective)))
            result.binding.push_back({limit.key, std::move(other.front.front())});
    }
    return result;
}

} // namespace cardfit::fleet
