#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/evidence/calibration.h"
#include "core/evidence/evidence_loader.h"
#include "core/evidence/summary.h"
#include "core/json/writer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

namespace cardfit::cli {

namespace {

using evidence::Evidence;
using evidence::Figure;
using evidence::Key;
using evidence::Outcome;
using evidence::Statistics;
using evidence::Summary;
using evidence::SummaryRow;
using evidence::Unit;
using Chosen = std::vector<const Outcome*>;

struct Options {
    std::string set = "memory", by = "class";
    evidence::Selection selection;
    int worst = 0;
    bool json = false, bands = false;
};

constexpr std::array<std::string_view, 7> kKeyNames = {"class", "engine", "task", "card", "group", "source", "model"};

Key keyNamed(std::string_view name)
{
    const auto found = std::find(kKeyNames.begin(), kKeyNames.end(), name);
    return static_cast<Key>(found - kKeyNames.begin()); // the option's check lets no other name through
}

Evidence load(evidence::Set set, Session& session)
{
    evidence::EvidenceLoad load = evidence::loadEvidence(session.folders().data, set, session.modelReaders());
    if (!load.evidence)
        throw BadInput(load.problems);
    return std::move(*load.evidence);
}

std::string percent(double share, int decimals) { return fmt::format("{:.{}f} %", share * 100, decimals); }

void addRow(Table& table, const std::string& name, const Statistics& s)
{
    table.addRow({name, std::to_string(s.count), std::to_string(s.gaps), std::to_string(s.unanswered)});
    if (s.count == 0)
        return;
    for (const double share : {s.median, s.medianOfGroups, s.p90})
        table.add(percent(share, 1));
    table.add(percent(s.within10, 0));
    table.add(percent(s.within20, 0));
    table.add(fmt::format("{:+.1f} %", s.bias * 100));
    table.add(s.coverage ? percent(*s.coverage, 0) : "-");
    table.add(s.medianWidth ? percent(*s.medianWidth, 0) : "-");
}

// The worst first; of equal errors the one that stands first in the data.
Chosen worstOf(Chosen outcomes, int count)
{
    std::erase_if(outcomes, [](const Outcome* outcome) { return outcome->kind == Outcome::Kind::Gap; });
    std::stable_sort(outcomes.begin(), outcomes.end(),
                     [](const Outcome* a, const Outcome* b) { return std::abs(a->error()) > std::abs(b->error()); });
    if (outcomes.size() > static_cast<std::size_t>(count))
        outcomes.resize(static_cast<std::size_t>(count));
    return outcomes;
}

std::string figureText(const Evidence& evidence, const Outcome& outcome, double value)
{
    if (!outcome.isAnswered())
        return "-";
    switch (evidence.runs[outcome.run].figures[outcome.figure].unit) {
    case Unit::Bytes: return fmt::format("{:.2f} GiB", value / kGiB);
    case Unit::Tokens: return fmt::format("{:.0f}", value);
    case Unit::Milliseconds: return fmt::format("{:.4g} ms", value);
    case Unit::TokensPerSecond: return fmt::format("{:.4g} tokens/s", value);
    case Unit::TokensPerSecondAndCard: return fmt::format("{:.4g} tokens/s/card", value);
    case Unit::SamplesPerSecond: return fmt::format("{:.4g} samples/s", value);
    case Unit::SecondsPerStep: return fmt::format("{:.4g} s/step", value);
    case Unit::PercentOfPeak: return fmt::format("{:.3g} % MFU", value);
    case Unit::TeraflopsOfCard: break; // never asked
    }
    return "-";
}

void printWorst(const Evidence& evidence, const Chosen& outcomes)
{
    Table table;
    table.addRow({"run", "class", "predicted", "measured", "error", "engine", "model", "source"});
    for (const Outcome* outcome : outcomes) {
        const evidence::Run& run = evidence.runs[outcome->run];
        const std::string& model = run.scenario.model.name;
        table.addRow({run.id, keyOf(evidence, *outcome, Key::Figure), figureText(evidence, *outcome, outcome->predicted),
                      figureText(evidence, *outcome, outcome->measured),
                      outcome->isAnswered() ? fmt::format("{:+.0f} %", outcome->error() * 100) : "no answer " + outcome->refusal,
                      run.scenario.engine, model.empty() ? "-" : model, evidence.sources[run.source].title});
    }
    print("\n" + table.text());
}

void printTable(const Evidence& evidence, const Options& options, const Summary& summary, const Chosen& chosen)
{
    Table table;
    table.addRow({options.by, "n", "gaps", "none", "median", "groups", "p90", "<=10 %", "<=20 %", "bias", "in 80 %", "width"});
    for (const SummaryRow& row : summary.rows) {
        if (!row.aside)
            addRow(table, row.key, row.statistics);
    }
    addRow(table, "all", summary.all);
    for (const SummaryRow& row : summary.rows) {
        if (row.aside)
            addRow(table, row.key + " (aside)", row.statistics);
    }
    print(table.text());
    if (options.worst > 0)
        printWorst(evidence, worstOf(chosen, options.worst));
}

void writeStatistics(json::Writer& writer, const Statistics& s)
{
    writer.member("n", s.count).member("gaps", s.gaps).member("no_answer", s.unanswered);
    if (s.count == 0)
        return;
    writer.member("median", s.median).member("median_of_groups", s.medianOfGroups).member("p90", s.p90);
    writer.member("within10", s.within10).member("within20", s.within20).member("bias", s.bias);
    writer.member("coverage", s.coverage).member("width", s.medianWidth);
}

void writeOutcome(json::Writer& writer, const Evidence& evidence, const Outcome& outcome)
{
    const evidence::Run& run = evidence.runs[outcome.run];
    const evidence::Source& source = evidence.sources[run.source];
    writer.beginObject().member("run", run.id).member("class", keyOf(evidence, outcome, Key::Figure)).member("core", run.core);
    writer.member("group", run.group);
    if (outcome.isAnswered()) {
        writer.member("predicted", outcome.predicted).member("measured", outcome.measured).member("error", outcome.error());
        writer.member("low", outcome.hasInterval() ? std::optional(outcome.low) : std::nullopt);
        writer.member("high", outcome.hasInterval() ? std::optional(outcome.high) : std::nullopt);
    } else if (outcome.kind == Outcome::Kind::Gap) {
        writer.member("gap", evidence::nameOf(run.figures[outcome.figure].gap));
    } else {
        writer.member("no_answer", outcome.refusal.empty() ? std::string("no such figure") : outcome.refusal);
    }
    writer.member("source", source.title).member("where", source.where).member("date", source.date).endObject();
}

// One line a row of the table, the total, then one line an outcome if asked for the worst.
void printJson(const Evidence& evidence, const Options& options, const Summary& summary, const Chosen& chosen)
{
    json::Writer writer;
    const auto printRow = [&](std::string_view key, const Statistics& statistics, bool aside) {
        writer.clear();
        writer.beginObject();
        if (options.set == "all")
            writer.member("set", evidence::nameOf(evidence.set));
        writer.member(options.by, key).member("aside", aside);
        writeStatistics(writer, statistics);
        writer.endObject();
        print(writer.text() + "\n");
    };
    for (const SummaryRow& row : summary.rows)
        printRow(row.key, row.statistics, row.aside);
    printRow("all", summary.all, false);
    for (const Outcome* outcome : worstOf(chosen, options.worst)) {
        writer.clear();
        writeOutcome(writer, evidence, *outcome);
        print(writer.text() + "\n");
    }
}

// What is looked at of one set.
struct SetView {
    Evidence evidence;
    std::vector<Outcome> outcomes;
    Chosen chosen;
};

SetView viewOf(evidence::Set set, const Options& options, Session& session)
{
    SetView view{load(set, session), {}, {}};
    view.outcomes = evaluate(view.evidence, session.catalog());
    view.chosen = select(view.evidence, view.outcomes, options.selection);
    return view;
}

std::vector<evidence::Set> setsOf(const Options& options)
{
    if (const auto set = evidence::setNamed(options.set))
        return {*set};
    std::vector<evidence::Set> all;
    for (std::size_t i = 0; i < evidence::kSets; ++i)
        all.push_back(static_cast<evidence::Set>(i));
    return all;
}

template <class Calibrator>
void addSets(Calibrator& calibrator, const std::vector<evidence::Set>& sets, const Options& options, Session& session)
{
    for (const evidence::Set set : sets) {
        const SetView view = viewOf(set, options, session);
        calibrator.add(view.evidence, view.chosen);
    }
}

// The block "classes" of data/memory/constants.json as the evidence has it: to be pasted there.
void printMemoryBands(const Options& options, Session& session)
{
    evidence::Calibrator calibrator(session.catalog().memory());
    addSets(calibrator, {evidence::Set::Memory, evidence::Set::Startups}, options, session);
    std::string text = "  \"classes\": {\n";
    std::string notes;
    const std::vector<evidence::Calibration> list = calibrator.result();
    for (const evidence::Calibration& c : list) {
        const bool last = &c == &list.back();
        text += fmt::format("    \"{}\": {{\"low\": {}, \"high\": {}", nameOf(c.memoryClass), c.band.low, c.band.high);
        if (c.record.measurements > 0)
            text += fmt::format(", \"median_error_percent\": {}, \"p90_error_percent\": {}, \"measurements\": {}",
                                c.record.medianErrorPercent, c.record.p90ErrorPercent, c.record.measurements);
        text += last ? "}\n" : "},\n";
        notes += fmt::format("{:26} {:4} measurements, {:3.0f} % inside the present band{}\n", nameOf(c.memoryClass), c.record.measurements,
                             c.coverage * 100, c.borrowed ? ", band borrowed from related classes" : "");
    }
    print(text + "  },\n");
    std::fputs(notes.c_str(), stderr);
}

// The block "classes" of data/speed/records.json as the evidence has it, with today's data/speed/intervals.json.
void printSpeedRecords(const Options& options, Session& session)
{
    evidence::SpeedCalibrator calibrator;
    addSets(calibrator, {evidence::Set::Speed, evidence::Set::Serving}, options, session);
    std::string text = "  \"classes\": {\n";
    std::string notes;
    const std::vector<evidence::SpeedCalibration> list = calibrator.result();
    for (const evidence::SpeedCalibration& c : list) {
        const SpeedRecord& r = c.record;
        text += fmt::format("    \"{}\": {{\"median_error_percent\": {}, \"p90_error_percent\": {}, \"measurements\": {}, "
                            "\"inside_percent\": {}, \"width_percent\": {}}}{}\n",
                            nameOf(c.speedClass), r.medianErrorPercent, r.p90ErrorPercent, r.measurements, r.insidePercent, r.widthPercent,
                            &c == &list.back() ? "" : ",");
        notes += fmt::format("{:16} {:5} measurements, {:3.0f} % inside, eight in ten between {:.2f} and {:.2f} times the prediction\n",
                             nameOf(c.speedClass), r.measurements, r.insidePercent, c.low, c.high);
    }
    print(text + "  }\n");
    std::fputs(notes.c_str(), stderr);
}

Exit show(const Options& options, Session& session)
{
    const std::vector<evidence::Set> sets = setsOf(options);
    if (options.bands) {
        if (!isOfSpeed(sets.front()))
            printMemoryBands(options, session);
        if (isOfSpeed(sets.back()))
            printSpeedRecords(options, session);
        return Exit::Answered;
    }
    for (const evidence::Set set : sets) {
        const SetView view = viewOf(set, options, session);
        const Summary summary = summarize(view.evidence, view.chosen, keyNamed(options.by));
        if (!options.json && sets.size() > 1)
            print(fmt::format("{}{}{}\n", set == sets.front() ? "" : "\n", nameOf(set),
                              countsInRecords(set) ? "" : " (met after the equations were chosen)"));
        if (options.json)
            printJson(view.evidence, options, summary, view.chosen);
        else
            printTable(view.evidence, options, summary, view.chosen);
    }
    return Exit::Answered;
}

} // namespace

void addEvidence(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("evidence", "Predicted against measured: how good the figures are, by class");
    command
        ->add_option("SET", options->set,
                     "Measurements: memory, startups, speed, serving, further (met after the equations were chosen) or all")
        ->check(CLI::IsMember({"memory", "startups", "speed", "serving", "further", "all"}))
        ->capture_default_str();
    command->add_flag("--core", options->selection.coreOnly, "Only the spread sample, not whole campaigns");
    command->add_option("--class", options->selection.figure, "Only one class, or several by their first word (adapter)");
    command->add_option("--engine", options->selection.engine, "Only runs of this engine");
    command->add_option("--task", options->selection.task, "Only runs of this task");
    command->add_option("--card", options->selection.card, "Only runs on this card");
    command->add_option("--by", options->by, "Rows of the table: class, engine, task, card, group, source or model")
        ->check(CLI::IsMember(std::vector<std::string>(kKeyNames.begin(), kKeyNames.end())))
        ->capture_default_str();
    command->add_option("--worst", options->worst, "The measurements that are farthest off, so many")->check(CLI::Range(0, 100000));
    command->add_flag("--bands", options->bands,
                      "What data/memory/constants.json or data/speed/records.json should record, from all sets of its kind");
    command->add_flag("--json", options->json, "One JSON line a row, and one a measurement with --worst");
    command->footer("A figure without an answer counts as an error of 100 %; gaps say too little to be asked.\n"
                    "In 80 %: share of the measured values inside the stated interval; width: median width of the interval.");
    command->callback([options, &session, &run] { run = [options, &session] { return show(*options, session); }; });
}

} // namespace cardfit::cli
