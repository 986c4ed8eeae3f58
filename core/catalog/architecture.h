#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cardfit {

enum class Norm { Rms, Layer };

// Multi-head latent attention (DeepSeek-V2 on). Source of the widths: config.json keys of the same meaning.
struct LatentAttention {
    int queryRank = 0; // q_lora_rank; 0: one query matrix
    int cacheRank = 0; // kv_lora_rank
    int noPositionWidth = 0, rotaryWidth = 0, valueWidth = 0;
    friend bool operator==(const LatentAttention&, const LatentAttention&) = default;
};

struct Experts {
    int count = 0;       // routed experts per block
    int perToken = 0;    // chosen for each token
    int width = 0;       // of one expert
    int latentWidth = 0; // experts work on this width behind projections of the block (Nemotron-3 Super); 0: on the hidden width
    int sharedWidth = 0; // all shared experts together
    int blocks = 0;      // blocks with experts
    bool sharedGate = false, bias = false;
    friend bool operator==(const Experts&, const Experts&) = default;
};

// Blocks without a KV cache that grows: Mamba, gated delta net, short convolution.
struct LinearBlocks {
    int count = 0;
    double parametersPerBlock = 0;
    double stateElements = 0; // per sequence and block
    friend bool operator==(const LinearBlocks&, const LinearBlocks&) = default;
};

// Cache elements (K and V together) a token adds in one block, and how far back that block looks (0: everything).
struct CacheBlock {
    double elements = 0;
    int window = 0;
    friend bool operator==(const CacheBlock&, const CacheBlock&) = default;
};

// What a checkpoint says about its own quantization (quantization_config).
struct CheckpointQuantization {
    std::string format;                  // weight format id, "" = 16 bit
    int groupSize = 0;                   // 0: not said
    bool blockScaled = false;            // weight_block_size
    bool mlpOnly = false;                // attention left in 16 bit (fbgemm_fp8, or the ignore list names self_attn)
    std::optional<std::string> kvFormat; // a cache format the checkpoint carries scales for
    friend bool operator==(const CheckpointQuantization&, const CheckpointQuantization&) = default;
};

// The matrices that formats treat differently. Low-rank down projections of latent attention are replicated over
// tensor ranks; experts are spread over expert ranks.
enum class MatrixGroup { Attention, AttentionReplicated, Mlp, Experts, SharedExperts, Linear };
inline constexpr std::size_t kMatrixGroups = 6;

// Bytes of a checkpoint's tensors by class, as the headers of its files give them (core/import). Scales, zeros and index
// tables of a quantised matrix count with the matrix.
struct StoredWeights {
    std::array<double, kMatrixGroups> groups{};
    double embedding = 0, head = 0; // head is 0 when tied
    double rest = 0;                // norms, biases, routers
    double towers = 0;              // vision and audio towers, projectors
    double draft = 0;               // draft heads, not loaded by default
    double parameters = 0;          // weights behind all of it but the draft heads; 0: a packing that hides them
    double of(MatrixGroup group) const { return groups[static_cast<std::size_t>(group)]; }
    friend bool operator==(const StoredWeights&, const StoredWeights&) = default;
};

// Sums over all matrices of a group, enough for every format of weight_format.h.
struct MatrixSums {
    double weights = 0; // sum of in*out
    double outputs = 0; // sum of out
    double inputs = 0;  // sum of in
    double biases = 0;  // bias elements
};

// Matrices an adapter may sit on: sum of in+out over the model, without experts.
enum class AdapterTarget { Query, Key, Value, Output, Gate, Up, Down, Head };
inline constexpr std::size_t kAdapterTargets = 8;

