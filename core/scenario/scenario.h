#pragma once

#include "core/base/money.h"
#include "core/catalog/card.h"
#include "core/catalog/engine.h"
#include "core/catalog/model.h"
#include "core/catalog/offer.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cardfit {

enum class Task { Inference, QLora, Lora, Full, Pretrain, Dpo };
std::string_view nameOf(Task task); // "inference", "qlora", ...
constexpr bool isTraining(Task task) { return task != Task::Inference; }
constexpr bool usesAdapters(Task task) { return task == Task::QLora || task == Task::Lora; }

// Which model. Exactly one of the ways of README.md 3; `custom` holds the architecture that an importer read
// (config, GGUF, safetensors), so that a plan never opens a file.
struct ModelChoice {
    std::string name = "Qwen/Qwen2.5-7B-Instruct"; // catalog id or alias; empty when given otherwise
    std::optional<double> parametersBillions;      // by size: the family's shape rules, or the generic dense transformer
    std::string family;                            // with parametersBillions
    std::shared_ptr<const Model> custom;           // read from a file or an inline config
    std::string customKey;                         // "config", "config_path", "gguf_path", "safetensors_path"
    std::string customSource;                      // the path, or the inline config's JSON text, to write it back
    friend bool operator==(const ModelChoice& a, const ModelChoice& b);
};

// A card of the catalog, or one given in the scenario (a slice, or a card the catalog does not hold).
struct CardChoice {
    std::string id = "a100-sxm-80gb";
    std::shared_ptr<const Card> custom;
    std::string customSource; // its JSON text
    friend bool operator==(const CardChoice& a, const CardChoice& b);
};

enum class Interconnect { Auto, Nvlink, Pcie, Infiniband, Ethernet, Xgmi };
std::string_view nameOf(Interconnect interconnect);

enum class Optimizer { AdamW, AdamW8bit, PagedAdamW, PagedAdamW8bit, AdamW4bit, Adafactor, Lion, Sgd, Muon };
std::string_view nameOf(Optimizer optimizer);
enum class MixedPrecision { Auto, Bf16True, Bf16Mixed, Fp16Mixed, Fp32 };
enum class AdapterType { Auto, Fp32, Bf16, Fp16 };
enum class Allocator { Auto, Default, Expandable };
enum class MomentsType { Auto, Fp32, Bf16 };
enum class Fp8Recipe { Auto, Tensorwise, Rowwise, Blockwise, Mx };
std::string_view nameOf(MixedPrecision value);
std::string_view nameOf(AdapterType value);
std::string_view nameOf(Allocator value);
std::string_view nameOf(MomentsType value);
std::string_view nameOf(Fp8Recipe value);
std::string_view nameOf(LossPath value);      // "plain", "in-place", "compiled", "chunked", "fused-linear", "cut"
std::string_view nameOf(Checkpointing value); // "none", "selective", "full", "offload"

// Adapter targets as a set of catalog/architecture.h AdapterTarget bits.
using TargetSet = unsigned;
constexpr TargetSet targetBit(AdapterTarget target) { return 1U << static_cast<unsigned>(target); }
inline constexpr TargetSet kAttentionTargets = 0b1111;    // q k v o
inline constexpr TargetSet kAllLinearTargets = 0b1111111; // and gate up down

struct LoraOptions {
    int rank = 64;
    std::optional<TargetSet> targets; // unset: the engine profile's own
    bool trainEmbeddings = false;
    AdapterType dtype = AdapterType::Auto;
    std::optional<double> dropout;
    std::optional<bool> experts;
    friend bool operator==(const LoraOptions&, const LoraOptions&) = default;
};

// README.md 4. nullopt = auto: the engine profile decides.
struct TrainingOptions {
    Optimizer optimizer = Optimizer::AdamW;
    bool optimizerInBackward = false;
    MixedPrecision mixedPrecision = MixedPrecision::Auto;
    std::optional<bool> masterWeights;
    std::optional<Checkpointing> checkpointing;
    bool flashAttention = true;
    std::optional<bool> fusedKernels;
    std::optional<LossPath> loss;
    std::optional<int> lossChunkTokens;
    std::optional<bool> packing;
    std::optional<int> longestSampleTokens, meanSampleTokens;
    Allocator allocator = Allocator::Auto;
    std::optional<bool> compile;
    std::optional<bool> optimizerFused;
    MomentsType momentsDtype = MomentsType::Auto;
    bool kbitUpcast = false, quantizeExperts = false, referenceModel = false, useCache = false;
    Fp8Recipe fp8Recipe = Fp8Recipe::Auto;
    bool fp8AllGather = false;
    LoraOptions lora;
    double datasetTokens = 1e8, epochs = 3;
    friend bool operator==(const TrainingOptions&, const TrainingOptions&) = default;
};

enum class Offload { None, Optimizer, Parameters };
std::string_view nameOf(Offload offload);

struct ParallelOptions {
    int tensor = 1, pipeline = 1, data = 1, expert = 1, context = 1;
    std::optional<bool> sequence; // unset: true with tensor > 1
    int zeroStage = 0;
    bool fsdp = false;
    std::optional<int> fsdpVersion;
    Offload offload = Offload::None;
    bool automatic = true;
    bool fsdpStated = false; // the key stood in the file, even as false: engines that shard by default then do not
    friend bool operator==(const ParallelOptions&, const ParallelOptions&) = default;
};

