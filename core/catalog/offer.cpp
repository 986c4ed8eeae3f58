#include "core/catalog/offer.h"

#include "core/catalog/ownership_facts.h"

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

Money PurchasePrice::base() const { return {low.micros() + (high.micros() - low.micros()) / 2, low.currency()}; }

} // namespace cardfit
