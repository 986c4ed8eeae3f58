#pragma once

#include "core/import/header_file.h"
#include "core/import/tensors.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cardfit::import {

// The tensors that the header of a .safetensors file lists. Nothing of the weights is read. nullopt after adding the first
// fault with its byte: lengths beyond the file, offsets that overlap or leave holes, sizes that contradict the shape.
// Source: the format's README (8 bytes of little-endian length, then JSON; at most 100,000,000 bytes).
std::optional<std::vector<StoredTensor>> readSafetensors(HeaderFile& file, json::Problems& problems);

// model.safetensors.index.json: which file holds which tensor.
struct SafetensorsIndex {
    std::optional<double> totalBytes;
    std::map<std::string, std::vector<std::string>> shards; // file name beside the index -> tensors, sorted
};
std::optional<SafetensorsIndex> readSafetensorsIndex(HeaderFile& file, json::Problems& problems);

} // namespace cardfit::import
