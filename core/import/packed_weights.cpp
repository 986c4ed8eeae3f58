// How many weights a tensor of a quantised checkpoint stands for. Sources: the layouts that GPTQModel, AutoAWQ,
// compressed-tensors, bitsandbytes, MLX, ExLlama and gpt-oss write.
#include "core/import/tensors.h"

#include <algorithm>

namespace cardfit::import {

namespace {

constexpr double kBitsPerWord = 32;

std::string_view suffixOf(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::string besides(std::string_view name, std::string_view suffix)
{
    std::string sibling(name.substr(0, name.size() - suffixOf(name).size()));
    return sibling.append(suffix);
}

// Scales, zero points, index tables and states that stand beside a packed matrix.
bool isSideTable(std::string_view name)
{
    static constexpr std::string_view kSuffixes[] = {
        "qzeros",    "scales",      "zeros",   "g_idx",       "weight_g_idx",  "weight_zero_point",
        "absmax",    "quant_map",   "SCB",     "suh",         "svh",           "mcg",
        "mul1",      "q_groups",    "q_perm",  "biases",      "weight_shape",  "weight_format",
        "q_invperm", "q_group_map", "q_scale", "q_scale_max", "nested_absmax", "nested_quant_map"};
    const std::string_view suffix = suffixOf(name);
    return std::ranges::find(kSuffixes, suffix) != std::end(kSuffixes) || suffix.ends_with("_scale") || suffix.ends_with("_scales") ||
           suffix.ends_with("_scale_inv") || suffix.ends_with("_scale_2") || suffix.ends_with("scaling_factor") || suffix == "scale" ||
           name.find(".quant_state.") != std::string_view::npos;
}

double columns(const StoredTensor& tensor) { return tensor.shape.empty() ? 0 : static_cast<double>(tensor.shape.back()); }
double rows(const StoredTensor& tensor) { return tensor.shape.empty() ? 0 : static_cast<double>(tensor.shape.front()); }

std::optional<double> byBits(const StoredTensor& tensor, int bits)
{
    return bits > 0 ? std::optional(tensor.elements() * kBitsPerWord / bits) : std::nullopt;
}

// GPTQ packs along the inputs (rows), AWQ along the outputs (columns): the scales have a column for each output.
std::optional<double> behindQweight(const StoredTensor& tensor, const TensorNames& names, int bits)
{
    const StoredTensor* scales = names.find(besides(tensor.name, "scales"));
    if (scales && columns(*scales) > columns(tensor))
        return rows(tensor) * columns(*scales);
    if (const StoredTensor* groups = names.find(besides(tensor.name, "g_idx")); groups && groups->elements() > 0)
        return groups->elements() * columns(tensor);
    const StoredTensor* zeros = names.find(besides(tensor.name, "qzeros"));
    if (zeros && scales && columns(*zeros) > 0)
        return tensor.elements() * columns(*scales) / columns(*zeros);
    return byBits(tensor, bits);
}

std::optional<double> behindWords(const StoredTensor& tensor, const TensorNames& names, int bits)
{
    const std::string_view suffix = suffixOf(tensor.name);
    if (suffix == "qweight")
        return behindQweight(tensor, names, bits);
    if (suffix == "q_weight") { // EXL2: bits vary from row to row
        const StoredTensor* order = names.find(besides(tensor.name, "q_invperm"));
        return order ? std::optional(order->elements() * columns(tensor)) : std::nullopt;
    }
    if (suffix == "weight_packed" || suffix == "weight")
        return byBits(tensor, bits);
    return 0; // positions, tables
}

// Two 4-bit values in a byte. A byte of its own is fp8 that was written before the format knew it.
double behindBytes(const StoredTensor& tensor)
{
    const std::string_view suffix = suffixOf(tensor.name);
    const bool packed = suffix == "weight" || suffix == "weight_packed" || suffix.ends_with("_blocks") || suffix.ends_with("_proj");
    return packed ? 2 * tensor.elements() : 0;
}

} // namespace

TensorNames::TensorNames(const std::vector<StoredTensor>& tensors)
{
    m_sorted.reserve(tensors.size());
    for (const StoredTensor& tensor : tensors)
        m_sorted.push_back(&tensor);
    std::ranges::sort(m_sorted, {}, &StoredTensor::name);
}

const StoredTensor* TensorNames::find(std::string_view name) const
{
    const auto at = std::ranges::lower_bound(m_sorted, name, {}, [](const StoredTensor* tensor) { return std::string_view(tensor->name); });
    return at != m_sorted.end() && (*at)->name == name ? *at : nullptr;
}

std::optional<double> weightsBehind(const StoredTensor& tensor, const TensorNames& names, int bits)
{
    if (isSideTable(tensor.name))
        return 0;
    if (tensor.type == "U8")
        return behindBytes(tensor);
    if (tensor.type == "I32" || tensor.type == "U32")
        return behindWords(tensor, names, bits);
    constexpr double kTile = 16; // EXL3: tiles of 16 x 16 weights in 16 words a bit
    if (tensor.type == "I16")
        return suffixOf(tensor.name) == "trellis" && tensor.shape.size() == 3
                   ? static_cast<double>(tensor.shape[0]) * kTile * static_cast<double>(tensor.shape[1]) * kTile
                   : 0;
    if (tensor.type == "I64" || tensor.type == "U64" || tensor.type == "BOOL" || tensor.type == "U16")
        return 0;
    return tensor.elements();
}

} // namespace cardfit::import
