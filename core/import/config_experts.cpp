#include "core/import/config_draft.h"

#include <algorithm>

namespace cardfit::import {

namespace {

constexpr int kMostExperts = 1'000'000;

// The blocks with experts, by whichever of the many spellings the file uses.
class ExpertBlocks {
public:
    explicit ExpertBlocks(const ConfigDraft& draft) : m_draft(draft), m_keys(draft.keys)
    {
        m_first = m_keys.integerOr(Key::FirstDense, 0);
        m_step = std::max(1, m_keys.integerOr(Key::SparseStep, 1));
        m_interval = std::max(1, m_keys.integerOr(Key::ExpertInterval, 1));
        m_start = m_keys.integerOr(Key::ExpertStart, 0);
        if (m_keys.has(Key::ExpertEnd) && !isNegative(Key::ExpertEnd))
            m_end = m_keys.integer(Key::ExpertEnd);
        m_marks = m_keys.integers(Key::ExpertFrequency);
        if (!m_keys.isList(Key::ExpertFrequency))
            m_frequency = std::max(1, m_keys.integerOr(Key::ExpertFrequency, 1));
        m_denseOnly = m_keys.integers(Key::DenseOnlyBlocks);
    }

    int count() const
    {
        if (const std::vector<int> listed = m_keys.integers(Key::ExpertBlocks); !listed.empty())
            return static_cast<int>(listed.size());
        if (const std::string_view listed = m_keys.text(Key::ExpertBlocksEnum); !listed.empty())
            return 1 + static_cast<int>(std::count(listed.begin(), listed.end(), ','));
        int blocks = 0;
        for (int block = 0; block < m_draft.a.blocks; ++block)
            blocks += hasExperts(block) ? 1 : 0;
        return blocks;
    }

private:
    bool isNegative(Key key) const { return m_keys.reader(key).isNumber() && m_keys.reader(key).found().front() == '-'; }

    bool hasExperts(int block) const
    {
        if (block < m_first || block < m_start || (m_end && block > *m_end))
            return false;
        if (!m_marks.empty())
            return static_cast<std::size_t>(block) < m_marks.size() && m_marks[static_cast<std::size_t>(block)] != 0;
        if (block % m_frequency != 0)
            return false;
        if (std::find(m_denseOnly.begin(), m_denseOnly.end(), block) != m_denseOnly.end())
            return false;
        return (block + 1) % m_step == 0 && (block + 1) % m_interval == 0;
    }

    const ConfigDraft& m_draft;
    const ConfigKeys& m_keys;
    int m_first = 0, m_start = 0, m_step = 1, m_interval = 1, m_frequency = 1;
    std::optional<int> m_end;
    std::vector<int> m_marks, m_denseOnly;
};

int sharedWidthOf(const ConfigDraft& draft, int expertWidth)
{
    if (const auto width = draft.keys.integer(Key::SharedExpertWidth); width && *width > 0)
        return *width;
    return draft.keys.integerOr(Key::SharedExperts, 0) * expertWidth;
}

} // namespace

void readExperts(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    if (draft.is(kDense))
        return;
    const int count = keys.largest(Key::Experts, kMostExperts).value_or(0);
    if (count <= 1)
        return;
    constexpr int kUsualPerToken = 2; // Mixtral's, where a file does not say
    Experts experts;
    experts.count = count;
    experts.perToken = std::min(count, keys.integer(Key::ExpertsPerToken).value_or(kUsualPerToken));
    experts.width = draft.is(kExpertsOfMlpWidth) ? a.mlpWidth : keys.integerOr(Key::ExpertWidth, a.mlpWidth);
    experts.sharedWidth = sharedWidthOf(draft, experts.width);
    experts.blocks = ExpertBlocks(draft).count();
    experts.sharedGate = keys.nameOf(Key::SharedExpertWidth) == "shared_expert_intermediate_size" && experts.sharedWidth > 0;
    experts.bias = draft.is(kExpertBias);
    a.experts = experts;
}

// Source: the next-token modules of DeepSeek-V3 (a block of the usual kind, a projection of two widths to one, three norms).
void readPrediction(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const int modules = draft.keys.integerOr(Key::PredictBlocks, 0);
    if (modules <= 0 || a.blocks <= 0)
        return;
    const double hidden = a.hidden;
    const double matrices = a.of(MatrixGroup::Attention).weights + a.of(MatrixGroup::AttentionReplicated).weights;
    double block = matrices / a.matrixScale / std::max(1, a.attentionBlocks) + draft.extraPerAttention + hidden * a.normsPerBlock;
    if (a.qkvBias)
        block += a.queryWidth() + 2.0 * a.kvWidth();
    if (a.queryKeyNorm)
        block += 2.0 * a.headWidth;
    if (a.latent)
        block += static_cast<double>(a.latent->queryRank) + a.latent->cacheRank;
    if (a.experts && a.experts->blocks > 0) {
        const double weights = a.of(MatrixGroup::Experts).weights + a.of(MatrixGroup::SharedExperts).weights + a.routerWeights;
        block += weights / a.experts->blocks + (draft.is(kRouterCorrection) ? a.experts->count : 0);
    } else {
        block += 3 * hidden * a.mlpWidth;
    }
    a.multiTokenPrediction = modules * (block + 3 * hidden + 2 * hidden * hidden);
}

} // namespace cardfit::import
