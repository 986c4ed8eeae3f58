#include "core/import/model_readers.h"

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

std::shared_ptr<const Model> readConfigOf(const json::Reader& config, std::string_view source)
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

std::shared_ptr<const Model> readModelFile(const json::Reader& path, std::string_view key)
{
    const auto name = path.string();
    if (!name)
        return nullptr;
    if (key != "config_path") {
        path.fail("a config.json under config_path", std::string(key) + ", not supported in this version");
        return nullptr;
    }
    json::Problems problems;
    std::shared_ptr<const Model> model;
    if (const auto document = loadConfig(std::string(*name), problems))
        model = readConfigOf(json::Reader(document->root(), problems), *name);
    for (Error& error : problems.list) {
        if (error.file.empty())
            error.file = std::string(*name);
        path.problems().list.push_back(std::move(error));
    }
    return model;
}

ModelReaders modelReaders() { return {readConfig, readModelFile}; }

} // namespace cardfit::import
