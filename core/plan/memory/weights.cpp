#include "core/plan/memory/weights.h"

#include "core/plan/memory/formats.h"
#include "core/plan/memory/memory.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

namespace {

constexpr double kFp32 = 4;
constexpr double kSixBit = 6.0 / 8;

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

double blocksOnRank(const Resolved& scenario, const Split& split, const WeightLayout& layout)
{
    const double tensor = split.tensor;
    double bytes = groupBytes(scenario, MatrixGroup::AttentionReplicated);
    for (const MatrixGroup group : {MatrixGroup::Attention, MatrixGroup::Mlp, MatrixGroup::SharedExperts, MatrixGroup::Linear})
        bytes += groupBytes(scenario, group) / tensor;
    if (scenario.architecture->experts)
        bytes += groupBytes(scenario, MatrixGroup::Experts) * expertPadding(scenario, layout) / expertDivisor(split);
    return bytes;
}

double headBytes(const Resolved& scenario, const WeightLayout& layout)
{
    const Architecture& a = *scenario.architecture;
    const MatrixSums sums = headSums(a);
    using Head = WeightLayout::Head;
    if (layout.head == Head::Ggml) // the shared matrix is needed on the card even when the embedding stays on the host
        return bytesIn(scenario.headFormat ? *scenario.headFormat : *scenario.weights, scenario.groupSize, sums);
    if (headParameters(a, layout.untied) == 0)
        return 0;
    if (layout.head == Head::SixBit)
        return sums.weights * kSixBit;
    return bytesIn(layout.head == Head::LikeBlocks ? *scenario.weights : *scenario.keptFormat, scenario.groupSize, sums);
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
    const double pipeline = split.pipeline;
    const double head = headBytes(scenario, layout) / tensor;
    const double embedding = layout.embeddingOnHost ? 0 : a.embeddingWeights * kept / tensor;
    const double ends = split.pipeline > 1 ? std::max(head, embedding) : head + embedding;
    const double rest = (a.normWeights + a.biasWeights + a.routerWeights) * (layout.fp32Rest ? kFp32 : kept);
    const double towers = layout.fp32Rest ? 0 : a.extra16 * kept / tensor;
    return (blocksOnRank(scenario, split, layout) + rest) / pipeline + ends + towers;
}

double blockBytes(const Resolved& scenario)
{
    double bytes = 0;
    for (std::size_t group = 0; group < kMatrixGroups; ++group)
        bytes += groupBytes(scenario, static_cast<MatrixGroup>(group));
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

Bytes weightBytes(const Resolved& scenario, const Split& split)
{
    const WeightLayout layout = isTraining(scenario.scenario.task) ? layoutOf(scenario, scenario.trainingProfile())
                                                                   : layoutOf(scenario, scenario.inferenceProfile());
    return bytesOf(weightsOnCard(scenario, split, layout));
}

} // namespace cardfit::memory
