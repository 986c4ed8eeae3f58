#include "core/import/config_quantization.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace cardfit::import {

namespace {

using Json = nlohmann::json;

const Json* member(const Json& object, std::string_view key)
{
    if (!object.is_object())
        return nullptr;
    const auto at = object.find(key);
    return at == object.end() || at->is_null() ? nullptr : &*at;
}

std::string_view textOf(const Json& object, std::string_view key)
{
    const Json* value = member(object, key);
    return value && value->is_string() ? std::string_view(value->get_ref<const std::string&>()) : std::string_view();
}

int numberOf(const Json& object, std::string_view key)
{
    const Json* value = member(object, key);
    return value && value->is_number_integer() ? static_cast<int>(std::clamp<std::int64_t>(value->get<std::int64_t>(), -1, 1'000'000)) : 0;
}

bool isTrue(const Json& object, std::string_view key)
{
    const Json* value = member(object, key);
    return value && value->is_boolean() && value->get<bool>();
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

const Json* findQuantization(const Json& object)
{
    for (const std::string_view key : {"quantization_config", "compression_config", "quantization"}) {
        const Json* found = member(object, key);
        if (found && found->is_object() && !found->empty())
            return found;
    }
    return nullptr;
}

// The weights of the first group of compressed-tensors and modelopt; the two spell it alike.
const Json* firstWeights(const Json& q)
{
    const Json* groups = member(q, "config_groups");
    if (!groups || !groups->is_object())
        return nullptr;
    const Json* best = nullptr;
    for (const Json& group : *groups) { // a mixed recipe: the group of fewest bits holds the MLP
        const Json* weights = member(group, "weights");
        if (weights && (!best || numberOf(*weights, "num_bits") < numberOf(*best, "num_bits")))
            best = weights;
    }
    return best;
}

std::string formatOfWeights(const Json& weights, std::string_view packing)
{
    const int bits = numberOf(weights, "num_bits");
    const bool isFloat = textOf(weights, "type") == "float";
    if (contains(packing, "mxfp4") || (isFloat && bits == 4 && numberOf(weights, "group_size") == 32))
        return "mxfp4";
    if (isFloat)
        return bits == 4 ? "nvfp4" : "fp8";
    if (bits == 4)
        return "int4-gptq"; // packed 4-bit integers in groups
    if (bits == 8)
        return contains(packing, "pack") ? "int8-gptq" : "int8";
    return bits == 3 ? "int3-gptq" : "";
}

std::string formatOfBitsAndBytes(const Json& q)
{
    if (!isTrue(q, "load_in_4bit"))
        return isTrue(q, "load_in_8bit") ? "int8-bnb" : "";
    if (textOf(q, "bnb_4bit_quant_type") == "fp4")
        return "fp4";
    return isTrue(q, "bnb_4bit_use_double_quant") ? "nf4-dq" : "nf4";
}

std::string formatOfAlgorithm(std::string_view algorithm, const Json* weights)
{
    if (contains(algorithm, "NVFP4") || contains(algorithm, "FP4_"))
        return "nvfp4";
    if (contains(algorithm, "MXFP4"))
        return "mxfp4";
    if (contains(algorithm, "FP8"))
        return "fp8";
    if (contains(algorithm, "W4A16"))
        return "int4-awq";
    if (contains(algorithm, "INT8") || contains(algorithm, "W8A8"))
        return "int8";
    return weights ? formatOfWeights(*weights, "") : "";
}

std::string formatOfLayers(const Json& q)
{
    const Json* layers = member(q, "quantized_layers"); // a table for every module: the expert or MLP recipe counts
    if (!layers || !layers->is_object())
        return "";
    std::string best;
    for (const Json& layer : *layers) {
        const std::string format = formatOfAlgorithm(textOf(layer, "quant_algo"), nullptr);
        if (best.empty() || format == "nvfp4" || format == "mxfp4")
            best = format;
    }
    return best;
}

std::string formatOfQuark(const Json& q)
{
    const Json* global = member(q, "global_quant_config");
    const Json* weight = global ? member(*global, "weight") : nullptr;
    const std::string_view type = weight ? textOf(*weight, "dtype") : std::string_view();
    if (type == "fp4")
        return "mxfp4";
    if (contains(type, "fp8"))
        return "fp8";
    return contains(type, "int4") ? "int4-awq" : contains(type, "int8") ? "int8" : "";
}

std::string formatOf(const Json& q)
{
    const std::string_view method = textOf(q, "quant_method");
    const int bits = numberOf(q, "bits");
    const Json* weights = firstWeights(q);
    if (member(q, "quant_algo") || method == "modelopt") {
        if (textOf(q, "quant_algo") == "MIXED_PRECISION") {
            const std::string byWeights = weights ? formatOfWeights(*weights, "") : "";
            return !byWeights.empty() ? byWeights : formatOfLayers(q);
        }
        return formatOfAlgorithm(textOf(q, "quant_algo"), weights);
    }
    if (method == "gptq" || method == "auto-round" || method == "gptqmodel" || method == "intel/auto-round")
        return bits == 8 ? "int8-gptq" : bits == 3 ? "int3-gptq" : bits == 4 || bits == 0 ? "int4-gptq" : "";
    if (method == "awq")
        return "int4-awq";
    if (method == "fp8" || method == "fbgemm_fp8")
        return "fp8";
    if (method == "mxfp4")
        return "mxfp4";
    if (method == "bitsandbytes" || member(q, "load_in_4bit") || member(q, "load_in_8bit"))
        return formatOfBitsAndBytes(q);
    if (method == "quark")
        return formatOfQuark(q);
    if (method == "exl2" || method == "exl3")
        return std::string(method) + ":" + (member(q, "bits") ? member(q, "bits")->dump() : "4.0");
    if (weights)
        return formatOfWeights(*weights, textOf(q, "format"));
    if (method.empty() && (bits == 4 || bits == 8)) // MLX: groups with 16-bit scale and offset
        return bits == 4 ? "int4-weight-only" : "int8-weight-only";
    return "";
}

// No format was found: 16 bit by its own words, or a method that no row of data/weight-formats.json describes?
bool isSixteenBit(const Json& q)
{
    const std::string_view method = textOf(q, "quant_method");
    const bool pruned = method == "compressed-tensors" && member(q, "sparsity_config") && !firstWeights(q);
    const bool unused = method == "bitsandbytes" || (method.empty() && !member(q, "bits") && !member(q, "quant_algo"));
    return pruned || unused;
}

// An ignored module that takes the attention matrices of a block (or of all) out of quantization.
bool namesAttention(std::string_view module)
{
    if (!contains(module, "self_attn") && !contains(module, ".attn"))
        return false;
    if (contains(module, "vision") || contains(module, "visual") || contains(module, "norm"))
        return false;
    return !contains(module, "indexer") && !contains(module, "rotary");
}

bool coversEveryBlock(std::string_view module)
{
    return contains(module, "*.self_attn") || contains(module, ".*self_attn") || contains(module, "*\\.self_attn") ||
           contains(module, "*.attn") || contains(module, ".*\\.self_attn");
}

// At least half of the blocks keep their attention in 16 bit.
bool leavesAttention(const Json& q, int blocks)
{
    for (const std::string_view key : {"modules_to_not_convert", "ignore", "ignored_layers", "exclude_modules", "exclude"}) {
        const Json* list = member(q, key);
        if (!list || !list->is_array())
            continue;
        std::vector<std::string_view> modules;
        bool everywhere = false;
        for (const Json& entry : *list) {
            if (!entry.is_string())
                continue;
            const std::string_view module = entry.get_ref<const std::string&>();
            if (!namesAttention(module))
                continue;
            everywhere = everywhere || coversEveryBlock(module);
            modules.push_back(module.substr(0, module.find("attn")));
        }
        std::sort(modules.begin(), modules.end());
        const auto distinct = std::unique(modules.begin(), modules.end()) - modules.begin();
        if (everywhere || (blocks > 1 && distinct >= blocks / 2))
            return true;
    }
    return false;
}

std::optional<std::string> cacheFormatOf(const Json& q)
{
    for (const std::string_view key : {"kv_cache_scheme", "kv_cache_quant_algo"}) {
        const Json* scheme = member(q, key);
        if (!scheme)
            continue;
        if (scheme->is_string())
            return contains(scheme->get_ref<const std::string&>(), "FP8") ? "fp8" : "int8";
        if (scheme->is_object() && numberOf(*scheme, "num_bits") == 8)
            return textOf(*scheme, "type") == "float" ? "fp8" : "int8";
    }
    return std::nullopt;
}

bool hasBlockScales(const Json& q)
{
    if (const Json* size = member(q, "weight_block_size"))
        return size->is_array() && !size->empty();
    const Json* weights = firstWeights(q);
    const Json* structure = weights ? member(*weights, "block_structure") : nullptr;
    return structure && structure->is_array() && !structure->empty();
}

} // namespace

CheckpointQuantization readCheckpointQuantization(const json::Reader& config, const json::Reader& textPart, int blocks)
{
    CheckpointQuantization quantization;
    const Json* found = findQuantization(config.node());
    if (!found)
        found = findQuantization(textPart.node());
    if (!found)
        return quantization;
    const Json& q = *found;
    quantization.format = formatOf(q);
    if (quantization.format.empty() && !isSixteenBit(q)) {
        const std::string name(textOf(q, "quant_method"));
        config.problems().add(config.where() + "/quantization_config", "a quantization that data/weight-formats.json describes",
                              '"' + name + '"' + (member(q, "bits") ? ", " + member(q, "bits")->dump() + " bits" : ""));
    }
    quantization.groupSize = std::max(0, numberOf(q, "group_size"));
    if (const Json* weights = firstWeights(q); weights && quantization.groupSize == 0)
        quantization.groupSize = std::max(0, numberOf(*weights, "group_size"));
    quantization.blockScaled = hasBlockScales(q);
    const std::string_view method = textOf(q, "quant_method");
    quantization.mlpOnly = method == "fbgemm_fp8" || (method != "mxfp4" && leavesAttention(q, blocks)); // mxfp4 is for experts only
    quantization.kvFormat = cacheFormatOf(q);
    return quantization;
}

} // namespace cardfit::import
