#include "core/import/config_images.h"

#include <cmath>

namespace cardfit::import {

namespace {

// A whole number of the tower's part of a config, or the default of its class.
double towerNumber(const json::Reader& config, std::string_view key, double byDefault)
{
    for (const std::string_view part : {"vision_config", "visual"}) {
        if (config.has(part) && config.child(part).isObject() && config.child(part).has(key) && config.child(part).child(key).isNumber())
            return config.child(part).child(key).number(1, 1e6).value_or(byDefault);
    }
    return byDefault;
}

ImageInput imageOf(double tokens, double patches) { return {static_cast<int>(std::lround(tokens)), static_cast<int>(std::lround(patches))}; }

// Patches at the image's own resolution, merge x merge of them a token; `breaks`: one more token a row.
ImageInput native(const json::Reader& config, double patch, bool breaks)
{
    const double merge = towerNumber(config, "spatial_merge_size", 2);
    const double side = std::round(kImageSide / (towerNumber(config, "patch_size", patch) * merge));
    return imageOf(side * (side + (breaks ? 1 : 0)), side * side * merge * merge);
}

// Every image is scaled to the tower's square.
double patchesOfSquare(const json::Reader& config, double size, double patch)
{
    const double side = std::floor(towerNumber(config, "image_size", size) / towerNumber(config, "patch_size", patch));
    return side * side;
}

ImageInput gemma(const json::Reader& config)
{
    const double tokens = config.has("mm_tokens_per_image") ? config.child("mm_tokens_per_image").number(1, 1e6).value_or(256) : 256;
    return imageOf(tokens, patchesOfSquare(config, 896, 14));
}

// A square image is cut into 3 x 3 tiles of 448 pixels (the largest square grid of at most 12 that it fills by half), plus
// an overview; pixel unshuffle leaves a quarter of the patches.
ImageInput internVl(const json::Reader& config)
{
    const double most = config.has("max_dynamic_patch") ? config.child("max_dynamic_patch").number(1, 1e3).value_or(12) : 12;
    const double tiles = most >= 9 ? 10 : most >= 4 ? 5 : 1, patches = patchesOfSquare(config, 448, 14);
    return imageOf(tiles * patches / 4, tiles * patches);
}

// Six slices of 448 pixels hold the image's area, with an overview; a resampler makes query_num tokens of each.
ImageInput miniCpm(const json::Reader& config)
{
    const double queries = config.has("query_num") ? config.child("query_num").number(1, 1e4).value_or(64) : 64;
    const double slices = std::ceil(kImageSide * kImageSide / (448.0 * 448.0)) + 1;
    return imageOf(slices * queries, slices * 1024);
}

} // namespace

ImageInput readImageInput(const json::Reader& config, std::string_view modelType)
{
    for (const std::string_view type : {"qwen2_vl", "qwen2_5_vl", "paddleocr_vl"}) {
        if (modelType == type)
            return native(config, 14, false);
    }
    if (modelType.starts_with("qwen3_vl") || modelType.starts_with("qwen3_5"))
        return config.has("vision_config") ? native(config, 16, false) : ImageInput{};
    if (modelType == "mistral3")
        return native(config, 14, true);
    if (modelType == "gemma3")
        return config.has("vision_config") ? gemma(config) : ImageInput{};
    if (modelType == "llava")
        return {576, 576}; // CLIP ViT-L/14 at 336 pixels
    if (modelType == "internvl_chat")
        return internVl(config);
    if (modelType == "minicpmv")
        return miniCpm(config);
    if (modelType == "phi3_v")
        return {757, 5 * 576}; // 2 x 2 crops and an overview: (4 + 1) 144 + 1 + (2 + 1) 12 (its processor)
    if (modelType == "qwen" && config.has("visual"))
        return {256, 1024}; // 448 pixels, 256 queries of its resampler
    return {};
}

} // namespace cardfit::import
