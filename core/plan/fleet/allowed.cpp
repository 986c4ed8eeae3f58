#include "core/plan/fleet/allowed.h"

#include "core/plan/cost/offers.h"

namespace cardfit::fleet {

std::string_view disallowingRule(const Resolved& scenario, const Card& card, int cards, const std::optional<Money>& perHour)
{
    const AllowOptions& allow = scenario.scenario.allow;
    if (!cost::allows(allow.cards, card.id))
        return "cards";
    if (!cost::allows(allow.vendors, card.vendor))
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
