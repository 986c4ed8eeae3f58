#pragma once

#include "core/report/speed_page.h"

namespace cardfit::report {

// The two halves of the Speed page, each by its own file.

// The scenario on other cards, split as the planner would; `missing` says why it has no curve.
struct PinnedPlan {
    std::optional<Resolved> resolved;
    Split split;
    speed::CacheCapacity cache;
    Text label, missing;
};
PinnedPlan planPin(const Plan& plan, const SpeedPin& pin, const Catalog& catalog);

void fillServing(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins);
void fillTraining(SpeedPage& page, const Plan& plan, const std::vector<PinnedPlan>& pins);

inline Text strongWords(Text words) { return Text("headline.strong").with("words", std::move(words)); }
inline Text wholeNumber(double value) { return Text("value.count").with("value", static_cast<std::int64_t>(value)); }

} // namespace cardfit::report
