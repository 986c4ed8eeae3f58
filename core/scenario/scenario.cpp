#include "core/scenario/scenario.h"

#include "core/scenario/names.h"

namespace cardfit {

namespace {

template <class Choice>
std::string_view wordOf(Choice choice)
{
    return names::of(choice)[static_cast<std::size_t>(choice)];
}

} // namespace

std::string_view nameOf(Task task) { return wordOf(task); }
std::string_view nameOf(Interconnect interconnect) { return wordOf(interconnect); }
std::string_view nameOf(Optimizer optimizer) { return wordOf(optimizer); }
std::string_view nameOf(MixedPrecision value) { return wordOf(value); }
std::string_view nameOf(AdapterType value) { return wordOf(value); }
std::string_view nameOf(Allocator value) { return wordOf(value); }
std::string_view nameOf(MomentsType value) { return wordOf(value); }
std::string_view nameOf(Fp8Recipe value) { return wordOf(value); }
std::string_view nameOf(LossPath value) { return wordOf(value); }
std::string_view nameOf(Checkpointing value) { return wordOf(value); }
std::string_view nameOf(Offload offload) { return wordOf(offload); }
std::string_view nameOf(Arrival arrival) { return wordOf(arrival); }

// What was read out of a source is a function of the source, so two choices with the same source are the same.
bool operator==(const ModelChoice& a, const ModelChoice& b)
{
    return a.name == b.name && a.parametersBillions == b.parametersBillions && a.family == b.family && a.customKey == b.customKey &&
           a.customSource == b.customSource;
}

bool operator==(const CardChoice& a, const CardChoice& b) { return a.id == b.id && a.customSource == b.customSource; }

void setCurrency(Scenario& scenario, Currency currency)
{
    const auto change = [currency](Money& amount) { amount = Money(amount.micros(), currency); };
    const auto changeGiven = [&change](std::optional<Money>& amount) {
        if (amount)
            change(*amount);
    };
    scenario.currency = currency;
    OwnershipOptions& own = scenario.ownership;
    for (Money* amount :
         {&own.siteCapital, &own.powerPricePerKwh, &own.colocationPerKwMonth, &own.licencePerCardYear, &own.staffCostPerYear})
        change(*amount);
    for (std::optional<Money>* amount : {&own.cardPrice, &own.serverPrice, &own.networkPerServer})
        changeGiven(*amount);
    if (scenario.rental.given)
        change(scenario.rental.given->perHour);
}

} // namespace cardfit
