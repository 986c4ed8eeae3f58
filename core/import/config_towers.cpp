#include "core/import/config_towers.h"

#include <array>

namespace cardfit::import {

namespace {

// A vision_config: whole numbers by name, with the default of the tower's class.
class Tower {
public:
    explicit Tower(const json::Reader& reader) : m_reader(reader) {}
    double get(std::string_view name, double fallback) const
    {
        return isNumber(name) ? m_reader.optionalNumber(name, 0, 1e12).value_or(fallback) : fallback;
    }
    double first(std::string_view name, std::string_view other, double fallback) const { return get(name, get(other, fallback)); }
    bool says(std::string_view name, bool fallback) const
    {
        return m_reader.has(name) && m_reader.child(name).isBoolean() ? m_reader.optionalBoolean(name).value_or(fallback) : fallback;
    }
    double lengthOf(std::string_view name) const
    {
        return m_reader.has(name) && m_reader.child(name).isArray() ? static_cast<double>(m_reader.child(name).size()) : 0;
    }
    std::string_view text(std::string_view name) const
    {
        return m_reader.has(name) && m_reader.child(name).isString() ? m_reader.child(name).string().value_or("") : "";
    }
    const json::Reader& reader() const { return m_reader; }

private:
    bool isNumber(std::string_view name) const { return m_reader.has(name) && m_reader.child(name).isNumber(); }
    json::Reader m_reader;
};

constexpr double withBias(double inputs, double outputs) { return inputs * outputs + outputs; }

double square(double value) { return value * value; }

// Encoder block with biases everywhere, two LayerNorms and a plain MLP.
double plainBlock(double hidden, double mlp)
{
    return 4 * withBias(hidden, hidden) + withBias(hidden, mlp) + withBias(mlp, hidden) + 4 * hidden;
}

double patches(const Tower& v, double fallbackImage)
{
    const double patch = v.get("patch_size", 14);
    return square(static_cast<double>(static_cast<int>(v.get("image_size", fallbackImage) / patch)));
}

double siglip(const Tower& v)
{
    const double hidden = v.get("hidden_size", 1152), patch = v.get("patch_size", 14);
    const double positions = v.get("num_patches", patches(v, 224));
    return withBias(3 * square(patch), hidden) + positions * hidden +
           v.get("num_hidden_layers", 27) * plainBlock(hidden, v.get("intermediate_size", 4304)) + 2 * hidden;
}

double gemma3(const json::Reader&, const Tower& v, double hidden)
{
    return siglip(v) + v.get("hidden_size", 1152) * hidden + v.get("hidden_size", 1152);
}

double lfm2(const json::Reader& config, const Tower& v, double hidden)
{
    const Tower top(config);
    const double merged = v.get("hidden_size", 1152) * square(top.get("downsample_factor", 2));
    const double inner = top.get("projector_hidden_size", 2048);
    const double biases = top.says("projector_bias", true) ? inner + hidden : 0;
    return siglip(v) + (top.says("projector_use_layernorm", true) ? 2 * merged : 0) + merged * inner + inner * hidden + biases;
}

double clip(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1024), patch = v.get("patch_size", 14);
    const double tower = width + 3 * square(patch) * width + (patches(v, 336) + 1) * width + 2 * width +
                         v.get("num_hidden_layers", 24) * plainBlock(width, v.get("intermediate_size", 4096));
    return tower + withBias(width, hidden) + withBias(hidden, hidden);
}

double qwen2(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("embed_dim", 1280), patch = v.get("patch_size", 14), frames = v.get("temporal_patch_size", 2);
    const double merged = width * square(v.get("spatial_merge_size", 2));
    return v.first("in_channels", "in_chans", 3) * frames * square(patch) * width +
           v.get("depth", 32) * plainBlock(width, width * v.get("mlp_ratio", 4)) + 2 * width + withBias(merged, merged) +
           withBias(merged, hidden);
}

double qwen25(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1280), mlp = v.get("intermediate_size", 3420), patch = v.get("patch_size", 14);
    const double merged = width * square(v.get("spatial_merge_size", 2));
    const double block = 4 * withBias(width, width) + 2 * withBias(width, mlp) + withBias(mlp, width) + 2 * width;
    return 3 * v.get("temporal_patch_size", 2) * square(patch) * width + v.get("depth", 32) * block + width + withBias(merged, merged) +
           withBias(merged, v.get("out_hidden_size", hidden));
}

double qwen3(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1152), patch = v.get("patch_size", 16);
    const double merged = width * square(v.get("spatial_merge_size", 2));
    const double merger = withBias(merged, merged) + withBias(merged, v.get("out_hidden_size", hidden));
    return withBias(3 * v.get("temporal_patch_size", 2) * square(patch), width) + v.get("num_position_embeddings", 2304) * width +
           v.get("depth", 27) * plainBlock(width, v.get("intermediate_size", 4304)) + 2 * width + merger +
           v.lengthOf("deepstack_visual_indexes") * (2 * merged + merger);
}