// Everything the equations need to know of a model: read from a config.json (core/import), from data/models, or made
// by a family's shape rules. Symbols as in plan/memory/README.md 2.
struct Architecture {
    std::string family; // model_type of the text part: "qwen2", "llama", "generic"
    int blocks = 0;     // L
    int hidden = 0;     // h
    int queryHeads = 0, kvHeads = 0, headWidth = 0;
    int mlpWidth = 0;             // ff
    int vocabulary = 0;           // V: rows of the weight matrix
    int maxPositions = 4096;      // P_max
    int attentionBlocks = 0;      // A: blocks with a KV cache
    std::optional<int> mlpBlocks; // blocks with a dense MLP where a pattern says so (Nemotron-H); else deriveSums() decides
    bool tiedEmbeddings = false;
    bool gatedMlp = true; // 3 matrices, else 2
    bool qkvBias = false, outputBias = false, mlpBias = false;
    Norm norm = Norm::Rms;
    int normsPerBlock = 2;
    bool queryKeyNorm = false;
    bool fusedQkv = false;
    int queryMultiple = 1;    // 2: output gate inside the query matrix (Qwen3-Next)
    int learnedPositions = 0; // rows of a position table
    bool rotary = true;
    bool alibi = false;
    bool softCapsLogits = false;
    bool lastLogitsOnly = false; // ChatGLM computes the last position only
    bool lossIn16Bit = false;    // first-series Qwen and Baichuan remote code
    bool untiedByLitGpt = false;
    int slidingWindow = 0; // sliding_window of the config where it is in use
    int imageTokens = 0;   // what an image of 1024 x 1024 pixels becomes in the text part; 0: not known, or takes none
    int imagePatches = 0;  // and in the vision tower
    std::optional<LatentAttention> latent;
    double indexerBytesPerBlock = 0; // DeepSeek-V3.2: 132 bytes a token and block
    std::optional<Experts> experts;
    std::optional<LinearBlocks> linear;
    double extra16 = 0;                  // parameters never quantised: vision and audio towers, projectors
    double multiTokenPrediction = 0;     // parameters of draft heads, not loaded by default
    double smallTensors = 0;             // 16-bit tensors that no term lists: norms inside latent attention, sinks, router corrections
    double matrixScale = 1;              // blocks of unequal width: scales attention and MLP matrices to the exact total
    std::vector<CacheBlock> cacheBlocks; // only where blocks differ (windows, unequal heads); else empty
    CheckpointQuantization quantization;
    std::optional<StoredWeights> stored; // read from the files of a checkpoint
    double statedBytes = 0;              // total_size of an index whose shards are not there; 0: not stated

    // --- derived from the above by deriveSums(), in O(1) form so that a plan never loops over matrices ---
    std::array<MatrixSums, kMatrixGroups> sums;
    std::array<double, kAdapterTargets> adapterWidths{};        // sum of in+out, without experts
    std::array<double, kAdapterTargets> expertAdapterWidths{};  // the same over the experts' matrices
    double fusedQkvAdapterWidth = 0;                            // h + nq + 2nkv over the attention blocks
    int denseBlocks = 0;                                        // blocks with a dense MLP
    bool oneMixerPerBlock = false;                              // attention, state space, experts and MLP each in blocks of their own
    double largestMatrix = 0;                                   // weights of the largest block matrix
    double blockWeights = 0;                                    // N_lin: all block matrices
    double biasWeights = 0, normWeights = 0, routerWeights = 0; // normWeights holds smallTensors
    double embeddingWeights = 0, headWeights = 0;               // headWeights is 0 when tied
    double totalParameters = 0;                                 // N, without multiTokenPrediction
    double activeParameters = 0;                                // per token
    double cacheElements = 0;                                   // per token over all blocks, K and V together (latent: c + rope)
    double windowedShare = 0;                                   // share of cache elements under a window, and its mean window
    double meanWindow = 0;
    int windowedBlocks = 0, fullBlocks = 0; // of cacheBlocks

    int queryWidth() const { return queryHeads * headWidth; } // nq
    int kvWidth() const { return kvHeads * headWidth; }       // nkv
    const MatrixSums& of(MatrixGroup group) const { return sums[static_cast<std::size_t>(group)]; }
    MatrixSums& of(MatrixGroup group) { return sums[static_cast<std::size_t>(group)]; }
};

// Fills the derived part. Parameter counts: plan/memory/README.md 3.
void deriveSums(Architecture& architecture);

} // namespace cardfit
