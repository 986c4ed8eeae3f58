#pragma once

#include "core/base/money.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// How far a price is to be trusted: A primary, B dated third party with its own source, C third party, D order of magnitude.
enum class Grade { A, B, C, D };
std::string_view nameOf(Grade grade);

enum class RentalTerm { OnDemand, Spot, Reserved1Year, Reserved3Years, Monthly };
std::string_view nameOf(RentalTerm term); // "on-demand", "spot", "reserved-1y", "reserved-3y", "monthly"

// One row of data/offers/*.json: an instance that is rented whole. Prices are those of the instance; an absent one is
// "no price", never 0.
struct Offer {
    std::string id; // "aws/g5.xlarge/us-east-1/2026-07-20"
    std::string provider, instance, cardId, region;
    int cards = 1;
    double cardShare = 1; // below 1: a vGPU slice of one card, never an offer of the card itself
    Currency currency;
    std::optional<MoneyPerHour> onDemand, spot, reserved1Year, reserved3Years;
    std::optional<Money> perMonth; // subscription
    std::string dateFrom, dateTo;  // ISO days of the snapshot; equal when exact
    std::string source;
    Grade grade = Grade::C;
    std::string notes;

    // --- derived by the catalog ---
    int day = 0;        // dateTo in days since 1970
    bool newest = true; // of the newest snapshot in which its provider offers its card

    std::optional<MoneyPerHour> priceFor(RentalTerm term) const; // monthly: perMonth / 730 h
};

// Fills the derived part of all offers of a catalog.
void deriveSnapshots(std::vector<Offer>& offers);

} // namespace cardfit
