#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "ui/inputs/slider_scale.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace cardfit::ui {

// A number of the scenario as an input: what it is called, how far it goes, how it is read and written.
struct NumberField {
    QString id; // the scenario's key, also the object name of its control
    QString caption = {}, unit = {}, toolTip = {};
    double low = 0, high = 1e12;           // what may be typed
    int decimals = 0;                      // most that are shown
    int leastDecimals = 0;                 // 0.90 is clearer than 0.9
    QString special = {};                  // word for "no number": "max", "none"; empty: an automatic value shows in its place
    std::optional<SliderScale> scale = {}; // none: no slider
    std::function<std::optional<double>(const Scenario&)> get = {};
    std::function<void(Scenario&, std::optional<double>)> set = {};
    // What the planner took where the scenario leaves it open; empty function: nothing to show.
    std::function<std::optional<double>(const Plan&)> resolved = {};
    std::function<bool(const Scenario&)> setByHand = {}; // empty: get() has a value
};

} // namespace cardfit::ui
