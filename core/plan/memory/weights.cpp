#include "core/plan/memory/weights.h"

#include "core/plan/memory/formats.h"
#include "core/plan/memory/memory.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;
constexpr double kSixBit = 6.0 / 8;

constexpr int kWeightsSection = 3; // of README.md

double expertDivisor(const Split& split) { return split.expert > 1 ? split.expert : split.tensor; }

// mxfp4 kernels want whole tiles: the expert width is rounded up (vLLM start-up logs: 2,880 -> 3,072).
double expertPadding(const Resolved& scenario, const WeightLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    if (layout.expertWidthMultiple <= 0 || !a.experts || !scenario.weights->expertsOnly || a.experts->width <= 0)
        return 1;
    const double multiple = layout.expertWidthMultiple;
    return std::ceil(a.experts->width / multiple) * multiple / a.experts->width;
}

void noteBlocks(const Resolved& scenario, const Split& split, double padding, double bytes)
{
    std::string formula;
    const auto add = [&](MatrixGroup group, const char* divided) {
        if (scenario.architecture->of(group).weights > 0)
            formula += (formula.empty() ? "" : " + ") + std::string(codeOf(group)) + divided;
    };
    add(MatrixGroup::AttentionReplicated, "");
    for (const MatrixGroup group : {MatrixGroup::Attention, MatrixGroup::Mlp, MatrixGroup::SharedExperts, MatrixGroup::Linear})
        add(group, "/t");
    const bool padded = padding > 1;
    add(MatrixGroup::Experts, split.expert > 1 ? (padded ? "·padding/e" : "/e") : (padded ? "·padding/t" : "/t"));
    scenario.ledger->note("weights_blocks", bytes, formula, kWeightsSection,
                          withRanks(scenario, split, {{"padding", padding, Origin::Engine, "expert_width_multiple"}}));
}

double blocksOnRank(const Resolved& scenario, const Split& split, const WeightLayout& layout)
{
    const double tensor = split.tensor;
    double bytes = groupBytes(scenario, MatrixGroup::AttentionReplicated);
    for (const MatrixGroup group : {MatrixGroup::Attention, MatrixGroup::Mlp, MatrixGroup::SharedExperts, MatrixGroup::Linear})
        bytes += groupBytes(scenario, group) / tensor;
    const double padding = expertPadding(scenario, layout);
    if (scenario.architecture->experts || scenario.storedWeights())
        bytes += groupBytes(scenario, MatrixGroup::Experts) * padding / expertDivisor(split);
    if (scenario.ledger)
        noteBlocks(scenario, split, padding, bytes);
    return bytes;
}

double headIn(const Resolved& scenario, const WeightFormat& format, const MatrixSums& sums)
{
    const double bytes = bytesIn(format, scenario.groupSize, sums);
    if (scenario.ledger)
        noteBytesIn(*scenario.ledger, "head_matrix", bytes, format, scenario.groupSize, sums);
    return bytes;
}

double headBytes(const Resolved& scenario, const WeightLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const MatrixSums sums = headSums(a);
    using Head = WeightLayout::Head;
    const StoredWeights* stored = scenario.storedWeights();
    if (stored && (stored->head > 0 || !layout.untied)) { // without a head of its own: shared, but for ggml needed as one
        const double bytes = stored->head == 0 && layout.head == Head::Ggml ? stored->embedding : stored->head;
        noteStored(scenario, "head_matrix", bytes);
        return bytes;
    }
    if (layout.head == Head::Ggml) // the shared matrix is needed on the card even when the embedding stays on the host
        return headIn(scenario, scenario.headFormat ? *scenario.headFormat : *scenario.weights, sums);
    if (headParameters(a, layout.untied) == 0)
        return 0;
    if (layout.head == Head::SixBit) {
        const double bytes = sums.weights * kSixBit;
        if (scenario.ledger)
            scenario.ledger->note("head_matrix", bytes, "V·h·6/8", kWeightsSection);
        return bytes;
    }
    return headIn(scenario, layout.head == Head::LikeBlocks ? *scenario.weights : *scenario.keptFormat, sums);
}

