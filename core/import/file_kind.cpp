#include "core/import/checkpoint.h"
#include "core/import/header_file.h"
#include "core/import/json_scanner.h"

#include <algorithm>
#include <filesystem>

namespace cardfit::import {

namespace fs = std::filesystem;

namespace {

// The keys of the outermost object as far as they stand in the first bytes.
FileKind kindOfJson(std::string_view text)
{
    static constexpr std::string_view kConfigKeys[] = {"model_type", "architectures",     "text_config", "hidden_size",
                                                       "n_embd",     "num_hidden_layers", "n_layer",     "auto_map",
                                                       "llm_config", "vocab_size",        "d_model"};
    json::Problems ignored;
    JsonScanner json(text, 0, ignored);
    std::string key;
    bool index = false;
    for (bool more = json.enterObject() && json.nextKey(key); more && json.ok(); more = json.nextKey(key)) {
        if (key == "weight_map")
            return FileKind::SafetensorsIndex;
        if (std::ranges::find(kConfigKeys, key) != std::end(kConfigKeys))
            return FileKind::Config;
        index = index || key == "metadata";
        if (key == "scenarios" || key == "format")
            return FileKind::Unknown; // a study
        json.skipValue();
    }
    return index ? FileKind::SafetensorsIndex : FileKind::Unknown;
}

bool isShardName(const fs::path& file) { return file.stem().string().find("-of-") != std::string::npos; }
bool isFirstShard(const fs::path& file) { return file.stem().string().find("-00001-of-") != std::string::npos; }

} // namespace

FileKind kindOf(const std::string& path)
{
    constexpr std::size_t kLooked = 64u << 10;
    json::Problems ignored;
    auto file = HeaderFile::open(path, ignored);
    if (!file)
        return FileKind::Unknown;
    const std::string begin = file->read(0, kLooked);
    if (begin.starts_with("GGUF"))
        return FileKind::Gguf;
    constexpr std::string_view kHighBytes("\0\0\0\0{", 5); // of a header shorter than 4 GiB, and where it begins
    if (begin.size() > 8 && std::string_view(begin).substr(4, 5) == kHighBytes)
        return FileKind::Safetensors;
    const std::size_t text = begin.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (text != std::string::npos && begin[text] == '{')
        return kindOfJson(std::string_view(begin).substr(text));
    const fs::path extension = fs::path(path).extension(); // their readers say what is wrong
    return extension == ".safetensors" ? FileKind::Safetensors : extension == ".gguf" ? FileKind::Gguf : FileKind::Unknown;
}

std::string modelFileOf(const std::string& path)
{
    std::error_code fault;
    if (!fs::is_directory(path, fault))
        return path;
    for (const char* name : {"model.safetensors.index.json", "model.safetensors"}) {
        if (fs::exists(fs::path(path) / name, fault))
            return (fs::path(path) / name).string();
    }
    std::vector<std::string> tensors, ggufs;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, fault)) {
        if (entry.path().extension() == ".safetensors")
            tensors.push_back(entry.path().string());
        else if (entry.path().extension() == ".gguf" && (!isShardName(entry.path()) || isFirstShard(entry.path())))
            ggufs.push_back(entry.path().string());
    }
    if (tensors.size() == 1)
        return tensors.front();
    if (tensors.empty() && ggufs.size() == 1)
        return ggufs.front();
    const fs::path config = fs::path(path) / "config.json";
    return fs::exists(config, fault) ? config.string() : path;
}

} // namespace cardfit::import
