#include "core/json/reader.h"
#include "core/scenario/resolve_parts.h"

namespace cardfit {

namespace {

std::string_view nearestCard(std::string_view id, const Catalog& catalog)
{
    std::vector<std::string_view> known;
    for (const Card& card : catalog.cards())
        known.emplace_back(card.id);
    return json::nearestName(id, known);
}

Problem unknownCard(std::string where, std::string_view id, const Catalog& catalog)
{
    const std::string_view nearest = nearestCard(id, catalog);
    std::string expected = "a card of the catalog";
    if (!nearest.empty())
        expected.append(" (\"").append(nearest).append("\"?)");
    std::string found;
    found.append(1, '"').append(id).append(1, '"');
    return invalidValue(std::move(where), "error.card-unknown", std::move(expected), found);
}

template <class Value>
void takeGiven(Value& target, const Value& given)
{
    if (given != Value{})
        target = given;
}

void takePeaks(Card& card, const DensePeaks& given)
{
    for (auto peak : {&DensePeaks::fp32, &DensePeaks::tf32, &DensePeaks::fp16, &DensePeaks::bf16, &DensePeaks::fp8, &DensePeaks::int8,
                      &DensePeaks::int4, &DensePeaks::fp4}) {
        if (given.*peak)
            card.peaks.*peak = given.*peak;
    }
}

// A slice shows its share of what the whole card shows.
void takeMemory(Card& card, const Card& whole, const Card& given, double cudaShareOfDriver)
{
    takeGiven(card.marketedGigabytes, given.marketedGigabytes);
    if (!given.driverMemory.isZero()) {
        card.driverMemory = given.driverMemory;
        card.cudaMemory = bytesOf(asDouble(given.driverMemory) * cudaShareOfDriver);
    } else if (given.marketedGigabytes > 0 && whole.marketedGigabytes > 0) {
        const double share = given.marketedGigabytes / whole.marketedGigabytes;
        card.driverMemory = bytesOf(asDouble(whole.driverMemory) * share);
        card.cudaMemory = bytesOf(asDouble(whole.cudaMemory) * share);
    }
    takeGiven(card.cudaMemory, given.cudaMemory);
}

std::shared_ptr<const Card> completed(const Card& given, const Card& whole, double cudaShareOfDriver)
{
    auto card = std::make_shared<Card>(whole);
    for (auto text : {&Card::id, &Card::name, &Card::shortName, &Card::vendor, &Card::architecture, &Card::memoryType, &Card::formFactor,
                      &Card::computeCapability})
        takeGiven((*card).*text, given.*text);
    takeMemory(*card, whole, given, cudaShareOfDriver);
    takePeaks(*card, given.peaks);
    takeGiven(card->bandwidth, given.bandwidth);
    takeGiven(card->pcie, given.pcie);
    takeGiven(card->pcieGeneration, given.pcieGeneration);
    takeGiven(card->power, given.power);
    card->sliceOf = given.sliceOf;
    if (given.sliceOf) // a slice has no link of its own unless it is said
        card->link = given.link;
    else
        takeGiven(card->link, given.link);
    return card;
}

bool completeUnknown(Resolved& resolved, const Card& given, const Catalog& catalog, Problems& problems)
{
    const bool hasMemory = given.marketedGigabytes > 0 || !given.driverMemory.isZero() || !given.cudaMemory.isZero();
    if (!hasMemory)
        problems.push_back(invalidValue("/card/memory_gb", "error.card-incomplete", "a size, or the card it is a slice of", "none"));
    if (given.bandwidth.isZero())
        problems.push_back(
            invalidValue("/card/bandwidth_gbs", "error.card-incomplete", "a bandwidth, or the card it is a slice of", "none"));
    if (!hasMemory || given.bandwidth.isZero())
        return false;
    auto card = std::make_shared<Card>(given);
    const double share = catalog.memory().cudaShareOfDriver;
    if (card->driverMemory.isZero())
        card->driverMemory =
            card->cudaMemory.isZero() ? bytesOf(card->marketedGigabytes * kGB) : bytesOf(asDouble(card->cudaMemory) / share);
    if (card->cudaMemory.isZero())
        card->cudaMemory = bytesOf(asDouble(card->driverMemory) * share);
    card->speedClass = "other";
    resolved.ownedCard = std::move(card);
    return true;
}

// A study may outlive a card of the catalog, so this is no error; but a misspelt name must not pass silently.
void warnOfUnknownAllowed(Resolved& resolved, const Catalog& catalog)
{
    const std::vector<std::string>& allowed = resolved.scenario.allow.cards;
    for (std::size_t i = 0; i < allowed.size(); ++i) {
        if (catalog.card(allowed[i]))
            continue;
        const std::string_view nearest = nearestCard(allowed[i], catalog);
        Text text = Text("card.allowed-unknown").with("card", allowed[i]).with("nearest", nearest.empty() ? "-" : nearest);
        resolved.problems.push_back({Severity::Warning, "/allow/cards/" + std::to_string(i), std::move(text), {}});
    }
}

bool completeGiven(Resolved& resolved, const Card& given, const Catalog& catalog, Problems& problems)
{
    const Card* whole = catalog.card(given.sliceOf ? *given.sliceOf : given.id);
    if (!whole && given.sliceOf) {
        problems.push_back(unknownCard("/card/slice_of", *given.sliceOf, catalog));
        return false;
    }
    if (!whole) {
        if (!completeUnknown(resolved, given, catalog, problems))
            return false;
    } else {
        resolved.ownedCard = completed(given, *whole, catalog.memory().cudaShareOfDriver);
        if (given.sliceOf && given.bandwidth.isZero())
            resolved.problems.push_back(
                {Severity::Warning, "/card/bandwidth_gbs", Text("card.slice-bandwidth").with("card", whole->shortName), {}});
    }
    resolved.card = resolved.ownedCard.get();
    return true;
}

} // namespace

bool resolveCard(Resolved& resolved, const Catalog& catalog, Problems& problems)
{
    const CardChoice& choice = resolved.scenario.card;
    warnOfUnknownAllowed(resolved, catalog);
    if (choice.custom)
        return completeGiven(resolved, *choice.custom, catalog, problems);
    resolved.card = catalog.card(choice.id);
    if (!resolved.card) {
        problems.push_back(unknownCard("/card", choice.id, catalog));
        return false;
    }
    resolved.scenario.card.id = resolved.card->id;
    return true;
}

// What the user has read off the machine beats the catalog.
void resolveCapacity(Resolved& resolved)
{
    const std::optional<double>& stated = resolved.scenario.cardMemoryGib;
    resolved.capacity = stated ? bytesOf(*stated * kGiB) : resolved.card->cudaMemory;
}

} // namespace cardfit
