#pragma once

#include "core/import/gguf.h"

#include <optional>

namespace cardfit::import {

// The blocks of a GGUF file without those of its draft heads; 0: not said.
int blocksOf(const Gguf& gguf);
// Rows of the token table: the tensor's, else what the metadata say; 0: unknown.
double vocabularyOf(const Gguf& gguf);

// The architecture that metadata and tensor shapes tell together, counted exactly: attention and MLP are scaled, and the
// small tensors set, to what the tensors hold. nullopt after adding the reason: no decoder, no weights, a key that is
// missing, an attention whose shapes are not understood. Source of the keys: docs/gguf.md of ggml.
std::optional<Architecture> architectureOf(const Gguf& gguf, const TensorTable& table, json::Problems& problems);

} // namespace cardfit::import
