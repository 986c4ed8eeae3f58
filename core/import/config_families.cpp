#include "core/import/config_families.h"

#include "core/import/config_special.h"

#include <algorithm>
#include <iterator>

namespace cardfit::import {

namespace {

constexpr std::uint64_t kGptStyle = kPlainMlp | kLayerNorm | kQkvBias | kOutputBias | kMlpBias;

// Sorted by type.
constexpr Family kFamilies[] = {
    {"albert", kEncoder},
    {"apertus", kPlainMlp | kHeadNormIfSaid},
    {"baichuan", kFusedQkv | kNeverTied | kLossIn16Bit},
    {"bailing_moe", 0, shapeBailing},
    {"bart", kEncoder},
    {"bert", kEncoder},
    {"blip_2_qformer", kEncoder},
    {"bloom", kGptStyle | kFusedQkv | kAlibi | kAlwaysTied, shapeBloom},
    {"chatglm", kFusedQkv | kLastLogitsOnly, shapeChatGlm},
    {"clip", kEncoder},
    {"clip_text_model", kEncoder},
    {"clip_vision_model", kEncoder},
    {"codegen", kPlainMlp | kLayerNorm | kOneNorm | kMlpBias | kNeverTied | kHeadBias},
    {"cohere", kLayerNorm | kNormWithoutBias | kOneNorm | kTiedByDefault | kWideHeadNormIfSaid},
    {"cohere2", kLayerNorm | kNormWithoutBias | kOneNorm | kTiedByDefault | kWideHeadNormIfSaid},
    {"dbrx", kLayerNorm | kNormWithoutBias | kFusedQkv | kNeverTied, shapeDbrx},
    {"deberta", kEncoder},
    {"deberta-v2", kEncoder},
    {"deepseek_ref", kUnknownAttention},
    {"deepseek_v3", kRouterCorrection},
    {"deepseek_v32", kRouterCorrection, shapeIndexer},
    {"deepseek_v4", kUnknownAttention},
    {"dinov2", kEncoder},
    {"distilbert", kEncoder},
    {"dream", kQkvBias | kNoOutputBias},
    {"electra", kEncoder},
    {"ernie4_5_moe", kRouterCorrection},
    {"exaone4", kHeadNorm},
    {"falcon", kPlainMlp | kLayerNorm | kFusedQkv | kTiedByDefault, shapeFalcon},
    {"falcon_h1", 0, shapeFalconH1},
    {"falcon_mamba", kNeverTied, shapeMamba},
    {"gemma", kTiedByDefault},
    {"gemma2", kTiedByDefault | kFourNorms},
    {"gemma3_text", kTiedByDefault | kFourNorms | kHeadNorm},
    {"gemma4_text", kAlwaysTied | kFourNorms | kHeadNorm, shapeGemma4},
    {"glm", kNoOutputBias},
    {"glm4", kFourNorms | kNoOutputBias},
    {"glm4_moe", kNoOutputBias | kHeadNormIfSaid | kRouterCorrection},
    {"glm4_moe_lite", kRouterCorrection},
    {"glm4v_moe_text", kNoOutputBias | kHeadNormIfSaid | kRouterCorrection},
    {"glm_moe_dsa", kRouterCorrection, shapeIndexer},
    {"gpt2", kGptStyle | kFusedQkv | kLearnedPositions | kAlwaysTied},
    {"gpt_bigcode", kGptStyle | kFusedQkv | kLearnedPositions | kAlwaysTied},
    {"gpt_neo", kGptStyle | kLearnedPositions | kTiedByDefault},
    {"gpt_neox", kPlainMlp | kLayerNorm | kFusedQkv | kMlpBias, shapeNeox},
    {"gpt_oss", kQkvBias | kOutputBias | kExpertBias | kRouterCorrection | kExpertsOfMlpWidth | kNeverTied, shapeGptOss},
    {"gptj", kPlainMlp | kLayerNorm | kOneNorm | kMlpBias | kNeverTied | kHeadBias},
    {"granitemoehybrid", 0, shapeGraniteHybrid},
    {"hunyuan", kHeadNormIfSaid, shapeHunyuan},
    {"hunyuan_v1_dense", kHeadNorm},
    {"internlm", 0, shapeInternLm},
    {"internlm2", kFusedQkv},
    {"jamba", 0, shapeJamba},
    {"kimi_k2", kRouterCorrection},
    {"kimi_linear", kUnknownAttention},
    {"laguna", kHeadNorm | kRouterCorrection, shapeLaguna},
    {"lfm2", kAlwaysTied | kHeadNorm, shapeLfm2},
    {"llama", kDense},
    {"llama4_text", kExpertsOfMlpWidth | kNeverTied, shapeLlama4},
    {"llava", kDense},
    {"longformer", kEncoder},
    {"mamba", kTiedByDefault, shapeMamba},
    {"mamba2", 0, shapeMamba2},
    {"marian", kEncoder},
    {"mbart", kEncoder},
    {"mimo", kQkvBias | kNoOutputBias},
    {"mimo_v2_flash", kNeverTied | kRouterCorrection, shapeMimoV2},
    {"minicpm", kTiedByDefault},
    {"minicpm3", kTiedByDefault},
    {"minicpmo", kQkvBias | kNoOutputBias},
    {"minicpmv", kQkvBias | kNoOutputBias},
    {"minimax", kNeverTied | kExpertsOfMlpWidth, shapeMiniMax1},
    {"minimax_m1", kNeverTied | kExpertsOfMlpWidth, shapeMiniMax1},
    {"minimax_m2", kWideHeadNormIfSaid | kRouterCorrection | kExpertsOfMlpWidth},
    {"minimax_m3", kUnknownAttention},
    {"minimax_m3_vl", kUnknownAttention},
    {"minimax_text_01", kNeverTied | kExpertsOfMlpWidth, shapeMiniMax1},
    {"mistral", kDense | kAllWindowed},
    {"mixtral", kExpertsOfMlpWidth | kAllWindowed},
    {"mllama_text_model", kNeverTied | kDense, shapeMllama},
    {"molmo", kHalfMlpWidth | kNoOutputBias},
    {"mpt", kPlainMlp | kLayerNorm | kFusedQkv | kAlwaysTied, shapeMpt},
    {"mt5", kEncoder},
    {"nemotron", kPlainMlp | kLayerNorm},
    {"nemotron-nas", kNeverTied | kDense, shapeNemotronNas},
    {"nemotron_3", kPlainMlp | kOneNorm | kRouterCorrection, shapeNemotronH},
    {"nemotron_h", kPlainMlp | kOneNorm | kRouterCorrection, shapeNemotronH},
    {"nomic_bert", kEncoder},
    {"olmo", kLayerNorm | kNormWithoutWeight},
    {"olmo2", kWideHeadNorm},
    {"olmo3", kWideHeadNorm},
    {"olmoe", kWideHeadNorm | kExpertsOfMlpWidth},
    {"opt", kGptStyle | kLearnedPositions | kAlwaysTied, shapeOpt},
    {"orion", kLayerNorm},
    {"pegasus", kEncoder},
    {"persimmon", kGptStyle | kFusedQkv},
    {"phi", kGptStyle | kOneNorm | kNeverTied | kHeadBias},
    {"phi-msft", kGptStyle | kFusedQkv | kOneNorm | kNeverTied | kHeadBias},
    {"phi3", kFusedQkv | kAllWindowed},
    {"phi3_v", kFusedQkv},
    {"phi3small", kLayerNorm | kFusedQkv | kQkvBias | kOutputBias | kMlpBias | kAlwaysTied, shapePhi3Small},
    {"phi4mm", kFusedQkv | kTiedByDefault},
    {"phimoe", kLayerNorm | kExpertsOfMlpWidth, shapePhiMoe},
    {"qwen", kFusedQkv | kQkvBias | kHalfMlpWidth | kNeverTied | kLossIn16Bit},
    {"qwen2", kQkvBias | kNoOutputBias | kDense},
    {"qwen2_5_omni_text", kQkvBias | kNoOutputBias},
    {"qwen2_5_vl", kQkvBias | kNoOutputBias},
    {"qwen2_5_vl_text", kQkvBias | kNoOutputBias},
    {"qwen2_moe", kQkvBias | kNoOutputBias},
    {"qwen2_vl", kQkvBias | kNoOutputBias},
    {"qwen2_vl_text", kQkvBias | kNoOutputBias},
    {"qwen3", kHeadNorm | kDense},
    {"qwen3_5", kHeadNorm | kDoubleQuery, shapeQwen3Next},
    {"qwen3_5_moe", kHeadNorm | kDoubleQuery, shapeQwen3Next},
    {"qwen3_5_moe_text", kHeadNorm | kDoubleQuery, shapeQwen3Next},
    {"qwen3_5_text", kHeadNorm | kDoubleQuery, shapeQwen3Next},
    {"qwen3_asr_text", kHeadNorm},
    {"qwen3_moe", kHeadNorm},
    {"qwen3_next", kHeadNorm | kDoubleQuery, shapeQwen3Next},
    {"qwen3_omni_moe_text", kHeadNorm},
    {"qwen3_vl_moe_text", kHeadNorm},
    {"qwen3_vl_text", kHeadNorm},
    {"roberta", kEncoder},
    {"rwkv5", kLayerNorm | kPlainMlp | kNeverTied, shapeRwkv},
    {"rwkv6", kLayerNorm | kPlainMlp | kNeverTied, shapeRwkv},
    {"seed_oss", kNoOutputBias, shapeSeedOss},
    {"siglip", kEncoder},
    {"siglip_vision_model", kEncoder},
    {"speech_to_text", kEncoder},
    {"stablelm", kLayerNorm | kNoOutputBias},
    {"stablelm_epoch", kLayerNorm | kNoOutputBias},
    {"starcoder2", kPlainMlp | kLayerNorm | kTiedByDefault | kAllWindowed, shapeStarCoder2},
    {"step3p5", kNeverTied | kHeadNorm | kRouterCorrection, shapeStep3},
    {"step3p7", kNeverTied | kHeadNorm | kRouterCorrection, shapeStep3},
    {"t5", kEncoder},
    {"umt5", kEncoder},
    {"vit", kEncoder},
    {"wav2vec2", kEncoder},
    {"whisper", kEncoder},
    {"xlm-roberta", kEncoder},
};

// Class defaults in Transformers, where real files leave the key out.
constexpr ClassDefaults kDefaults[] = {
    {"deepseek", 102400, 0, 0, 0, 0, 0, 0, 0},
    {"deepseek_v2", 0, 0, 0, 30, 0, 0, 0, 0},
    {"gemma", 0, 0, 0, 0, 0, 0, 256, 0},
    {"gemma2", 0, 0, 0, 0, 0, 0, 256, 0},
    {"gemma3_text", 262208, 2304, 9216, 26, 8, 4, 256, 4096},
    {"internlm2", 103168, 0, 0, 0, 0, 0, 0, 0},
    {"llama", 32000, 4096, 11008, 32, 32, 0, 0, 0},
    {"mistral", 32000, 0, 0, 0, 0, 8, 0, 0},
    {"mixtral", 0, 0, 0, 0, 0, 8, 0, 0},
    {"qwen2", 151936, 0, 0, 0, 0, 0, 0, 0},
    {"qwen2/nested", 151936, 4096, 22016, 32, 32, 32, 0, 0},
    {"qwen3_5_text", 0, 0, 0, 0, 0, 0, 256, 0},
    {"qwen3_next", 0, 0, 0, 0, 0, 0, 256, 0},
};

template <class Row, std::size_t size>
constexpr bool isSorted(const Row (&rows)[size])
{
    for (std::size_t i = 1; i < size; ++i) {
        if (!(rows[i - 1].type < rows[i].type))
            return false;
    }
    return true;
}
static_assert(isSorted(kFamilies) && isSorted(kDefaults));

template <class Row, std::size_t size>
const Row* find(const Row (&rows)[size], std::string_view type)
{
    const Row* at =
        std::lower_bound(std::begin(rows), std::end(rows), type, [](const Row& row, std::string_view wanted) { return row.type < wanted; });
    return at != std::end(rows) && at->type == type ? at : nullptr;
}

} // namespace

const Family& familyOf(std::string_view type)
{
    static constexpr Family standard{"", kHeadNormIfSaid, nullptr};
    if (type == "RefinedWebModel" || type == "RefinedWeb")
        type = "falcon"; // its name in files of early 2023
    if (type == "gemma3")
        type = "gemma3_text";
    if (type == "gemma4")
        type = "gemma4_text";
    if (type == "llama4")
        type = "llama4_text";
    const Family* family = find(kFamilies, type);
    return family ? *family : standard;
}

const ClassDefaults& defaultsOf(std::string_view type)
{
    static constexpr ClassDefaults none{};
    const ClassDefaults* defaults = find(kDefaults, type);
    return defaults ? *defaults : none;
}

} // namespace cardfit::import
