#include "core/plan/fleet/allowed.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace cardfit::fleet {

namespace {

bool holds(const std::vector<std::string>& list, std::string_view word)
{
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return list.empty() || std::any_of(list.begin(), list.end(), [&](const std::string& entry) {
               return std::equal(entry.begin(), entry.end(), word.begin(), word.end(), same);
           });
}

} // namespace

std::string_view disallowingRule(const Resolved& scenario, const Card& card, int cards, const std::optional<Money>& perHour)
{
    const AllowOptions& allow = scenario.scenario.allow;
    if (!holds(allow.cards, card.id))
        return "cards";
    if (!holds(allow.vendors, card.vendor))
        return "vendors";
    if (allow.maxCards && cards > *allow.maxCards)
        return "max_cards";
    if (allow.maxKilowatts && cards * card.power.value() / 1e3 * scenario.ownership->serverPowerOverCards > *allow.maxKilowatts)
        return "max_kw";
    if (allow.monthlyBudget && perHour && perHour->toDouble() * scenario.scenario.rental.hoursPerMonth > *allow.monthlyBudget)
        return "monthly_budget";
    if (allow.minWeightBits && scenario.weights->nominalBits < *allow.minWeightBits)
        return "min_weight_bits";
    return {};
}

} // namespace cardfit::fleet
