#include "core/import/config_draft.h"
#include "core/import/config_special.h"

#include <algorithm>

namespace cardfit::import {

namespace {

void setAllBiases(Architecture& a, bool bias)
{
    a.qkvBias = bias;
    a.outputBias = bias;
    a.mlpBias = bias;
}

// ChatGLM-6B, the first: GPT-like, with the tied head of its remote code.
void shapeFirstChatGlm(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.gatedMlp = false;
    a.norm = Norm::Layer;
    a.kvHeads = a.queryHeads;
    a.mlpWidth = draft.keys.integerOr(Key::InnerMlpWidth, 4 * a.hidden);
    a.tiedEmbeddings = true;
    setAllBiases(a, true);
}

} // namespace

void shapeBailing(ConfigDraft& draft) { draft.a.outputBias = draft.keys.flag(Key::UseBias); }

void shapeBloom(ConfigDraft& draft)
{
    draft.a.mlpWidth = 4 * draft.a.hidden;
    draft.a.smallTensors += 2 * draft.h(); // norm of the embedding
}

void shapeChatGlm(ConfigDraft& draft)
{
    const ConfigKeys& keys = draft.keys;
    if (keys.has(Key::InnerMlpWidth) || !keys.has(Key::MultiQueryAttention)) {
        shapeFirstChatGlm(draft);
        return;
    }
    const bool everywhere = keys.flag(Key::AddLinearBias);
    draft.a.qkvBias = keys.flag(Key::AddQkvBias) || everywhere;
    draft.a.outputBias = everywhere;
    draft.a.mlpBias = everywhere;
}

void shapeDbrx(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys attention(draft.keys.part().child("attn_config"));
    const ConfigKeys mlp(draft.keys.part().child("ffn_config"));
    a.kvHeads = attention.integerOr(Key::KvHeads, a.queryHeads);
    a.mlpWidth = mlp.integerOr(Key::MlpWidth, 4 * a.hidden);
    Experts experts;
    experts.count = mlp.integerOr(Key::Experts, 16);
    experts.perToken = mlp.integerOr(Key::ExpertsPerToken, 4);
    experts.width = a.mlpWidth;
    experts.blocks = a.blocks;
    a.experts = experts;
}

void shapeFalcon(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const bool fortyB = keys.flag(Key::NewDecoder, draft.type == "RefinedWeb" && keys.has(Key::KvHeads));
    if (!fortyB)
        a.kvHeads = keys.flag(Key::MultiQuery, true) ? 1 : a.queryHeads;
    const bool parallel = keys.flag(Key::ParallelAttention, true);
    const int norms = keys.get("num_ln_in_parallel_attn", fortyB ? 2 : 1);
    a.normsPerBlock = parallel ? norms : 2;
    setAllBiases(a, keys.flag(Key::Bias));
    a.untiedByLitGpt = true;
    if (keys.says("alibi", false)) {
        a.alibi = true;
        a.rotary = false;
    }
}

void shapeGptOss(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.smallTensors += static_cast<double>(a.queryHeads) * a.blocks; // attention sinks
}

// The lightning indexer of DeepSeek-V3.2: a small attention that picks the tokens. Its key cache is one fp8 vector with
// an fp32 scale for each 128 elements.
void shapeIndexer(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    if (!draft.keys.has(Key::IndexHeads) || !a.latent)
        return;
    const double heads = draft.keys.integerOr(Key::IndexHeads, 0);
    const double width = draft.keys.integerOr(Key::IndexHeadWidth, 0);
    const std::vector<std::string_view> kinds = draft.keys.texts(Key::IndexerTypes);
    double owners = a.blocks;
    if (!kinds.empty()) {
        const auto listed =
            kinds.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(kinds.size(), static_cast<std::size_t>(a.blocks)));
        owners -= static_cast<double>((listed - kinds.begin()) - std::count(kinds.begin(), listed, "full"));
    }
    const double matrices = a.latent->queryRank * heads * width + draft.h() * (width + heads);
    draft.extraMatrices += owners * matrices;
    draft.extraPerAttention = matrices + 2 * width;
    a.smallTensors += owners * 2 * width;
    a.indexerBytesPerBlock = a.blocks > 0 ? width * (1 + 4.0 / 128) * owners / a.blocks : 0;
}

void shapeInternLm(ConfigDraft& draft) { draft.a.qkvBias = draft.a.outputBias = draft.keys.flag(Key::Bias, true); }

void shapeMpt(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const bool bias = !draft.keys.flag(Key::NoBias);
    setAllBiases(a, bias);
    a.mlpWidth = static_cast<int>(draft.keys.number(Key::ExpansionRatio).value_or(4) * a.hidden);
    if (!bias)
        a.smallTensors -= draft.h() * (2.0 * a.blocks + 1);
    const json::Reader& part = draft.keys.part();
    if (part.has("attn_config")) {
        const ConfigKeys attention(part.child("attn_config"));
        a.alibi = attention.says("alibi", false);
        if (const auto heads = attention.integer(Key::KvHeads); heads && *heads > 0) {
            a.kvHeads = *heads;
        } else if (attention.part().optionalString("attn_type").value_or("") == "multiquery_attention") {
            a.kvHeads = 1;
        }
    }
    a.rotary = false;
    if (!a.alibi && draft.keys.says("learned_pos_emb", true))
        a.learnedPositions = a.maxPositions;
}

void shapeNeox(ConfigDraft& draft) { draft.a.qkvBias = draft.a.outputBias = draft.keys.flag(Key::AttentionBias, true); }

void shapeOpt(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.learnedPositions += 2; // the class offsets positions by two rows
    if (!draft.keys.says("do_layer_norm_before", true))
        a.smallTensors -= 2 * draft.h();
    const double projected = draft.keys.get("word_embed_proj_dim", a.hidden);
    if (projected != draft.h())
        a.smallTensors += a.vocabulary * (projected - draft.h()) + 2 * draft.h() * projected;
}

void shapePhi3Small(ConfigDraft& draft) { draft.a.mlpWidth = draft.keys.integerOr(Key::BlocksparseMlpWidth, draft.a.mlpWidth); }

void shapePhiMoe(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    a.qkvBias = a.outputBias = draft.keys.flag(Key::AttentionBias, true);
    if (draft.keys.flag(Key::HeadBias))
        a.smallTensors += a.vocabulary;
}

void shapeSeedOss(ConfigDraft& draft) { draft.a.outputBias = draft.keys.flag(Key::AttentionOutputBias); }

void shapeStarCoder2(ConfigDraft& draft) { setAllBiases(draft.a, draft.keys.flag(Key::UseBias, true)); }

} // namespace cardfit::import
