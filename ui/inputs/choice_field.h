#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "ui/inputs/choice_box.h"

#include <functional>
#include <vector>

namespace cardfit::ui {

// A choice of the scenario as an input. The choice with an empty id is "auto".
struct ChoiceField {
    QString id;
    QString caption, toolTip;
    std::function<std::vector<Choice>(const Scenario&)> choices;
    std::function<QString(const Scenario&)> get; // id of the choice; empty: auto
    std::function<void(Scenario&, const QString&)> set;
    // What the box says while the choice is auto ("auto: FP16"); empty function: the choice's own label.
    std::function<QString(const Plan&)> resolved = {};
};

} // namespace cardfit::ui
