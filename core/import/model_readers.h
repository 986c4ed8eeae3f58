#pragma once

#include "core/catalog/model.h"
#include "core/json/reader.h"
#include "core/scenario/scenario_json.h"

#include <memory>
#include <string_view>

namespace cardfit::import {

// The model of a Hugging Face config.json that stands in a scenario. Empty after adding the reason to the reader's list.
std::shared_ptr<const Model> readConfig(const json::Reader& config);

// The model of a file that a scenario names under "config_path", "gguf_path" or "safetensors_path" (`key`); a relative
// path begins in `folder`. Empty after adding what is wrong with the file, or with the key, to the reader's list.
std::shared_ptr<const Model> readModelFile(const json::Reader& path, std::string_view key, const std::string& folder = {});

// The key for a file that is a model's, told by its content; empty for any other.
std::string_view modelKeyOf(const std::string& file);

// All of the above, for readScenario().
ModelReaders modelReaders();

} // namespace cardfit::import
