#include "core/catalog/architecture.h"

#include <algorithm>

namespace cardfit {

namespace {

std::size_t indexOf(AdapterTarget target) { return static_cast<std::size_t>(target); }

// One kind of matrix: `instances` of it over the whole model.
struct Matrix {
    MatrixGroup group;
    AdapterTarget target;
    double inputs = 0, outputs = 0;
    double instances = 0;
    bool bias = false;
};

// Experts and linear mixers are alike in every block that has them; attention and MLP may differ from block to block.
bool variesByBlock(MatrixGroup group)
{
    return group == MatrixGroup::Attention || group == MatrixGroup::AttentionReplicated || group == MatrixGroup::Mlp;
}

// Collects the sums of one architecture; an instance that varies by block counts matrixScale times.
class Summation {
public:
    explicit Summation(Architecture& architecture) : m_architecture(architecture) {}

    void add(const Matrix& matrix)
    {
        if (matrix.instances <= 0)
            return;
        const double instances = matrix.instances * (variesByBlock(matrix.group) ? m_architecture.matrixScale : 1);
        const double weights = matrix.inputs * matrix.outputs;
        MatrixSums& sums = m_architecture.of(matrix.group);
        sums.weights += weights * instances;
        sums.outputs += matrix.outputs * instances;
        sums.inputs += matrix.inputs * instances;
        if (matrix.bias)
            sums.biases += matrix.outputs * instances;
        m_architecture.largestMatrix = std::max(m_architecture.largestMatrix, weights);
        if (matrix.group == MatrixGroup::Linear)
            return; // no adapter sits there
        auto& widths = matrix.group == MatrixGroup::Experts ? m_architecture.expertAdapterWidths : m_architecture.adapterWidths;
        widths[indexOf(matrix.target)] += (matrix.inputs + matrix.outputs) * instances;
    }

