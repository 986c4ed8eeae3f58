#pragma once

#include "core/import/header_file.h"
#include "core/import/tensors.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cardfit::import {

// One metadata value as far as an importer needs it: numbers of all kinds as double (exact up to 2^53), lists of numbers,
// texts; of long lists (vocabularies) only the length is kept.
struct GgufValue {
    std::variant<double, std::string, std::vector<double>> content = 0.0;
    std::uint64_t length = 0; // of a list
};

// What stands before the weights of a GGUF file.
struct Gguf {
    std::map<std::string, GgufValue, std::less<>> metadata;
    std::vector<StoredTensor> tensors;

    std::optional<double> number(std::string_view key) const; // of a list: its largest
    std::vector<double> numbers(std::string_view key) const;  // of a number: that one
    std::string_view text(std::string_view key) const;        // empty: none
    std::uint64_t lengthOf(std::string_view key) const;       // of a list; 0: none
    std::string_view architecture() const { return text("general.architecture"); }
};

// Versions 2 and 3, little-endian. nullopt after adding the first fault with its byte. Nothing of the weights is read; a
// header of more than 256 MiB is refused. Source: docs/gguf.md of ggml.
std::optional<Gguf> readGguf(HeaderFile& file, json::Problems& problems);

} // namespace cardfit::import
