#pragma once

#include "core/json/reader.h"

#include <string_view>

namespace cardfit::import {

// What one image of kImageSide x kImageSide pixels becomes: tokens of the text part, and patches that the tower works
// through. Zeros: this config does not say, and no rule is known.
inline constexpr double kImageSide = 1024;
struct ImageInput {
    int tokens = 0, patches = 0;
};

// Rules of the models' own image processors: Qwen-VL and Mistral-3 keep the image's size and merge patches, Gemma-3 and
// LLaVA-1.5 scale it, InternVL, MiniCPM-V and Phi-3-Vision cut it into tiles beside an overview.
ImageInput readImageInput(const json::Reader& config, std::string_view modelType);

} // namespace cardfit::import
