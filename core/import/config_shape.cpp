#include "core/import/config_draft.h"

#include <algorithm>

namespace cardfit::import {

namespace {

constexpr int kMostBlocks = 10'000;
constexpr int kMostHeads = 10'000;
constexpr int kMostHeadWidth = 100'000;
constexpr int kMostVocabulary = 100'000'000;
constexpr int kAlibiBaichuanBlocks = 40; // Baichuan 13B has ALiBi, 7B has rotary positions; the files do not say

int requireOr(const ConfigDraft& draft, Key key, int fallback, int highest)
{
    if (!draft.keys.has(key) && fallback > 0)
        return fallback;
    return draft.keys.require(key, highest);
}

int kvHeadsOf(const ConfigDraft& draft)
{
    const ConfigKeys& keys = draft.keys;
    const Architecture& a = draft.a;
    if (draft.type == "chatglm")
        return keys.flag(Key::MultiQueryAttention) ? keys.integerOr(Key::KvHeadGroups, a.queryHeads) : a.queryHeads;
    if (draft.type == "gpt_bigcode")
        return keys.flag(Key::MultiQuery, true) ? 1 : a.queryHeads;
    if (draft.type == "qwen" || draft.type == "baichuan")
        return a.queryHeads;
    if (const auto heads = keys.integer(Key::KvHeads, kMostHeads); heads && *heads > 0)
        return *heads;
    const int byClass = draft.defaults().kvHeads;
    return byClass > 0 ? byClass : a.queryHeads;
}

int headWidthOf(const ConfigDraft& draft)
{
    for (const Key key : {Key::HeadWidth, Key::AttentionHeadWidth}) {
        const auto width = draft.keys.integer(key, kMostHeadWidth);
        if (width && *width > 0)
            return *width;
    }
    const int byClass = draft.defaults().headWidth;
    if (byClass > 0)
        return byClass;
    return draft.a.queryHeads > 0 ? draft.a.hidden / draft.a.queryHeads : 0;
}

int mlpWidthOf(const ConfigDraft& draft)
{
    const ConfigKeys& keys = draft.keys;
    for (const Key key : {Key::MlpWidth, Key::InnerMlpWidth, Key::ConvBlockMlpWidth}) {
        const auto width = keys.largest(key);
        if (width && *width > 0)
            return draft.is(kHalfMlpWidth) ? *width / 2 : *width;
    }
    const int byClass = draft.defaults().mlpWidth;
    return byClass > 0 ? byClass : 4 * draft.a.hidden;
}

int vocabularyOf(const ConfigDraft& draft)
{
    const bool padded = draft.type == "chatglm" && draft.keys.has(Key::PaddedVocabulary);
    if (padded)
        return draft.keys.require(Key::PaddedVocabulary, kMostVocabulary);
    for (const Key key : {Key::Vocabulary, Key::PaddedVocabulary}) {
        const auto rows = draft.keys.integer(key, kMostVocabulary);
        if (rows && *rows > 0)
            return *rows;
    }
    return requireOr(draft, Key::Vocabulary, draft.defaults().vocabulary, kMostVocabulary);
}

void readDimensions(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ClassDefaults& defaults = draft.defaults();
    a.hidden = requireOr(draft, Key::Hidden, defaults.hidden, 1'000'000);
    const std::size_t pattern = std::max(draft.keys.text(Key::HybridPattern).size(), draft.keys.texts(Key::BlockTypes).size());
    const int byPattern = static_cast<int>(std::min<std::size_t>(pattern, kMostBlocks));
    a.blocks = requireOr(draft, Key::Blocks, defaults.blocks > 0 ? defaults.blocks : byPattern, kMostBlocks);
    a.queryHeads = draft.keys.integer(Key::QueryHeads, kMostHeads).value_or(defaults.queryHeads);
    if (a.queryHeads == 0)
        a.queryHeads = std::max(1, a.hidden / 64);
    a.kvHeads = kvHeadsOf(draft);
    a.headWidth = headWidthOf(draft);
    a.mlpWidth = mlpWidthOf(draft);
    a.vocabulary = vocabularyOf(draft);
    a.maxPositions = draft.keys.integer(Key::MaxPositions, 1'000'000'000).value_or(4096);
    a.attentionBlocks = a.blocks;
}

void readBiases(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const bool said = draft.keys.flag(Key::AttentionBias);
    a.qkvBias = draft.is(kQkvBias) || said || draft.keys.flag(Key::AddQkvBias) || draft.keys.flag(Key::UseQkvBias);
    a.outputBias = draft.is(kOutputBias) || (said && !draft.is(kNoOutputBias));
    a.mlpBias = draft.is(kMlpBias) || draft.keys.flag(Key::MlpBias);
    if (draft.is(kHeadBias))
        a.smallTensors += a.vocabulary;
}

void readNorms(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.norm = draft.is(kLayerNorm) ? Norm::Layer : Norm::Rms;
    a.normsPerBlock = draft.is(kFourNorms) ? 4 : draft.is(kOneNorm) ? 1 : 2;
    const double norms = draft.h() * (static_cast<double>(a.normsPerBlock) * a.blocks + 1);
    if (draft.is(kNormWithoutBias))
        a.smallTensors -= norms;
    if (draft.is(kNormWithoutWeight))
        a.smallTensors -= 2 * norms;
    const bool said = draft.keys.flag(Key::QueryKeyNorm);
    const bool wide = draft.is(kWideHeadNorm) || (draft.is(kWideHeadNormIfSaid) && said);
    a.queryKeyNorm = wide || draft.is(kHeadNorm) || (draft.is(kHeadNormIfSaid) && said);
    if (wide)
        a.smallTensors += static_cast<double>(a.queryWidth() + a.kvWidth() - 2 * a.headWidth) * a.attentionBlocks;
}

void readPositions(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.alibi = draft.is(kAlibi) || (draft.type == "baichuan" && a.blocks >= kAlibiBaichuanBlocks);
    if (draft.is(kLearnedPositions))
        a.learnedPositions = a.maxPositions;
    a.rotary = !a.alibi && !draft.is(kLearnedPositions);
    const bool windowOff = draft.keys.has(Key::UseSlidingWindow) && !draft.keys.flag(Key::UseSlidingWindow);
    const int byClass = draft.defaults().slidingWindow;
    if (!windowOff)
        a.slidingWindow = draft.keys.integer(Key::SlidingWindow, 1'000'000'000).value_or(byClass);
}

bool isTied(const ConfigDraft& draft)
{
    if (draft.is(kAlwaysTied))
        return true;
    if (draft.is(kNeverTied))
        return false;
    if (!draft.keys.has(Key::TiedEmbeddings) && draft.outerTied)
        return *draft.outerTied;
    return draft.keys.flag(Key::TiedEmbeddings, draft.is(kTiedByDefault));
}

} // namespace

ConfigDraft::ConfigDraft(const json::Reader& part, std::string_view typeName, bool isNested)
    : keys(part), family(familyOf(typeName)), type(typeName), nested(isNested)
{
    a.family = type;
}

void ConfigDraft::finish()
{
    deriveSums(a);
    const double varying =
        a.of(MatrixGroup::Attention).weights + a.of(MatrixGroup::AttentionReplicated).weights + a.of(MatrixGroup::Mlp).weights;
    if (extraMatrices == 0 || varying <= 0)
        return;
    constexpr double kLeastScale = 0.01; // a file that contradicts itself must not turn a sum negative
    a.matrixScale = std::max(kLeastScale, (varying + extraMatrices) / varying);
    deriveSums(a);
}

void readShape(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    readDimensions(draft);
    a.tiedEmbeddings = isTied(draft);
    a.gatedMlp = !draft.is(kPlainMlp);
    readBiases(draft);
    readNorms(draft);
    readPositions(draft);
    a.fusedQkv = draft.is(kFusedQkv);
    a.queryMultiple = draft.is(kDoubleQuery) ? 2 : 1;
    a.softCapsLogits = draft.keys.number(Key::SoftCap).value_or(0) > 0;
    a.lastLogitsOnly = draft.is(kLastLogitsOnly);
    a.lossIn16Bit = draft.is(kLossIn16Bit);
}

void readLatentAttention(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    if (!keys.has(Key::CacheRank) || !keys.has(Key::NoPositionWidth))
        return;
    LatentAttention latent;
    latent.queryRank = keys.integerOr(Key::QueryRank, 0);
    latent.cacheRank = keys.integerOr(Key::CacheRank, 0);
    latent.noPositionWidth = keys.integerOr(Key::NoPositionWidth, 0);
    latent.rotaryWidth = keys.require(Key::RotaryWidth);
    latent.valueWidth = keys.integerOr(Key::ValueWidth, a.queryHeads > 0 ? a.hidden / a.queryHeads : 0);
    a.smallTensors += (static_cast<double>(latent.queryRank) + latent.cacheRank) * a.attentionBlocks; // their norms
    a.latent = latent;
}

} // namespace cardfit::import
