#pragma once

#include "core/base/basis.h"
#include "core/base/units.h"
#include "core/catalog/fact.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// "0.11.2" -> {0, 11, 2}; parts that are absent count as 0. Only digits matter.
struct Version {
    std::array<int, 3> parts{};
    static Version parse(std::string_view text);
    friend auto operator<=>(const Version&, const Version&) = default;
};

// A profile holds for from <= version < below.
struct VersionRange {
    std::string from, below; // as written in the data; below empty: open
    Version lowest, limit;
    bool holds(Version version) const { return lowest <= version && version < limit; }
};

// How an inference engine allocates. plan/memory/README.md 5 (generate), 6 (pool, free fraction), 7 (the others).
enum class InferenceKind { Generate, Pool, FreeFraction, Sessions, Preallocated, AutoAwq, GptFast, Ggml };

// What an engine leaves free of the card when nobody says how much it may take, in MiB: a sum over its own defaults
// (SGLang 0.5). All zero: the engine has a fixed share instead.
struct ReserveRule {
    double fixedMib = 0, perBatchedTokenMib = 0, perGraphSequenceMib = 0, perRankMib = 0;
    double leastOnLargeMib = 0; // never less on cards of largeCardGib and more
    int wideRanks = 4;          // ranks from which the wide graphs of BatchDefaults are captured
    bool empty() const { return fixedMib <= 0; }
};

// Tokens of a step and sequences of the largest CUDA graph that an engine starts with on a card below this size.
struct BatchDefaults {
    double belowGib = 0;
    int tokens = 0, graphSequences = 0, graphSequencesWide = 0; // wide: ReserveRule::wideRanks and more
};

// Memory constants of one engine and version range when it serves: data/engines/*.json.
struct InferenceMemoryProfile {
    InferenceKind kind = InferenceKind::Generate;
    // generate
    double cacheCopies = 1; // factor on the cache at the end of decoding; 0: 1 + 1/L
    bool rotaryCachePerBlock = false, allPositionLogits = false, quantizesWhileLoading = false, untiesHead = false;
    double int8CacheScaleBytes = 0; // per element divided by head width (remote-code int8 cache): 4
    // pool
    double bytesPerSampledLogit = 0;                           // a
    int maxSequences = 256, maxBatchedTokens = 2048;           // on cards that the engine calls large
    int maxSequencesSmall = 256, maxBatchedTokensSmall = 2048; // on all others
    double largeCardGib = 70;                                  // a card is large from here on ...
    std::vector<std::string> neverLargePrefixes;               // ... unless its id starts so ("a100", "a800")
    std::array<double, 4> nonTorchGib{};                       // for 1, 2, up to 4, more ranks
    double nonTorchPipelineGib = 0;                            // with pipeline stages; 0: by ranks
    double nonTorchWithoutPeerGib = 0; // added to the single-card figure where cards have no peer buffers; 0: rule off
    bool chunkedPrefill = true;
    int unchunkedContextLimit = 32768;       // without it a prompt passes in one step, up to this context
    bool chunkedNeedsFlashAttention = false; // cards without FlashAttention 2 run the older engine, which has no chunked prefill
    double baseGib = 0;
    bool expertWorkspace = false, cacheGroups = false;
    bool windowedCache = false; // windowed blocks keep their window only (pool, ggml)
    bool graphsOutsidePool = true;
    double graphsBaseGib = 0.30, graphsPerBlockGib = 0.018, graphsExpertsGib = 0.4;
    int expertWidthMultiple = 0; // mxfp4 expert widths are padded to a multiple of this (vLLM: 256)
    double utilization = 0.9;    // default share of the card (pool, free fraction)
    bool shareOfFree = false;    // the share is of what is free once the process runs; activations and graphs live beside it (SGLang)
    std::array<double, 5> utilizationByRanks{}; // for 1, 2, up to 4, up to 8, more ranks; zeros: `utilization`
    ReserveRule reserve;
    std::vector<BatchDefaults> batchByMemory; // ascending; empty: the pairs above
    // sessions, preallocated, ggml
    double bytesPerSequence = 0, fixedBytes = 0;
    int microBatchTokens = 512;
    bool allocator2023 = false;
    double splitBufferFactor = 1.14; // compute buffer per card when split
    double contextGib = 0.5;         // CUDA context outside the engine's own figures (ggml: 0.4)
    int cacheBlockTokens = 16;
    bool usesPaddedHead6Bit = false; // exllama: 6-bit head, embedding on the host
};

