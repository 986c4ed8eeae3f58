#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/cost/cost.h"
#include "core/scenario/resolved.h"

#include <string>
#include <string_view>
#include <vector>

namespace cardfit::cost {

// Whether a list of `allow` holds `word`, in any case; an empty list allows everything.
bool allows(const std::vector<std::string>& list, std::string_view word);

// One offer of a card with a price for the asked term, and what the automatic choice asks of it.
struct ScannedOffer {
    const Offer* offer = nullptr;
    double instanceHour = 0; // in the scenario's currency
    double cardHour = 0;
    bool newest = false, stale = false, gradeOk = false, allowed = false, implausible = false;

    bool usable() const { return newest && !stale && gradeOk && allowed && !implausible; }
    bool usableButStale() const { return newest && stale && gradeOk && allowed && !implausible; }
};

// Offers of `card` that have a price for `term`, in the catalog's order: all of them, or those of the newest snapshots,
// which alone the automatic choice looks at.
enum class Scope { All, NewestOnly };
std::vector<ScannedOffer> scanOffers(const Resolved& scenario, const Card& card, const Catalog& catalog, RentalTerm term, Scope scope);

// Those the automatic choice picks from: the usable ones, else the stale ones of the newest date.
std::vector<ScannedOffer> eligible(std::vector<ScannedOffer> offers);

// Instances of `cardsPerInstance` cards that hold `cards`: a cloud rents whole instances.
constexpr int instancesFor(int cards, int cardsPerInstance) { return (cards + cardsPerInstance - 1) / cardsPerInstance; }

// chooseOffer() for another term than the scenario's.
std::optional<ChosenOffer> chooseOffer(const Resolved& scenario, const Card& card, const Catalog& catalog, int cards, RentalTerm term);

} // namespace cardfit::cost
