#include "core/import/config_keys.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace cardfit::import {

namespace {

struct Spelling {
    std::string_view name;
    Key key;
    std::uint8_t rank; // of several spellings in one file the lowest rank counts
};

// Sorted by name. Sources: the configuration classes of Hugging Face Transformers and the remote code of the models.
constexpr Spelling kSpellings[] = {
    {"add_bias_linear", Key::AddLinearBias, 0},
    {"add_qkv_bias", Key::AddQkvBias, 0},
    {"attention_bias", Key::AttentionBias, 0},
    {"attention_chunk_size", Key::AttentionChunk, 0},
    {"attention_head_dim", Key::AttentionHeadWidth, 0},
    {"attention_out_bias", Key::AttentionOutputBias, 0},
    {"attention_window", Key::SlidingWindow, 1},
    {"bias", Key::Bias, 0},
    {"block_ff_dim", Key::ConvBlockMlpWidth, 0},
    {"d_model", Key::Hidden, 2},
    {"decoder_sparse_step", Key::SparseStep, 0},
    {"expansion_ratio", Key::ExpansionRatio, 0},
    {"expert_intermediate_size", Key::ExpertWidth, 1},
    {"experts_per_token", Key::ExpertsPerToken, 5},
    {"ff_intermediate_size", Key::BlocksparseMlpWidth, 0},
    {"ffn_dim", Key::MlpWidth, 3},
    {"ffn_hidden_size", Key::MlpWidth, 1},
    {"final_logit_softcapping", Key::SoftCap, 0},
    {"first_k_dense_replace", Key::FirstDense, 0},
    {"full_attention_interval", Key::FullAttentionInterval, 0},
    {"head_dim", Key::HeadWidth, 0},
    {"hidden_size", Key::Hidden, 0},
    {"hybrid_layer_pattern", Key::HybridBlockPattern, 0},
    {"hybrid_override_pattern", Key::HybridPattern, 0},
    {"index_head_dim", Key::IndexHeadWidth, 0},
    {"index_n_heads", Key::IndexHeads, 0},
    {"indexer_types", Key::IndexerTypes, 0},
    {"inner_hidden_size", Key::InnerMlpWidth, 0},
    {"interleave_moe_layer_step", Key::SparseStep, 1},
    {"intermediate_size", Key::MlpWidth, 0},
    {"intermediate_size_mlp", Key::DenseMlpWidth, 0},
    {"kv_channels", Key::HeadWidth, 1},
    {"kv_lora_rank", Key::CacheRank, 0},
    {"kv_n_heads", Key::KvHeads, 4},
    {"layer_types", Key::BlockTypes, 0},
    {"layers_block_type", Key::BlockTypes, 1},
    {"lm_head_bias", Key::HeadBias, 0},
    {"max_position_embeddings", Key::MaxPositions, 0},
    {"max_seq_len", Key::MaxPositions, 4},
    {"max_sequence_length", Key::MaxPositions, 3},
    {"max_window_layers", Key::MaxWindowBlocks, 0},
    {"mlp_bias", Key::MlpBias, 0},
    {"mlp_only_layers", Key::DenseOnlyBlocks, 0},
    {"model_max_length", Key::MaxPositions, 6},
    {"moe_intermediate_size", Key::ExpertWidth, 0},
    {"moe_k", Key::ExpertsPerToken, 2},
    {"moe_latent_size", Key::ExpertLatentWidth, 0},
    {"moe_layer_end_index", Key::ExpertEnd, 0},
    {"moe_layer_freq", Key::ExpertFrequency, 0},
    {"moe_layer_interval", Key::ExpertInterval, 0},
    {"moe_layer_start_index", Key::ExpertStart, 0},
    {"moe_layers", Key::ExpertBlocks, 0},
    {"moe_layers_enum", Key::ExpertBlocksEnum, 0},
    {"moe_num_experts", Key::Experts, 3},
    {"moe_num_shared_experts", Key::SharedExperts, 3},
    {"moe_shared_expert_intermediate_size", Key::SharedExpertWidth, 1},
    {"moe_top_k", Key::ExpertsPerToken, 6},
    {"moe_topk", Key::ExpertsPerToken, 1},
    {"mtp_hybrid_override_pattern", Key::MtpPattern, 0},
    {"mtp_num_hidden_layers", Key::MtpBlocks, 0},
    {"multi_query", Key::MultiQuery, 0},
    {"multi_query_attention", Key::MultiQueryAttention, 0},
    {"multi_query_group_num", Key::KvHeadGroups, 0},
    {"n_ctx", Key::MaxPositions, 5},
    {"n_embd", Key::Hidden, 1},
    {"n_embed", Key::Hidden, 3},
    {"n_head", Key::QueryHeads, 1},
    {"n_head_kv", Key::KvHeads, 2},
    {"n_heads", Key::QueryHeads, 2},
    {"n_inner", Key::MlpWidth, 2},
    {"n_layer", Key::Blocks, 1},
    {"n_layers", Key::Blocks, 3},
    {"n_positions", Key::MaxPositions, 2},
    {"n_routed_experts", Key::Experts, 2},
    {"n_shared_experts", Key::SharedExperts, 0},
    {"new_decoder_architecture", Key::NewDecoder, 0},
    {"no_bias", Key::NoBias, 0},
    {"no_rope_layers", Key::NoRotaryBlocks, 0},
    {"num_attention_groups", Key::KvHeads, 3},
    {"num_attention_heads", Key::QueryHeads, 0},
    {"num_experts", Key::Experts, 1},
    {"num_experts_per_tok", Key::ExpertsPerToken, 0},
    {"num_experts_per_token", Key::ExpertsPerToken, 4},
    {"num_heads", Key::QueryHeads, 3},
    {"num_hidden_layers", Key::Blocks, 0},
    {"num_key_value_heads", Key::KvHeads, 0},
    {"num_kv_heads", Key::KvHeads, 1},
    {"num_layers", Key::Blocks, 2},
    {"num_local_experts", Key::Experts, 0},
    {"num_nextn_predict_layers", Key::PredictBlocks, 0},
    {"num_selected_experts", Key::ExpertsPerToken, 3},
    {"num_shared_expert", Key::SharedExperts, 2},
    {"num_shared_experts", Key::SharedExperts, 1},
    {"padded_vocab_size", Key::PaddedVocabulary, 0},
    {"parallel_attn", Key::ParallelAttention, 0},
    {"q_lora_rank", Key::QueryRank, 0},
    {"qk_nope_head_dim", Key::NoPositionWidth, 0},
    {"qk_norm", Key::QueryKeyNorm, 1},
    {"qk_rope_head_dim", Key::RotaryWidth, 0},
    {"qkv_bias", Key::UseQkvBias, 1},
    {"seq_length", Key::MaxPositions, 1},
    {"share_expert_dim", Key::SharedExpertWidth, 3},
    {"shared_expert_intermediate_size", Key::SharedExpertWidth, 0},
    {"shared_intermediate_size", Key::SharedExpertWidth, 2},
    {"sliding_window", Key::SlidingWindow, 0},
    {"sliding_window_pattern", Key::SlidingWindowPattern, 0},
    {"tie_word_embeddings", Key::TiedEmbeddings, 0},
    {"top_k_experts", Key::ExpertsPerToken, 7},
    {"use_bias", Key::UseBias, 0},
    {"use_mixed_mlp_moe", Key::MixedMlp, 0},
    {"use_qk_norm", Key::QueryKeyNorm, 0},
    {"use_qkv_bias", Key::UseQkvBias, 0},
    {"use_sliding_window", Key::UseSlidingWindow, 0},
    {"v_head_dim", Key::ValueWidth, 0},
    {"vocab_size", Key::Vocabulary, 0},
};

constexpr bool isSorted()
{
    for (std::size_t i = 1; i < std::size(kSpellings); ++i) {
        if (!(kSpellings[i - 1].name < kSpellings[i].name))
            return false;
    }
    return true;
}
static_assert(isSorted());

const Spelling* find(std::string_view name)
{
    const auto* at = std::lower_bound(std::begin(kSpellings), std::end(kSpellings), name,
                                      [](const Spelling& entry, std::string_view wanted) { return entry.name < wanted; });
    return at != std::end(kSpellings) && at->name == name ? at : nullptr;
}

std::string spellingsOf(Key key)
{
    std::string all;
    for (std::uint8_t rank = 0;; ++rank) {
        const auto* at = std::find_if(std::begin(kSpellings), std::end(kSpellings),
                                      [&](const Spelling& entry) { return entry.key == key && entry.rank == rank; });
        if (at == std::end(kSpellings))
            return all;
        if (rank > 0)
            all += " or ";
        all += at->name;
    }
}

} // namespace