double internVit(const json::Reader& config, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1024), mlp = v.get("intermediate_size", 4096), patch = v.get("patch_size", 14);
    const double norms = v.text("norm_type") == "layer_norm" ? 4 * width : 2 * width;
    const double qkv = 3 * square(width) + (v.says("qkv_bias", true) ? 3 * width : 0);
    const double scales = 2 * width + (v.says("qk_normalization", false) ? 2 * width : 0);
    const double block = qkv + withBias(width, width) + withBias(width, mlp) + withBias(mlp, width) + norms + scales;
    const double merged = square(static_cast<double>(static_cast<int>(1 / Tower(config).get("downsample_ratio", 0.5)))) * width;
    return width + withBias(3 * square(patch), width) + (patches(v, 448) + 1) * width + v.get("num_hidden_layers", 24) * block +
           2 * merged + withBias(merged, hidden) + withBias(hidden, hidden);
}

// Llama-3.2-Vision: local and global blocks, gated position tables for every tile layout.
double mllama(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1280), mlp = v.get("intermediate_size", 5120), patch = v.get("patch_size", 14);
    const double positions = patches(v, 560) + 1, tiles = v.get("max_num_tiles", 4), layouts = v.lengthOf("supported_aspect_ratios") + 1;
    const double block = 4 * square(width) + withBias(width, mlp) + withBias(mlp, width) + 4 * width;
    const double tower = 3 * square(patch) * width + width + positions * width + 1 + layouts * tiles * positions * width +
                         2 * (layouts * tiles * width + 1) + 4 * width + v.get("num_hidden_layers", 32) * block +
                         v.get("num_global_layers", 8) * (block + 2);
    return tower + withBias(v.get("vision_output_dim", 7680), hidden);
}

double llama4(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1408), patch = v.get("patch_size", 14), inner = v.get("projector_input_dim", 4096);
    const double shuffled = static_cast<double>(static_cast<int>(width / square(v.get("pixel_shuffle_ratio", 0.5))));
    return 3 * square(patch) * width + width + (patches(v, 336) + 1) * width + 4 * width +
           v.get("num_hidden_layers", 34) * plainBlock(width, v.get("intermediate_size", 5632)) + shuffled * inner +
           inner * v.get("projector_output_dim", 4096) + v.get("vision_output_dim", 4096) * hidden;
}

double pixtral(const json::Reader& config, const Tower& v, double hidden)
{
    const Tower top(config);
    const double width = v.get("hidden_size", 1024), mlp = v.get("intermediate_size", 4096), patch = v.get("patch_size", 14);
    const double tower =
        3 * square(patch) * width + width + v.get("num_hidden_layers", 24) * (4 * square(width) + 3 * width * mlp + 2 * width);
    const double biases = top.says("multimodal_projector_bias", false) ? 2 * hidden : 0;
    const double merged = width * square(top.get("spatial_merge_size", 2));
    return tower + width + merged * width + width * hidden + square(hidden) + biases;
}

double gemma4(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 768), heads = v.get("num_attention_heads", 12), head = v.get("head_dim", 64);
    const double block = 4 * width * heads * head + 2 * head + 3 * width * v.get("intermediate_size", 3072) + 4 * width;
    return 3 * square(v.get("patch_size", 16)) * width + 2 * v.get("position_embedding_size", 10240) * width +
           v.get("num_hidden_layers", 16) * block + (v.says("standardize", false) ? 2 * width : 0) + width * hidden;
}

// Kimi-VL and Kimi-K2.5.
double moonVit(const json::Reader&, const Tower& v, double hidden)
{
    const double width = v.first("vt_hidden_size", "hidden_size", 1152), mlp = v.first("vt_intermediate_size", "intermediate_size", 4304);
    const double tower = withBias(3 * square(v.get("patch_size", 14)), width) +
                         v.get("init_pos_emb_height", 64) * v.get("init_pos_emb_width", 64) * width +
                         v.first("vt_num_hidden_layers", "num_hidden_layers", 27) * plainBlock(width, mlp) + 2 * width;
    const double merged = 4 * width; // merge_kernel_size [2, 2] in every release
    return tower + 2 * width + withBias(merged, merged) + withBias(merged, hidden);
}

// GLM-4V's EVA tower and adapter.
double glm4v(const json::Reader& config, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1792), mlp = v.get("intermediate_size", 15360), patch = v.get("patch_size", 14);
    const double positions = v.get("num_positions", patches(v, 1120) + 1);
    const double inner = Tower(config).get("ffn_hidden_size", 13696);
    return v.get("num_hidden_layers", 63) * plainBlock(width, mlp) + withBias(3 * square(patch), width) + width + positions * width +
           4 * width * hidden + hidden + square(hidden) + 2 * hidden + 3 * hidden * inner + 2 * hidden;
}

