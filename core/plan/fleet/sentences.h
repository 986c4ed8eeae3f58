#pragma once

#include "core/plan/fleet/fleet.h"

#include <vector>

namespace cardfit::fleet {

// What a sized fleet means, in sentences: where it saturates, its two kinds of replicas, and what one replica less misses.
std::vector<Text> sentencesOf(const FleetPlan& fleet);

} // namespace cardfit::fleet
