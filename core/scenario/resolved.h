#pragma once

#include "core/base/problem.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

#include <memory>

namespace cardfit {

class Ledger;

// How the cards of one replica or job split the model. cards = tensor x pipeline x data x context; expert divides
// tensor x data. zeroStage 3 with fsdp set is FSDP.
struct Split {
    int tensor = 1, pipeline = 1, data = 1, expert = 1, context = 1;
    int zeroStage = 0;
    bool fsdp = false;
    int cards() const { return tensor * pipeline * data * context; }
    bool shardsWeights() const { return fsdp || zeroStage == 3; }
    friend bool operator==(const Split&, const Split&) = default;
};

// A scenario in which every `auto` is replaced, with the catalog's values at hand. Lives as long as the catalog (and
// `ownedModel`, for models that are interpolated or given inline).
struct Resolved {
    Scenario scenario; // weights, kvCache, compute, engine, engineVersion, memoryUtilization are set
    const Model* model = nullptr;
    const Architecture* architecture = nullptr;
    std::shared_ptr<const Model> ownedModel;
    const Card* card = nullptr;
    std::shared_ptr<const Card> ownedCard;
    const WeightFormat* weights = nullptr;
    const WeightFormat* keptFormat = nullptr;         // 16 bit (or fp32): norms, router, what a checkpoint leaves
    const WeightFormat* headFormat = nullptr;         // what weights->headFormat names (GGUF); null: none
    std::shared_ptr<const WeightFormat> ownedWeights; // exl2:BPW
    double keyBytes = 2, valueBytes = 2;              // KV cache, per element
    int groupSize = 128;
    bool mlpOnly = false;            // the checkpoint leaves attention in 16 bit
    bool ownFormat = false;          // weights are in the format the checkpoint's files hold
    bool asFp16 = false;             // "16bit" on a card without BF16
    bool shareFollowsEngine = false; // memory_utilization was left to the engine, whose rule looks at card and ranks
    // Left to the card's own 16-bit type, so they change with it in moveToCard().
    bool weightsFollowCard = false, computeFollowsCard = false, cacheFollowsCard = false;
    Catalog::EngineMatch inferenceMemory, trainingMemory, servingSpeed, trainingSpeed;
    int imageTokens = 0;         // of one request's images; 0 also where the model's rule is not known
    bool assumedProfile = false; // engine or version not known: interval x 1.5, said so
    Bytes capacity;              // M_card: what a process can get
    const MemoryConstants* memory = nullptr;
    const SpeedConstants* speed = nullptr;
    const OwnershipFacts* ownership = nullptr;
    Problems problems;        // notes and warnings of resolving
    Ledger* ledger = nullptr; // where the memory room notes its terms; null except under explain (base/ledger.h)

    // Prompt of one request, with the tokens of its images.
    int promptTokens() const { return scenario.inputTokens + imageTokens; }
    // What the checkpoint's files hold, where that is what the scenario asks for; else nullptr.
    const StoredWeights* storedWeights() const { return ownFormat && architecture->stored ? &*architecture->stored : nullptr; }
    const InferenceMemoryProfile& inferenceProfile() const { return *inferenceMemory.profile->inference; }
    const TrainingMemoryProfile& trainingProfile() const { return *trainingMemory.profile->training; }
};

// More tokens at once than any system holds; resolve() refuses them.
inline constexpr double kMostTokensAtOnce = 1e10;

// Replaces every auto by the stated rules (README.md 9). Errors: unknown or ambiguous names,
// contradictory values, in `problems` as Severity::Error with a JSON pointer; then nullopt.
std::optional<Resolved> resolve(const Scenario& scenario, const Catalog& catalog, Problems& problems);

// The same scenario on another card, or with another card memory: only what depends on the card is done again
// (16-bit type, defaults by card size, capacity). For the matrix and the neighbours.
void moveToCard(Resolved& resolved, const Card& card, const Catalog& catalog);

// Why this card or engine cannot run the scenario's format at all; empty: it can. Codes unsupported.* of the texts.
Text unsupportedReason(const Resolved& resolved);

} // namespace cardfit
