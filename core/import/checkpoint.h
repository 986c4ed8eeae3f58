#pragma once

#include "core/catalog/model.h"
#include "core/import/tensors.h"
#include "core/json/reader.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cardfit::import {

enum class FileKind { Unknown, Config, Safetensors, SafetensorsIndex, Gguf };
std::string_view nameOf(FileKind kind); // "config.json", "safetensors", ...

// What a file is, told by its first bytes and keys, never by its name. Unknown for what cannot be read.
FileKind kindOf(const std::string& path);

// The file that a model's folder is read by: index, model.safetensors, the only or first .gguf, config.json. Anything but
// a folder is given back as it is.
std::string modelFileOf(const std::string& path);

// Everything that a model's file and those beside it say before their weights.
struct Checkpoint {
    FileKind kind = FileKind::Unknown;
    int files = 0;                      // whose headers were read
    TensorTable table;                  // empty for a config.json and for an index without its shards
    std::shared_ptr<const Model> model; // null: `refusal` says why there is no architecture
    std::vector<Error> refusal;
    std::string architecture;                // as the file spells it: "qwen2", "falcon"
    double vocabulary = 0, maxPositions = 0; // 0: not said
    double statedBytes = 0;                  // total_size of an index
};

// nullopt after adding a fault of the file itself. A sound file without an architecture has a table and a refusal.
// `expected`: what a file of unknown kind is read as, so that its reader says what is wrong with it.
std::optional<Checkpoint> readCheckpoint(const std::string& path, json::Problems& problems, FileKind expected = FileKind::Config);

} // namespace cardfit::import