// What lies outside the blocks, and the sum.
struct Outside {
    double head = 0, embedding = 0, ends = 0, rest = 0, towers = 0;
};

// The terms outside the blocks as the files hold them.
void noteStoredCard(const Resolved& scenario, const Split& split, const WeightLayout& layout, const Outside& outside)
{
    const StoredWeights& stored = *scenario.storedWeights();
    const auto note = [&](const char* term, double bytes, const char* formula, double ofFiles) {
        scenario.ledger->note(term, bytes, formula, kWeightsSection,
                              withRanks(scenario, split, {{"files", ofFiles, Origin::Counted, {}, Unit::Memory}}));
    };
    note("weights_embedding", outside.embedding, layout.embeddingOnHost ? "0" : "files/t", stored.embedding);
    note("weights_rest", outside.rest, "files", stored.rest);
    if (outside.towers > 0)
        note("weights_towers", outside.towers, "files/t", stored.towers);
}

void noteComputedCard(const Resolved& scenario, const Split& split, const WeightLayout& layout, const Outside& outside)
{
    Ledger& ledger = *scenario.ledger;
    const Architecture& a = *scenario.architecture;
    const std::vector<LedgerInput> ranks = withRanks(scenario, split, {});
    ledger.note("weights_embedding", outside.embedding, layout.embeddingOnHost ? "0" : "Nemb·kept/t", kWeightsSection, ranks);
    ledger.note("weights_rest", outside.rest, layout.fp32Rest ? "4·(norms + biases + router)" : "kept·(norms + biases + router)",
                kWeightsSection,
                {{"norms", a.normWeights, Origin::Model, {}, Unit::Count},
                 {"biases", a.biasWeights, Origin::Model, {}, Unit::Count},
                 {"router", a.routerWeights, Origin::Model, {}, Unit::Count}});
    if (outside.towers > 0)
        ledger.note("weights_towers", outside.towers, "extra·kept/t", kWeightsSection,
                    withRanks(scenario, split, {{"extra", a.extra16, Origin::Model, {}, Unit::Count}}));
}

void noteCard(const Resolved& scenario, const Split& split, const WeightLayout& layout, const Outside& outside, double bytes)
{
    Ledger& ledger = *scenario.ledger;
    const std::vector<LedgerInput> ranks = withRanks(scenario, split, {});
    ledger.note("weights_head", outside.head, headBytes(scenario, layout) > 0 ? "head_matrix/t" : "0", kWeightsSection, ranks);
    if (scenario.storedWeights())
        noteStoredCard(scenario, split, layout, outside);
    else
        noteComputedCard(scenario, split, layout, outside);
    ledger.note("weights_ends", outside.ends,
                split.pipeline > 1 ? "max(weights_head, weights_embedding)" : "weights_head + weights_embedding", kWeightsSection);
    const std::string sum = "(weights_blocks + weights_rest)/p + weights_ends";
    ledger.note("weights_stored", bytes, outside.towers > 0 ? sum + " + weights_towers" : sum, kWeightsSection, ranks);
}

} // namespace

WeightLayout layoutOf(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    WeightLayout layout;
    layout.untied = profile.untiesHead && scenario.architecture->untiedByLitGpt;
    layout.expertWidthMultiple = profile.expertWidthMultiple;
    if (profile.kind == InferenceKind::Ggml) {
        layout.head = WeightLayout::Head::Ggml;
        layout.embeddingOnHost = true;
        layout.fp32Rest = true;
    } else if (profile.kind == InferenceKind::GptFast) {
        layout.head = WeightLayout::Head::LikeBlocks;
    } else if (profile.usesPaddedHead6Bit) {
        layout.embeddingOnHost = true;
        if (scenario.weights->bytesPerWeight < scenario.keptFormat->bytesPerWeight)
            layout.head = WeightLayout::Head::SixBit;
    }
    return layout;
}