// Share of the card that the engine takes unasked, 0 to 1, on a card whose driver reports `memory`. Source: the engine's
// own rule (utilization, utilization_by_ranks, reserve_mib of its profile).
double defaultShare(const InferenceMemoryProfile& profile, Bytes memory, int ranks);
// The engine's defaults for a card of this size; empty: the profile's pairs for large and small cards hold.
const BatchDefaults* batchDefaults(const InferenceMemoryProfile& profile, Bytes memory);

enum class StateRow { HuggingFace, DeepSpeed, Bf16True, Bf16Mixed, Fp32, Megatron, MegatronPrecisionAware };
enum class LossPath { Plain, InPlace, Compiled, Chunked, FusedLinear, Cut };
enum class Checkpointing { None, Selective, Full, Offload };

// Bytes per parameter of one row of the state table (plan/memory/README.md 8).
struct StateBytes {
    double weights = 2, gradients = 2, moments = 4, master = 0, stepTemporary = 2;
};
// Bytes per token of one loss path: perVocabulary*V + perHidden*h (plan/memory/README.md 10).
struct LossBytes {
    double perVocabulary = 14, perHidden = 6;
};

// Memory constants of one engine and version range when it trains: data/engines/*.json.
struct TrainingMemoryProfile {
    double normBytes = 4; // nb / h
    bool loraDropout = true;
    bool fusedKernels = false;
    LossPath loss = LossPath::Plain;
    double lossHiddenBytes = -1; // h-term of the chunked loss where it differs; < 0: the path's own
    double adapterBytes = 4;     // b
    StateRow states = StateRow::HuggingFace;
    double fragmentation = 0.4;    // phi
    double communicatorGib = 1.45; // from 2 cards on
    double staticBytes = 17e6;
    int gatheredBlocks = 1; // G
    bool gathersAllFrozen = false;
    int gatheredBlocksFull = 0, gatheredRootsFull = 0; // full fine-tuning; 0: G and one root
    enum class PeftExtra { No, Yes, SixteenBitOnly } peftExtra = PeftExtra::Yes;
    int fsdpVersion = 1;
    bool shardsByDefault = false; // FSDP without asking on more than one card
    bool separateRoot = false;
    double stepFactor = 1;
    bool packing = true;
    std::vector<std::string> loraTargets; // empty: all linear
    Checkpointing checkpointing = Checkpointing::Full;
    double selectiveFactor = 1.0; // with torch.compile
    double rotaryCopy = 0;        // h per block and token
    bool quantizedExpertsReplicated = false, keepsQuantizedInputs = false, untiesHead = false;
    bool megatron = false;
    double reservedFactor = 1.08; // Megatron: reserved / allocated
};

// Speed constants of one engine and version range when it serves: data/speed/serving-engines.json.
struct ServingSpeedProfile {
    std::string id;                        // "vllm1"
    Seconds perBlock, perStep, perRequest; // T_layer, T_step, T_req
    double gemmFactor = 1;                 // G
    std::string kernelFamily;              // "vllm", "sgl", "trt"
    bool stopsDecoding = false, eager = false, overlapsHost = false, oldScheduler = false;
    bool tensorParallel = true; // engines without it split by pipeline
    bool strongEvidence = false;
    bool reservesWholeRequest = false, eightBitCacheFromCheckpoint = false;
    int maxSequences = 256, maxBatchedTokens = 8192;           // large cards
    int maxSequencesSmall = 256, maxBatchedTokensSmall = 8192; // others
};

struct TrainingSpeedProfile {
    std::string factor = "hf", factorCompiled, factorEager; // names of rows in the training constants
    Checkpointing checkpointing = Checkpointing::Full;
    bool compiledByDefault = false;
    bool shardsByDefault = false;
    double expertFactor = 1, expertHostFactor = 1; // of this version, on products of experts and on their host time
};

// One engine and version range of data/engines/*.json. An engine may serve, train, or both.
struct EngineProfile {
    std::string engine; // canonical id, "vllm"
    std::string label;  // "vLLM"
    VersionRange versions;
    std::string newestVersion; // what "auto" resolves to inside this range, "0.19"
    std::optional<InferenceMemoryProfile> inference;
    std::optional<TrainingMemoryProfile> training;
    std::optional<ServingSpeedProfile> serving;
    std::optional<TrainingSpeedProfile> trainingSpeed;
    Basis basis = Basis::Assumed;
    std::vector<std::string> assumed; // keys of figures that rest on fewer than two sources
    bool extrapolated = false;        // of versions that nobody measured: `auto` passes it by, intervals widen
    std::vector<Fact> facts;
};

} // namespace cardfit
