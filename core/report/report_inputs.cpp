#include "core/json/reader.h"
#include "core/report/cells.h"
#include "core/report/report_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace cardfit::report {

namespace {

// Shown whether they differ from the default or not; the others only when they do.
constexpr std::array<std::string_view, 9> kAlways{"as_of",
                                                  "model",
                                                  "task",
                                                  "card",
                                                  "cards",
                                                  "rental.term",
                                                  "ownership.years",
                                                  "ownership.power_price_per_kwh",
                                                  "ownership.discount_rate"};
constexpr std::array<std::string_view, 4> kServing{"input_tokens", "output_tokens", "context_tokens", "concurrency"};
constexpr std::array<std::string_view, 5> kTraining{"context_tokens", "micro_batch", "global_batch", "training.dataset_tokens",
                                                    "training.epochs"};
// The order of a scenario file; what is not named here follows in its own order.
constexpr std::array<std::string_view, 28> kOrder{
    "name",         "as_of",          "currency",           "model",        "task",          "weights",        "kv_cache",    "compute",
    "engine",       "engine_version", "memory_utilization", "input_tokens", "output_tokens", "context_tokens", "concurrency", "micro_batch",
    "global_batch", "training",       "parallel",           "card",         "cards",         "interconnect",   "demand",      "limits",
    "allow",        "rental",         "ownership",          "serving"};

struct Entry {
    std::string path;
    Text value;
};
using Entries = std::vector<Entry>;

Text numberOf(double value)
{
    constexpr double kExactWhole = 9e15;
    if (std::abs(value) < kExactWhole && value == std::floor(value))
        return Text("value.count").with("value", static_cast<std::int64_t>(value));
    return Text("value.number").with("value", value);
}

Text valueOf(const json::Reader& node)
{
    if (node.isString())
        return Text("value.name").with("value", *node.string());
    if (node.isBoolean())
        return Text(*node.boolean() ? "value.yes" : "value.no");
    if (node.isNumber())
        return numberOf(*node.number(-1e300, 1e300));
    if (!node.isArray())
        return Text("value.none");
    std::vector<Text> items;
    for (std::size_t i = 0; i < node.size(); ++i)
        items.push_back(valueOf(node.at(i)));
    if (items.empty())
        return Text("value.none");
    Text list("value.list");
    list.arguments.push_back({"items", std::move(items)});
    return list;
}

// A model or card that is described in the scenario is named, not printed.
bool isLeaf(const std::string& path, const json::Reader& node) { return !node.isObject() || path == "model" || path == "card"; }

void flatten(const json::Reader& node, const std::string& prefix, Entries& entries)
{
    for (const std::string_view key : node.keys()) {
        const std::string path = prefix.empty() ? std::string(key) : prefix + '.' + std::string(key);
        const json::Reader child = node.child(key);
        if (isLeaf(path, child))
            entries.push_back({path, valueOf(child)});
        else
            flatten(child, path, entries);
    }
}

std::size_t placeOf(const std::string& path)
{
    const std::string_view top = std::string_view(path).substr(0, path.find('.'));
    return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), top) - kOrder.begin());
}

Entries entriesOf(const Scenario& scenario, bool everything)
{
    json::Writer writer;
    writeScenario(writer, scenario, everything);
    json::Problems problems;
    Entries entries;
    if (const std::optional<json::Document> document = json::Document::parse(writer.text(), problems))
        flatten(json::Reader(document->root(), problems), {}, entries);
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return placeOf(a.path) < placeOf(b.path); });
    return entries;
}

template <class List>
bool holds(const List& list, std::string_view path)
{
    return std::find(list.begin(), list.end(), path) != list.end();
}

bool isShown(const std::string& path, const Scenario& scenario)
{
    return holds(kAlways, path) || (isTraining(scenario.task) ? holds(kTraining, path) : holds(kServing, path));
}

Text shownValue(const Entry& entry, const ScenarioView& view)
{
    if (entry.path == "task")
        return Text("task." + std::string(nameOf(view.scenario->task)));
    if (entry.path == "rental.term")
        return Text("term." + std::string(nameOf(view.scenario->rental.term)));
    if (!view.plan.resolved)
        return entry.value;
    if (entry.path == "model")
        return Text("value.name").with("value", view.plan.resolved->model->shortName);
    if (entry.path == "card")
        return Text("value.name").with("value", view.plan.resolved->card->name);
    return entry.value;
}

void addRow(Table& table, const std::string& inputCode, Text value, Text basis)
{
    table.rows.push_back({cellOf(Text(inputCode)), cellOf(std::move(value)), cellOf(std::move(basis), Cell::Role::Quiet)});
}

} // namespace

void addInputs(ReportModel& model, const ScenarioView& view)
{
    Section section{1, true, Text("report.inputs").with("scenario", view.title()), {}};
    section.blocks.emplace_back(leadOf(view.page.headline));
    Table table = tableOf({Text("report.head.input"), Text("report.head.value"), Text("report.head.basis")});
    table.rightAligned.assign(3, false);

    std::set<std::string> given;
    for (const Entry& entry : entriesOf(*view.scenario, false))
        given.insert(entry.path);
    std::set<std::string> chosen;
    const std::vector<Assumption> assumptions = assumptionsOf(*view.scenario, view.plan);
    for (const Assumption& assumption : assumptions)
        chosen.insert(assumption.inputCode);
    for (const Entry& entry : entriesOf(*view.scenario, true)) {
        const std::string code = "input." + entry.path;
        const bool isGiven = given.count(entry.path) > 0;
        if (!chosen.count(code) && (isGiven || isShown(entry.path, *view.scenario)))
            addRow(table, code, shownValue(entry, view), Text(isGiven ? "basis.given" : "basis.default"));
    }
    for (const Assumption& assumption : assumptions)
        addRow(table, assumption.inputCode, assumption.value, basisName(assumption.basis));
    section.blocks.emplace_back(std::move(table));
    model.sections.push_back(std::move(section));
}

} // namespace cardfit::report
