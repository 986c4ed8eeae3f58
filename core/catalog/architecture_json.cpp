#include "core/catalog/architecture_json.h"

#include <algorithm>
#include <string_view>

namespace cardfit {

namespace {

constexpr int kMost = 100'000'000;
constexpr double kMostElements = 1e16;

// One list of the members serves reading, writing and the check for unknown keys, so that the three cannot disagree.
struct IntegerMember {
    std::string_view key;
    int Architecture::*member;
};
constexpr IntegerMember kIntegers[] = {
    {"blocks", &Architecture::blocks},
    {"hidden", &Architecture::hidden},
    {"query_heads", &Architecture::queryHeads},
    {"kv_heads", &Architecture::kvHeads},
    {"head_width", &Architecture::headWidth},
    {"mlp_width", &Architecture::mlpWidth},
    {"vocabulary", &Architecture::vocabulary},
    {"max_positions", &Architecture::maxPositions},
    {"norms_per_block", &Architecture::normsPerBlock},
    {"query_multiple", &Architecture::queryMultiple},
    {"learned_positions", &Architecture::learnedPositions},
    {"sliding_window", &Architecture::slidingWindow},
    {"image_tokens", &Architecture::imageTokens},
    {"image_patches", &Architecture::imagePatches},
};

struct FlagMember {
    std::string_view key;
    bool Architecture::*member;
};
constexpr FlagMember kFlags[] = {
    {"tied_embeddings", &Architecture::tiedEmbeddings},
    {"gated_mlp", &Architecture::gatedMlp},
    {"qkv_bias", &Architecture::qkvBias},
    {"output_bias", &Architecture::outputBias},
    {"mlp_bias", &Architecture::mlpBias},
    {"query_key_norm", &Architecture::queryKeyNorm},
    {"fused_qkv", &Architecture::fusedQkv},
    {"rotary", &Architecture::rotary},
    {"alibi", &Architecture::alibi},
    {"soft_caps_logits", &Architecture::softCapsLogits},
    {"last_logits_only", &Architecture::lastLogitsOnly},
    {"loss_in_16_bit", &Architecture::lossIn16Bit},
    {"untied_by_litgpt", &Architecture::untiedByLitGpt},
};

struct NumberMember {
    std::string_view key;
    double Architecture::*member;
};
constexpr NumberMember kNumbers[] = {
    {"indexer_bytes_per_block", &Architecture::indexerBytesPerBlock},
    {"extra_16_bit", &Architecture::extra16},
    {"multi_token_prediction", &Architecture::multiTokenPrediction},
    {"small_tensors", &Architecture::smallTensors},
    {"matrix_scale", &Architecture::matrixScale},
};

constexpr std::string_view kOtherKeys[] = {"type",    "attention_blocks", "mlp_blocks",   "norm",        "latent",
                                           "experts", "linear",           "cache_blocks", "quantization"};

const std::vector<std::string_view>& knownKeys()
{
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> all(std::begin(kOtherKeys), std::end(kOtherKeys));
        for (const IntegerMember& entry : kIntegers)
            all.push_back(entry.key);
        for (const FlagMember& entry : kFlags)
            all.push_back(entry.key);
        for (const NumberMember& entry : kNumbers)
            all.push_back(entry.key);
        return all;
    }();
    return keys;
}

std::optional<int> readInteger(const json::Reader& object, std::string_view key, int lowest = 0)
{
    const auto value = object.optionalInteger(key, lowest, kMost);
    return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}

int requireInteger(const json::Reader& object, std::string_view key)
{
    return static_cast<int>(object.child(key).integer(0, kMost).value_or(0));
}

LatentAttention readLatent(const json::Reader& object)
{
    LatentAttention latent;
    if (!object.requireObject())
        return latent;
    object.allowKeys({"query_rank", "cache_rank", "no_position_width", "rotary_width", "value_width"});
    latent.queryRank = readInteger(object, "query_rank").value_or(0);
    latent.cacheRank = requireInteger(object, "cache_rank");
    latent.noPositionWidth = requireInteger(object, "no_position_width");
    latent.rotaryWidth = requireInteger(object, "rotary_width");
    latent.valueWidth = requireInteger(object, "value_width");
    return latent;
}

void writeLatent(json::Writer& writer, const LatentAttention& latent)
{
    writer.key("latent").beginObject();
    if (latent.queryRank > 0)
        writer.member("query_rank", latent.queryRank);
    writer.member("cache_rank", latent.cacheRank).member("no_position_width", latent.noPositionWidth);
    writer.member("rotary_width", latent.rotaryWidth).member("value_width", latent.valueWidth).endObject();
}

Experts readExperts(const json::Reader& object)
{
    Experts experts;
    if (!object.requireObject())
        return experts;
    object.allowKeys({"count", "per_token", "width", "latent_width", "shared_width", "blocks", "shared_gate", "bias"});
    experts.count = requireInteger(object, "count");
    experts.perToken = requireInteger(object, "per_token");
    experts.width = requireInteger(object, "width");
    experts.latentWidth = readInteger(object, "latent_width").value_or(0);
    experts.sharedWidth = readInteger(object, "shared_width").value_or(0);
    experts.blocks = requireInteger(object, "blocks");
    experts.sharedGate = object.optionalBoolean("shared_gate").value_or(false);
    experts.bias = object.optionalBoolean("bias").value_or(false);
    if (experts.perToken > experts.count)
        object.fail("at most \"count\" experts per token");
    return experts;
}

void writeExperts(json::Writer& writer, const Experts& experts)
{
    writer.key("experts").beginObject().member("count", experts.count).member("per_token", experts.perToken).member("width", experts.width);
    if (experts.sharedWidth > 0)
        writer.member("shared_width", experts.sharedWidth);
    writer.member("blocks", experts.blocks);
    if (experts.sharedGate)
        writer.member("shared_gate", true);
    if (experts.bias)
        writer.member("bias", true);
    writer.endObject();
}

LinearBlocks readLinear(const json::Reader& object)
{
    LinearBlocks linear;
    if (!object.requireObject())
        return linear;
    object.allowKeys({"blocks", "parameters_per_block", "state_elements"});
    linear.count = requireInteger(object, "blocks");
    linear.parametersPerBlock = object.child("parameters_per_block").number(0, kMostElements).value_or(0);
    linear.stateElements = object.optionalNumber("state_elements", 0, kMostElements).value_or(0);
    return linear;
}

void writeLinear(json::Writer& writer, const LinearBlocks& linear)
{
    writer.key("linear").beginObject().member("blocks", linear.count).member("parameters_per_block", linear.parametersPerBlock);
    if (linear.stateElements > 0)
        writer.member("state_elements", linear.stateElements);
    writer.endObject();
}

// [{"blocks": 52, "elements": 4096, "window": 1024}, {"blocks": 10, "elements": 4096}]: runs of equal blocks.
std::vector<CacheBlock> readCacheBlocks(const json::Reader& list)
{
    constexpr int kMostBlocks = 10'000;
    std::vector<CacheBlock> blocks;
    if (!list.requireArray())
        return blocks;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const json::Reader run = list.at(i);
        if (!run.requireObject())
            continue;
        run.allowKeys({"blocks", "elements", "window"});
        const auto count = run.child("blocks").integer(1, kMostBlocks).value_or(0);
        const CacheBlock block{run.child("elements").number(0, kMostElements).value_or(0), readInteger(run, "window").value_or(0)};
        blocks.insert(blocks.end(), static_cast<std::size_t>(count), block);
    }
    return blocks;
}

