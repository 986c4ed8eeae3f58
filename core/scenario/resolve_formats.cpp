#include "core/json/reader.h"
#include "core/scenario/resolve_parts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cardfit {

namespace {

constexpr std::array<std::string_view, 7> kComputeTypes = {"fp32", "tf32", "fp16", "bf16", "fp8", "int8", "nvfp4"};

std::string quoted(std::string_view text)
{
    std::string result;
    result.append(1, '"').append(text).append(1, '"');
    return result;
}

template <class Formats>
Problem unknownFormat(std::string where, std::string_view word, const Formats& formats, std::string_view what)
{
    std::vector<std::string_view> known = {"16bit"};
    for (const auto& format : formats)
        known.emplace_back(format.id);
    const std::string_view nearest = json::nearestName(word, known);
    std::string expected(what);
    if (!nearest.empty())
        expected += " (" + quoted(nearest) + "?)";
    return invalidValue(std::move(where), "error.format-unknown", std::move(expected), quoted(word));
}

bool lists(const std::vector<std::string>& names, std::string_view name)
{
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// "Qwen2.5-7B-Instruct-GPTQ-Int4" is an alias of the model it was quantised from, and its name says how.
const WeightFormat* formatInName(std::string_view name, const Catalog& catalog)
{
    std::string_view rest = name.substr(name.find('/') + 1);
    for (std::size_t dash = rest.find('-'); dash != std::string_view::npos; dash = rest.find('-')) {
        rest.remove_prefix(dash + 1);
        if (const WeightFormat* format = catalog.weightFormat(rest))
            return format;
    }
    return nullptr;
}

// A format of the catalog, or one made of a family's row ("exl2:4.25"); nullptr: neither.
const WeightFormat* formatOfWord(Resolved& resolved, std::string_view word, const Catalog& catalog)
{
    if (const WeightFormat* format = catalog.weightFormat(word))
        return format;
    std::optional<WeightFormat> made = catalog.exlFormat(word);
    if (!made)
        return nullptr;
    resolved.ownedWeights = std::make_shared<const WeightFormat>(std::move(*made));
    return resolved.ownedWeights.get();
}

// What the checkpoint itself holds; nullptr: 16 bit.
const WeightFormat* checkpointFormat(Resolved& resolved, const Catalog& catalog)
{
    const std::string& own = resolved.architecture->quantization.format;
    if (!own.empty())
        return formatOfWord(resolved, own, catalog);
    const std::string& name = resolved.scenario.model.name;
    return name.empty() || name == resolved.model->id ? nullptr : formatInName(name, catalog);
}

// "int8" is two formats: bitsandbytes' in the training libraries, 8-bit products in the servers.
const WeightFormat* engineVariant(const WeightFormat* format, std::string_view engine, const Catalog& catalog)
{
    if (format->id != "int8")
        return format;
    const WeightFormat* variant = catalog.weightFormat("int8-bnb");
    return variant && !variant->engines.empty() && lists(variant->engines, engine) ? variant : format;
}

const WeightFormat* namedFormat(Resolved& resolved, std::string_view engine, const Catalog& catalog)
{
    const WeightFormat* format = formatOfWord(resolved, resolved.scenario.weights, catalog);
    return format ? engineVariant(format, engine, catalog) : nullptr;
}

// Sets the weights' word: what was asked, what the checkpoint holds, or the task's usual. nullptr: an error was added.
const WeightFormat* chooseWeights(Resolved& resolved, std::string_view engine, const Catalog& catalog, Problems& problems)
{
    Scenario& scenario = resolved.scenario;
    const WeightFormat* format = nullptr;
    if (scenario.weights.empty() && scenario.task == Task::QLora)
        format = catalog.weightFormat("nf4-dq");
    else if (scenario.weights.empty() && scenario.task == Task::Inference)
        format = checkpointFormat(resolved, catalog);
    else if (!scenario.weights.empty() && scenario.weights != "16bit")
        format = namedFormat(resolved, engine, catalog);
    else
        resolved.weightsFollowCard = true;
    if (!scenario.weights.empty() && scenario.weights != "16bit" && !format) {
        problems.push_back(unknownFormat("/weights", scenario.weights, catalog.content().weightFormats, "a weight format"));
        return nullptr;
    }
    if (!format) {
        resolved.weightsFollowCard = true;
        resolved.asFp16 = !resolved.card->features.bf16;
        return catalog.weightFormat(sixteenBitType(*resolved.card));
    }
    return format;
}

// An engine that was left open follows a format that has engines of its own (GGUF files run in llama.cpp).
void chooseEngine(Resolved& resolved, const Catalog& catalog)
{
    std::string& engine = resolved.scenario.engine;
    if (!engine.empty()) {
        engine = catalog.canonicalEngine(engine);
        return;
    }
    const Task task = resolved.scenario.task;
    const std::vector<std::string>& readers = resolved.weights->engines;
    engine = task == Task::Inference && !readers.empty() ? std::string_view(readers.front()) : usualEngine(task);
}

// Block-scaled checkpoints hold another table of scales.
void takeCheckpointLayout(Resolved& resolved, const Catalog& catalog)
{
    const CheckpointQuantization& own = resolved.architecture->quantization;
    if (own.blockScaled && resolved.weights->blockVariant) {
        if (const WeightFormat* variant = catalog.weightFormat(*resolved.weights->blockVariant))
            resolved.weights = variant;
    }
    if (resolved.weights->headFormat)
        resolved.headFormat = catalog.weightFormat(*resolved.weights->headFormat);
    resolved.mlpOnly = own.mlpOnly && !isFullPrecision(*resolved.weights);
    resolved.groupSize = resolved.weights->defaultGroup;
    if (resolved.scenario.weightsGroupSize)
        resolved.groupSize = *resolved.scenario.weightsGroupSize;
    else if (own.groupSize > 0)
        resolved.groupSize = own.groupSize;
}

// The bytes that a checkpoint's files hold are those of its own format only.
bool isOwnFormat(const Resolved& resolved, const Catalog& catalog)
{
    const CheckpointQuantization& own = resolved.architecture->quantization;
    const WeightFormat& asked = *resolved.weights;
    if (own.format.empty())
        return asked.nominalBits == 16 && !asked.gguf;
    const bool sameGroup = own.groupSize == 0 || !asked.grouped || resolved.groupSize == own.groupSize;
    const WeightFormat* stated = catalog.weightFormat(own.format);
    const bool sameFormat = asked.id == own.format || (own.blockScaled && stated && stated->blockVariant == asked.id);
    return sameFormat && sameGroup;
}

bool chooseCompute(Resolved& resolved, Problems& problems)
{
    std::string& compute = resolved.scenario.compute;
    if (compute.empty()) {
        const std::string& weights = resolved.scenario.weights;
        const bool stated = weights == "fp32" || weights == "fp16" || weights == "bf16";
        resolved.computeFollowsCard = resolved.weightsFollowCard || !stated;
        compute = resolved.computeFollowsCard ? std::string(sixteenBitType(*resolved.card)) : weights;
        return true;
    }
    if (std::find(kComputeTypes.begin(), kComputeTypes.end(), compute) != kComputeTypes.end())
        return true;
    const std::string_view nearest = json::nearestName(compute, kComputeTypes);
    std::string expected = "one of auto, fp32, tf32, fp16, bf16, fp8, int8, nvfp4";
    if (!nearest.empty())
        expected += " (" + quoted(nearest) + "?)";
    problems.push_back(invalidValue("/compute", "error.compute-unknown", std::move(expected), quoted(compute)));
    return false;
}

// An engine that reads cache scales out of 8- and 4-bit floating point checkpoints (TensorRT-LLM) keeps an 8-bit cache.
bool hasCheckpointCacheScales(const Resolved& resolved)
{
    const bool floating = resolved.weights->unit == NativeUnit::Fp8 || resolved.weights->id == "nvfp4";
    const ServingSpeedProfile* profile = resolved.servingSpeed.profile ? &*resolved.servingSpeed.profile->serving : nullptr;
    return floating && resolved.scenario.task == Task::Inference && profile && profile->eightBitCacheFromCheckpoint;
}

// "int4+gguf:q8_0": keys in the first, values in the second; the second may leave the "gguf:" out.
const KvFormat* valueFormat(std::string_view word, const Catalog& catalog)
{
    if (const KvFormat* format = catalog.kvFormat(word))
        return format;
    return catalog.kvFormat("gguf:" + std::string(word));
}

} // namespace

std::string_view sixteenBitType(const Card& card) { return card.features.bf16 ? "bf16" : "fp16"; }

bool isFullPrecision(const WeightFormat& format) { return format.nominalBits >= 16; }

bool resolveFormats(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    Scenario& scenario = resolved.scenario;
    const std::string_view engine = scenario.engine.empty() ? usualEngine(scenario.task) : catalog.canonicalEngine(scenario.engine);
    resolved.weights = chooseWeights(resolved, engine, catalog, problems);
    if (!resolved.weights)
        return false;
    chooseEngine(resolved, catalog);
    takeCheckpointLayout(resolved, catalog);
    resolved.ownFormat = isOwnFormat(resolved, catalog);
    scenario.weights = resolved.weights->id;
    resolved.keptFormat = isFullPrecision(*resolved.weights) ? resolved.weights : catalog.weightFormat(sixteenBitType(*resolved.card));
    return chooseCompute(resolved, problems);
}

bool resolveCache(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    std::string& cache = resolved.scenario.kvCache;
    if (cache.empty() || cache == "16bit") {
        const bool inFp32 =
            resolved.scenario.weights == "fp32" && (resolved.scenario.compute == "fp32" || resolved.scenario.compute == "tf32");
        const bool in8Bit = hasCheckpointCacheScales(resolved);
        const bool in16Bit = resolved.scenario.compute == "fp16" || resolved.scenario.compute == "bf16";
        resolved.cacheFollowsCard = !inFp32 && !in8Bit && (!in16Bit || resolved.computeFollowsCard);
        cache = inFp32 ? "fp32" : in8Bit ? "fp8" : in16Bit ? std::string_view(resolved.scenario.compute) : sixteenBitType(*resolved.card);
    }
    const std::string_view words = cache;
    const std::size_t plus = words.find('+');
    const KvFormat* keys = catalog.kvFormat(words.substr(0, plus));
    const KvFormat* values = plus == std::string_view::npos ? keys : valueFormat(words.substr(plus + 1), catalog);
    if (!keys || !values) {
        problems.push_back(unknownFormat("/kv_cache", cache, catalog.content().kvFormats, "a cache format, or K+V"));
        return false;
    }
    resolved.keyBytes = keys->bytesPerElement;
    resolved.valueBytes = values->bytesPerElement;
    return true;
}

} // namespace cardfit
