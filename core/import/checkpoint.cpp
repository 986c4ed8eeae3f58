#include "core/import/checkpoint.h"

#include "core/import/checkpoint_parts.h"
#include "core/import/config_reader.h"
#include "core/import/config_text.h"
#include "core/import/gguf_model.h"
#include "core/import/safetensors.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cardfit::import {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 5> kKinds = {"unknown", "config.json", "safetensors", "safetensors index", "gguf"};

// Takes what was added to `problems` since `before` as the reason why there is no model.
void refuse(Checkpoint& checkpoint, json::Problems& problems, std::size_t before)
{
    const auto first = problems.list.begin() + static_cast<std::ptrdiff_t>(before);
    checkpoint.refusal.assign(first, problems.list.end());
    problems.list.erase(first, problems.list.end());
}

std::string folderNameOf(const fs::path& file) { return fs::absolute(file).parent_path().filename().string(); }

// Bits of a packed integer by the format's name: "int4-gptq".
int bitsOf(std::string_view format)
{
    const bool packed = format.starts_with("int") && format.size() > 3;
    return packed && format[3] >= '2' && format[3] <= '8' ? format[3] - '0' : 0;
}

void describe(Checkpoint& checkpoint)
{
    const Architecture& a = checkpoint.model->architecture;
    checkpoint.architecture = a.family;
    checkpoint.vocabulary = a.vocabulary;
    checkpoint.maxPositions = a.maxPositions;
}

std::shared_ptr<Model> configBeside(const fs::path& file, json::Problems& problems)
{
    const fs::path config = file.parent_path() / "config.json";
    std::error_code fault;
    if (!fs::exists(config, fault)) {
        problems.add("", "a config.json beside it: the number of heads cannot be told from shapes", "none");
        return nullptr;
    }
    const std::string own = std::exchange(problems.file, config.string());
    std::shared_ptr<Model> model = readConfigFile(config.string(), problems);
    problems.file = own;
    return model;
}

void finish(Checkpoint& checkpoint, std::shared_ptr<Model> model, const std::vector<StoredTensor>& tensors, const fs::path& file)
{
    Architecture& a = model->architecture;
    checkpoint.table = sumTensors(tensors, a.blocks, bitsOf(a.quantization.format));
    if (a.quantization.format.empty())
        a.quantization.format = formatOfTensors(tensors);
    a.stored = storedWeights(checkpoint.table);
    if (model->id.empty())
        model->shortName = folderNameOf(file);
    model->facts.push_back({"weights", "headers of " + std::to_string(checkpoint.files) + " file(s)", ""});
    checkpoint.model = std::move(model);
    describe(checkpoint);
}

std::optional<Checkpoint> readOneFile(const fs::path& path, json::Problems& problems)
{
    auto file = HeaderFile::open(path.string(), problems);
    const auto tensors = file ? readSafetensors(*file, problems) : std::nullopt;
    if (!tensors)
        return std::nullopt;
    Checkpoint checkpoint{FileKind::Safetensors, 1, sumTensors(*tensors, 0, 0), {}, {}, {}};
    const std::size_t before = problems.list.size();
    if (auto model = configBeside(path, problems))
        finish(checkpoint, std::move(model), *tensors, path);
    else
        refuse(checkpoint, problems, before);
    return checkpoint;
}

// The tensors that the index finds in its shards. nullopt after adding a fault of a shard.
std::optional<std::vector<StoredTensor>> readShards(const SafetensorsIndex& index, const fs::path& folder, json::Problems& problems)
{
    std::vector<StoredTensor> all;
    const std::string own = problems.file;
    for (const auto& [shard, names] : index.shards) {
        problems.file = (folder / shard).string();
        auto file = HeaderFile::open(problems.file, problems);
        auto tensors = file ? readSafetensors(*file, problems) : std::nullopt;
        if (!tensors)
            return std::nullopt;
        const auto isListed = [&names = names](const StoredTensor& tensor) { return std::ranges::binary_search(names, tensor.name); };
        const auto last = std::ranges::partition(*tensors, isListed).begin();
        if (last - tensors->begin() != static_cast<std::ptrdiff_t>(names.size())) {
            problems.add("byte 8", std::to_string(names.size()) + " tensors, as the index says",
                         std::to_string(last - tensors->begin()) + " of them");
            return std::nullopt;
        }
        std::move(tensors->begin(), last, std::back_inserter(all));
    }
    problems.file = own;
    return all;
}

