#include "core/report/report_model.h"

#include "core/report/report_parts.h"

#include <algorithm>

namespace cardfit::report {

namespace {

constexpr std::size_t kLetters = 26;

std::string letterOf(std::size_t index)
{
    return index < kLetters ? std::string(1, static_cast<char>('A' + index)) : std::to_string(index + 1);
}

ScenarioViews viewsOf(const Study& study, const Catalog& catalog)
{
    ScenarioViews views;
    views.reserve(study.scenarios.size());
    for (std::size_t i = 0; i < study.scenarios.size(); ++i) {
        ScenarioView& view = views.emplace_back();
        view.letter = letterOf(i);
        view.isBaseline = i == study.baseline;
        view.scenario = &study.scenarios[i];
        view.plan = plan(*view.scenario, catalog, cost::Detail::Everything);
        view.matrix = fleet::fitMatrix(*view.scenario, catalog, fleet::MatrixAxis::Count);
        view.page = buildPlanPage(*view.scenario, view.plan, view.matrix, catalog);
    }
    return views;
}

void addScenario(ReportModel& model, const ScenarioView& view, const Catalog& catalog)
{
    addInputs(model, view);
    if (view.plan.resolved) {
        addMemory(model, view);
        addFit(model, view);
        addSpeed(model, view);
        addCost(model, view, catalog);
    }
    addObservations(model, view, catalog);
}

} // namespace

Text ScenarioView::title() const
{
    if (!scenario->name.empty())
        return Text("report.scenario").with("letter", letter).with("name", scenario->name);
    return Text("report.scenario-unnamed").with("letter", letter);
}

std::string ScenarioView::id() const { return scenario->name.empty() ? letter : scenario->name; }

ReportModel buildReport(const Study& study, const Catalog& catalog, const ReportOptions& options)
{
    ReportModel model;
    model.title = options.title;
    model.author = options.author;
    model.preparedFor = options.preparedFor;
    model.date = options.date;
    model.kicker = Text("report.kicker");
    model.catalogRevision = catalog.revision();
    if (study.scenarios.empty())
        return model;
    model.studyHash = studyHash(study, catalog.revision());
    const ScenarioViews views = viewsOf(study, catalog);
    const ScenarioView& baseline = views[std::min(study.baseline, views.size() - 1)];
    model.currency = baseline.scenario->currency;
    if (model.date.empty())
        model.date = baseline.scenario->asOf;
    if (model.title.empty())
        model.title = baseline.scenario->name;
    model.scope = Text("report.scope").with("count", static_cast<std::int64_t>(views.size())).with("letter", baseline.letter);
    model.footer =
        Text("report.footer").with("catalog", model.catalogRevision).with("study", model.studyHash).with("currency", model.currency.code());
    addCover(model, views);
    for (const ScenarioView& view : views)
        addScenario(model, view, catalog);
    addAssumptions(model, views);
    addProblems(model, views);
    addMethod(model, catalog);
    return model;
}

} // namespace cardfit::report
