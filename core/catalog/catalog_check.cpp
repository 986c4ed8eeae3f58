#include "core/catalog/catalog_loader.h"

#include <string>
#include <string_view>
#include <unordered_set>

namespace cardfit {

namespace {

class Checker {
public:
    explicit Checker(const Catalog& catalog) : m_catalog(catalog) {}

    // `kind` and `id` say where; the texts are put together only when there is something to report.
    void expect(bool holds, std::string_view kind, std::string_view id, std::string_view expected, std::string_view found)
    {
        if (!holds)
            m_problems.push_back({{}, std::string(kind) + ' ' + std::string(id), std::string(expected), std::string(found)});
    }
    // Ids (and aliases) of one kind are all different, whatever their case.
    void expectNew(std::unordered_set<std::string>& seen, std::string_view kind, std::string_view id)
    {
        std::string key(id);
        for (char& c : key)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        expect(seen.insert(std::move(key)).second, kind, id, "an id that nothing else of its kind has", "two of them");
    }

    void checkCards();
    void checkFormats();
    void checkEngines();
    void checkModels();
    void checkPrices();
    std::vector<Error> take() { return std::move(m_problems); }

private:
    const Catalog& m_catalog;
    std::vector<Error> m_problems;
};

void Checker::checkCards()
{
    std::unordered_set<std::string> ids;
    for (const Card& card : m_catalog.cards()) {
        expectNew(ids, "card", card.id);
        expect(m_catalog.speed().classes.contains(card.speedClass), "card", card.id, "a speed class of speed/card-classes.json",
               card.speedClass);
        expect(!card.sliceOf || m_catalog.card(*card.sliceOf), "card", card.id, "a slice of a card that is in the catalog",
               card.sliceOf.value_or(""));
        expect(!card.linkByDefault || card.link.value() > 0, "card", card.id, "a link that has a speed",
               "link_by_default without link_gb_per_s");
        expect(!card.features.bf16 || card.peaks.bf16 || card.peaks.fp16, "card", card.id, "a BF16 peak", "feature bf16 without one");
    }
}

void Checker::checkFormats()
{
    std::unordered_set<std::string> ids;
    for (const WeightFormat& format : m_catalog.content().weightFormats) {
        expectNew(ids, "weight format", format.id);
        for (const std::string& alias : format.aliases)
            expectNew(ids, "weight format", alias);
        for (const auto& other : {format.headFormat, format.blockVariant})
            expect(!other || m_catalog.weightFormat(*other), "weight format", format.id, "a weight format of the catalog",
                   other.value_or(""));
        for (const std::string& engine : format.engines)
            expect(m_catalog.knowsEngine(engine), "weight format", format.id, "an engine of the catalog", engine);
    }
    std::unordered_set<std::string> kvIds;
    for (const KvFormat& format : m_catalog.content().kvFormats)
        expectNew(kvIds, "cache format", format.id);
}

void Checker::checkEngines()
{
    const auto& engines = m_catalog.content().engines;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const EngineProfile& profile = engines[i];
        const std::string where = profile.engine + " from " + profile.versions.from;
        if (profile.serving)
            expect(m_catalog.speed().families.contains(profile.serving->kernelFamily), "engine", where, "a kernel family",
                   profile.serving->kernelFamily);
        if (profile.trainingSpeed) {
            for (const std::string* factor :
                 {&profile.trainingSpeed->factor, &profile.trainingSpeed->factorCompiled, &profile.trainingSpeed->factorEager})
                expect(m_catalog.speed().training.frameworkFactors.contains(*factor), "engine", where, "a framework factor", *factor);
        }
        for (std::size_t j = 0; j < i; ++j) {
            const EngineProfile& other = engines[j];
            const bool sameRole = (profile.inference && other.inference) || (profile.training && other.training) ||
                                  (profile.serving && other.serving) || (profile.trainingSpeed && other.trainingSpeed);
            const bool overlap = profile.versions.lowest < other.versions.limit && other.versions.lowest < profile.versions.limit;
            expect(profile.engine != other.engine || !sameRole || !overlap, "engine", where, "version ranges that do not overlap",
                   other.versions.from);
        }
    }
    for (const auto& [alias, engine] : m_catalog.content().engineAliases)
        expect(m_catalog.canonicalEngine(alias) == engine, "engine", engine, "an alias that is no engine itself", alias);
    for (const auto role :
         {Catalog::Role::InferenceMemory, Catalog::Role::TrainingMemory, Catalog::Role::ServingSpeed, Catalog::Role::TrainingSpeed})
        expect(m_catalog.engine({}, {}, role).profile, "engine", "default", "a row for each role", "none");
}

void Checker::checkModels()
{
    std::unordered_set<std::string> ids;
    for (const Model& model : m_catalog.models()) {
        expectNew(ids, "model", model.id);
        expect(!model.facts.empty(), "model", model.id, "a source", "none");
        expect(model.family.empty() || m_catalog.family(model.family), "model", model.id, "a family of families.json", model.family);
    }
    std::unordered_set<std::string> families;
    for (const ModelFamily& family : m_catalog.content().families) {
        expectNew(families, "family", family.id);
        for (const std::string& id : family.modelIds)
            expect(!m_catalog.findModels(id).empty(), "family", family.id, "a model of the catalog", id);
    }
}

void Checker::checkPrices()
{
    std::unordered_set<std::string> ids;
    for (const Offer& offer : m_catalog.content().offers) {
        expectNew(ids, "offer", offer.id);
        expect(m_catalog.card(offer.cardId), "offer", offer.id, "a card of the catalog", offer.cardId);
        expect(m_catalog.rate(offer.currency), "offer", offer.id, "a currency with a rate in ownership.json", offer.currency.code());
    }
    std::unordered_set<std::string> cards;
    for (const PurchasePrice& price : m_catalog.ownership().purchases) {
        expectNew(cards, "purchase price", price.cardId);
        expect(m_catalog.card(price.cardId), "purchase price", price.cardId, "a card of the catalog", price.cardId);
        expect(m_catalog.rate(price.low.currency()), "purchase price", price.cardId, "a currency with a rate", price.low.currency().code());
    }
    for (const RegionPreset& region : m_catalog.ownership().regions)
        expect(m_catalog.rate(region.powerPrice.amount.currency()), "region", region.id, "a currency with a rate",
               region.powerPrice.amount.currency().code());
}

} // namespace

std::vector<Error> checkCatalog(const Catalog& catalog)
{
    Checker checker(catalog);
    checker.checkCards();
    checker.checkFormats();
    checker.checkEngines();
    checker.checkModels();
    checker.checkPrices();
    return checker.take();
}

} // namespace cardfit
