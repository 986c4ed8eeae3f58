#include "core/import/config_draft.h"
#include "core/import/config_special.h"

#include <algorithm>

namespace cardfit::import {

namespace {

// Counts the block matrices as they really are, against what the standard shape will count; the difference goes into
// extraMatrices, so that the total is exact while the equations go on with one typical block.
class MatrixCount {
public:
    explicit MatrixCount(ConfigDraft& draft) : m_draft(draft) {}
    ~MatrixCount()
    {
        const Architecture& a = m_draft.a;
        const int dense = a.mlpBlocks.value_or(a.blocks - (a.experts ? a.experts->blocks : 0));
        const double attention = m_draft.h() * (2.0 * a.queryWidth() + 2.0 * a.kvWidth()) * a.attentionBlocks;
        const double mlp = (a.gatedMlp ? 3 : 2) * m_draft.h() * a.mlpWidth * std::max(0, dense);
        m_draft.extraMatrices += m_exact - attention - mlp;
    }
    MatrixCount(const MatrixCount&) = delete;
    MatrixCount& operator=(const MatrixCount&) = delete;

    void add(double weights) { m_exact += weights; }
    void addMlp(double width) { m_exact += (m_draft.a.gatedMlp ? 3 : 2) * m_draft.h() * width; }

private:
    ConfigDraft& m_draft;
    double m_exact = 0;
};

std::string_view kindOf(const std::vector<std::string_view>& kinds, int block)
{
    return kinds.empty() ? std::string_view() : kinds[static_cast<std::size_t>(block) % kinds.size()];
}

int entryOf(const std::vector<int>& list, int block, int fallback)
{
    return static_cast<std::size_t>(block) < list.size() ? list[static_cast<std::size_t>(block)] : fallback;
}

std::vector<int> listOf(const json::Reader& part, std::string_view name)
{
    std::vector<int> all;
    if (!part.has(name) || !part.child(name).isArray())
        return all;
    const json::Reader list = part.child(name);
    for (std::size_t i = 0; i < list.size(); ++i)
        all.push_back(static_cast<int>(list.at(i).integer(0, ConfigKeys::kMostUnits).value_or(0)));
    return all;
}

struct Gemma4Block {
    double headWidth = 0, kvHeads = 0;
    bool full = false, ownCache = true, ownValues = true;
};

Gemma4Block gemma4Block(const ConfigDraft& draft, const std::vector<std::string_view>& kinds, int block)
{
    const Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    Gemma4Block shape;
    shape.full = kindOf(kinds, block) == "full_attention";
    shape.headWidth = shape.full ? keys.get("global_head_dim", a.headWidth) : a.headWidth;
    const bool keysAreValues = shape.full && keys.says("attention_k_eq_v", false);
    shape.kvHeads = keysAreValues ? keys.get("num_global_key_value_heads", a.kvHeads) : a.kvHeads;
    shape.ownValues = !keysAreValues;
    shape.ownCache = block < a.blocks - keys.get("num_kv_shared_layers", 0);
    return shape;
}

// A table of small embeddings for every block, and the matrices that mix it in (Gemma-3n, Gemma-4 E2B and E4B).
void addPerLayerEmbedding(ConfigDraft& draft, MatrixCount& count)
{
    Architecture& a = draft.a;
    const double width = draft.keys.get("hidden_size_per_layer_input", 0);
    if (width <= 0)
        return;
    count.add(3 * draft.h() * width * a.blocks);
    a.smallTensors += draft.h() * a.blocks + width;
    a.extra16 += draft.keys.need("vocab_size_per_layer_input") * width * a.blocks;
}

} // namespace

void shapeGemma4(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    std::vector<std::string_view> kinds = keys.texts(Key::BlockTypes);
    if (kinds.empty())
        kinds = {"sliding", "sliding", "sliding", "sliding", "sliding", "full_attention"};
    if (!keys.says("enable_moe_block", false))
        a.experts.reset();
    a.mlpBlocks = a.blocks; // a dense MLP beside the experts in every block
    MatrixCount count(draft);
    std::vector<CacheBlock> cache;
    const int shared = keys.get("num_kv_shared_layers", 0);
    const bool doubleWide = keys.says("use_double_wide_mlp", false);
    for (int block = 0; block < a.blocks; ++block) {
        const Gemma4Block shape = gemma4Block(draft, kinds, block);
        count.add(2 * draft.h() * a.queryHeads * shape.headWidth);
        a.smallTensors += shape.headWidth * (shape.ownCache ? 2 : 1) - 2 * a.headWidth + 1;
        if (shape.ownCache) {
            count.add(draft.h() * shape.kvHeads * shape.headWidth * (shape.ownValues ? 2 : 1));
            cache.push_back({2 * shape.kvHeads * shape.headWidth, shape.full ? 0 : a.slidingWindow});
        }
        count.addMlp(static_cast<double>(a.mlpWidth) * (doubleWide && shared > 0 && block >= a.blocks - shared ? 2 : 1));
    }
    if (a.experts) {
        a.experts->blocks = a.blocks;
        a.smallTensors += (4 * draft.h() + a.experts->count) * a.blocks; // three more norms, router scales
    }
    addPerLayerEmbedding(draft, count);
    keepCacheBlocks(draft, std::move(cache));
}

// Full and windowed blocks with heads of their own; keys are wider than values.
void shapeMimoV2(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const std::vector<int> windowed = keys.integers(Key::HybridBlockPattern);
    struct Kind {
        double heads, kvHeads, keyWidth, valueWidth;
        bool sink;
    };
    const Kind full{static_cast<double>(a.queryHeads), static_cast<double>(a.kvHeads), static_cast<double>(a.headWidth),
                    static_cast<double>(keys.integerOr(Key::ValueWidth, a.headWidth)), keys.says("add_full_attention_sink_bias", false)};
    const Kind window{static_cast<double>(keys.need("swa_num_attention_heads")), static_cast<double>(keys.need("swa_num_key_value_heads")),
                      static_cast<double>(keys.need("swa_head_dim")), static_cast<double>(keys.need("swa_v_head_dim")),
                      keys.says("add_swa_attention_sink_bias", false)};
    a.queryKeyNorm = false;
    MatrixCount count(draft);
    std::vector<CacheBlock> cache;
    const int dense = a.blocks - (a.experts ? a.experts->blocks : 0);
    for (int block = 0; block < a.blocks; ++block) {
        const bool isWindowed = entryOf(windowed, block, 0) == 1;
        const Kind& kind = isWindowed ? window : full;
        count.add(draft.h() * (kind.heads * (kind.keyWidth + kind.valueWidth) + kind.kvHeads * (kind.keyWidth + kind.valueWidth)));
        if (kind.sink)
            a.smallTensors += kind.heads;
        cache.push_back({kind.kvHeads * (kind.keyWidth + kind.valueWidth), isWindowed ? a.slidingWindow : 0});
    }
    count.addMlp(static_cast<double>(a.mlpWidth) * dense);
    keepCacheBlocks(draft, std::move(cache));
}

void shapeStep3(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const std::vector<std::string_view> kinds = keys.texts(Key::BlockTypes);
    int windowHeads = a.queryHeads, windowKvHeads = a.kvHeads;
    if (keys.part().has("attention_other_setting")) {
        const ConfigKeys other(keys.part().child("attention_other_setting"));
        windowHeads = other.integerOr(Key::QueryHeads, a.queryHeads);
        windowKvHeads = other.integerOr(Key::KvHeads, a.kvHeads);
    }
    if (a.experts && !keys.has(Key::SharedExperts) && a.experts->sharedWidth == 0)
        a.experts->sharedWidth = a.experts->width;
    const bool gated = keys.says("use_head_wise_attn_gate", true);
    MatrixCount count(draft);
    std::vector<CacheBlock> cache;
    for (int block = 0; block < a.blocks; ++block) {
        const bool windowed = kindOf(kinds, block) == "sliding_attention";
        const double heads = windowed ? windowHeads : a.queryHeads;
        const double kvHeads = windowed ? windowKvHeads : a.kvHeads;
        count.add(draft.h() * (2 * heads * a.headWidth + 2 * kvHeads * a.headWidth + (gated ? heads : 0)));
        cache.push_back({2 * kvHeads * a.headWidth, windowed ? a.slidingWindow : 0});
    }
    count.addMlp(static_cast<double>(a.mlpWidth) * (a.blocks - (a.experts ? a.experts->blocks : 0)));
    keepCacheBlocks(draft, std::move(cache));
    // Each draft head brings a projection, three norms and an output head; its block is among the file's blocks.
    const double head = draft.h() * (2 * draft.h() + 3 + a.vocabulary);
    a.multiTokenPrediction = keys.integerOr(Key::PredictBlocks, 0) * head;
}

void shapeLaguna(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const std::vector<int> heads = listOf(keys.part(), "num_attention_heads_per_layer");
    if (a.experts && keys.part().has("mlp_layer_types")) {
        const auto kinds = keys.part().child("mlp_layer_types").strings().value_or(std::vector<std::string>());
        a.experts->blocks = static_cast<int>(std::count(kinds.begin(), kinds.end(), "sparse"));
    }
    if (a.experts)
        a.experts->sharedGate = false;
    const bool gated = keys.part().has("gating") && !(keys.part().child("gating").isBoolean() && !keys.says("gating", true));
    MatrixCount count(draft);
    for (int block = 0; block < a.blocks; ++block) {
        const double blockHeads = entryOf(heads, block, a.queryHeads);
        count.add(draft.h() * (2 * blockHeads * a.headWidth + 2.0 * a.kvWidth() + (gated ? blockHeads : 0)));
    }
    count.addMlp(static_cast<double>(a.mlpWidth) * (a.blocks - (a.experts ? a.experts->blocks : 0)));
}

// Nemotron-NAS: every block has its own number of KV heads and MLP width, or none.
void shapeNemotronNas(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const json::Reader blocks = draft.keys.part().child("block_configs");
    if (!blocks.requireArray())
        return;
    struct Sizes {
        int attention = 0, mlp = 0, widest = 0, kvHeads = 0;
        double weights = 0;
    } sizes;
    std::vector<CacheBlock> cache;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const ConfigKeys attention(blocks.at(i).child("attention"));
        const ConfigKeys mlp(blocks.at(i).child("ffn"));
        if (attention.says("replace_with_linear", false)) {
            sizes.weights += draft.h() * draft.h();
        } else if (!attention.says("no_op", false)) {
            const int kvHeads = a.queryHeads / std::max(1, attention.need("n_heads_in_group"));
            sizes.kvHeads = std::max(sizes.kvHeads, kvHeads);
            sizes.weights += 2 * draft.h() * (draft.h() + static_cast<double>(kvHeads) * a.headWidth);
            cache.push_back({2.0 * kvHeads * a.headWidth, 0});
            ++sizes.attention;
        }
        if (mlp.says("replace_with_linear", false)) {
            sizes.weights += draft.h() * draft.h();
        } else if (!mlp.says("no_op", false)) {
            const double factor = mlp.part().child("ffn_mult").number(0, 100).value_or(0);
            const int width = (static_cast<int>(2 * factor * draft.h() / 3) + 255) / 256 * 256; // the class rounds up to 256
            sizes.widest = std::max(sizes.widest, width);
            sizes.weights += 3 * draft.h() * width;
            ++sizes.mlp;
        }
    }
    a.attentionBlocks = sizes.attention;
    a.mlpBlocks = sizes.mlp;
    a.mlpWidth = sizes.widest;
    a.kvHeads = std::max(1, sizes.kvHeads);
    a.smallTensors -= draft.h() * (2.0 * a.blocks - sizes.attention - sizes.mlp);
    MatrixCount count(draft);
    count.add(sizes.weights);
    keepCacheBlocks(draft, std::move(cache));
}

