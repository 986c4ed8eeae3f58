#pragma once

#include "core/catalog/card.h"
#include "core/catalog/engine.h"
#include "core/catalog/memory_constants.h"
#include "core/catalog/model.h"
#include "core/catalog/offer.h"
#include "core/catalog/ownership_facts.h"
#include "core/catalog/speed_constants.h"
#include "core/catalog/weight_format.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cardfit {

// Everything of data/, immutable after loading. References and pointers into it stay valid as long as it lives.
class Catalog {
public:
    struct Content {
        std::string revision;    // data/REVISION: the day of its last change
        std::vector<Card> cards; // order of the matrix
        std::vector<Model> models;
        std::vector<ModelFamily> families;
        std::vector<WeightFormat> weightFormats;
        std::vector<KvFormat> kvFormats;
        std::vector<EngineProfile> engines;                         // per engine ascending by version
        std::unordered_map<std::string, std::string> engineAliases; // "trl" -> "peft"...
        MemoryConstants memory;
        SpeedConstants speed;
        std::vector<Offer> offers;
        OwnershipFacts ownership;
    };
    explicit Catalog(Content content); // builds the indices
    Catalog(const Catalog&) = delete;
    Catalog& operator=(const Catalog&) = delete;
    Catalog(Catalog&&) = default;

    const Content& content() const { return m_content; }
    const std::string& revision() const { return m_content.revision; }
    const std::vector<Card>& cards() const { return m_content.cards; }
    const std::vector<Model>& models() const { return m_content.models; }
    const MemoryConstants& memory() const { return m_content.memory; }
    const SpeedConstants& speed() const { return m_content.speed; }
    const OwnershipFacts& ownership() const { return m_content.ownership; }

    // All look-ups: nullptr when unknown. Ids of cards, formats and engines are matched in any case.
    const Card* card(std::string_view id) const;
    const WeightFormat* weightFormat(std::string_view id) const; // also aliases
    // "exl2:4.25" or "exl3:3": the base row with that many bits a weight (1 to 8); nullopt for any other text.
    std::optional<WeightFormat> exlFormat(std::string_view id) const;
    const KvFormat* kvFormat(std::string_view id) const;
    const ModelFamily* family(std::string_view id) const;
    const PurchasePrice* purchasePrice(std::string_view cardId) const;
    const CurrencyRate* rate(Currency currency) const;
    const std::vector<const Offer*>& offersOf(std::string_view cardId) const; // whole cards only; empty list when none

    // By id or alias, any case; exact ids win over aliases, and a name without "org/" finds the models so called.
    // Several models of different architecture under one alias: all of them, for an error that lists them.
    std::vector<const Model*> findModels(std::string_view name) const;

    // The profile whose range holds `version`; empty version: the newest. `exact` is false when the version lies
    // outside every range (nearest profile), or when the engine is not known in that role: the row of the engine
    // "default" (data/engines/default.json).
    enum class Role { InferenceMemory, TrainingMemory, ServingSpeed, TrainingSpeed };
    struct EngineMatch {
        const EngineProfile* profile = nullptr;
        bool exact = true;
    };
    EngineMatch engine(std::string_view name, std::string_view version, Role role) const;
    std::string_view canonicalEngine(std::string_view name) const; // alias resolved; the name itself if unknown
    bool knowsEngine(std::string_view name) const;

private:
    void indexModels();

    Content m_content;
    std::unordered_map<std::string, const Card*> m_cards;
    std::unordered_map<std::string, const WeightFormat*> m_formats;
    std::unordered_map<std::string, const KvFormat*> m_kvFormats;
    std::unordered_map<std::string, const ModelFamily*> m_families;
    std::unordered_map<std::string, const Model*> m_modelIds;
    std::unordered_map<std::string, std::vector<const Model*>> m_modelNames; // aliases, short names, ids without "org/"
    std::unordered_map<std::string, std::vector<const Offer*>> m_offers;
    std::unordered_map<std::string, std::vector<const EngineProfile*>> m_engines;
    std::vector<const Offer*> m_noOffers;
};

} // namespace cardfit
