#include "core/import/config_draft.h"
#include "core/import/config_special.h"

#include <algorithm>
#include <cmath>

namespace cardfit::import {

namespace {

struct Mixer {
    double parameters = 0, state = 0; // of one block
};

void setLinear(ConfigDraft& draft, int blocks, const Mixer& mixer)
{
    draft.a.attentionBlocks = draft.a.blocks - blocks;
    draft.a.linear = LinearBlocks{blocks, mixer.parameters, mixer.state};
}

int countOf(const std::vector<std::string_view>& kinds, int blocks, std::string_view kind)
{
    const auto end = kinds.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(kinds.size(), static_cast<std::size_t>(blocks)));
    return static_cast<int>(std::count(kinds.begin(), end, kind));
}

// Mamba-1: in and out projection, convolution over time, and the projections that make step, B and C of the input.
Mixer mamba1(double hidden, double inner, double state, double kernel, double stepRank, bool bias, bool convolutionBias)
{
    Mixer mixer;
    mixer.parameters = 3 * hidden * inner + (bias ? 2 * inner + hidden : 0);
    mixer.parameters += inner * kernel + (convolutionBias ? inner : 0);
    mixer.parameters += inner * (stepRank + 2 * state) + stepRank * inner + inner + inner * state + inner;
    mixer.state = inner * state + inner * kernel;
    return mixer;
}

struct Mamba2Shape {
    double inner = 0, heads = 0, state = 0, groups = 0, kernel = 0;
    bool convolutionBias = true, norm = true;
};

// Mamba-2: one input projection makes gate, input, B, C and step; a head's step, decay and skip are single numbers.
Mixer mamba2(double hidden, const Mamba2Shape& shape)
{
    const double convolved = shape.inner + 2 * shape.groups * shape.state;
    Mixer mixer;
    mixer.parameters = hidden * (shape.inner + convolved + shape.heads) + convolved * (shape.kernel + (shape.convolutionBias ? 1 : 0));
    mixer.parameters += 3 * shape.heads + (shape.norm ? shape.inner : 0) + shape.inner * hidden;
    mixer.state = shape.inner * shape.state + convolved * shape.kernel;
    return mixer;
}

void setPureMamba(ConfigDraft& draft, const Mixer& mixer)
{
    Architecture& a = draft.a;
    setLinear(draft, a.blocks, mixer);
    a.normsPerBlock = 1;
    a.mlpBlocks = 0;
    a.rotary = false;
}

// "mamba", "attention", "moe" and "mlp" of newer files, as the letters of the pattern.
std::string nemotronPattern(const ConfigDraft& draft)
{
    const std::string_view pattern = draft.keys.text(Key::HybridPattern);
    if (!pattern.empty())
        return std::string(pattern);
    std::string letters;
    for (const std::string_view kind : draft.keys.texts(Key::BlockTypes))
        letters += kind == "mamba" ? 'M' : kind == "attention" ? '*' : kind == "moe" ? 'E' : '-';
    return letters;
}

double parametersOfNemotronPrediction(const ConfigDraft& draft)
{
    const Architecture& a = draft.a;
    const double hidden = a.hidden;
    std::string_view pattern = draft.keys.text(Key::MtpPattern);
    if (pattern.empty())
        pattern = "*E";
    double parameters = 0;
    for (const char kind : pattern) {
        parameters += hidden;
        if (kind == '*')
            parameters += 2 * hidden * a.queryWidth() + 2 * hidden * a.kvWidth();
        if (kind != 'E' || !a.experts)
            continue;
        const double inputs = a.experts->latentWidth > 0 ? a.experts->latentWidth : hidden;
        parameters += (hidden + 1) * a.experts->count + 2 * inputs * a.experts->width * a.experts->count;
        parameters += 2 * hidden * (a.experts->sharedWidth + static_cast<double>(a.experts->latentWidth));
    }
    return parameters + 2 * hidden * hidden + 3 * hidden;
}

} // namespace

void shapeMamba(ConfigDraft& draft)
{
    const ConfigKeys& keys = draft.keys;
    const Architecture& a = draft.a;
    const double inner = keys.has(Key::MlpWidth) ? keys.integerOr(Key::MlpWidth, 0) : keys.get("expand", 2) * a.hidden;
    const bool ranked = keys.part().has("time_step_rank") && keys.part().child("time_step_rank").isNumber();
    const double rank = ranked ? keys.need("time_step_rank") : std::ceil(draft.h() / 16);
    setPureMamba(draft, mamba1(draft.h(), inner, keys.get("state_size", 16), keys.get("conv_kernel", 4), rank, keys.flag(Key::UseBias),
                               keys.says("use_conv_bias", true)));
}