struct ServingOptions {
    std::optional<int> maxSequences, maxBatchedTokens;
    std::optional<bool> chunkedPrefill;
    bool cudaGraphs = true, flashAttention = true;
    std::optional<bool> compile;
    std::optional<int> microBatchTokens; // serving.ubatch_tokens
    bool expandedLatentCache = false;    // serving.mla_cache: expanded
    std::optional<bool> attentionDataParallel;
    bool disaggregated = false; // prompts and answers on replicas of their own
    friend bool operator==(const ServingOptions&, const ServingOptions&) = default;
};

struct SpeculativeOptions {
    int tokens = 3;
    double acceptance = 0.7;
    friend bool operator==(const SpeculativeOptions&, const SpeculativeOptions&) = default;
};

enum class Arrival { Steady, Poisson, Burst };
std::string_view nameOf(Arrival arrival);

enum class LoadProfile { Flat, Office, Custom };

struct DemandOptions {
    std::optional<double> requestsPerSecond;
    double peakFactor = 2.5;
    LoadProfile profile = LoadProfile::Flat;
    std::array<double, 24> shares{}; // Custom: each hour's share of the peak, 0..1
    Arrival arrival = Arrival::Steady;
    int spareReplicas = 0;
    std::optional<std::int64_t> requests; // a finite run
    bool variedLengths = false;
    // Requests that come at a rate (an open loop), not a number of users or a finite run.
    bool asksForRate() const { return requestsPerSecond && *requestsPerSecond > 0 && !requests; }
    friend bool operator==(const DemandOptions&, const DemandOptions&) = default;
};

struct LimitOptions {
    std::optional<double> ttftMsP95, tpotMsP95;
    friend bool operator==(const LimitOptions&, const LimitOptions&) = default;
};

struct AllowOptions {
    std::vector<std::string> cards, vendors, providers, regions; // empty: all
    std::optional<int> maxCards;
    std::optional<double> monthlyBudget; // in the scenario's currency
    std::optional<double> maxKilowatts;
    std::optional<int> minWeightBits;
    friend bool operator==(const AllowOptions&, const AllowOptions&) = default;
};

struct GivenOffer { // rental.offer as an object
    Money perHour;
    int cards = 1;
    friend bool operator==(const GivenOffer&, const GivenOffer&) = default;
};

struct RentalOptions {
    std::string offerId; // empty: auto
    std::optional<GivenOffer> given;
    RentalTerm term = RentalTerm::OnDemand;
    double hoursPerMonth = 730, upliftPercent = 0, priceDeclinePerYear = 0, interruptionOverhead = 0.05;
    friend bool operator==(const RentalOptions&, const RentalOptions&) = default;
};

// README.md 8; nullopt = auto.
struct OwnershipOptions {
    double years = 4;
    std::optional<Money> cardPrice, serverPrice, networkPerServer;
    std::optional<int> cardsPerServer;
    Money siteCapital;
    double sparesPercent = 0, installationPercent = 0, salesTaxPercent = 0;
    Money powerPricePerKwh{120'000, Currency("USD")};
    double pue = 1.4;
    std::optional<double> serverKilowatts;
    double averageDraw = 0.75, idleDraw = 0.3;
    std::optional<double> utilization;
    Money colocationPerKwMonth;
    bool colocationIncludesEnergy = false;
    double maintenancePercentPerYear = 5;
    Money licencePerCardYear;
    double staffFte = 0;
    Money staffCostPerYear;
    double insurancePercentPerYear = 0, discountRate = 0.08;
    enum class Residual { Auto, None, Listed } residual = Residual::Auto;
    std::vector<double> residualByYear; // Listed: share of the card price after 1, 2, ... years
    int ownedCards = 0;
    friend bool operator==(const OwnershipOptions&, const OwnershipOptions&) = default;
};

inline constexpr int kUsualInputTokens = 1024, kUsualOutputTokens = 256;

// Every input of the user: one JSON schema for files, window and command line (README.md). `{}` is valid.
// Strings that are empty mean auto (weights, kvCache, compute, engine, engineVersion).
struct Scenario {
    std::string name;
    std::string asOf = "2026-11-30"; // the day prices are looked at
    ModelChoice model;
    Task task = Task::Inference;
    std::string weights, kvCache, compute, engine, engineVersion;
    std::optional<double> memoryUtilization;
    std::optional<std::string> torchVersion;
    std::optional<double> cardMemoryGib;
    std::optional<int> weightsGroupSize;
    int inputTokens = kUsualInputTokens, outputTokens = kUsualOutputTokens, contextTokens = 8192, imagesPerRequest = 0;
    bool contextStated = false;          // else the default; inference needs it for "no length given"
    std::optional<int> concurrency = 16; // nullopt: "max"
    int microBatch = 1, globalBatch = 1;
    TrainingOptions training;
    ParallelOptions parallel;
    CardChoice card;
    std::optional<int> cards = 1; // of one replica; nullopt: "auto"
    Interconnect interconnect = Interconnect::Auto;
    DemandOptions demand;
    LimitOptions limits;
    AllowOptions allow;
    RentalOptions rental;
    OwnershipOptions ownership;
    ServingOptions serving;
    std::optional<SpeculativeOptions> speculative;
    Currency currency{"USD"};

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

// Every amount of the scenario counted in another currency: the digits stay, nothing is converted. For reading a file
// and for a user who picks another currency.
void setCurrency(Scenario& scenario, Currency currency);

} // namespace cardfit
