#include "core/plan/fleet/search_space.h"

#include "core/plan/cost/offers.h"

#include <algorithm>
#include <array>

namespace cardfit::fleet {

namespace {

constexpr int kLargestBatch = 1024, kLargestMicroBatch = 64;

std::vector<std::string> usualWords(Task task)
{
    switch (task) {
    case Task::Inference: return {"16bit", "fp8", "int8", "int4-awq", "int4-gptq", "nvfp4"};
    case Task::QLora: return {"nf4-dq", "nf4"};
    case Task::Lora:
    case Task::Full:
    case Task::Pretrain:
    case Task::Dpo: return {"16bit"};
    }
    return {};
}

bool sameFormat(const Resolved& a, const Resolved& b)
{
    return a.weights == b.weights && a.weightsFollowCard == b.weightsFollowCard && a.ownFormat == b.ownFormat;
}

bool isNew(const Resolved& resolved, const std::vector<SearchPrecision>& known)
{
    return std::none_of(known.begin(), known.end(), [&](const SearchPrecision& other) { return sameFormat(other.resolved, resolved); });
}

// Copies inside a replica would be the fleet's replicas under another name, so a sized fleet leaves them out; experts
// spread over them make them one deployment.
bool isReplicaInDisguise(const Split& split) { return split.data > 1 && split.expert == 1; }

std::vector<Split> splitsOf(const Resolved& resolved)
{
    const bool sized = isSized(resolved.scenario);
    std::vector<Split> splits;
    for (const int cards : kTriedCounts) {
        if (cards > resolved.scenario.allow.maxCards.value_or(cards))
            break;
        for (const Split& split : everySplit(resolved, cards))
            if (!sized || !isReplicaInDisguise(split))
                splits.push_back(split);
    }
    return splits;
}

void addPrecision(SearchSpace& space, const Scenario& asked, std::string word, const Catalog& catalog, Problems& problems)
{
    Scenario scenario = asked;
    scenario.weights = word;
    std::optional<Resolved> resolved = resolve(scenario, catalog, problems);
    const AllowOptions& allow = asked.allow;
    if (!resolved || !isNew(*resolved, space.precisions) || (allow.minWeightBits && resolved->weights->nominalBits < *allow.minWeightBits))
        return;
    SearchPrecision precision{std::move(word), *std::move(resolved), {}};
    precision.splits = splitsOf(precision.resolved);
    space.precisions.push_back(std::move(precision));
}

void addCards(SearchSpace& space, const Resolved& base, const Catalog& catalog)
{
    const AllowOptions& allow = base.scenario.allow;
    const auto add = [&](const Card& card) {
        if (cost::allows(allow.cards, card.id) && cost::allows(allow.vendors, card.vendor))
            space.cards.push_back(&card);
    };
    // A card that the scenario describes stands for the catalog's of that name; a slice is one more.
    const bool described = base.card != catalog.card(base.card->id);
    const bool oneMore = described && (base.card->sliceOf || !catalog.card(base.card->id));
    if (oneMore)
        add(*base.card);
    for (const Card& card : catalog.cards())
        add(described && !oneMore && card.id == base.card->id ? *base.card : card);
}

// Doublings from the least that the scenario asks for.
std::vector<int> batchesOf(const Resolved& base)
{
    const Scenario& scenario = base.scenario;
    const bool training = isTraining(scenario.task);
    if (isSized(scenario) && scenario.serving.maxSequences)
        return {*scenario.serving.maxSequences};
    const int least = training || isSized(scenario) ? 1 : scenario.concurrency.value_or(1);
    const double length = std::max<double>(scenario.contextTokens, static_cast<double>(scenario.inputTokens) + scenario.outputTokens);
    const double most = std::min<double>(training ? kLargestMicroBatch : kLargestBatch, kMostTokensAtOnce / length);
    std::vector<int> batches{least};
    for (int batch = least; batch <= most / 2; batch *= 2)
        batches.push_back(batch * 2);
    if (training && scenario.microBatch > 1 && !std::binary_search(batches.begin(), batches.end(), scenario.microBatch))
        batches.insert(std::upper_bound(batches.begin(), batches.end(), scenario.microBatch), scenario.microBatch);
    return batches;
}

std::uint64_t countPlans(const SearchSpace& space, const Scenario& scenario)
{
    std::uint64_t plans = 0;
    for (const SearchPrecision& precision : space.precisions)
        for (const Split& split : precision.splits)
            plans += static_cast<std::uint64_t>(
                std::count_if(space.batches.begin(), space.batches.end(), [&](int batch) { return batchSuits(scenario, split, batch); }));
    return plans;
}

} // namespace

bool isSized(const Scenario& scenario) { return !isTraining(scenario.task) && scenario.demand.asksForRate(); }

bool batchSuits(const Scenario& scenario, const Split& split, int batch)
{
    if (!isTraining(scenario.task) || scenario.globalBatch <= 1)
        return true;
    return scenario.globalBatch % (split.data * batch) == 0;
}

void applyBatch(Scenario& scenario, const Split& split, int batch)
{
    if (isTraining(scenario.task)) {
        scenario.microBatch = batch;
        return;
    }
    scenario.concurrency = batch;
    if (isSized(scenario))
        scenario.serving.maxSequences = (batch + split.data - 1) / split.data;
}

void applyPlan(Scenario& scenario, const Split& split, int batch)
{
    scenario.cards = split.cards();
    stateSplit(scenario, split);
    applyBatch(scenario, split, batch);
}

SearchSpace searchSpace(const Scenario& asked, const Resolved& base, const Catalog& catalog, const std::vector<std::string>& words,
                        Problems& problems)
{
    SearchSpace space;
    space.sized = isSized(asked);
    space.batches = batchesOf(base);
    addCards(space, base, catalog);
    if (!words.empty()) {
        for (const std::string& word : words)
            addPrecision(space, asked, word, catalog, problems);
    } else {
        Problems ignored;
        addPrecision(space, asked, asked.weights, catalog, ignored);
        for (std::string& word : usualWords(asked.task))
            addPrecision(space, asked, std::move(word), catalog, ignored);
    }
    space.plansPerCard = countPlans(space, asked);
    return space;
}

} // namespace cardfit::fleet