void shapeMamba2(ConfigDraft& draft)
{
    const ConfigKeys& keys = draft.keys;
    Mamba2Shape shape;
    shape.heads = draft.a.queryHeads;
    shape.inner = shape.heads * draft.a.headWidth;
    shape.state = keys.need("state_size");
    shape.groups = keys.need("n_groups");
    shape.kernel = keys.need("conv_kernel");
    setPureMamba(draft, mamba2(draft.h(), shape));
}

// Defaults: those of the class JambaConfig.
void shapeJamba(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const int period = std::max(1, keys.get("attn_layer_period", 8)), offset = keys.get("attn_layer_offset", 4);
    const int expertPeriod = std::max(1, keys.get("expert_layer_period", 2)), expertOffset = keys.get("expert_layer_offset", 1);
    int attention = 0, withExperts = 0;
    for (int block = 0; block < a.blocks; ++block) {
        attention += block % period == offset % period ? 1 : 0;
        withExperts += block % expertPeriod == expertOffset % expertPeriod ? 1 : 0;
    }
    const double inner = keys.get("mamba_expand", 2) * draft.h();
    const double state = keys.get("mamba_d_state", 16), kernel = keys.get("mamba_d_conv", 4);
    const bool ranked = keys.part().has("mamba_dt_rank") && keys.part().child("mamba_dt_rank").isNumber();
    const double rank = ranked ? keys.need("mamba_dt_rank") : std::ceil(draft.h() / 16);
    Mixer mixer = mamba1(draft.h(), inner, state, kernel, rank, false, true);
    mixer.parameters += rank + 2 * state; // norms of step, B and C
    setLinear(draft, a.blocks - attention, mixer);
    if (a.experts) {
        a.experts->width = a.mlpWidth;
        a.experts->blocks = withExperts;
    }
    a.rotary = false;
}

void shapeNemotronH(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const std::string pattern = nemotronPattern(draft);
    const auto count = [&](char kind) { return static_cast<int>(std::count(pattern.begin(), pattern.end(), kind)); };
    if (static_cast<int>(pattern.size()) != a.blocks || count('M') + count('*') + count('-') + count('E') != a.blocks)
        keys.part().fail("hybrid_override_pattern of M, *, - and E, one letter for each of num_hidden_layers",
                         pattern.empty() ? "none" : pattern);
    Mamba2Shape shape;
    shape.heads = keys.need("mamba_num_heads");
    shape.inner = shape.heads * keys.need("mamba_head_dim");
    shape.state = keys.need("ssm_state_size");
    shape.groups = keys.need("n_groups");
    shape.kernel = keys.need("conv_kernel");
    shape.convolutionBias = keys.says("use_conv_bias", true);
    setLinear(draft, count('M'), mamba2(draft.h(), shape));
    a.attentionBlocks = count('*');
    a.mlpBlocks = count('-');
    if (count('E') == 0)
        a.experts.reset();
    if (a.experts) {
        a.experts->blocks = count('E');
        a.experts->latentWidth = keys.integerOr(Key::ExpertLatentWidth, 0);
        a.experts->sharedWidth = keys.integerOr(Key::SharedExpertWidth, 0) * keys.integerOr(Key::SharedExperts, 0);
        a.experts->sharedGate = false;
    }
    a.rotary = false;
    const int modules = keys.integerOr(Key::PredictBlocks, 0);
    if (modules > 0)
        a.multiTokenPrediction = modules * parametersOfNemotronPrediction(draft);
}

void shapeQwen3Next(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const int interval = std::max(1, keys.integerOr(Key::FullAttentionInterval, 4));
    const std::vector<std::string_view> kinds = keys.texts(Key::BlockTypes);
    const int full = kinds.empty() ? a.blocks / interval : countOf(kinds, a.blocks, "full_attention");
    // Defaults: those of the classes Qwen3NextConfig and Qwen3_5TextConfig.
    const double keyWidth = keys.get("linear_key_head_dim", 128), valueWidth = keys.get("linear_value_head_dim", 128);
    const double keyHeads = keys.get("linear_num_key_heads", 16), valueHeads = keys.get("linear_num_value_heads", 32);
    const double kernel = keys.get("linear_conv_kernel_dim", 4);
    const double convolved = 2 * keyHeads * keyWidth + valueHeads * valueWidth;
    Mixer mixer; // gated delta net
    mixer.parameters =
        draft.h() * (convolved + 2 * valueHeads * valueWidth + 2 * valueHeads) + convolved * kernel + 2 * valueHeads + valueWidth;
    mixer.state = valueHeads * keyWidth * valueWidth + convolved * (kernel - 1);
    setLinear(draft, a.blocks - full, mixer);
    const int modules = keys.integerOr(Key::MtpBlocks, draft.type == "qwen3_next" ? 1 : 0); // Qwen3-Next ships one and does not say so
    if (modules <= 0)
        return;
    const double attention = draft.h() * (3.0 * a.queryWidth() + 2.0 * a.kvWidth()) + 2 * a.headWidth;
    double mlp = 3 * draft.h() * a.mlpWidth;
    if (a.experts)
        mlp = draft.h() * (a.experts->count + 3.0 * a.experts->count * a.experts->width + 3.0 * a.experts->sharedWidth + 1);
    a.multiTokenPrediction = modules * (attention + 2 * draft.h() + mlp) + 2 * draft.h() * draft.h() + 3 * draft.h();
}

