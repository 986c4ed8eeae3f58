#include "core/import/gguf_model.h"

#include "core/import/ggml_types.h"
#include "core/import/gguf_blocks.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace cardfit::import {

namespace {

constexpr int kMostBlocks = 10'000;
constexpr std::string_view kEncoders[] = {"bert",     "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3",    "modern-bert",
                                          "neo-bert", "t5",         "t5encoder",      "clip",         "wavtokenizer-dec"};
constexpr std::string_view kUnknownAttention[] = {"deepseek4", "kimi-linear", "minimax-m3"};

bool isOneOf(std::string_view word, std::span<const std::string_view> words) { return std::ranges::find(words, word) != words.end(); }

// Reads the keys of one architecture, "llama.block_count" as "block_count".
class Keys {
public:
    Keys(const Gguf& gguf, json::Problems& problems) : m_gguf(gguf), m_prefix(std::string(gguf.architecture()) + '.'), m_problems(problems)
    {
    }

    int need(std::string_view key, int highest)
    {
        const auto value = m_gguf.number(name(key));
        if (!value || !(*value >= 1 && *value <= highest)) {
            m_problems.add("metadata " + name(key), "a whole number from 1 to " + std::to_string(highest),
                           value ? std::to_string(*value) : "no such key");
            return 0;
        }
        return static_cast<int>(*value);
    }
    int get(std::string_view key, int fallback, int highest = 100'000'000) const
    {
        const double value = m_gguf.number(name(key)).value_or(fallback);
        return value >= 0 && value <= highest ? static_cast<int>(value) : fallback;
    }
    double numberAt(std::string_view key, std::size_t block, double fallback) const // of one number or a list by block
    {
        const std::vector<double> all = m_gguf.numbers(name(key));
        return all.empty() ? fallback : all.size() == 1 ? all.front() : block < all.size() ? all[block] : 0;
    }
    bool has(std::string_view key) const { return m_gguf.number(name(key)).has_value(); }

private:
    std::string name(std::string_view key) const { return m_prefix + std::string(key); }
    const Gguf& m_gguf;
    std::string m_prefix;
    json::Problems& m_problems;
};

int countOf(const GgufTensors& tensors, bool GgufBlock::*part)
{
    return static_cast<int>(std::ranges::count(tensors.blocks(), true, part));
}

class Builder {
public:
    Builder(const Gguf& gguf, const TensorTable& table, int blocks, int hidden, json::Problems& problems)
        : m_gguf(gguf), m_table(table), m_keys(gguf, problems), m_tensors(gguf, blocks, hidden), m_problems(problems)
    {
        m_a.family = gguf.architecture();
        m_a.blocks = blocks;
        m_a.hidden = hidden;
    }