ConfigKeys::ConfigKeys(const json::Reader& part) : m_part(part)
{
    if (!part.isObject())
        return;
    for (auto item = part.node().begin(); item != part.node().end(); ++item) {
        if (item->is_null())
            continue;
        const Spelling* spelling = find(item.key());
        if (!spelling)
            continue;
        Slot& slot = m_slots[static_cast<std::size_t>(spelling->key)];
        if (spelling->rank < slot.rank)
            slot = {&*item, item.key(), spelling->rank};
    }
}

bool ConfigKeys::isList(Key key) const { return has(key) && slot(key).node->is_array(); }

std::optional<int> ConfigKeys::wholeNumber(Key key, const nlohmann::json& node, int highest) const
{
    if (node.is_number()) {
        const double value = node.get<double>();
        if (value >= 0 && value <= highest && std::floor(value) == value)
            return static_cast<int>(value);
    }
    reader(key).fail("a whole number from 0 to " + std::to_string(highest));
    return std::nullopt;
}

std::optional<int> ConfigKeys::integer(Key key, int highest) const
{
    if (!has(key))
        return std::nullopt;
    const nlohmann::json& node = *slot(key).node;
    if (!node.is_array())
        return wholeNumber(key, node, highest);
    return node.empty() ? std::nullopt : wholeNumber(key, node.front(), highest);
}

