#include "core/catalog/shape_rules.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace cardfit {

namespace {

constexpr double kBillion = 1e9;
constexpr double kFewestParameters = 1e6;

std::vector<const Model*> sizesOf(const ModelFamily& family, const Catalog& catalog)
{
    std::vector<const Model*> sizes;
    sizes.reserve(family.modelIds.size());
    for (const std::string& id : family.modelIds) {
        const auto found = catalog.findModels(id);
        if (!found.empty())
            sizes.push_back(found.front());
    }
    std::sort(sizes.begin(), sizes.end(), [](const Model* left, const Model* right) {
        return left->architecture.totalParameters < right->architecture.totalParameters;
    });
    return sizes;
}

// Two published sizes and how far (in logarithms) the asked one lies between them.
class Between {
public:
    Between(const Architecture& low, const Architecture& high, double parameters) : m_low(low), m_high(high)
    {
        const double span = std::log(high.totalParameters / low.totalParameters);
        m_share = span > 0 ? std::log(parameters / low.totalParameters) / span : 0;
    }

    const Architecture& low() const { return m_low; }
    const Architecture& high() const { return m_high; }

    // Geometric where both are positive, else linear. Beyond both ends never below a hundredth of the nearer one.
    double number(double low, double high) const
    {
        if (low == high)
            return low;
        if (low > 0 && high > 0)
            return low * std::pow(high / low, m_share);
        return low + (high - low) * m_share;
    }
    int whole(double low, double high, int least = 1) const
    {
        if (low == 0 && high == 0)
            return 0;
        constexpr double kMostUnits = 1e8; // an extension far beyond the largest size must still be a dimension
        return std::max(least, static_cast<int>(std::lround(std::clamp(number(low, high), 0.0, kMostUnits))));
    }
    int of(int Architecture::*member) const { return whole(m_low.*member, m_high.*member); }

