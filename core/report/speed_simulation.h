#pragma once

#include "core/plan/speed/simulation.h"
#include "core/report/speed_page.h"

#include <functional>

namespace cardfit::report {

// The simulation beside the Speed page: what is run, on another thread, and how its percentiles take the place of the
// analytic figures.

// Everything a run needs, as values: a thread may keep it while the plan changes.
struct SpeedRun {
    Resolved scenario;
    Split split;
    speed::CacheCapacity cache;
    std::optional<double> rate; // requests/s of one replica at the present load; unset: the scenario's users
    std::vector<double> users;  // of the curve
};

struct SimulatedSpeed {
    struct Point {
        double users = 0;
        speed::SimulatedLoad load;
    };
    std::optional<speed::SimulatedLoad> now;
    std::vector<Point> points;
    double milliseconds = 0; // that the run took; filled by whoever has a clock
};

// nullopt: nothing to simulate (training, no speed, does not fit).
std::optional<SpeedRun> speedRunOf(const Plan& plan, const SpeedPage& page);

// nullopt when `cancelled` said so, or the simulation refuses.
std::optional<SimulatedSpeed> simulateSpeed(const SpeedRun& run, const std::function<bool()>& cancelled);

// Puts the simulated percentiles on a page of the same plan: curve and band of the scenario's own line, the table at the
// present load, and a note that says so.
void showSimulated(SpeedPage& page, const Plan& plan, const SimulatedSpeed& simulated);

} // namespace cardfit::report
