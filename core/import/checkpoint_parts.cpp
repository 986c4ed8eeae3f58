#include "core/import/checkpoint_parts.h"

#include <algorithm>
#include <charconv>

namespace cardfit::import {

namespace fs = std::filesystem;

namespace {

constexpr int kMostParts = 1000, kPartDigits = 5;

struct Part {
    std::string stem;
    int number = 0, count = 0;
};

int numberAt(std::string_view text)
{
    int number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc() && end == text.data() + text.size() ? number : 0;
}

// "name-00002-of-00005.gguf"; nullopt: a file of its own.
std::optional<Part> partOf(const fs::path& path)
{
    constexpr std::string_view kPattern = "-00001-of-00002";
    const std::string stem = path.stem().string();
    if (stem.size() < kPattern.size())
        return std::nullopt;
    const std::string_view tail = std::string_view(stem).substr(stem.size() - kPattern.size());
    if (tail[0] != '-' || tail.substr(1 + kPartDigits, 4) != "-of-")
        return std::nullopt;
    Part part{stem.substr(0, stem.size() - kPattern.size()), numberAt(tail.substr(1, kPartDigits)), numberAt(tail.substr(10, kPartDigits))};
    return part.number >= 1 && part.number <= part.count && part.count <= kMostParts ? std::optional(part) : std::nullopt;
}

std::string fileOf(const Part& part, int number)
{
    const auto digits = [](int value) {
        const std::string text = std::to_string(value);
        return std::string(kPartDigits - text.size(), '0') + text;
    };
    return part.stem + '-' + digits(number) + "-of-" + digits(part.count) + ".gguf";
}

std::optional<Gguf> readOne(const fs::path& path, json::Problems& problems)
{
    problems.file = path.string();
    auto file = HeaderFile::open(path.string(), problems);
    return file ? readGguf(*file, problems) : std::nullopt;
}

// Side tables and types that give a quantization away; the first that occurs counts.
struct Sign {
    std::string_view suffix, type, format;
};
constexpr Sign kSigns[] = {
    {".nested_absmax", "", "nf4-dq"}, {".absmax", "", "nf4"},           {".SCB", "", "int8-bnb"},
    {"_blocks", "U8", "mxfp4"},       {".weight_scale_2", "", "nvfp4"}, {".weight_scale", "", "fp8"},
    {".weight_scale_inv", "", "fp8"}, {"", "F8_E4M3", "fp8"},           {"", "F8_E5M2", "fp8"},
};

bool shows(const StoredTensor& tensor, const Sign& sign)
{
    return tensor.name.ends_with(sign.suffix) && (sign.type.empty() || tensor.type == sign.type);
}

} // namespace

std::optional<Gguf> readGgufParts(const fs::path& path, int& files, json::Problems& problems)
{
    std::optional<Gguf> whole = readOne(path, problems);
    files = 1;
    const double stated = whole ? whole->number("split.count").value_or(0) : 0;
    if (stated <= 1)
        return whole;
    const auto part = partOf(path);
    if (!part || part->count != stated) {
        problems.add("metadata split.count", "a name such as model-00001-of-00002.gguf that tells the part", path.filename().string());
        return std::nullopt;
    }
    for (int number = 1; number <= part->count; ++number) {
        if (number == part->number)
            continue;
        std::optional<Gguf> other = readOne(path.parent_path() / fileOf(*part, number), problems);
        if (!other)
            return std::nullopt;
        std::ranges::move(other->tensors, std::back_inserter(whole->tensors));
        if (number == 1)
            whole->metadata = std::move(other->metadata); // the others repeat little of it
        ++files;
    }
    problems.file = path.string();
    return whole;
}

std::string formatOfTensors(const std::vector<StoredTensor>& tensors)
{
    for (const Sign& sign : kSigns) {
        if (std::ranges::any_of(tensors, [&sign](const StoredTensor& tensor) { return shows(tensor, sign); }))
            return std::string(sign.format);
    }
    double wide = 0, all = 0;
    for (const StoredTensor& tensor : tensors) {
        all += static_cast<double>(tensor.bytes);
        wide += tensor.type == "F32" ? static_cast<double>(tensor.bytes) : 0;
    }
    return 2 * wide > all ? "fp32" : "";
}

} // namespace cardfit::import
