#include "core/plan/fleet/split.h"

#include "core/plan/fleet/verdict.h"
#include "core/plan/speed/speed.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace cardfit::fleet {

namespace {

constexpr int kWidestTensor = 8; // one server: beyond it every block would wait for the network

// Each rank gets whole heads; fewer KV heads than ranks are copied.
bool headsDivide(const Architecture& architecture, int tensor)
{
    if (architecture.queryHeads % tensor != 0)
        return false;
    const int kvHeads = architecture.latent ? 0 : architecture.kvHeads; // a latent cache has no heads
    return kvHeads <= 0 || kvHeads % tensor == 0 || tensor % kvHeads == 0;
}

bool splitsTensors(const Resolved& scenario)
{
    const EngineProfile* profile = scenario.servingSpeed.profile;
    return profile && profile->serving && profile->serving->tensorParallel;
}

bool shardsUnasked(const Resolved& scenario, int cards)
{
    const ParallelOptions& parallel = scenario.scenario.parallel;
    return cards > 1 && scenario.trainingMemory.profile && scenario.trainingProfile().shardsByDefault && !parallel.fsdpStated &&
           parallel.zeroStage == 0;
}

void applySharding(Split& split, const Resolved& scenario)
{
    const ParallelOptions& parallel = scenario.scenario.parallel;
    split.zeroStage = parallel.zeroStage;
    if (parallel.fsdp || (isTraining(scenario.scenario.task) && shardsUnasked(scenario, split.cards()))) {
        split.fsdp = true;
        split.zeroStage = 3;
    }
}

// --- the scenario's own numbers ---

Error refused(const char* key, std::string expected, int found)
{
    return {"", std::string("/parallel/") + key, std::move(expected), std::to_string(found)};
}

std::optional<Error> whatDoesNotDivide(const Split& split, const Resolved& scenario)
{
    const Architecture& architecture = *scenario.architecture;
    if (split.tensor > 1 && !headsDivide(architecture, split.tensor))
        return refused("tensor",
                       "a number that divides " + std::to_string(architecture.queryHeads) + " heads (" +
                           std::to_string(architecture.kvHeads) + " of keys and values)",
                       split.tensor);
    if (split.pipeline > architecture.blocks)
        return refused("pipeline", "at most " + std::to_string(architecture.blocks) + ", the blocks of the model", split.pipeline);
    if (split.expert > 1 && !architecture.experts)
        return refused("expert", "1: the model has no experts", split.expert);
    if (split.tensor * split.data % split.expert != 0)
        return refused("expert", "a number that divides tensor x data = " + std::to_string(split.tensor * split.data), split.expert);
    return std::nullopt;
}

Result<Split> statedSplit(const Resolved& scenario, int cards)
{
    const ParallelOptions& parallel = scenario.scenario.parallel;
    Split split;
    split.tensor = parallel.tensor;
    split.pipeline = parallel.pipeline;
    split.data = parallel.data;
    split.expert = parallel.expert;
    split.context = parallel.context;
    const int perCopy = split.tensor * split.pipeline * split.context;
    if (split.data == 1 && cards % perCopy == 0)
        split.data = cards / perCopy;
    if (split.cards() != cards)
        return refused(split.data > 1       ? "data"
                       : split.pipeline > 1 ? "pipeline"
                       : split.context > 1  ? "context"
                                            : "tensor",
                       "tensor x pipeline x data x context = " + std::to_string(cards) + " cards", split.cards());
    if (std::optional<Error> error = whatDoesNotDivide(split, scenario))
        return std::move(*error);
    applySharding(split, scenario);
    return split;
}

// --- automatic ---

// Keeps the first split that fits; if none does, the one that needs the smallest share of its card.
class Candidates {
public:
    explicit Candidates(const Resolved& scenario) : m_scenario(scenario) {}