std::optional<int> ConfigKeys::largest(Key key, int highest) const
{
    if (!isList(key))
        return integer(key, highest);
    const std::vector<int> all = integers(key);
    return all.empty() ? std::nullopt : std::optional<int>(*std::max_element(all.begin(), all.end()));
}

std::vector<int> ConfigKeys::integers(Key key) const
{
    std::vector<int> all;
    if (!isList(key))
        return all;
    all.reserve(slot(key).node->size());
    for (const nlohmann::json& entry : *slot(key).node) {
        const auto value = wholeNumber(key, entry, kMostUnits);
        if (!value)
            return {};
        all.push_back(*value);
    }
    return all;
}

std::optional<double> ConfigKeys::number(Key key) const
{
    if (!has(key))
        return std::nullopt;
    return reader(key).number(-1e15, 1e15);
}

bool ConfigKeys::flag(Key key, bool fallback) const
{
    return has(key) && slot(key).node->is_boolean() ? slot(key).node->get<bool>() : fallback;
}

std::string_view ConfigKeys::text(Key key) const
{
    if (!has(key) || !slot(key).node->is_string())
        return {};
    return slot(key).node->get_ref<const std::string&>();
}

std::vector<std::string_view> ConfigKeys::texts(Key key) const
{
    std::vector<std::string_view> all;
    if (!isList(key))
        return all;
    all.reserve(slot(key).node->size());
    for (const nlohmann::json& entry : *slot(key).node) {
        if (!entry.is_string())
            return {};
        all.emplace_back(entry.get_ref<const std::string&>());
    }
    return all;
}

int ConfigKeys::require(Key key, int highest) const
{
    if (!has(key)) {
        m_part.fail(spellingsOf(key), "none of them");
        return 0;
    }
    const auto value = integer(key, highest);
    if (value == 0)
        reader(key).fail("a whole number of at least 1");
    return value.value_or(0);
}

int ConfigKeys::need(std::string_view name) const
{
    const json::Reader value = m_part.child(name);
    return static_cast<int>(value.integer(0, kMostUnits).value_or(0));
}

int ConfigKeys::get(std::string_view name, int fallback) const
{
    return static_cast<int>(m_part.optionalInteger(name, 0, kMostUnits).value_or(fallback));
}

bool ConfigKeys::says(std::string_view name, bool fallback) const { return m_part.optionalBoolean(name).value_or(fallback); }

} // namespace cardfit::import
