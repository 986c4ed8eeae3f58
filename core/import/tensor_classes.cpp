#include "core/import/tensors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace cardfit::import {

namespace {

constexpr std::array<std::string_view, kTensorClasses> kNames = {"attention",      "latent_down", "mlp",         "experts",
                                                                 "shared_experts", "linear",      "embedding",   "head",
                                                                 "rest",           "towers",      "draft_heads", "unknown"};

using Words = std::span<const std::string_view>;

bool startsWithAny(std::string_view text, Words words)
{
    return std::ranges::any_of(words, [text](std::string_view word) { return text.starts_with(word); });
}
bool containsAny(std::string_view text, Words words)
{
    return std::ranges::any_of(words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}
bool isOneOf(std::string_view text, Words words) { return std::ranges::find(words, text) != words.end(); }
bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// A tensor's name, cut at its dots: "model.layers.3.mlp.gate_proj.weight".
class Path {
public:
    explicit Path(std::string_view name)
    {
        for (std::size_t begin = 0; m_count < m_parts.size();) {
            const std::size_t dot = name.find('.', begin);
            m_parts[m_count++] = name.substr(begin, dot == std::string_view::npos ? dot : dot - begin);
            if (dot == std::string_view::npos)
                break;
            begin = dot + 1;
        }
    }

    Words parts() const { return {m_parts.data(), m_count}; }
    std::string_view last() const { return m_parts[m_count - 1]; }
    template <class Test>
    bool any(Test test) const
    {
        return std::ranges::any_of(parts(), test);
    }
    bool has(Words words) const
    {
        return any([words](std::string_view part) { return isOneOf(part, words); });
    }
    bool hasStart(Words words) const
    {
        return any([words](std::string_view part) { return startsWithAny(part, words); });
    }
    bool hasInside(Words words) const
    {
        return any([words](std::string_view part) { return containsAny(part, words); });
    }
    bool hasEnd(std::string_view word) const
    {
        return any([word](std::string_view part) { return part.ends_with(word); });
    }

    // The number of the block it stands in; -1: outside the blocks.
    int block() const
    {
        static constexpr std::string_view kLists[] = {"layers", "h", "blk", "blocks", "layer"};
        for (std::size_t i = 0; i + 1 < m_count; ++i) {
            int number = -1;
            const std::string_view next = m_parts[i + 1];
            if (isOneOf(m_parts[i], kLists) && isNumber(next) &&
                std::from_chars(next.data(), next.data() + next.size(), number).ec == std::errc())
                return number;
        }
        return -1;
    }

    // One expert of a list: "ffn_gate.3" of early GGUF files.
    bool hasNumberedMlp() const
    {
        for (std::size_t i = 0; i + 1 < m_count; ++i) {
            if (m_parts[i].starts_with("ffn_") && isNumber(m_parts[i + 1]))
                return true;
        }
        return false;
    }

private:
    std::array<std::string_view, 16> m_parts{};
    std::size_t m_count = 0;
};

bool isDraft(const Path& path, int blocks)
{
    static constexpr std::string_view kParts[] = {"eh_proj", "enorm", "hnorm", "shared_head"};
    static constexpr std::string_view kStarts[] = {"mtp", "nextn"};
    return path.has(kParts) || path.hasStart(kStarts) || (blocks > 0 && path.block() >= blocks);
}

bool isTower(const Path& path)
{
    static constexpr std::string_view kParts[] = {"vit", "vpm",    "apm",     "mlp1",      "mm",       "v",
                                                  "a",   "talker", "aligner", "resampler", "connector"};
    static constexpr std::string_view kInside[] = {"vision", "visual", "image",     "audio",    "projector",
                                                   "speech", "sound",  "token2wav", "code2wav", "img_projection"};
    const std::string_view first = path.parts().front();
    return path.hasInside(kInside) || isOneOf(first, kParts) ||
           (first == "model" && path.parts().size() > 1 && isOneOf(path.parts()[1], kParts));
}

bool isNorm(const Path& path)
{
    static constexpr std::string_view kInside[] = {"norm", "rotary", "rope_f", "inv_freq"};
    static constexpr std::string_view kStarts[] = {"ln_"};
    static constexpr std::string_view kParts[] = {"ln0", "ln1", "ln2", "sinks"};
    return path.hasInside(kInside) || path.hasStart(kStarts) || path.has(kParts);
}

bool isLinear(const Path& path)
{
    static constexpr std::string_view kStarts[] = {"linear_attn", "mamba", "ssm_", "shortconv", "short_conv", "time_mix"};
    static constexpr std::string_view kParts[] = {"conv"};
    static constexpr std::string_view kOfMixer[] = {"in_proj", "out_proj", "conv1d", "A_log", "D", "dt_bias", "x_proj", "dt_proj"};
    static constexpr std::string_view kMixer[] = {"mixer"};
    static constexpr std::string_view kTimeMixing[] = {"attention"};
    return path.hasStart(kStarts) || path.has(kParts) || (path.has(kMixer) && path.has(kOfMixer)) ||
           (path.parts().front() == "rwkv" && path.has(kTimeMixing));
}

bool isRouter(const Path& path)
{
    static constexpr std::string_view kParts[] = {"gate", "router", "shared_expert_gate", "expert_bias"};
    static constexpr std::string_view kStarts[] = {"ffn_gate_inp", "exp_probs_b", "router_"};
    return path.has(kParts) || path.hasStart(kStarts);
}

bool isShared(const Path& path)
{
    static constexpr std::string_view kStarts[] = {"shared_expert", "shared_mlp", "share_expert", "fc1_latent", "fc2_latent"};
    return path.hasStart(kStarts) || path.hasEnd("_shexp");
}

bool isExpert(const Path& path)
{
    static constexpr std::string_view kStarts[] = {"experts"};
    static constexpr std::string_view kParts[] = {"block_sparse_moe", "moe"};
    return path.hasStart(kStarts) || path.has(kParts) || path.hasEnd("_exps") || path.hasNumberedMlp();
}

bool isLatentDown(const Path& path)
{
    static constexpr std::string_view kParts[] = {"q_a_proj", "kv_a_proj_with_mqa", "kv_a_proj", "fused_qkv_a_proj_with_mqa",
                                                  "attn_q_a", "attn_kv_a_mqa",      "wq_a",      "wkv_a"};
    return path.has(kParts);
}

bool isAttention(const Path& path)
{
    static constexpr std::string_view kInside[] = {"attn", "attention", "indexer"};
    static constexpr std::string_view kParts[] = {"q_proj", "k_proj", "v_proj", "o_proj", "qkv_proj"};
    return path.hasInside(kInside) || path.has(kParts);
}

bool isMlp(const Path& path)
{
    static constexpr std::string_view kInside[] = {"mlp", "feed_forward", "ffn", "dense_h_to_4h", "channel_mix", "per_layer_input_gate"};
    static constexpr std::string_view kParts[] = {
        "fc1", "fc2", "fc_in", "fc_out", "w1", "w2", "w3", "up_proj", "down_proj", "per_layer_projection", "inp_gate"};
    return path.hasInside(kInside) || path.has(kParts);
}

bool isHead(const Path& path)
{
    static constexpr std::string_view kParts[] = {"lm_head", "embed_out", "output_layer", "score", "head", "output"};
    return path.has(kParts);
}

bool isEmbedding(const Path& path)
{
    static constexpr std::string_view kInside[] = {"embed", "embd"};
    static constexpr std::string_view kParts[] = {"wte", "wpe"};
    return path.hasInside(kInside) || path.has(kParts);
}

} // namespace

std::string_view nameOf(TensorClass tensorClass) { return kNames[static_cast<std::size_t>(tensorClass)]; }

// The order of the questions decides: a norm inside attention is a norm, a gate of experts is no expert.
TensorClass classOf(std::string_view name, int blocks)
{
    const Path path(name);
    if (isTower(path))
        return TensorClass::Tower;
    if (isDraft(path, blocks))
        return TensorClass::Draft;
    if (isNorm(path))
        return TensorClass::Rest;
    if (isLinear(path))
        return TensorClass::Linear;
    if (path.last() == "bias" || path.last().ends_with("_bias") || isRouter(path))
        return TensorClass::Rest;
    if (isShared(path))
        return TensorClass::SharedExperts;
    if (isExpert(path))
        return TensorClass::Experts;
    if (isLatentDown(path))
        return TensorClass::AttentionReplicated;
    if (isAttention(path))
        return TensorClass::Attention;
    if (path.block() < 0 && isHead(path))
        return TensorClass::Head;
    if (isEmbedding(path))
        return TensorClass::Embedding;
    return isMlp(path) ? TensorClass::Mlp : TensorClass::Unknown;
}

} // namespace cardfit::import