bool hasAllShards(const SafetensorsIndex& index, const fs::path& folder)
{
    return std::ranges::all_of(index.shards, [&folder](const auto& entry) {
        std::error_code fault;
        return fs::is_regular_file(folder / entry.first, fault);
    });
}

std::optional<Checkpoint> readIndex(const fs::path& path, json::Problems& problems)
{
    auto file = HeaderFile::open(path.string(), problems);
    const auto index = file ? readSafetensorsIndex(*file, problems) : std::nullopt;
    if (!index)
        return std::nullopt;
    Checkpoint checkpoint{FileKind::SafetensorsIndex, 0, {}, {}, {}, {}};
    checkpoint.statedBytes = index->totalBytes.value_or(0);
    std::vector<StoredTensor> tensors;
    if (hasAllShards(*index, path.parent_path())) {
        auto found = readShards(*index, path.parent_path(), problems);
        if (!found)
            return std::nullopt;
        tensors = std::move(*found);
        checkpoint.files = static_cast<int>(index->shards.size());
        checkpoint.table = sumTensors(tensors, 0, 0);
    }
    const std::size_t before = problems.list.size();
    auto model = configBeside(path, problems);
    if (!model) {
        refuse(checkpoint, problems, before);
        return checkpoint;
    }
    if (checkpoint.files > 0) {
        finish(checkpoint, std::move(model), tensors, path);
        return checkpoint;
    }
    model->architecture.statedBytes = checkpoint.statedBytes;
    checkpoint.model = std::move(model);
    describe(checkpoint);
    return checkpoint;
}

std::optional<Checkpoint> readGgufFiles(const fs::path& path, json::Problems& problems)
{
    int files = 0;
    const auto gguf = readGgufParts(path, files, problems);
    if (!gguf)
        return std::nullopt;
    Checkpoint checkpoint{FileKind::Gguf, files, sumTensors(gguf->tensors, blocksOf(*gguf), 0), {}, {}, {}};
    checkpoint.architecture = gguf->architecture();
    checkpoint.vocabulary = vocabularyOf(*gguf);
    checkpoint.maxPositions = gguf->number(checkpoint.architecture + ".context_length").value_or(0);
    const std::size_t before = problems.list.size();
    auto architecture = architectureOf(*gguf, checkpoint.table, problems);
    if (!architecture) {
        refuse(checkpoint, problems, before);
        return checkpoint;
    }
    auto model = std::make_shared<Model>();
    architecture->stored = storedWeights(checkpoint.table);
    model->architecture = std::move(*architecture);
    model->id = gguf->text("general.name");
    model->shortName = model->id.empty() ? path.stem().string() : model->id;
    model->facts.push_back({"architecture", path.string(), ""});
    checkpoint.model = std::move(model);
    return checkpoint;
}

std::optional<Checkpoint> readConfigOnly(const fs::path& path, json::Problems& problems)
{
    auto model = readConfigFile(path.string(), problems);
    if (!model)
        return std::nullopt;
    Checkpoint checkpoint{FileKind::Config, 0, {}, std::move(model), {}, {}};
    describe(checkpoint);
    return checkpoint;
}

} // namespace

std::string_view nameOf(FileKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<Checkpoint> readCheckpoint(const std::string& path, json::Problems& problems, FileKind expected)
{
    const fs::path file = modelFileOf(path);
    problems.file = file.string();
    std::error_code fault;
    if (fs::is_directory(file, fault)) {
        problems.add("", "a folder with model.safetensors.index.json, one .safetensors or .gguf file, or config.json", "none of them");
        return std::nullopt;
    }
    const FileKind kind = kindOf(file.string());
    switch (kind == FileKind::Unknown ? expected : kind) {
    case FileKind::Safetensors: return readOneFile(file, problems);
    case FileKind::SafetensorsIndex: return readIndex(file, problems);
    case FileKind::Gguf: return readGgufFiles(file, problems);
    case FileKind::Config:
    case FileKind::Unknown: break;
    }
    return readConfigOnly(file, problems);
}

} // namespace cardfit::import