    // True once nothing better can come.
    bool offer(const Split& split)
    {
        const SizedSplit sized{split, memory::need(m_scenario, split)};
        const bool fits = verdictOf(sized.need) == Verdict::Fits;
        if (fits || !m_best || headroomOf(sized.need) > headroomOf(m_best->need))
            m_best = sized;
        return fits;
    }
    const std::optional<SizedSplit>& best() const { return m_best; }

private:
    const Resolved& m_scenario;
    std::optional<SizedSplit> m_best;
};

void offerServing(Candidates& candidates, const Resolved& scenario, int cards)
{
    const Architecture& architecture = *scenario.architecture;
    Split split;
    if (!scenario.scenario.concurrency && cards > 1) {
        candidates.offer(speed::bestSplitForMaximum(scenario, cards));
        return;
    }
    if (splitsTensors(scenario))
        for (split.tensor = std::min(kWidestTensor, cards); split.tensor > 1; --split.tensor) {
            split.pipeline = cards / split.tensor;
            if (cards % split.tensor != 0 || split.pipeline > architecture.blocks || !headsDivide(architecture, split.tensor))
                continue;
            // Fewer ranks and more stages help only where KV heads had to be copied.
            const bool copiesHeads = !architecture.latent && architecture.kvHeads > 0 && split.tensor > architecture.kvHeads;
            if (candidates.offer(split) || !copiesHeads)
                return;
        }
    split.tensor = 1;
    split.pipeline = std::min(cards, std::max(1, architecture.blocks));
    split.data = cards / split.pipeline;
    if (split.cards() == cards)
        candidates.offer(split);
}

// Sharded over the data dimension, the way the engine does it.
Split sharded(Split split, const Resolved& scenario)
{
    split.zeroStage = 3;
    split.fsdp = scenario.trainingProfile().states != StateRow::DeepSpeed;
    return split;
}

// Trainers that split tensors (Megatron) shrink the model; the others shard its state over data first.
bool offerTraining(Candidates& candidates, const Resolved& scenario, int cards)
{
    constexpr std::array<std::array<int, 2>, 8> ladder{{{1, 1}, {2, 1}, {4, 1}, {8, 1}, {8, 2}, {8, 4}, {8, 8}, {8, 16}}};
    const bool megatron = scenario.trainingProfile().megatron;
    for (const auto& [tensor, pipeline] : ladder) {
        Split split;
        split.tensor = tensor;
        split.pipeline = pipeline;
        if (cards % (tensor * pipeline) != 0 || !headsDivide(*scenario.architecture, tensor) || pipeline > scenario.architecture->blocks)
            continue;
        split.data = cards / (tensor * pipeline);
        applySharding(split, scenario);
        if (candidates.offer(split))
            return true;
        const bool mayShard = split.data > 1 && !split.shardsWeights() && !megatron && !scenario.scenario.parallel.fsdpStated;
        if (mayShard && candidates.offer(sharded(split, scenario)))
            return true;
    }
    return false;
}

std::optional<SizedSplit> automaticSplit(const Resolved& scenario, int cards)
{
    Candidates candidates(scenario);
    if (isTraining(scenario.scenario.task))
        offerTraining(candidates, scenario, cards);
    else
        offerServing(candidates, scenario, cards);
    return candidates.best();
}

// --- every one ---

// Cards over which a mixture's experts may be spread besides the tensor ranks; 1: none.
int widestExpertRanks(const Resolved& scenario, const Split& split)
{
    const auto& experts = scenario.architecture->experts;
    const bool spreads = !isTraining(scenario.scenario.task) || scenario.trainingProfile().megatron;
    if (!experts || !spreads)
        return 1;
    int ranks = split.tensor * split.data;
    while (ranks > experts->count || ranks * (split.tensor * split.data / ranks) != split.tensor * split.data)
        --ranks;
    return std::max(1, ranks);
}

void addVariants(std::vector<Split>& splits, Split split, const Resolved& scenario)
{
    const bool training = isTraining(scenario.scenario.task);
    applySharding(split, scenario);
    splits.push_back(split);
    const bool mayShard = training && split.data > 1 && !split.shardsWeights() && !scenario.trainingProfile().megatron &&
                          !scenario.scenario.parallel.fsdpStated;
    if (mayShard)
        splits.push_back(sharded(split, scenario));
    if (const int ranks = widestExpertRanks(scenario, split); ranks > 1) {
        split.expert = ranks;
        splits.push_back(split);
    }
}

Error noCards(int cards) { return {"", "/cards", "at least 1", std::to_string(cards)}; }

} // namespace

std::vector<Split> everySplit(const Resolved& scenario, int cards)
{
    const Architecture& architecture = *scenario.architecture;
    const bool tensors = isTraining(scenario.scenario.task) || splitsTensors(scenario);
    std::vector<Split> splits;
    for (int tensor = 1; tensor <= (tensors ? std::min(kWidestTensor, cards) : 1); ++tensor) {
        if (cards % tensor != 0 || (tensor > 1 && !headsDivide(architecture, tensor)))
            continue;
        for (int pipeline = 1; pipeline <= std::min(cards / tensor, std::max(1, architecture.blocks)); ++pipeline) {
            if (cards / tensor % pipeline != 0)
                continue;
            Split split;
            split.tensor = tensor;
            split.pipeline = pipeline;
            split.data = cards / (tensor * pipeline);
            addVariants(splits, split, scenario);
        }
    }
    return splits;
}

void stateSplit(Scenario& scenario, const Split& split)
{
    ParallelOptions& parallel = scenario.parallel;
    parallel.automatic = false;
    parallel.tensor = split.tensor;
    parallel.pipeline = split.pipeline;
    parallel.data = split.data;
    parallel.expert = split.expert;
    parallel.context = split.context;
    parallel.zeroStage = split.zeroStage;
    parallel.fsdpStated = parallel.fsdpStated || split.fsdp;
    parallel.fsdp = split.fsdp;
}

Result<Split> chooseSplit(const Resolved& scenario, int cards)
{
    if (cards < 1)
        return noCards(cards);
    if (!scenario.scenario.parallel.automatic)
        return statedSplit(scenario, cards);
    if (cards == 1) {
        Split split;
        applySharding(split, scenario);
        return split;
    }
    const std::optional<SizedSplit> sized = automaticSplit(scenario, cards);
    if (!sized)
        return Error{"", "/cards", "a number that tensor, pipeline and data can divide", std::to_string(cards)};
    return sized->split;
}

Result<SizedSplit> chooseSizedSplit(const Resolved& scenario, int cards)
{
    if (scenario.scenario.parallel.automatic && cards > 1)
        if (const std::optional<SizedSplit> sized = automaticSplit(scenario, cards))
            return *sized;
    const Result<Split> split = chooseSplit(scenario, cards);
    if (!split)
        return split.error();
    return SizedSplit{*split, memory::need(scenario, *split)};
}

} // namespace cardfit::fleet
