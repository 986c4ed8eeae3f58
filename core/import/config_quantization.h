#pragma once

#include "core/catalog/architecture.h"
#include "core/json/reader.h"

namespace cardfit::import {

// What `quantization_config` (or compression_config, or MLX's quantization) of the file or of its text part says, in the
// words of data/weight-formats.json. `blocks`: transformer blocks, to tell a rule for all of them from an exception.
CheckpointQuantization readCheckpointQuantization(const json::Reader& config, const json::Reader& textPart, int blocks);

} // namespace cardfit::import
