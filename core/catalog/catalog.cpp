#include "core/catalog/catalog.h"

#include <algorithm>
#include <charconv>

namespace cardfit {

namespace {

constexpr std::string_view kFallbackEngine = "default";

// Names are matched in any case of ASCII letters; other letters must agree.
std::string folded(std::string_view name)
{
    std::string text(name);
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

std::string_view withoutOwner(std::string_view id)
{
    const std::size_t slash = id.rfind('/');
    return slash == std::string_view::npos ? id : id.substr(slash + 1);
}

template <class Entry>
const Entry* lookUp(const std::unordered_map<std::string, const Entry*>& index, std::string_view name)
{
    const auto found = index.find(folded(name));
    return found == index.end() ? nullptr : found->second;
}

bool hasRole(const EngineProfile& profile, Catalog::Role role)
{
    switch (role) {
    case Catalog::Role::InferenceMemory: return profile.inference.has_value();
    case Catalog::Role::TrainingMemory: return profile.training.has_value();
    case Catalog::Role::ServingSpeed: return profile.serving.has_value();
    case Catalog::Role::TrainingSpeed: return profile.trainingSpeed.has_value();
    }
    return false;
}

// Of profiles that are ascending by version: the one that holds it, else the last one below it, else the first. Without
// a version the newest that was measured. One that is only extrapolated is no exact match.
Catalog::EngineMatch nearest(const std::vector<const EngineProfile*>& profiles, std::string_view version, Catalog::Role role)
{
    Catalog::EngineMatch match;
    const Version wanted = Version::parse(version);
    for (const EngineProfile* profile : profiles) {
        if (!hasRole(*profile, role))
            continue;
        if (version.empty() && profile->extrapolated && match.profile)
            continue;
        if (version.empty() || profile->versions.holds(wanted))
            match = {profile, !profile->extrapolated};
        else if (!match.profile || (!match.exact && profile->versions.lowest <= wanted))
            match = {profile, false};
        if (!version.empty() && profile->versions.holds(wanted))
            break;
    }
    if (!match.profile)
        match.exact = false;
    return match;
}

bool sameShape(const Architecture& a, const Architecture& b)
{
    return a.family == b.family && a.blocks == b.blocks && a.hidden == b.hidden && a.totalParameters == b.totalParameters &&
           a.cacheElements == b.cacheElements && a.quantization == b.quantization;
}

} // namespace

Catalog::Catalog(Content content) : m_content(std::move(content))
{
    for (const Card& card : m_content.cards)
        m_cards.emplace(folded(card.id), &card);
    for (const WeightFormat& format : m_content.weightFormats) {
        m_formats.emplace(folded(format.id), &format);
        for (const std::string& alias : format.aliases)
            m_formats.emplace(folded(alias), &format);
    }
    for (WeightFormat& format : m_content.weightFormats) {
        const WeightFormat* head = format.headFormat ? weightFormat(*format.headFormat) : nullptr;
        format.headBytesPerWeight = head ? head->bytesPerWeight : 0;
    }
    for (const KvFormat& format : m_content.kvFormats)
        m_kvFormats.emplace(folded(format.id), &format);
    for (const ModelFamily& family : m_content.families)
        m_families.emplace(folded(family.id), &family);
    deriveSnapshots(m_content.offers);
    for (const Offer& offer : m_content.offers) {
        if (offer.cardShare >= 1)
            m_offers[folded(offer.cardId)].push_back(&offer);
    }
    for (const EngineProfile& profile : m_content.engines)
        m_engines[folded(profile.engine)].push_back(&profile);
    indexModels();
}

void Catalog::indexModels()
{
    const auto add = [this](std::string_view name, const Model& model) {
        auto& models = m_modelNames[folded(name)];
        if (std::find(models.begin(), models.end(), &model) == models.end())
            models.push_back(&model);
    };
    for (const Model& model : m_content.models) {
        m_modelIds.emplace(folded(model.id), &model);
        add(withoutOwner(model.id), model);
        add(model.shortName, model);
        for (const std::string& alias : model.aliases) {
            add(alias, model);
            add(withoutOwner(alias), model);
        }
    }
}

const Card* Catalog::card(std::string_view id) const { return lookUp(m_cards, id); }
const WeightFormat* Catalog::weightFormat(std::string_view id) const { return lookUp(m_formats, id); }
const KvFormat* Catalog::kvFormat(std::string_view id) const { return lookUp(m_kvFormats, id); }
const ModelFamily* Catalog::family(std::string_view id) const { return lookUp(m_families, id); }

std::optional<WeightFormat> Catalog::exlFormat(std::string_view id) const
{
    constexpr double kBitsPerByte = 8;
    const std::size_t colon = id.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const WeightFormat* base = weightFormat(id.substr(0, colon));
    const std::string_view bitsText = id.substr(colon + 1);
    double bits = 0;
    const auto [end, error] = std::from_chars(bitsText.data(), bitsText.data() + bitsText.size(), bits);
    const bool isNumber = error == std::errc() && end == bitsText.data() + bitsText.size();
    const bool isPossible = isNumber && bits >= 1 && bits <= kBitsPerByte; // false for NaN, too
    if (!base || !folded(base->id).starts_with("exl") || !isPossible)
        return std::nullopt;
    WeightFormat format = *base;
    format.id = folded(id);
    format.label = base->label + ' ' + std::string(bitsText) + " bpw";
    format.bytesPerWeight = bits / kBitsPerByte;
    format.nominalBits = bits > 6 ? 8 : 4; // the nearer step of the precision slider
    format.weightOnlyBits = format.nominalBits;
    return format;
}

const PurchasePrice* Catalog::purchasePrice(std::string_view cardId) const
{
    const auto& prices = m_content.ownership.purchases;
    const auto price = std::find_if(prices.begin(), prices.end(), [cardId](const PurchasePrice& entry) { return entry.cardId == cardId; });
    return price == prices.end() ? nullptr : &*price;
}

const CurrencyRate* Catalog::rate(Currency currency) const
{
    const auto& rates = m_content.ownership.rates;
    const auto rate =
        std::find_if(rates.begin(), rates.end(), [currency](const CurrencyRate& entry) { return entry.currency == currency; });
    return rate == rates.end() ? nullptr : &*rate;
}

const std::vector<const Offer*>& Catalog::offersOf(std::string_view cardId) const
{
    const auto found = m_offers.find(folded(cardId));
    return found == m_offers.end() ? m_noOffers : found->second;
}

std::vector<const Model*> Catalog::findModels(std::string_view name) const
{
    if (const Model* model = lookUp(m_modelIds, name))
        return {model};
    const auto found = m_modelNames.find(folded(name));
    if (found == m_modelNames.end())
        return {};
    std::vector<const Model*> models;
    for (const Model* model : found->second) {
        const auto same = [model](const Model* other) { return sameShape(model->architecture, other->architecture); };
        if (std::none_of(models.begin(), models.end(), same))
            models.push_back(model);
    }
    return models;
}

std::string_view Catalog::canonicalEngine(std::string_view name) const
{
    const std::string key = folded(name);
    if (const auto profiles = m_engines.find(key); profiles != m_engines.end())
        return profiles->second.front()->engine;
    const auto alias = m_content.engineAliases.find(key);
    return alias == m_content.engineAliases.end() ? name : std::string_view(alias->second);
}

bool Catalog::knowsEngine(std::string_view name) const
{
    const std::string_view canonical = canonicalEngine(name);
    return canonical != kFallbackEngine && m_engines.contains(std::string(canonical));
}

Catalog::EngineMatch Catalog::engine(std::string_view name, std::string_view version, Role role) const
{
    if (knowsEngine(name)) {
        const EngineMatch match = nearest(m_engines.at(std::string(canonicalEngine(name))), version, role);
        if (match.profile)
            return match;
    }
    const auto fallback = m_engines.find(std::string(kFallbackEngine));
    EngineMatch match = fallback == m_engines.end() ? EngineMatch() : nearest(fallback->second, {}, role);
    match.exact = false;
    return match;
}

} // namespace cardfit
