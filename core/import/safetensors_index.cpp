#include "core/import/json_scanner.h"
#include "core/import/safetensors.h"

#include <algorithm>

namespace cardfit::import {

namespace {

constexpr std::uint64_t kMostIndex = 128u << 20; // the largest published one has about 30 MB

void readMetadata(JsonScanner& json, SafetensorsIndex& index)
{
    std::string key;
    for (bool more = json.enterObject() && json.nextKey(key); more && json.ok(); more = json.nextKey(key)) {
        if (key == "total_size")
            index.totalBytes = json.number();
        else
            json.skipValue();
    }
}

// A shard lies beside its index; a name that leads elsewhere is no shard.
bool isPlainName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".." && name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

void readWeightMap(JsonScanner& json, SafetensorsIndex& index)
{
    std::string tensor;
    for (bool more = json.enterObject() && json.nextKey(tensor); more && json.ok(); more = json.nextKey(tensor)) {
        const std::uint64_t place = json.position();
        const std::string shard = json.string();
        if (json.ok() && !isPlainName(shard))
            json.failAt(place, "the name of a file beside the index", shard);
        if (json.ok())
            index.shards[shard].push_back(tensor);
    }
}

} // namespace

std::optional<SafetensorsIndex> readSafetensorsIndex(HeaderFile& file, json::Problems& problems)
{
    if (file.size() > kMostIndex) {
        problems.add("", "an index of at most 128 MiB", std::to_string(file.size()) + " bytes");
        return std::nullopt;
    }
    const std::string text = file.read(0, static_cast<std::size_t>(file.size()));
    JsonScanner json(text, 0, problems);
    SafetensorsIndex index;
    std::string key;
    for (bool more = json.enterObject() && json.nextKey(key); more && json.ok(); more = json.nextKey(key)) {
        if (key == "weight_map")
            readWeightMap(json, index);
        else if (key == "metadata")
            readMetadata(json, index);
        else
            json.skipValue();
    }
    json.end();
    if (json.ok() && index.shards.empty())
        json.failAt(0, "a weight_map that is not empty", "none");
    for (auto& [shard, tensors] : index.shards) {
        std::ranges::sort(tensors);
        if (const auto twice = std::ranges::adjacent_find(tensors); json.ok() && twice != tensors.end())
            json.failAt(0, "each tensor once in weight_map", *twice + " twice in " + shard);
    }
    return json.ok() ? std::optional(std::move(index)) : std::nullopt;
}

} // namespace cardfit::import
