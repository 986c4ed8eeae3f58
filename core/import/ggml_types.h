#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cardfit::import {

// How ggml stores a tensor type: rows are cut into blocks of `elements` weights in `bytes` bytes, behind `rowBytes` of the
// row's own scale. Source: ggml's type table (GGML_QUANT_SIZES of gguf-py), with the types of ik_llama.cpp.
struct GgmlType {
    std::uint32_t id = 0;
    std::string_view name; // "Q4_K"
    std::uint32_t elements = 1, bytes = 4, rowBytes = 0;
};

// The type of an id; nullptr: unknown. Ids of removed types are unknown.
const GgmlType* ggmlType(std::uint32_t id);

// The preset that general.file_type names, in the words of data/weight-formats.json ("gguf:Q4_K_M"); empty: unknown.
std::string_view ggmlPreset(std::uint64_t fileType);

} // namespace cardfit::import
