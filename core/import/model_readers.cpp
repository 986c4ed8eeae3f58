#include "core/import/model_readers.h"

#include "core/import/checkpoint.h"
#include "core/import/checkpoint_parts.h"
#include "core/import/config_reader.h"
#include "core/import/config_text.h"

#include <filesystem>
#include <fstream>

namespace cardfit::import {

namespace {

std::string nameOf(const json::Reader& config)
{
    if (!config.has("_name_or_path") || !config.child("_name_or_path").isString())
        return {};
    return std::string(config.child("_name_or_path").string().value_or(""));
}

std::string shortNameOf(std::string_view name, const Architecture& a)
{
    const std::size_t slash = name.find_last_of('/');
    const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
    return last.empty() ? a.family : std::string(last);
}

std::shared_ptr<Model> readConfigOf(const json::Reader& config, std::string_view source)
{
    auto architecture = readArchitectureConfig(config);
    if (!architecture)
        return nullptr;
    auto model = std::make_shared<Model>();
    model->id = nameOf(config);
    model->architecture = std::move(*architecture);
    model->shortName = shortNameOf(model->id, model->architecture);
    model->facts.push_back({"architecture", std::string(source), ""});
    return model;
}

std::optional<json::Document> loadConfig(const std::string& path, json::Problems& problems)
{
    constexpr std::uintmax_t kMostBytes = 64u << 20; // the largest published config.json, one that lists every module, has 3 MB
    problems.file = path;
    std::error_code unreadable;
    if (std::filesystem::exists(path, unreadable) && !std::filesystem::is_regular_file(path, unreadable)) {
        problems.add("", "a config.json", "a folder, pipe or device"); // a pipe would never end
        return std::nullopt;
    }
    const std::uintmax_t size = std::filesystem::file_size(path, unreadable);
    std::ifstream stream(path, std::ios::binary);
    if (unreadable || !stream || size == 0 || size > kMostBytes) {
        problems.add("", "a config.json of at most 64 MiB", unreadable ? unreadable.message() : std::to_string(size) + " bytes");
        return std::nullopt;
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return json::Document::parse(withoutNonFinite(std::move(text)), problems);
}

} // namespace

std::shared_ptr<const Model> readConfig(const json::Reader& config) { return readConfigOf(config, "config.json in the scenario"); }

std::shared_ptr<Model> readConfigFile(const std::string& path, json::Problems& problems)
{
    const auto document = loadConfig(path, problems);
    return document ? readConfigOf(json::Reader(document->root(), problems), path) : nullptr;
}

std::string_view modelKeyOf(const std::string& file)
{
    switch (kindOf(modelFileOf(file))) {
    case FileKind::Config: return "config_path";
    case FileKind::Gguf: return "gguf_path";
    case FileKind::Safetensors:
    case FileKind::SafetensorsIndex: return "safetensors_path";
    case FileKind::Unknown: break;
    }
    return {};
}

std::shared_ptr<const Model> readModelFile(const json::Reader& path, std::string_view key, const std::string& folder)
{
    const auto name = path.string();
    if (!name)
        return nullptr;
    const std::filesystem::path given{*name};
    const std::string file = given.is_absolute() || folder.empty() ? given.string() : (std::filesystem::path(folder) / given).string();
    if (const std::string_view own = modelKeyOf(file); !own.empty() && own != key) {
        path.fail(std::string(own) + " for a file of this kind", std::string(key));
        return nullptr;
    }
    json::Problems problems;
    const FileKind expected = key == "gguf_path" ? FileKind::Gguf : key == "config_path" ? FileKind::Config : FileKind::Safetensors;
    const auto checkpoint = readCheckpoint(file, problems, expected);
    if (checkpoint && checkpoint->model)
        return checkpoint->model;
    if (checkpoint)
        problems.list = checkpoint->refusal;
    for (Error& error : problems.list) {
        if (error.file.empty())
            error.file = file;
        path.problems().list.push_back(std::move(error));
    }
    return nullptr;
}

ModelReaders modelReaders() { return {readConfig, readModelFile, modelKeyOf, {}}; }

} // namespace cardfit::import