// MiniCPM-V 2.6: SigLIP and a resampler of 64 queries with one cross attention.
double miniCpm(const json::Reader& config, const Tower& v, double hidden)
{
    const double width = v.get("hidden_size", 1152);
    const double resampler =
        Tower(config).get("query_num", 64) * hidden + width * hidden + 4 * withBias(hidden, hidden) + 6 * hidden + square(hidden);
    return siglip(v) + resampler;
}

struct TowerKind {
    std::string_view modelType;
    double (*count)(const json::Reader& config, const Tower& tower, double hidden);
};

constexpr std::array kTowers{
    TowerKind{"chatglm", glm4v},     TowerKind{"gemma3", gemma3},
    TowerKind{"gemma4", gemma4},     TowerKind{"internvl_chat", internVit},
    TowerKind{"kimi_k25", moonVit},  TowerKind{"kimi_vl", moonVit},
    TowerKind{"lfm2_vl", lfm2},      TowerKind{"llama4", llama4},
    TowerKind{"llava", clip},        TowerKind{"minicpmv", miniCpm},
    TowerKind{"mistral3", pixtral},  TowerKind{"mllama", mllama},
    TowerKind{"qwen2_5_vl", qwen25}, TowerKind{"qwen2_vl", qwen2},
    TowerKind{"qwen3_5", qwen3},     TowerKind{"qwen3_5_moe", qwen3},
    TowerKind{"qwen3_vl", qwen3},    TowerKind{"qwen3_vl_moe", qwen3},
};

// VILA: SigLIP, four neighbouring patches normed and joined, two layers.
double vila(const json::Reader& config, const Tower& v, double hidden)
{
    const double joined = 4 * v.get("hidden_size", 1152);
    const bool downsamples = config.has("mm_projector_cfg") && config.child("mm_projector_cfg").isObject();
    return siglip(v) + (downsamples ? 2 * joined + withBias(joined, hidden) + withBias(hidden, hidden) : 0);
}

// Qwen2-Audio: the encoder of Whisper (two convolutions over time, positions, keys without bias) and one layer.
double qwenAudio(const Tower& a, double hidden)
{
    const double width = a.get("d_model", 1280), mlp = a.get("encoder_ffn_dim", 5120);
    const double convolutions = 3 * a.get("num_mel_bins", 128) * width + width + 3 * square(width) + width;
    const double block = plainBlock(width, mlp) - width;
    return convolutions + a.get("max_source_positions", 1500) * width + a.get("encoder_layers", 32) * block + 2 * width +
           withBias(width, hidden);
}

// Qwen-VL, first series: OpenCLIP ViT-bigG and a resampler of 256 queries.
double qwenVisual(const Tower& v)
{
    const double width = v.get("width", 1664), mlp = static_cast<double>(static_cast<int>(width * v.get("mlp_ratio", 4.9231)));
    const double output = v.get("output_dim", 4096);
    const double tower =
        3 * square(v.get("patch_size", 14)) * width + patches(v, 448) * width + 4 * width + v.get("layers", 48) * plainBlock(width, mlp);
    return tower + 256 * output + width * output + 3 * withBias(output, output) + withBias(output, output) + 6 * output + square(output);
}

} // namespace

double countTowers(const json::Reader& config, std::string_view modelType, int hidden)
{
    constexpr double kClipLarge336 = 303'507'456; // Phi-3-Vision and LLaVA name the tower (CLIP ViT-L/14-336) without its numbers
    if (modelType == "phi3_v")
        return kClipLarge336 + withBias(4096, hidden) + withBias(hidden, hidden) + 2 * 4096;
    constexpr double kMolmoTower =
        405'408'768; // its remote code builds CLIP ViT-L/14-336 and a connector; safetensors total less the text part
    if (modelType == "molmo")
        return kMolmoTower;
    if (config.has("visual") && config.child("visual").isObject())
        return qwenVisual(Tower(config.child("visual")));
    if (modelType == "llava" && config.has("mm_hidden_size")) // LLaVA's own repository leaves the tower out
        return withBias(Tower(config).get("mm_hidden_size", 1024), hidden) + withBias(hidden, hidden);
    if (config.has("vision_tower_cfg") && config.child("vision_tower_cfg").isObject())
        return vila(config, Tower(config.child("vision_tower_cfg")), hidden);
    if (!config.has("vision_config") || !config.child("vision_config").isObject())
        return config.has("audio_config") && modelType == "qwen2_audio" ? qwenAudio(Tower(config.child("audio_config")), hidden) : 0;
    const Tower tower(config.child("vision_config"));
    for (const TowerKind& kind : kTowers) {
        if (kind.modelType == modelType)
            return kind.count(config, tower, hidden);
    }
    return tower.text("model_type").find("siglip") != std::string_view::npos ? siglip(tower) : 0;
}

} // namespace cardfit::import