void writeCacheBlocks(json::Writer& writer, const std::vector<CacheBlock>& blocks)
{
    writer.key("cache_blocks").beginArray();
    for (auto run = blocks.begin(); run != blocks.end();) {
        const auto end = std::find_if(run, blocks.end(), [&](const CacheBlock& block) { return !(block == *run); });
        writer.beginObject().member("blocks", static_cast<int>(end - run)).member("elements", run->elements);
        if (run->window > 0)
            writer.member("window", run->window);
        writer.endObject();
        run = end;
    }
    writer.endArray();
}

void writeQuantization(json::Writer& writer, const CheckpointQuantization& quantization)
{
    writer.key("quantization").beginObject();
    if (!quantization.format.empty())
        writer.member("format", quantization.format);
    if (quantization.groupSize > 0)
        writer.member("group_size", quantization.groupSize);
    if (quantization.blockScaled)
        writer.member("block_scaled", true);
    if (quantization.mlpOnly)
        writer.member("mlp_only", true);
    if (quantization.kvFormat)
        writer.member("kv_format", *quantization.kvFormat);
    writer.endObject();
}

void readMembers(const json::Reader& object, Architecture& a)
{
    for (const IntegerMember& entry : kIntegers) {
        if (const auto value = readInteger(object, entry.key))
            a.*entry.member = *value;
    }
    for (const FlagMember& entry : kFlags) {
        if (const auto value = object.optionalBoolean(entry.key))
            a.*entry.member = *value;
    }
    for (const NumberMember& entry : kNumbers) {
        if (const auto value = object.optionalNumber(entry.key, -kMostElements, kMostElements))
            a.*entry.member = *value;
    }
}