    // A width of one block. Where the number of blocks falls from the smaller to the larger model, width times blocks is
    // what grows steadily, so the width makes up for every block that is dropped.
    int width(int Architecture::*member, int blocks) const
    {
        if (m_high.blocks >= m_low.blocks)
            return of(member);
        const double low = static_cast<double>(m_low.*member) * m_low.blocks;
        return whole(low / blocks, static_cast<double>(m_high.*member) * m_high.blocks / blocks);
    }

private:
    const Architecture& m_low;
    const Architecture& m_high;
    double m_share = 0;
};

void setHeads(Architecture& a, const Between& between)
{
    const Architecture& low = between.low();
    const Architecture& high = between.high();
    const double blocksThen = high.blocks < low.blocks ? static_cast<double>(low.blocks) / a.blocks : 1;
    const double blocksNow = high.blocks < low.blocks ? static_cast<double>(high.blocks) / a.blocks : 1;
    const double width = between.number(low.queryWidth() * blocksThen, high.queryWidth() * blocksNow);
    a.queryHeads = std::max(1, static_cast<int>(std::lround(std::min(width, 1e8) / std::max(1, a.headWidth))));
    a.kvHeads = std::min(a.queryHeads, between.of(&Architecture::kvHeads));
}

void setExperts(Architecture& a, const Between& between)
{
    const auto& low = between.low().experts;
    const auto& high = between.high().experts;
    if (!low || !high)
        return; // the larger model's stay
    Experts& experts = *a.experts;
    experts.count = between.whole(low->count, high->count);
    experts.perToken = std::min(experts.count, between.whole(low->perToken, high->perToken));
    experts.width = between.whole(low->width, high->width);
    experts.sharedWidth = between.whole(low->sharedWidth, high->sharedWidth);
    experts.latentWidth = between.whole(low->latentWidth, high->latentWidth);
    experts.blocks = std::min(a.blocks, between.whole(low->blocks, high->blocks));
}

void setLatent(Architecture& a, const Between& between)
{
    const auto& low = between.low().latent;
    const auto& high = between.high().latent;
    if (!low || !high)
        return;
    LatentAttention& latent = *a.latent;
    latent.queryRank = low->queryRank > 0 ? between.whole(low->queryRank, high->queryRank) : high->queryRank;
    latent.cacheRank = between.whole(low->cacheRank, high->cacheRank);
    latent.noPositionWidth = between.whole(low->noPositionWidth, high->noPositionWidth);
    latent.rotaryWidth = between.whole(low->rotaryWidth, high->rotaryWidth);
    latent.valueWidth = between.whole(low->valueWidth, high->valueWidth);
}

void setLinear(Architecture& a, const Between& between)
{
    const auto& low = between.low().linear;
    const auto& high = between.high().linear;
    if (!low || !high)
        return;
    a.linear->count = std::max(0, a.blocks - a.attentionBlocks);
    a.linear->parametersPerBlock = between.number(low->parametersPerBlock, high->parametersPerBlock);
    a.linear->stateElements = between.number(low->stateElements, high->stateElements);
}

struct CacheSum {
    double windowed = 0, full = 0;
};

CacheSum cacheOf(const Architecture& a)
{
    const double windowed = a.cacheElements * a.windowedShare;
    return {windowed, a.cacheElements - windowed};
}

// KV heads come in whole numbers, a cache that grows with the size does not: its elements are spread over the blocks.
void setCache(Architecture& a, const Between& between)
{
    const CacheSum low = cacheOf(between.low());
    const CacheSum high = cacheOf(between.high());
    const double windowed = between.number(low.windowed, high.windowed);
    const double full = between.number(low.full, high.full);
    const double window = between.number(between.low().meanWindow, between.high().meanWindow);
    int windowedBlocks = between.whole(between.low().windowedBlocks, between.high().windowedBlocks, 0);
    windowedBlocks = std::clamp(windowedBlocks, windowed > 0 ? 1 : 0, std::max(1, a.attentionBlocks - (full > 0 ? 1 : 0)));
    const int fullBlocks = std::max(full > 0 ? 1 : 0, a.attentionBlocks - windowedBlocks);
    a.cacheBlocks.clear();
    if (windowed > 0)
        a.cacheBlocks.assign(static_cast<std::size_t>(windowedBlocks), {windowed / windowedBlocks, static_cast<int>(std::lround(window))});
    if (full > 0)
        a.cacheBlocks.insert(a.cacheBlocks.end(), static_cast<std::size_t>(fullBlocks), CacheBlock{full / fullBlocks, 0});
}

double varyingWeights(const Architecture& a)
{
    return a.of(MatrixGroup::Attention).weights + a.of(MatrixGroup::AttentionReplicated).weights + a.of(MatrixGroup::Mlp).weights;
}

// Makes the total the asked one: first the experts' width, which holds most of such a model, then the scale of the rest.
void hitTotal(Architecture& a, double parameters)
{
    constexpr double kLeastScale = 0.05;
    a.matrixScale = 1;
    deriveSums(a);
    if (a.experts && a.experts->width > 0 && a.of(MatrixGroup::Experts).weights > 0) {
        const double perUnit = a.of(MatrixGroup::Experts).weights / a.experts->width;
        const double missing = std::floor((parameters - a.totalParameters) / perUnit);
        a.experts->width = static_cast<int>(std::clamp(a.experts->width + missing, 1.0, 1e8));
        deriveSums(a);
    }
    const double varying = varyingWeights(a);
    if (varying <= 0)
        return;
    a.matrixScale = std::max(kLeastScale, (varying + parameters - a.totalParameters) / varying);
    deriveSums(a);
    if (a.totalParameters <= parameters * 1.001 || a.hidden <= 0)
        return;
    // Embeddings alone exceed a size far below the family's smallest: fewer rows.
    const double perRow = static_cast<double>(a.hidden) * (a.tiedEmbeddings ? 1 : 2);
    a.vocabulary = static_cast<int>(std::clamp(a.vocabulary - (a.totalParameters - parameters) / perRow, 1.0, 1e8));
    deriveSums(a);
}

Architecture interpolate(const Architecture& low, const Architecture& high, double parameters)
{
    const Between between(low, high, parameters);
    Architecture a = high;
    a.blocks = between.of(&Architecture::blocks);
    a.hidden = between.width(&Architecture::hidden, a.blocks);
    a.mlpWidth = between.width(&Architecture::mlpWidth, a.blocks);
    a.attentionBlocks = std::min(a.blocks, between.whole(low.attentionBlocks, high.attentionBlocks, 0));
    if (low.attentionBlocks == low.blocks && high.attentionBlocks == high.blocks)
        a.attentionBlocks = a.blocks;
    if (low.mlpBlocks && high.mlpBlocks)
        a.mlpBlocks = between.whole(*low.mlpBlocks, *high.mlpBlocks, 0);
    setHeads(a, between);
    a.vocabulary = between.of(&Architecture::vocabulary);
    a.maxPositions = between.of(&Architecture::maxPositions);
    a.learnedPositions = between.of(&Architecture::learnedPositions);
    a.extra16 = std::max(0.0, between.number(low.extra16, high.extra16));
    a.multiTokenPrediction = std::max(0.0, between.number(low.multiTokenPrediction, high.multiTokenPrediction));
    a.smallTensors = between.number(low.smallTensors, high.smallTensors);
    setExperts(a, between);
    setLatent(a, between);
    setLinear(a, between);
    setCache(a, between);
    if (!(low.quantization == high.quantization))
        a.quantization = {};
    hitTotal(a, parameters);
    return a;
}

std::string nameOfSize(std::string_view line, double billions) { return fmt::format("{} {:.3g}B", line, billions); }

} // namespace