void shapeHunyuan(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    if (!a.experts)
        return;
    const int shared = keys.flag(Key::MixedMlp) ? keys.integerOr(Key::SharedExperts, 1) : 0;
    a.experts->sharedWidth = shared * a.mlpWidth;
}

// intermediate_size is the width of the experts; blocks without experts are wider.
void shapeLlama4(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    constexpr int kUsualDenseWidth = 16384, kUsualChunk = 8192, kRotaryBlocksOfFour = 4;
    if (a.experts)
        a.experts->sharedWidth = a.experts->width;
    if (keys.flag(Key::QueryKeyNorm)) { // a norm without weights
        a.queryKeyNorm = true;
        a.smallTensors -= 2.0 * a.headWidth * a.attentionBlocks;
    }
    a.mlpWidth = keys.integerOr(Key::DenseMlpWidth, kUsualDenseWidth);
    const std::vector<int> rotary = keys.integers(Key::NoRotaryBlocks); // 1: rotary positions, attention in chunks
    const int chunk = keys.integerOr(Key::AttentionChunk, kUsualChunk);
    std::vector<CacheBlock> cache;
    for (int block = 0; block < a.blocks; ++block) {
        const int usual = (block + 1) % kRotaryBlocksOfFour != 0 ? 1 : 0;
        cache.push_back({2.0 * a.kvWidth(), entryOf(rotary, block, usual) != 0 ? chunk : 0});
    }
    keepCacheBlocks(draft, std::move(cache));
}

// Cross-attention blocks hold image tokens only; the embedding has eight more rows than the head.
void shapeMllama(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const double cross = static_cast<double>(listOf(draft.keys.part(), "cross_attention_layers").size());
    constexpr int kExtraRows = 8;
    a.smallTensors += kExtraRows * draft.h() + cross * (2 * a.headWidth + 2);
    keepCacheBlocks(draft,
                    std::vector<CacheBlock>(static_cast<std::size_t>(std::max(0.0, a.blocks - cross)), CacheBlock{2.0 * a.kvWidth(), 0}));
}

} // namespace cardfit::import
