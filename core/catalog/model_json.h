#pragma once

#include "core/catalog/model.h"
#include "core/json/reader.h"
#include "core/json/writer.h"

#include <optional>
#include <vector>

namespace cardfit {

// One entry of data/models/*.json. nullopt after adding every problem of the entry to the reader's list; the
// architecture's derived part is filled.
std::optional<Model> readModel(const json::Reader& entry);

// The same, and behind it the quantized checkpoints that the entry lists under "checkpoints": models of their own with
// the same architecture and another quantization.
void readModels(const json::Reader& entry, std::vector<Model>& models);

// One size line of data/families.json; its model ids are checked against the models by checkCatalog().
std::optional<ModelFamily> readFamily(const json::Reader& entry);

// The entry that readModel() reads back to an equal model. Members that hold their default are left out.
void writeModel(json::Writer& writer, const Model& model);
void writeFamily(json::Writer& writer, const ModelFamily& family);

} // namespace cardfit
