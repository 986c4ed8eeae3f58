#pragma once

#include "core/catalog/architecture.h"
#include "core/json/reader.h"
#include "core/json/writer.h"

#include <optional>

namespace cardfit {

// The "architecture" object of data/models/*.json: only what an Architecture does not hold by default. Strict; the
// derived part is filled. nullopt after adding every problem to the reader's list.
std::optional<Architecture> readArchitecture(const json::Reader& object);

// A checkpoint's "quantization" object; problems go to the reader's list.
CheckpointQuantization readQuantization(const json::Reader& object);

// What readArchitecture() reads back to an equal value.
void writeArchitecture(json::Writer& writer, const Architecture& architecture);

} // namespace cardfit