void writeMembers(json::Writer& writer, const Architecture& a)
{
    static const Architecture defaults;
    for (const IntegerMember& entry : kIntegers) {
        if (a.*entry.member != defaults.*entry.member)
            writer.member(entry.key, a.*entry.member);
    }
    for (const FlagMember& entry : kFlags) {
        if (a.*entry.member != defaults.*entry.member)
            writer.member(entry.key, a.*entry.member);
    }
    for (const NumberMember& entry : kNumbers) {
        if (a.*entry.member != defaults.*entry.member)
            writer.member(entry.key, a.*entry.member);
    }
}

} // namespace

CheckpointQuantization readQuantization(const json::Reader& object)
{
    CheckpointQuantization quantization;
    if (!object.requireObject())
        return quantization;
    object.allowKeys({"format", "group_size", "block_scaled", "mlp_only", "kv_format"});
    if (const auto format = object.optionalString("format"))
        quantization.format = *format;
    quantization.groupSize = readInteger(object, "group_size").value_or(0);
    quantization.blockScaled = object.optionalBoolean("block_scaled").value_or(false);
    quantization.mlpOnly = object.optionalBoolean("mlp_only").value_or(false);
    if (const auto format = object.optionalString("kv_format"))
        quantization.kvFormat = std::string(*format);
    return quantization;
}

std::optional<Architecture> readArchitecture(const json::Reader& object)
{
    const std::size_t before = object.problems().list.size();
    if (!object.requireObject())
        return std::nullopt;
    object.allowKeys(std::span<const std::string_view>(knownKeys()));
    Architecture a;
    if (const auto type = object.child("type").string())
        a.family = *type;
    for (const std::string_view key : {"blocks", "hidden", "vocabulary"})
        object.child(key).integer(1, kMost);
    readMembers(object, a);
    constexpr double kWidest = 1e9; // of all heads together: widths are ints
    if (static_cast<double>(std::max(a.queryHeads, a.kvHeads)) * a.headWidth > kWidest)
        object.fail("heads of at most 1e9 units together");
    a.attentionBlocks = readInteger(object, "attention_blocks").value_or(a.blocks);
    a.mlpBlocks = readInteger(object, "mlp_blocks");
    if (object.has("norm"))
        a.norm = object.child("norm").oneOf({"rms", "layer"}) == "layer" ? Norm::Layer : Norm::Rms;
    if (object.has("latent"))
        a.latent = readLatent(object.child("latent"));
    if (object.has("experts"))
        a.experts = readExperts(object.child("experts"));
    if (object.has("linear"))
        a.linear = readLinear(object.child("linear"));
    if (object.has("cache_blocks"))
        a.cacheBlocks = readCacheBlocks(object.child("cache_blocks"));
    if (object.has("quantization"))
        a.quantization = readQuantization(object.child("quantization"));
    if (object.problems().list.size() != before)
        return std::nullopt;
    deriveSums(a);
    return a;
}

void writeArchitecture(json::Writer& writer, const Architecture& a)
{
    writer.beginObject().member("type", a.family);
    writeMembers(writer, a);
    if (a.attentionBlocks != a.blocks)
        writer.member("attention_blocks", a.attentionBlocks);
    if (a.mlpBlocks)
        writer.member("mlp_blocks", *a.mlpBlocks);
    if (a.norm == Norm::Layer)
        writer.member("norm", "layer");
    if (a.latent)
        writeLatent(writer, *a.latent);
    if (a.experts)
        writeExperts(writer, *a.experts);
    if (a.linear)
        writeLinear(writer, *a.linear);
    if (!a.cacheBlocks.empty())
        writeCacheBlocks(writer, a.cacheBlocks);
    if (!(a.quantization == CheckpointQuantization()))
        writeQuantization(writer, a.quantization);
    writer.endObject();
}

} // namespace cardfit
