#pragma once

#include "core/report/page_parts.h"
#include "core/report/report_model.h"

namespace cardfit::report {

// One scenario of the study with all that is known of it.
struct ScenarioView {
    std::string letter; // "A"
    bool isBaseline = false;
    const Scenario* scenario = nullptr;
    Plan plan;
    fleet::FitMatrix matrix;
    PlanPage page;

    Text title() const;     // "A Baseline"
    std::string id() const; // the scenario's name, else its letter: the first column of the CSV
};
using ScenarioViews = std::vector<ScenarioView>;

// Chapters, in their order; each adds its sections to the model.
void addCover(ReportModel& model, const ScenarioViews& views);
void addInputs(ReportModel& model, const ScenarioView& view);
void addMemory(ReportModel& model, const ScenarioView& view);
void addFit(ReportModel& model, const ScenarioView& view);
void addSpeed(ReportModel& model, const ScenarioView& view);
void addCost(ReportModel& model, const ScenarioView& view, const Catalog& catalog);
void addAssumptions(ReportModel& model, const ScenarioViews& views);
void addProblems(ReportModel& model, const ScenarioViews& views);
void addMethod(ReportModel& model, const Catalog& catalog);

// The rows of the tidy CSV for one scenario.
void addObservations(ReportModel& model, const ScenarioView& view, const Catalog& catalog);

// How far the load can grow before the plan needs more: the largest value that still fits, by the memory model.
struct GrowthLimits {
    std::optional<int> users, contextTokens;
};
GrowthLimits growthLimitsOf(const Plan& plan);

} // namespace cardfit::report
