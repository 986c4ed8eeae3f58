#pragma once

#include "core/catalog/architecture.h"
#include "core/json/reader.h"

#include <optional>

namespace cardfit::import {

// The architecture that a Hugging Face config.json describes: the language part of any decoder, with its vision tower as
// extra16 and its quantization_config. Parameter counts are those of the module tree (a tied head counts once), without
// draft heads. nullopt after adding the reason to the reader's list: no decoder, no dimensions, or an attention that no
// equation covers. Sources: the configuration classes of Hugging Face Transformers, remote code of the models.
std::optional<Architecture> readArchitectureConfig(const json::Reader& config);

} // namespace cardfit::import
