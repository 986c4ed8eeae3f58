#pragma once

#include "core/catalog/model.h"
#include "core/import/gguf.h"
#include "core/import/tensors.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace cardfit::import {

// The model of a config.json file; null after adding every problem.
std::shared_ptr<Model> readConfigFile(const std::string& path, json::Problems& problems);

// A GGUF file and, where it is one of several parts (-00001-of-00003.gguf), the others beside it, as one. `files`: parts.
std::optional<Gguf> readGgufParts(const std::filesystem::path& path, int& files, json::Problems& problems);

// The weight format that names and types of tensors tell where no config says it; empty: 16 bit.
std::string formatOfTensors(const std::vector<StoredTensor>& tensors);

} // namespace cardfit::import
