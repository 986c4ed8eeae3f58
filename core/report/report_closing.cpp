#include "core/report/cells.h"
#include "core/report/report_parts.h"
#include "core/report/verdict_words.h"

#include <array>

namespace cardfit::report {

namespace {

const EngineProfile* profileOf(const Resolved& resolved)
{
    return isTraining(resolved.scenario.task) ? resolved.trainingMemory.profile : resolved.inferenceMemory.profile;
}

std::string rangeOf(const VersionRange& range)
{
    if (range.from.empty() && range.below.empty())
        return {};
    return range.below.empty() ? range.from + "+" : range.from + " – < " + range.below;
}

void addEngineRow(Table& table, const ScenarioView& view)
{
    const EngineProfile* profile = profileOf(*view.plan.resolved);
    if (!profile)
        return;
    table.rows.push_back(
        {cellOf(view.title()), nameCell(profile->label), nameCell(rangeOf(profile->versions)), cellOf(basisName(profile->basis)),
         nameCell(profile->facts.empty() ? std::string_view() : std::string_view(profile->facts.front().source), Cell::Role::Quiet)});
}

Table recordsTable(const MemoryConstants& constants)
{
    Table table = tableOf(
        {Text("report.head.class"), Text("report.head.measurements"), Text("report.head.median-error"), Text("report.head.p90-error")});
    for (std::size_t i = 0; i < kMemoryClasses; ++i) {
        const ClassRecord& record = constants.records[i];
        const Text name("memory.class." + std::string(nameOf(static_cast<MemoryClass>(i))));
        if (record.measurements == 0) {
            table.rows.push_back({cellOf(name), cellOf(Text("value.count").with("value", 0)), noneCell(), noneCell()});
            continue;
        }
        table.rows.push_back({cellOf(name), cellOf(Text("value.count").with("value", record.measurements)),
                              cellOf(Text("value.percent-1").with("value", Percent{record.medianErrorPercent})),
                              cellOf(Text("value.percent-1").with("value", Percent{record.p90ErrorPercent}))});
    }
    return table;
}

Table speedRecordsTable(const SpeedConstants& constants)
{
    Table table = tableOf({Text("report.head.class"), Text("report.head.measurements"), Text("report.head.median-error"),
                           Text("report.head.p90-error"), Text("report.head.inside"), Text("report.head.width")});
    const auto percent = [](double value) { return cellOf(Text("value.percent-1").with("value", Percent{value})); };
    for (std::size_t i = 0; i < kSpeedClasses; ++i) {
        const SpeedRecord& record = constants.records[i];
        table.rows.push_back({cellOf(Text("evidence.class." + std::string(kSpeedClassNames[i]))),
                              cellOf(Text("value.count").with("value", record.measurements)), percent(record.medianErrorPercent),
                              percent(record.p90ErrorPercent), percent(record.insidePercent), percent(record.widthPercent)});
    }
    return table;
}

const char* severityCode(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "severity.note";
    case Severity::Warning: return "severity.warning";
    case Severity::Error: break;
    }
    return "severity.error";
}

} // namespace

void addAssumptions(ReportModel& model, const ScenarioViews& views)
{
    Section section{1, true, Text("report.assumptions"), {}};
    section.blocks.emplace_back(leadOf(Text("report.assumptions.lead")));
    for (const ScenarioView& view : views) {
        if (view.page.assumptions.empty())
            continue;
        Text line = Text("report.assumptions.of").with("scenario", view.title());
        line.arguments.push_back({"list", view.page.assumptions});
        section.blocks.emplace_back(bulletOf(std::move(line)));
    }
    Table engines = tableOf({Text("report.head.scenario"), Text("input.engine"), Text("report.head.versions"), Text("report.head.basis"),
                             Text("report.head.source")});
    engines.rightAligned.assign(5, false);
    for (const ScenarioView& view : views) {
        if (view.plan.resolved)
            addEngineRow(engines, view);
    }
    section.blocks.emplace_back(std::move(engines));
    model.sections.push_back(std::move(section));
}

void addProblems(ReportModel& model, const ScenarioViews& views)
{
    Section section{1, true, Text("report.problems"), {}};
    Table table = tableOf({Text("report.head.scenario"), Text("report.head.severity"), Text("report.head.what"), Text("report.head.where"),
                           Text("report.head.way-out")});
    table.rightAligned.assign(5, false);
    for (const ScenarioView& view : views) {
        for (const Problem& problem : view.page.problems)
            table.rows.push_back({nameCell(view.letter), cellOf(Text(severityCode(problem.severity))), cellOf(problem.text),
                                  nameCell(problem.where, Cell::Role::Quiet), cellOf(problem.wayOut)});
    }
    if (table.rows.empty())
        section.blocks.emplace_back(bodyOf(Text("report.problems.none")));
    else
        section.blocks.emplace_back(std::move(table));
    model.sections.push_back(std::move(section));
}

void addMethod(ReportModel& model, const Catalog& catalog)
{
    Section section{1, true, Text("report.method"), {}};
    for (const char* code :
         {"report.method.memory", "report.method.verdict", "report.method.speed", "report.method.cost", "report.method.interval"})
        section.blocks.emplace_back(bodyOf(Text(code)));
    section.blocks.emplace_back(recordsTable(catalog.memory()));
    section.blocks.emplace_back(bodyOf(Text("report.method.speed-records")));
    section.blocks.emplace_back(speedRecordsTable(catalog.speed()));
    section.blocks.emplace_back(bodyOf(Text("report.method.unknown")));
    model.sections.push_back(std::move(section));
}

} // namespace cardfit::report