const Model* nearestSize(const ModelFamily& family, const Catalog& catalog, double billions)
{
    const double wanted = std::log(std::max(billions * kBillion, kFewestParameters));
    const Model* nearest = nullptr;
    double least = 0;
    for (const Model* size : sizesOf(family, catalog)) {
        const double distance = std::abs(std::log(size->architecture.totalParameters) - wanted);
        if (nearest && distance >= least)
            continue;
        nearest = size;
        least = distance;
    }
    return nearest;
}

Model interpolatedModel(const ModelFamily& family, const Catalog& catalog, double billions)
{
    constexpr double kSameSize = 0.001;
    const double parameters = std::max(billions * kBillion, kFewestParameters);
    const std::vector<const Model*> sizes = sizesOf(family, catalog);
    if (sizes.empty())
        return genericModel(billions);
    for (const Model* size : sizes) {
        if (std::abs(size->architecture.totalParameters / parameters - 1) <= kSameSize)
            return *size;
    }
    const auto above =
        std::find_if(sizes.begin(), sizes.end(), [&](const Model* size) { return size->architecture.totalParameters > parameters; });
    const std::size_t last = sizes.size() - 1;
    const std::size_t high = std::clamp<std::size_t>(static_cast<std::size_t>(above - sizes.begin()), std::min<std::size_t>(1, last), last);
    const Model& upper = *sizes[high];
    const Model& lower = *sizes[high > 0 ? high - 1 : 0];
    Model model;
    model.shortName = nameOfSize(family.label, billions);
    model.family = family.id;
    model.architecture = interpolate(lower.architecture, upper.architecture, parameters);
    model.facts.push_back({"architecture", fmt::format("interpolated between {} and {}", lower.id, upper.id), ""});
    return model;
}

Model genericModel(double billions)
{
    constexpr int kHeadWidth = 128, kQueriesPerKv = 8, kMostTokens = 128'256;
    constexpr double kMlpRatio = 3.5, kTiedBelow = 2e9;
    constexpr double kPerCube = 12.75 * kHeadWidth * kHeadWidth; // h^2 (1 + 1/8 + 1/8 + 1 + 3 * 3.5) per block, h = 128 n, n blocks
    constexpr double kTokensPerPower = 0.128256;                 // the vocabulary grows with N^(2/3) up to 128,256 at one billion
    const double parameters = std::max(billions * kBillion, kFewestParameters);
    const double tokens = std::min<double>(kMostTokens, std::max(256.0, kTokensPerPower * std::pow(parameters, 2.0 / 3)));
    double size = std::cbrt(parameters / kPerCube);
    for (int step = 0; step < 8; ++step) // Newton: kPerCube n^3 + tokens 128 n = parameters
        size -=
            (kPerCube * size * size * size + tokens * kHeadWidth * size - parameters) / (3 * kPerCube * size * size + tokens * kHeadWidth);
    const int n = std::max(1, static_cast<int>(std::lround(size)));
    Model model;
    model.shortName = nameOfSize("Dense", billions);
    Architecture& a = model.architecture;
    a.family = "generic";
    a.blocks = a.attentionBlocks = n;
    a.hidden = kHeadWidth * n;
    a.queryHeads = n;
    a.kvHeads = std::max(1, static_cast<int>(std::lround(static_cast<double>(n) / kQueriesPerKv)));
    a.headWidth = kHeadWidth;
    a.mlpWidth = static_cast<int>(kMlpRatio * a.hidden);
    a.vocabulary = static_cast<int>(tokens);
    a.maxPositions = 8192;
    a.tiedEmbeddings = parameters < kTiedBelow;
    hitTotal(a, parameters);
    model.facts.push_back({"architecture", "DESIGN: proportions of Llama 3 (Dubey et al. 2024, table 3)", ""});
    return model;
}

} // namespace cardfit
