#include "core/import/config_reader.h"

#include "core/import/config_draft.h"
#include "core/import/config_images.h"
#include "core/import/config_quantization.h"
#include "core/import/config_towers.h"

#include <string>

namespace cardfit::import {

namespace {

struct TextPart {
    json::Reader reader;
    bool nested = false;
};

// Where the language part stands: nested in files of vision models, at the top in others (and in old files of the same).
TextPart findTextPart(const json::Reader& config)
{
    for (const std::string_view key : {"text_config", "llm_config", "language_config", "language_model_config", "llm_cfg"}) {
        if (config.has(key) && config.child(key).isObject())
            return {config.child(key), true};
    }
    if (config.has("thinker_config") && config.child("thinker_config").isObject()) {
        const json::Reader thinker = config.child("thinker_config");
        if (thinker.has("text_config") && thinker.child("text_config").isObject())
            return {thinker.child("text_config"), true};
    }
    return {config, false};
}

std::string_view textOf(const json::Reader& object, std::string_view key)
{
    return object.has(key) && object.child(key).isString() ? object.child(key).string().value_or("") : "";
}

std::string_view firstArchitecture(const json::Reader& config)
{
    if (!config.has("architectures") || !config.child("architectures").isArray() || config.child("architectures").size() == 0)
        return {};
    const json::Reader first = config.child("architectures").at(0);
    return first.isString() ? first.string().value_or("") : "";
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view typeOf(const json::Reader& config, const TextPart& text)
{
    const std::string_view architecture = firstArchitecture(config);
    std::string_view type = textOf(text.reader, "model_type");
    if (type.empty())
        type = textOf(config, "model_type");
    if (type.empty() && contains(architecture, "QWen"))
        return "qwen";
    if (type.empty() && contains(architecture, "ChatGLM"))
        return "chatglm";
    if (type == "llama" && contains(architecture, "Mixtral"))
        return "mixtral";
    if (textOf(config, "model_type") == "gemma3")
        return "gemma3_text";
    return type;
}

bool refuses(const json::Reader& config, std::string_view type, const Family& family)
{
    if (family.traits & kEncoder) {
        config.fail("a decoder-only language model", "model_type " + std::string(type) + ", an encoder or encoder-decoder");
        return true;
    }
    if (family.traits & kUnknownAttention) {
        config.fail("an attention whose cache and weights are understood", "model_type " + std::string(type));
        return true;
    }
    if (config.has("_diffusers_version") || config.has("_class_name") || textOf(config, "is_encoder_decoder") == "true" ||
        (config.has("is_encoder_decoder") && config.child("is_encoder_decoder").isBoolean() &&
         config.optionalBoolean("is_encoder_decoder") == true)) {
        config.fail("a decoder-only language model", config.has("_class_name") ? "a part of a diffusion pipeline" : "an encoder-decoder");
        return true;
    }
    return false;
}

// Checkpoints of classifiers and embedders carry no head, or one row of it, whatever tie_word_embeddings says.
void dropHead(const json::Reader& config, Architecture& a)
{
    const std::string_view architecture = firstArchitecture(config);
    const bool classifier = contains(architecture, "ForSequenceClassification") || contains(architecture, "ForRewardModel");
    const bool bare =
        architecture == "MistralModel" || architecture == "Qwen3Model" || architecture == "LlamaModel" || architecture == "PhiModel";
    if ((!classifier && !bare) || a.tiedEmbeddings)
        return;
    a.tiedEmbeddings = true;
    if (classifier)
        a.smallTensors += a.hidden;
    if (familyOf(a.family).traits & kHeadBias)
        a.smallTensors -= a.vocabulary;
}

Architecture assemble(ConfigDraft& draft)
{
    readShape(draft);
    readLatentAttention(draft);
    readExperts(draft);
    if (draft.family.shape)
        draft.family.shape(draft);
    Architecture& a = draft.a;
    if (draft.is(kRouterCorrection) && a.experts)
        a.smallTensors += static_cast<double>(a.experts->blocks) * a.experts->count;
    readWindows(draft);
    draft.finish();
    if (a.multiTokenPrediction == 0)
        readPrediction(draft);
    return std::move(a);
}

} // namespace

std::optional<Architecture> readArchitectureConfig(const json::Reader& config)
{
    const std::size_t before = config.problems().list.size();
    if (!config.requireObject())
        return std::nullopt;
    const TextPart text = findTextPart(config);
    const std::string_view type = typeOf(config, text);
    if (refuses(config, type, familyOf(type)))
        return std::nullopt;
    ConfigDraft draft(text.reader, type, text.nested);
    if (text.nested && config.has("tie_word_embeddings"))
        draft.outerTied = config.optionalBoolean("tie_word_embeddings");
    Architecture a = assemble(draft);
    if (config.problems().list.size() != before)
        return std::nullopt;
    dropHead(config, a);
    a.extra16 += countTowers(config, textOf(config, "model_type"), a.hidden);
    const ImageInput image = readImageInput(config, textOf(config, "model_type"));
    a.imageTokens = image.tokens;
    a.imagePatches = image.patches;
    a.quantization = readCheckpointQuantization(config, text.reader, a.blocks);
    if (config.problems().list.size() != before)
        return std::nullopt;
    deriveSums(a);
    return a;
}

} // namespace cardfit::import
