#include "core/plan/ways_out.h"

#include "core/plan/fleet/split.h"

#include <algorithm>
#include <functional>

namespace cardfit {

namespace {

// Tries one changed scenario; nullopt when it does not resolve, cannot run on this card, or still does not fit.
std::optional<WayOut> tried(Scenario scenario, int cards, Text text, const Catalog& catalog)
{
    Problems ignored;
    const std::optional<Resolved> resolved = resolve(scenario, catalog, ignored);
    if (!resolved || !unsupportedReason(*resolved).empty())
        return std::nullopt;
    const Result<Split> split = fleet::chooseSplit(*resolved, cards);
    if (!split)
        return std::nullopt;
    const memory::Need need = memory::need(*resolved, *split);
    if (fleet::verdictOf(need) != fleet::Verdict::Fits)
        return std::nullopt;
    return WayOut{std::move(text), std::move(scenario), fleet::headroomOf(need), cards};
}

class Search {
public:
    Search(const Resolved& resolved, int cards, const Catalog& catalog) : m_base(resolved), m_cards(cards), m_catalog(catalog) {}

    void change(std::string_view code, const std::function<void(Scenario&)>& edit)
    {
        Scenario scenario = m_base.scenario;
        edit(scenario);
        add(tried(std::move(scenario), m_cards, Text(code), m_catalog));
    }

    // The largest value below `current` that fits, halving: a shorter context, fewer users.
    void halve(std::string_view code, std::string_view argument, int current, int floor, const std::function<void(Scenario&, int)>& edit)
    {
        for (int value = current / 2; value >= floor; value /= 2) {
            Scenario scenario = m_base.scenario;
            edit(scenario, value);
            if (auto found = tried(std::move(scenario), m_cards, Text(code).with(argument, value), m_catalog)) {
                add(std::move(found));
                return;
            }
        }
    }

    void moreCards()
    {
        for (int count = m_cards * 2; count <= 64; count *= 2) {
            Scenario scenario = m_base.scenario;
            scenario.cards = count;
            scenario.parallel = ParallelOptions{};
            scenario.parallel.offload = m_base.scenario.parallel.offload;
            if (auto found = tried(std::move(scenario), count, Text("way-out.cards").with("count", count), m_catalog)) {
                add(std::move(found));
                return;
            }
        }
    }

    std::vector<WayOut> take(std::size_t limit)
    {
        if (m_found.size() > limit)
            m_found.resize(limit);
        return std::move(m_found);
    }

private:
    void add(std::optional<WayOut> found)
    {
        if (found)
            m_found.push_back(std::move(*found));
    }

    const Resolved& m_base;
    int m_cards;
    const Catalog& m_catalog;
    std::vector<WayOut> m_found;
};

void tryServing(Search& search, const Resolved& resolved)
{
    const Scenario& scenario = resolved.scenario;
    if (resolved.keyBytes > 1)
        search.change("way-out.kv-fp8", [](Scenario& changed) { changed.kvCache = "fp8"; });
    search.halve("way-out.context", "tokens", scenario.contextTokens, std::max(512, scenario.inputTokens + scenario.outputTokens),
                 [](Scenario& changed, int tokens) { changed.contextTokens = tokens; });
    if (scenario.concurrency)
        search.halve("way-out.users", "users", *scenario.concurrency, 1, [](Scenario& changed, int users) { changed.concurrency = users; });
    if (resolved.weights->nominalBits > 8)
        search.change("way-out.int8", [](Scenario& changed) { changed.weights = "int8"; });
    if (resolved.weights->nominalBits > 4)
        search.change("way-out.int4", [](Scenario& changed) { changed.weights = "int4-awq"; });
}

void tryTraining(Search& search, const Resolved& resolved)
{
    const Scenario& scenario = resolved.scenario;
    search.halve("way-out.micro-batch", "batch", scenario.microBatch, 1, [](Scenario& changed, int batch) { changed.microBatch = batch; });
    search.halve("way-out.context", "tokens", scenario.contextTokens, 512,
                 [](Scenario& changed, int tokens) { changed.contextTokens = tokens; });
    search.change("way-out.checkpointing", [](Scenario& changed) { changed.training.checkpointing = Checkpointing::Full; });
    if (!usesAdapters(scenario.task)) {
        search.change("way-out.optimizer-8bit", [](Scenario& changed) { changed.training.optimizer = Optimizer::AdamW8bit; });
        search.change("way-out.lora", [](Scenario& changed) { changed.task = Task::Lora; });
    }
    if (scenario.task == Task::Lora)
        search.change("way-out.qlora", [](Scenario& changed) {
            changed.task = Task::QLora;
            changed.weights.clear();
        });
}

} // namespace

std::vector<WayOut> waysOut(const Resolved& resolved, int cards, const Catalog& catalog, std::size_t limit)
{
    Search search(resolved, cards, catalog);
    if (isTraining(resolved.scenario.task))
        tryTraining(search, resolved);
    else
        tryServing(search, resolved);
    search.moreCards();
    return search.take(limit);
}

} // namespace cardfit