    std::optional<Architecture> build()
    {
        const std::size_t before = m_problems.list.size();
        readHeads();
        readMlp();
        readExperts();
        readLinear();
        readFlags();
        if (m_problems.list.size() != before || !isUnderstood())
            return std::nullopt;
        readCache();
        m_a.quantization.format = formatOf();
        matchTensors();
        return std::move(m_a);
    }

private:
    void readHeads()
    {
        m_a.attentionBlocks = countOf(m_tensors, &GgufBlock::attention);
        m_a.maxPositions = m_keys.need("context_length", 1'000'000'000);
        m_a.vocabulary = static_cast<int>(std::min(vocabularyOf(m_gguf), 1e8));
        if (m_a.attentionBlocks > 0)
            m_a.queryHeads = m_keys.need("attention.head_count", 100'000);
        m_a.queryHeads = std::max(1, m_a.queryHeads);
        m_a.kvHeads = std::max(1, m_keys.get("attention.head_count_kv", m_a.queryHeads, 100'000));
        const int usual = m_a.hidden / m_a.queryHeads;
        m_a.headWidth = std::max(1, m_keys.get("attention.key_length", usual, 1'000'000));
        if (m_keys.has("attention.kv_lora_rank"))
            readLatent();
    }

    void readLatent()
    {
        LatentAttention latent;
        latent.queryRank = m_tensors.first("attn_q_a.weight") ? m_keys.get("attention.q_lora_rank", 0) : 0;
        latent.cacheRank = m_keys.need("attention.kv_lora_rank", 1'000'000);
        latent.rotaryWidth = m_keys.need("rope.dimension_count", 1'000'000);
        const int key = m_keys.get("attention.key_length_mla", m_a.headWidth);
        latent.noPositionWidth = std::max(0, key - latent.rotaryWidth);
        latent.valueWidth = m_keys.get("attention.value_length_mla", m_keys.get("attention.value_length", m_a.headWidth));
        m_a.headWidth = key;
        m_a.kvHeads = m_a.queryHeads;
        m_a.latent = latent;
    }

    void readMlp()
    {
        m_a.mlpWidth = m_keys.get("feed_forward_length", 0);
        const double up = m_tensors.rowsOf("ffn_up.weight");
        if (m_a.mlpWidth == 0)
            m_a.mlpWidth = static_cast<int>(up);
        const bool fused = m_a.mlpWidth > 0 && up == 2.0 * m_a.mlpWidth;
        constexpr const char* names[] = {"ffn_gate.weight", "ffn_gate_exps.weight", "ffn_gate_up_exps.weight", "ffn_gate.0.weight"};
        m_a.gatedMlp = fused || std::ranges::any_of(names, [this](const char* name) { return m_tensors.first(name) != nullptr; });
    }

    void readExperts()
    {
        const int blocks = countOf(m_tensors, &GgufBlock::experts);
        if (blocks == 0)
            return;
        Experts experts;
        experts.blocks = blocks;
        experts.count = m_keys.need("expert_count", 1'000'000);
        experts.perToken = std::min(experts.count, m_keys.need("expert_used_count", 1'000'000));
        const double up = m_tensors.rowsOf("ffn_up_exps.weight");
        experts.width = m_keys.get("expert_feed_forward_length", up > 0 ? static_cast<int>(up) : m_a.mlpWidth);
        experts.sharedWidth = static_cast<int>(m_tensors.rowsOf("ffn_up_shexp.weight"));
        experts.sharedGate = m_tensors.first("ffn_gate_inp_shexp.weight") != nullptr;
        m_a.experts = experts;
    }

    void readLinear()
    {
        const int count = countOf(m_tensors, &GgufBlock::linear);
        const int mlp = countOf(m_tensors, &GgufBlock::mlp);
        if (count > 0 || mlp != m_a.blocks - (m_a.experts ? m_a.experts->blocks : 0))
            m_a.mlpBlocks = mlp;
        if (count == 0)
            return;
        const double inner = m_keys.get("ssm.inner_size", 0), state = m_keys.get("ssm.state_size", 0);
        double convolution = 0;
        for (const GgufBlock& block : m_tensors.blocks())
            convolution = std::max(convolution, block.convolution);
        const double wkv = m_keys.has("wkv.head_size") ? static_cast<double>(m_a.hidden) * (m_keys.get("wkv.head_size", 0) + 2) : 0;
        m_a.linear = LinearBlocks{count, m_table.parametersOf(TensorClass::Linear) / count, inner * state + convolution + wkv};
    }

    void readFlags()
    {
        const auto some = [this](const char* name) { return m_tensors.first(name) != nullptr; };
        m_a.fusedQkv = some("attn_qkv.weight");
        m_a.qkvBias = some("attn_q.bias") || some("attn_qkv.bias");
        m_a.outputBias = some("attn_output.bias");
        m_a.mlpBias = some("ffn_up.bias");
        m_a.queryKeyNorm = some("attn_q_norm.weight");
        m_a.norm = m_tensors.find("output_norm.bias") ? Norm::Layer : Norm::Rms;
        m_a.normsPerBlock = m_tensors.blocks().front().norms;
        m_a.tiedEmbeddings = m_tensors.find("output.weight") == nullptr;
        m_a.softCapsLogits = m_keys.has("final_logit_softcapping");
        m_a.alibi = m_keys.has("attention.max_alibi_bias");
        if (const StoredTensor* positions = m_tensors.find("position_embd.weight"); positions && !positions->shape.empty())
            m_a.learnedPositions = static_cast<int>(std::min<std::uint64_t>(positions->shape.front(), 100'000'000));
        m_a.rotary = !m_a.alibi && m_a.learnedPositions == 0;
        if (!m_a.latent && m_tensors.rowsOf("attn_q.weight") == 2.0 * m_a.queryWidth())
            m_a.queryMultiple = 2;
    }

    // Shapes of attention that the equations would count otherwise mean an attention they do not know.
    bool isUnderstood()
    {
        if (m_a.vocabulary < 1) {
            m_problems.add("token_embd.weight", "a table with a row a token", "no such tensor");
            return false;
        }
        const double query = m_tensors.rowsOf("attn_q.weight"), key = m_tensors.rowsOf("attn_k.weight");
        const bool uneven = m_gguf.numbers(m_a.family + ".attention.head_count").size() > 1 ||
                            m_gguf.numbers(m_a.family + ".attention.head_count_kv").size() > 1;
        const bool odd =
            !m_a.latent && !uneven && ((query > 0 && query != m_a.queryWidth() * m_a.queryMultiple) || (key > 0 && key != m_a.kvWidth()));
        if (odd || isOneOf(m_a.family, kUnknownAttention)) {
            m_problems.add("metadata general.architecture", "an attention whose cache and weights are understood", m_a.family);
            return false;
        }
        return true;
    }

    void readCache()
    {
        const std::vector<int> windows = ggufWindows(m_gguf, m_a.blocks);
        m_a.slidingWindow = windows.empty() ? 0 : *std::ranges::max_element(windows);
        std::vector<CacheBlock> cache;
        bool alike = true;
        const double usual = m_a.latent ? m_a.latent->cacheRank + m_a.latent->rotaryWidth : 2.0 * m_a.kvWidth();
        for (std::size_t i = 0; i < m_tensors.blocks().size(); ++i) {
            if (!m_tensors.blocks()[i].attention)
                continue;
            const double heads = m_keys.numberAt("attention.head_count_kv", i, m_a.kvHeads);
            const double width = m_a.headWidth + m_keys.get("attention.value_length", m_a.headWidth);
            const CacheBlock block{m_a.latent ? usual : std::max(0.0, heads) * width, windows[i]};
            alike = alike && block == CacheBlock{usual, 0};
            cache.push_back(block);
        }
        std::ranges::stable_sort(cache, [](const CacheBlock& a, const CacheBlock& b) {
            return a.window != b.window ? a.window > b.window : a.elements > b.elements;
        });
        if (!alike)
            m_a.cacheBlocks = std::move(cache);
    }

    // The preset in the file's own words, else the type that holds the most of the matrices.
    std::string formatOf() const
    {
        if (const auto type = m_gguf.number("general.file_type"); type && *type >= 0 && *type < 1e6) {
            if (const std::string_view preset = ggmlPreset(static_cast<std::uint64_t>(*type)); !preset.empty())
                return std::string(preset);
        }
        const TensorSum* most = nullptr;
        for (const TensorSum& row : m_table.rows) {
            if (row.tensorClass < TensorClass::Embedding && (!most || row.bytes > most->bytes))
                most = &row;
        }
        return most ? "gguf:" + most->type.substr(0, most->type.find("_R")) : std::string();
    }

    void matchTensors()
    {
        deriveSums(m_a);
        const auto stored = [this](TensorClass tensorClass) { return m_table.parametersOf(tensorClass); };
        const auto derived = [this](MatrixGroup group) { return m_a.of(group).weights; };
        const double matrices = stored(TensorClass::Attention) + stored(TensorClass::AttentionReplicated) + stored(TensorClass::Mlp);
        const double formula = derived(MatrixGroup::Attention) + derived(MatrixGroup::AttentionReplicated) + derived(MatrixGroup::Mlp);
        if (matrices > 0 && formula > 0)
            m_a.matrixScale = matrices / formula;
        m_a.extra16 = stored(TensorClass::Tower) + std::max(0.0, stored(TensorClass::Embedding) - m_a.embeddingWeights);
        m_a.multiTokenPrediction = stored(TensorClass::Draft);
        deriveSums(m_a);
        m_a.smallTensors = stored(TensorClass::Rest) + stored(TensorClass::Unknown) - m_a.normWeights - m_a.biasWeights - m_a.routerWeights;
        deriveSums(m_a);
    }

    const Gguf& m_gguf;
    const TensorTable& m_table;
    Keys m_keys;
    GgufTensors m_tensors;
    json::Problems& m_problems;
    Architecture m_a;
};

bool isDecoder(const Gguf& gguf, json::Problems& problems)
{
    const std::string_view kind = gguf.text("general.type");
    if (!kind.empty() && kind != "model") {
        problems.add("metadata general.type", "a model", std::string(kind));
        return false;
    }
    if (gguf.architecture().empty() || isOneOf(gguf.architecture(), kEncoders)) {
        problems.add("metadata general.architecture", "a decoder-only language model",
                     gguf.architecture().empty() ? "no such key" : std::string(gguf.architecture()));
        return false;
    }
    return true;
}

} // namespace

int blocksOf(const Gguf& gguf)
{
    const std::string prefix = std::string(gguf.architecture()) + '.';
    const double blocks = gguf.number(prefix + "block_count").value_or(0) - gguf.number(prefix + "nextn_predict_layers").value_or(0);
    return blocks >= 1 && blocks <= kMostBlocks ? static_cast<int>(blocks) : 0;
}

double vocabularyOf(const Gguf& gguf)
{
    for (const StoredTensor& tensor : gguf.tensors) {
        if (tensor.name == "token_embd.weight" && tensor.shape.size() == 2)
            return static_cast<double>(tensor.shape.front());
    }
    const double stated = gguf.number(std::string(gguf.architecture()) + ".vocab_size").value_or(0);
    return stated >= 1 ? stated : static_cast<double>(gguf.lengthOf("tokenizer.ggml.tokens"));
}

std::optional<Architecture> architectureOf(const Gguf& gguf, const TensorTable& table, json::Problems& problems)
{
    if (!isDecoder(gguf, problems))
        return std::nullopt;
    const std::string prefix = std::string(gguf.architecture()) + '.';
    if (gguf.tensors.empty()) {
        problems.add("byte 8", "a file with weights", "none: a vocabulary only");
        return std::nullopt;
    }
    Keys keys(gguf, problems);
    const std::size_t before = problems.list.size();
    keys.need("block_count", kMostBlocks);
    const int hidden = keys.need("embedding_length", 1'000'000);
    const int blocks = blocksOf(gguf);
    if (problems.list.size() == before && blocks == 0)
        problems.add("metadata " + prefix + "nextn_predict_layers", "fewer draft blocks than blocks", "as many");
    if (problems.list.size() != before)
        return std::nullopt;
    return Builder(gguf, table, blocks, hidden, problems).build();
}

} // namespace cardfit::import