    // Gate (if any), up and down of one MLP.
    void addMlp(MatrixGroup group, double hidden, double width, double instances, bool bias)
    {
        if (m_architecture.gatedMlp)
            add({group, AdapterTarget::Gate, hidden, width, instances, bias});
        add({group, AdapterTarget::Up, hidden, width, instances, bias});
        add({group, AdapterTarget::Down, width, hidden, instances, bias});
    }

private:
    Architecture& m_architecture;
};

void addAttention(const Architecture& a, Summation& sum)
{
    const double hidden = a.hidden;
    const double blocks = a.attentionBlocks;
    sum.add(
        {MatrixGroup::Attention, AdapterTarget::Query, hidden, static_cast<double>(a.queryWidth()) * a.queryMultiple, blocks, a.qkvBias});
    sum.add({MatrixGroup::Attention, AdapterTarget::Key, hidden, static_cast<double>(a.kvWidth()), blocks, a.qkvBias});
    sum.add({MatrixGroup::Attention, AdapterTarget::Value, hidden, static_cast<double>(a.kvWidth()), blocks, a.qkvBias});
    sum.add({MatrixGroup::Attention, AdapterTarget::Output, static_cast<double>(a.queryWidth()), hidden, blocks, a.outputBias});
}

// Source of the shapes: DeepSeek-V2 paper, section 2.1; the two down projections produce what every head shares.
void addLatentAttention(const Architecture& a, const LatentAttention& latent, Summation& sum)
{
    const double hidden = a.hidden;
    const double blocks = a.attentionBlocks;
    const double query = static_cast<double>(a.queryHeads) * (latent.noPositionWidth + latent.rotaryWidth);
    if (latent.queryRank > 0) {
        const double rank = latent.queryRank;
        sum.add({MatrixGroup::AttentionReplicated, AdapterTarget::Query, hidden, rank, blocks, false});
        sum.add({MatrixGroup::Attention, AdapterTarget::Query, rank, query, blocks, false});
    } else {
        sum.add({MatrixGroup::Attention, AdapterTarget::Query, hidden, query, blocks, false});
    }
    const double rank = latent.cacheRank;
    const double keyAndValue = static_cast<double>(a.queryHeads) * (latent.noPositionWidth + latent.valueWidth);
    const double value = static_cast<double>(a.queryHeads) * latent.valueWidth;
    sum.add({MatrixGroup::AttentionReplicated, AdapterTarget::Key, hidden, rank + latent.rotaryWidth, blocks, false});
    sum.add({MatrixGroup::Attention, AdapterTarget::Key, rank, keyAndValue, blocks, false});
    sum.add({MatrixGroup::Attention, AdapterTarget::Output, value, hidden, blocks, false});
}

void addExperts(const Architecture& a, const Experts& experts, Summation& sum)
{
    const double hidden = experts.latentWidth > 0 ? experts.latentWidth : a.hidden;
    const double blocks = experts.blocks;
    sum.addMlp(MatrixGroup::Experts, hidden, experts.width, blocks * experts.count, experts.bias);
    if (experts.sharedWidth > 0)
        sum.addMlp(MatrixGroup::SharedExperts, a.hidden, experts.sharedWidth, blocks, false);
    if (experts.latentWidth > 0) { // into the experts' own width and back
        sum.add({MatrixGroup::SharedExperts, AdapterTarget::Up, static_cast<double>(a.hidden), hidden, blocks, false});
        sum.add({MatrixGroup::SharedExperts, AdapterTarget::Down, hidden, static_cast<double>(a.hidden), blocks, false});
    }
}

// Blocks of a pattern such as Nemotron-H hold one mixer each: attention, state space, experts or a plain MLP.
bool hasOneMixerPerBlock(const Architecture& a)
{
    const int experts = a.experts ? a.experts->blocks : 0;
    const int linear = a.linear ? a.linear->count : 0;
    const int plain = a.mlpBlocks.value_or(0);
    return linear > 0 && experts + plain > 0 && a.attentionBlocks + linear + experts + plain == a.blocks;
}

int denseBlocksOf(const Architecture& a)
{
    if (a.mlpBlocks)
        return *a.mlpBlocks;
    if (a.oneMixerPerBlock)
        return 0;
    return std::max(0, a.blocks - (a.experts ? a.experts->blocks : 0));
}

void sumMatrices(Architecture& a)
{
    a.sums = {};
    a.adapterWidths = {};
    a.expertAdapterWidths = {};
    a.largestMatrix = 0;
    Summation sum(a);
    if (a.latent) {
        addLatentAttention(a, *a.latent, sum);
    } else {
        addAttention(a, sum);
    }
    sum.addMlp(MatrixGroup::Mlp, a.hidden, a.mlpWidth, a.denseBlocks, a.mlpBias);
    if (a.experts)
        addExperts(a, *a.experts, sum);
    if (a.linear && a.hidden > 0) {
        sum.add({MatrixGroup::Linear, AdapterTarget::Up, static_cast<double>(a.hidden), a.linear->parametersPerBlock / a.hidden,
                 static_cast<double>(a.linear->count), false});
    }
    a.adapterWidths[indexOf(AdapterTarget::Head)] = static_cast<double>(a.hidden) + a.vocabulary;
    a.fusedQkvAdapterWidth = (static_cast<double>(a.hidden) + a.queryWidth() + 2.0 * a.kvWidth()) * a.attentionBlocks;
}

void sumRest(Architecture& a)
{
    const double hidden = a.hidden;
    const double perNorm = a.norm == Norm::Layer ? 2 : 1; // a LayerNorm has a bias too
    a.normWeights = hidden * perNorm * (static_cast<double>(a.normsPerBlock) * a.blocks + 1);
    if (a.queryKeyNorm)
        a.normWeights += 2.0 * a.headWidth * a.attentionBlocks;
    a.normWeights += a.smallTensors;
    a.routerWeights = 0;
    if (a.experts)
        a.routerWeights = static_cast<double>(a.experts->blocks) * hidden * (a.experts->count + (a.experts->sharedGate ? 1 : 0));
    a.embeddingWeights = (static_cast<double>(a.vocabulary) + a.learnedPositions) * hidden;
    a.headWeights = a.tiedEmbeddings ? 0 : static_cast<double>(a.vocabulary) * hidden;
}

void sumTotals(Architecture& a)
{
    a.blockWeights = 0;
    a.biasWeights = 0;
    for (const MatrixSums& group : a.sums) {
        a.blockWeights += group.weights;
        a.biasWeights += group.biases;
    }
    a.totalParameters = a.blockWeights + a.biasWeights + a.normWeights + a.routerWeights + a.embeddingWeights + a.headWeights + a.extra16;
    a.activeParameters = a.totalParameters;
    if (a.experts && a.experts->count > 0) {
        const MatrixSums& experts = a.of(MatrixGroup::Experts);
        a.activeParameters -= (experts.weights + experts.biases) * (1.0 - static_cast<double>(a.experts->perToken) / a.experts->count);
    }
}

void sumCache(Architecture& a)
{
    a.windowedBlocks = 0;
    a.fullBlocks = 0;
    double all = 0, windowed = 0, windowTimesElements = 0;
    for (const CacheBlock& block : a.cacheBlocks) {
        all += block.elements;
        if (block.window <= 0) {
            ++a.fullBlocks;
            continue;
        }
        ++a.windowedBlocks;
        windowed += block.elements;
        windowTimesElements += block.elements * block.window;
    }
    a.windowedShare = all > 0 ? windowed / all : 0;
    a.meanWindow = windowed > 0 ? windowTimesElements / windowed : 0;
    if (!a.cacheBlocks.empty()) {
        a.cacheElements = all;
    } else if (a.latent) {
        a.cacheElements = static_cast<double>(a.attentionBlocks) * (a.latent->cacheRank + a.latent->rotaryWidth);
    } else {
        a.cacheElements = 2.0 * a.kvWidth() * a.attentionBlocks;
    }
}

} // namespace

void deriveSums(Architecture& architecture)
{
    architecture.oneMixerPerBlock = hasOneMixerPerBlock(architecture);
    architecture.denseBlocks = denseBlocksOf(architecture);
    sumMatrices(architecture);
    sumRest(architecture);
    sumTotals(architecture);
    sumCache(architecture);
}

} // namespace cardfit
