#include "core/catalog/offer.h"

#include "core/base/date.h"
#include "core/catalog/ownership_facts.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace cardfit {

std::string_view nameOf(Grade grade)
{
    switch (grade) {
    case Grade::A: return "A";
    case Grade::B: return "B";
    case Grade::C: return "C";
    case Grade::D: return "D";
    }
    return "D";
}

std::string_view nameOf(RentalTerm term)
{
    switch (term) {
    case RentalTerm::OnDemand: return "on-demand";
    case RentalTerm::Spot: return "spot";
    case RentalTerm::Reserved1Year: return "reserved-1y";
    case RentalTerm::Reserved3Years: return "reserved-3y";
    case RentalTerm::Monthly: return "monthly";
    }
    return "on-demand";
}

std::optional<MoneyPerHour> Offer::priceFor(RentalTerm term) const
{
    constexpr double kHoursPerMonth = 730; // 8,760 h a year / 12
    switch (term) {
    case RentalTerm::OnDemand: return onDemand;
    case RentalTerm::Spot: return spot;
    case RentalTerm::Reserved1Year: return reserved1Year;
    case RentalTerm::Reserved3Years: return reserved3Years;
    case RentalTerm::Monthly: return perMonth ? std::optional(MoneyPerHour{*perMonth * (1 / kHoursPerMonth)}) : std::nullopt;
    }
    return std::nullopt;
}

void deriveSnapshots(std::vector<Offer>& offers)
{
    std::map<std::pair<std::string_view, std::string_view>, int> newestDays; // of a provider's offers of one card
    for (Offer& offer : offers) {
        offer.day = dayNumberOf(offer.dateTo);
        int& newest = newestDays.try_emplace({offer.provider, offer.cardId}, offer.day).first->second;
        newest = std::max(newest, offer.day);
    }
    for (Offer& offer : offers)
        offer.newest = offer.day == newestDays[{offer.provider, offer.cardId}];
}

Money PurchasePrice::base() const { return {low.micros() + (high.micros() - low.micros()) / 2, low.currency()}; }

} // namespace cardfit
