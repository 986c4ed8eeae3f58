#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/plan.h"
#include "core/report/plan_page.h"

#include <vector>

namespace cardfit::ui {

// Everything the window shows of one state of the document, immutable once made.
struct PlanState {
    Scenario scenario;
    Plan plan;
    fleet::FitMatrix counts; // what the page's figures and "just enough" come from
    fleet::FitMatrix shown;  // along the chosen axis; equals `counts` for MatrixAxis::Count
    report::PlanPage page;
    std::vector<fleet::Verdict> verdicts; // of every scenario of the study, for the chips
};

} // namespace cardfit::ui