WeightLayout layoutOf(const Resolved& scenario, const TrainingMemoryProfile& profile)
{
    WeightLayout layout;
    layout.untied = profile.untiesHead && scenario.architecture->untiedByLitGpt;
    return layout;
}

double weightsOnCard(const Resolved& scenario, const Split& split, const WeightLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const double kept = keptBytes(scenario);
    const double tensor = split.tensor;
    const double pipeline = stagesOf(a, split);
    const double head = headBytes(scenario, layout) / tensor;
    const StoredWeights* stored = scenario.storedWeights();
    const double embedding = layout.embeddingOnHost ? 0 : (stored ? stored->embedding : a.embeddingWeights * kept) / tensor;
    const double ends = split.pipeline > 1 ? std::max(head, embedding) : head + embedding;
    const double computedRest = (a.normWeights + a.biasWeights + a.routerWeights) * (layout.fp32Rest ? kFp32 : kept);
    const double rest = stored ? stored->rest : computedRest;
    const double towers = layout.fp32Rest ? 0 : (stored ? stored->towers : a.extra16 * kept) / tensor;
    const double bytes = (blocksOnRank(scenario, split, layout) + rest) / pipeline + ends + towers;
    if (scenario.ledger)
        noteCard(scenario, split, layout, {head, embedding, ends, rest, towers}, bytes);
    return bytes;
}

namespace {

void noteAllBlocks(const Resolved& scenario, double bytes)
{
    std::string formula;
    for (std::size_t i = 0; i < kMatrixGroups; ++i) {
        const auto group = static_cast<MatrixGroup>(i);
        if (scenario.architecture->of(group).weights > 0)
            formula += (formula.empty() ? "" : " + ") + std::string(codeOf(group));
    }
    scenario.ledger->note("all_blocks", bytes, formula, kWeightsSection);
}

} // namespace

double checkpointBytes(const Resolved& scenario) { return weightsOnCard(scenario, Split{}, WeightLayout{}); }

double blockBytes(const Resolved& scenario)
{
    double bytes = 0;
    for (std::size_t group = 0; group < kMatrixGroups; ++group)
        bytes += groupBytes(scenario, static_cast<MatrixGroup>(group));
    if (scenario.ledger)
        noteAllBlocks(scenario, bytes);
    return bytes;
}

double headParameters(const Architecture& architecture, bool untied)
{
    return untied ? headSums(architecture).weights : architecture.headWeights;
}

double expertParameters(const Architecture& architecture) { return architecture.of(MatrixGroup::Experts).weights; }

double parametersOnRank(const Architecture& architecture, const Split& split, bool untied)
{
    const double all = architecture.totalParameters - architecture.headWeights + headParameters(architecture, untied);
    const double ranks = static_cast<double>(split.tensor) * split.pipeline;
    const double experts = expertParameters(architecture);
    return (all - experts) / ranks + experts / (expertDivisor(split) * split.pipeline);
}

double stagesOf(const Architecture& architecture, const Split& split)
{
    if (split.pipeline <= 1 || architecture.blocks % split.pipeline == 0)
        return split.pipeline;
    return architecture.blocks / std::ceil(architecture.blocks / static_cast<double>(split.pipeline));
}

std::vector<LedgerInput> withRanks(const Resolved& scenario, const Split& split, std::vector<LedgerInput> inputs)
{
    inputs.push_back({"t", static_cast<double>(split.tensor), Origin::Split, "/parallel/tensor", Unit::Count});
    inputs.push_back({"p", stagesOf(*scenario.architecture, split), Origin::Split, "/parallel/pipeline", Unit::Count});
    inputs.push_back({"e", static_cast<double>(split.expert), Origin::Split, "/parallel/expert", Unit::Count});
    return inputs;
}

Bytes weightBytes(const Resolved& scenario, const Split& split)
{
    const WeightLayout layout = isTraining(scenario.scenario.task) ? layoutOf(scenario, scenario.trainingProfile())
                                                                   : layoutOf(scenario, scenario.inferenceProfile());
    return bytesOf(weightsOnCard(scenario, split, layout));
}

} // namespace cardfit::memory
