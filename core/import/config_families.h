#pragma once

#include <cstdint>
#include <string_view>

namespace cardfit::import {

// How a model type differs from the standard decoder (RMSNorm before attention and MLP, gated MLP, rotary positions, no
// biases, head of its own). Sources: the model classes of Hugging Face Transformers and the models' remote code.
enum Trait : std::uint64_t {
    kPlainMlp = 1u << 0,          // two matrices
    kLayerNorm = 1u << 1,         // mean and variance, with a bias ...
    kNormWithoutBias = 1u << 2,   // ... or without
    kNormWithoutWeight = 1u << 3, // OLMo 1
    kOneNorm = 1u << 4,           // attention and MLP side by side behind one norm
    kFourNorms = 1u << 5,         // before and after both
    kFusedQkv = 1u << 6,          // one matrix makes queries, keys and values
    kQkvBias = 1u << 7,           // whatever attention_bias says
    kOutputBias = 1u << 8,        //
    kMlpBias = 1u << 9,           //
    kNoOutputBias = 1u << 10,     // attention_bias covers queries, keys and values only
    kHeadNorm = 1u << 11,         // norm of each query and key head
    kWideHeadNorm = 1u << 12,     // norm over all heads at once
    kHeadNormIfSaid = 1u << 13,   // per head, when use_qk_norm or qk_norm is true
    kWideHeadNormIfSaid = 1u << 14,
    kTiedByDefault = 1u << 15, // where tie_word_embeddings is not in the file
    kAlwaysTied = 1u << 16,
    kNeverTied = 1u << 17,
    kLearnedPositions = 1u << 18,
    kAlibi = 1u << 19,
    kHeadBias = 1u << 20,
    kRouterCorrection = 1u << 21, // one bias per routed expert
    kLossIn16Bit = 1u << 22,      // 2023 remote code: no fp32 copy of the logits
    kLastLogitsOnly = 1u << 23,
    kDense = 1u << 24,             // expert keys, if any, are left-overs
    kExpertsOfMlpWidth = 1u << 25, // intermediate_size is the expert's width
    kExpertBias = 1u << 26,
    kDoubleQuery = 1u << 27,       // an output gate sits in the query matrix
    kHalfMlpWidth = 1u << 28,      // intermediate_size counts gate and up together (Qwen, first series)
    kAllWindowed = 1u << 29,       // sliding_window holds in every block
    kEncoder = 1u << 30,           // no decoder with a KV cache of its own: refused
    kUnknownAttention = 1ull << 31 // attention that no equation here covers: refused
};

class ConfigDraft;

struct Family {
    std::string_view type;
    std::uint64_t traits = 0;
    void (*shape)(ConfigDraft&) = nullptr; // what the traits cannot say; nullptr for the standard decoder
};

// The family of a model_type; an unknown type is read as a standard decoder.
const Family& familyOf(std::string_view type);

// Sizes that the class of a type fills in when the file leaves them out; 0: none.
struct ClassDefaults {
    std::string_view type;
    int vocabulary = 0, hidden = 0, mlpWidth = 0, blocks = 0, queryHeads = 0, kvHeads = 0, headWidth = 0, slidingWindow = 0;
};
const ClassDefaults& defaultsOf(std::string_view type);

} // namespace cardfit::import