// Attention and Mamba-2 side by side in every block.
void shapeFalconH1(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    Mamba2Shape shape;
    shape.heads = keys.need("mamba_n_heads");
    const double byHeads =
        keys.part().has("mamba_d_head") && keys.part().child("mamba_d_head").isNumber() ? keys.need("mamba_d_head") * shape.heads : 0;
    shape.inner = keys.get("mamba_d_ssm", static_cast<int>(byHeads > 0 ? byHeads : draft.h() * keys.get("mamba_expand", 2)));
    shape.state = keys.need("mamba_d_state");
    shape.groups = keys.need("mamba_n_groups");
    shape.kernel = keys.need("mamba_d_conv");
    shape.convolutionBias = keys.says("mamba_conv_bias", true);
    shape.norm = keys.says("mamba_rms_norm", false);
    setLinear(draft, a.blocks, mamba2(draft.h(), shape));
    a.attentionBlocks = a.blocks;
}

void shapeGraniteHybrid(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    const int attention = countOf(keys.texts(Key::BlockTypes), a.blocks, "attention");
    Mamba2Shape shape;
    shape.inner = keys.get("mamba_expand", 2) * draft.h();
    shape.heads = keys.get("mamba_n_heads", 128);
    shape.state = keys.get("mamba_d_state", 128);
    shape.groups = keys.get("mamba_n_groups", 1);
    shape.kernel = keys.get("mamba_d_conv", 4);
    if (attention < a.blocks)
        setLinear(draft, a.blocks - attention, mamba2(draft.h(), shape));
    if (!a.experts)
        a.mlpWidth = keys.integerOr(Key::SharedExpertWidth, a.mlpWidth);
}

void shapeLfm2(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const ConfigKeys& keys = draft.keys;
    a.mlpWidth = keys.has(Key::ConvBlockMlpWidth) ? keys.integerOr(Key::ConvBlockMlpWidth, 0) : a.mlpWidth;
    if (keys.says("block_auto_adjust_ff_dim", false)) {
        const int multiple = std::max(1, keys.need("block_multiple_of"));
        const double factor = keys.part().optionalNumber("block_ffn_dim_multiplier", 0, 100).value_or(1);
        const int twoThirds = static_cast<int>(2 * static_cast<double>(a.mlpWidth) / 3);
        const int width = static_cast<int>(factor * twoThirds);
        a.mlpWidth = (width + multiple - 1) / multiple * multiple;
    }
    const double kernel = keys.need("conv_L_cache");
    Mixer mixer;
    mixer.parameters = 4 * draft.h() * draft.h() + draft.h() * kernel + (keys.says("conv_bias", false) ? 4 * draft.h() : 0);
    mixer.state = draft.h() * (kernel - 1);
    setLinear(draft, countOf(keys.texts(Key::BlockTypes), a.blocks, "conv"), mixer);
}

// Time mixing counts as the linear mixer; channel mixing is a plain MLP plus the receptance matrix.
void shapeRwkv(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const double hidden = draft.h();
    const double attention = draft.keys.get("attention_hidden_size", a.hidden);
    if (!draft.keys.has(Key::MlpWidth))
        a.mlpWidth = static_cast<int>(3.5 * a.hidden) / 32 * 32;
    Mixer mixer;
    mixer.parameters = 5 * hidden * attention + hidden * hidden + 2 * hidden;
    if (draft.type == "rwkv5")
        mixer.parameters += 6 * hidden;
    if (draft.type == "rwkv6")
        mixer.parameters += 6 * hidden + hidden * 160 + 5 * 32 * hidden + hidden + 2 * hidden * 64 + hidden;
    mixer.state = hidden * draft.keys.get("head_size", 64) + 2 * hidden;
    setLinear(draft, a.blocks, mixer);
    a.mlpBlocks = a.blocks;
    a.rotary = false;
    a.smallTensors += 2 * hidden * (a.blocks + 1); // norm of the heads, norm of the embedding
}

// Lightning attention in most blocks, softmax attention where attn_type_list says 1.
void shapeMiniMax1(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    const json::Reader kinds = draft.keys.part().child("attn_type_list");
    int lightning = 0;
    for (std::size_t i = 0; kinds.isArray() && i < kinds.size(); ++i)
        lightning += kinds.at(i).integer(0, 1).value_or(1) == 0 ? 1 : 0;
    const double width = a.queryWidth();
    Mixer mixer;
    mixer.parameters = 5 * draft.h() * width + width;
    mixer.state = width * a.headWidth;
    setLinear(draft, std::min(lightning, a.blocks), mixer);
}

} // namespace cardfit::import
