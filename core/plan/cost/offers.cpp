#include "core/plan/cost/offers.h"

#include "core/base/date.h"
#include "core/plan/cost/currency.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace cardfit::cost {

namespace {

bool sameWord(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

double medianOfNewest(const std::vector<ScannedOffer>& offers)
{
    std::vector<double> prices;
    prices.reserve(offers.size());
    for (const ScannedOffer& scanned : offers)
        if (scanned.newest)
            prices.push_back(scanned.cardHour);
    if (prices.empty())
        return 0;
    const auto middle = prices.begin() + static_cast<std::ptrdiff_t>(prices.size() / 2);
    std::nth_element(prices.begin(), middle, prices.end());
    if (prices.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(prices.begin(), middle)) / 2;
}

ChosenOffer chosen(const ScannedOffer& scanned, const Scenario& scenario)
{
    ChosenOffer result;
    result.offer = scanned.offer;
    result.perInstanceHour = {Money::fromDouble(scanned.instanceHour, scenario.currency)};
    result.cardsPerInstance = std::max(1, scanned.offer->cards);
    result.stale = scanned.stale;
    result.converted = scanned.offer->currency != scenario.currency;
    result.ageDays = dayNumberOf(scenario.asOf) - scanned.offer->day;
    return result;
}

std::optional<ChosenOffer> givenOffer(const GivenOffer& given, const Scenario& scenario, const Catalog& catalog)
{
    const std::optional<double> perHour = converted(given.perHour, scenario.currency, catalog);
    if (!perHour)
        return std::nullopt;
    ChosenOffer result;
    result.perInstanceHour = {Money::fromDouble(*perHour, scenario.currency)};
    result.cardsPerInstance = std::max(1, given.cards);
    result.converted = given.perHour.currency() != scenario.currency;
    return result;
}

double totalFor(const ScannedOffer& scanned, int cards)
{
    return instancesFor(cards, std::max(1, scanned.offer->cards)) * scanned.instanceHour;
}

} // namespace

bool allows(const std::vector<std::string>& list, std::string_view word)
{
    return list.empty() || std::any_of(list.begin(), list.end(), [&](const std::string& entry) { return sameWord(entry, word); });
}

std::vector<ScannedOffer> scanOffers(const Resolved& resolved, const Card& card, const Catalog& catalog, RentalTerm term, Scope scope)
{
    const Scenario& scenario = resolved.scenario;
    const std::vector<const Offer*>& offers = catalog.offersOf(card.id);
    const int firstFreshDay = dayNumberOf(scenario.asOf) - resolved.ownership->staleAfterDays;
    Converter convert(scenario.currency, catalog);
    std::vector<ScannedOffer> result;
    result.reserve(offers.size());
    for (const Offer* offer : offers) {
        if (scope == Scope::NewestOnly && !offer->newest)
            continue;
        const std::optional<MoneyPerHour> price = offer->priceFor(term);
        if (!price)
            continue;
        const std::optional<double> perHour = convert(price->amount);
        if (!perHour)
            continue;
        ScannedOffer scanned{offer, *perHour, *perHour / std::max(1, offer->cards)};
        scanned.newest = offer->newest;
        scanned.stale = offer->day < firstFreshDay;
        scanned.gradeOk = offer->grade == Grade::A || offer->grade == Grade::B;
        scanned.allowed = allows(scenario.allow.providers, offer->provider) && allows(scenario.allow.regions, offer->region);
        result.push_back(scanned);
    }
    const double tooCheap = resolved.ownership->implausiblyCheapShare * medianOfNewest(result);
    for (ScannedOffer& scanned : result)
        scanned.implausible = scanned.cardHour < tooCheap;
    return result;
}

std::vector<ScannedOffer> eligible(std::vector<ScannedOffer> offers)
{
    const bool fresh = std::any_of(offers.begin(), offers.end(), [](const ScannedOffer& offer) { return offer.usable(); });
    std::string_view newestDate;
    for (const ScannedOffer& offer : offers)
        if (!fresh && offer.usableButStale() && offer.offer->dateTo > newestDate)
            newestDate = offer.offer->dateTo;
    std::erase_if(offers, [&](const ScannedOffer& offer) {
        return fresh ? !offer.usable() : !(offer.usableButStale() && offer.offer->dateTo == newestDate);
    });
    return offers;
}

std::optional<ChosenOffer> chooseOffer(const Resolved& resolved, const Card& card, const Catalog& catalog, int cards, RentalTerm term)
{
    const Scenario& scenario = resolved.scenario;
    const bool ownCard = resolved.card && resolved.card->id == card.id;
    if (ownCard && scenario.rental.given)
        return term == scenario.rental.term ? givenOffer(*scenario.rental.given, scenario, catalog) : std::nullopt;
    const bool named = ownCard && !scenario.rental.offerId.empty();
    std::vector<ScannedOffer> offers = scanOffers(resolved, card, catalog, term, named ? Scope::All : Scope::NewestOnly);
    if (named) {
        const auto wanted = std::find_if(offers.begin(), offers.end(),
                                         [&](const ScannedOffer& offer) { return sameWord(offer.offer->id, scenario.rental.offerId); });
        return wanted == offers.end() ? std::nullopt : std::optional(chosen(*wanted, scenario));
    }
    offers = eligible(std::move(offers));
    const auto cheapest = std::min_element(offers.begin(), offers.end(), [cards](const ScannedOffer& a, const ScannedOffer& b) {
        return totalFor(a, cards) < totalFor(b, cards);
    });
    return cheapest == offers.end() ? std::nullopt : std::optional(chosen(*cheapest, scenario));
}

std::optional<ChosenOffer> chooseOffer(const Resolved& scenario, const Card& card, const Catalog& catalog, int cards)
{
    return chooseOffer(scenario, card, catalog, cards, scenario.scenario.rental.term);
}

std::vector<RankedOffer> rankOffers(const Resolved& scenario, const Card& card, const Catalog& catalog)
{
    std::vector<ScannedOffer> offers = scanOffers(scenario, card, catalog, scenario.scenario.rental.term, Scope::All);
    const auto rank = [](const ScannedOffer& offer) { return offer.usable() ? 0 : offer.usableButStale() ? 1 : 2; };
    std::stable_sort(offers.begin(), offers.end(), [&](const ScannedOffer& a, const ScannedOffer& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.cardHour < b.cardHour;
    });
    std::vector<RankedOffer> result;
    result.reserve(offers.size());
    for (const ScannedOffer& offer : offers)
        result.push_back({offer.offer,
                          {Money::fromDouble(offer.cardHour, scenario.scenario.currency)},
                          offer.stale,
                          offer.implausible,
                          offer.allowed,
                          offer.newest,
                          offer.gradeOk});
    return result;
}

} // namespace cardfit::cost
