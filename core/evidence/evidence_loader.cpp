#include "core/evidence/evidence_loader.h"

#include "core/catalog/fields.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cardfit::evidence {

namespace {

// A unit as sources print it: what one of it is in bytes, and the other reading where a source leaves it open.
struct Unit {
    std::string_view name;
    double scale = 1, other = 0;
};
constexpr double kMB = 1e6;
constexpr std::array<Unit, 9> kUnits = {{{"GB", kGB},
                                         {"GiB", kGiB},
                                         {"MB", kMB},
                                         {"MiB", kMiB},
                                         {"KiB", kKiB},
                                         {"bytes", 1},
                                         {"tokens", 1},
                                         {"GB or GiB", kGB, kGiB},
                                         {"MB or MiB", kMB, kMiB}}};

// The word as one of the values that have a name; reported when it is none of them.
template <class Value, std::size_t count>
std::optional<Value> named(const json::Reader& word, std::optional<Value> (*find)(std::string_view))
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < count; ++i) {
        if (const std::string_view name = nameOf(static_cast<Value>(i)); !name.empty())
            names.push_back(name);
    }
    const auto found = word.oneOf(std::span<const std::string_view>(names));
    return found ? find(*found) : std::nullopt;
}

Unit unitOf(const json::Reader& word)
{
    std::array<std::string_view, kUnits.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kUnits[i].name;
    const auto found = word.oneOf(std::span<const std::string_view>(names));
    for (const Unit& unit : kUnits) {
        if (found && unit.name == *found)
            return unit;
    }
    return {};
}

Measured readMeasured(const json::Reader& node)
{
    Measured measured;
    Fields fields(node);
    const auto figure = named<Figure, kFigures>(fields.child("class"), figureNamed);
    measured.figure = figure.value_or(Figure::Other);
    double printed = 0;
    fields.number("measured", printed, -1e15, 1e15);
    const Unit unit = unitOf(fields.child("unit"));
    measured.value = printed * unit.scale;
    measured.other = printed * unit.other;
    fields.flag("of_all_cards", measured.ofAllCards);
    fields.flag("with_adapters", measured.withAdapters);
    fields.flag("aside", measured.aside);
    if (fields.has("gap"))
        measured.gap = named<Gap, kGaps>(node.child("gap"), gapNamed).value_or(Gap::None);
    fields.done();
    if (measured.gap == Gap::None && printed <= 0)
        node.child("measured").fail("a positive figure, or the \"gap\" why it cannot be asked");
    if (measured.gap == Gap::None && figure == Figure::Other)
        node.child("class").fail("a class that the planner answers, or the \"gap\" why it cannot be asked");
    if (figure && !unit.name.empty() && (figure == Figure::KvTokens) != (unit.name == "tokens"))
        node.child("unit").fail(measured.figure == Figure::KvTokens ? "\"tokens\"" : "a unit of memory");
    return measured;
}

// Reads one file; keeps what one run needs of the others.
class Loader {
public:
    Loader(const ModelReaders& readers, Evidence& evidence) : m_readers(readers), m_evidence(evidence) {}

    void readSources(const json::Reader& table)
    {
        if (!table.requireObject())
            return;
        for (const std::string_view key : table.keys()) {
            Source source;
            Fields fields(table.child(key));
            fields.text("title", source.title);
            fields.text("where", source.where);
            fields.text("date", source.date);
            std::string group(key);
            fields.text("group", group, Fields::Need::Optional);
            fields.done();
            if (!isDateOrPart(source.date))
                table.child(key).child("date").fail("a year, a month or a day (\"2026-07-20\")");
            m_sources.emplace(key, m_evidence.sources.size());
            m_groups.push_back(std::move(group));
            m_evidence.sources.push_back(std::move(source));
        }
    }

    void readRuns(const json::Reader& list)
    {
        if (!list.requireArray())
            return;
        m_evidence.runs.reserve(list.size());
        for (std::size_t i = 0; i < list.size() && !list.problems().isFull(); ++i)
            m_evidence.runs.push_back(readRun(list.at(i)));
    }

private:
    Run readRun(const json::Reader& node)
    {
        Run run;
        Fields fields(node);
        fields.text("id", run.id);
        if (!run.id.empty() && !m_ids.insert(run.id).second)
            node.child("id").fail("an id that no other run has");
        readSource(fields.child("source"), run);
        fields.text("group", run.group, Fields::Need::Optional);
        fields.flag("core", run.core);
        fields.flag("refused", run.refused);
        bool asked = false;
        const json::Reader figures = fields.child("figures");
        for (std::size_t i = 0; figures.requireArray() && i < figures.size(); ++i) {
            run.figures.push_back(readMeasured(figures.at(i)));
            asked = asked || run.figures.back().gap == Gap::None;
        }
        if (figures.isArray() && figures.size() == 0)
            figures.fail("at least one figure");
        if (fields.has("scenario"))
            readScenarioOf(node.child("scenario"), run);
        else if (asked)
            node.fail("a \"scenario\" for the figures without a gap");
        fields.done();
        return run;
    }

    void readSource(const json::Reader& key, Run& run)
    {
        const auto word = key.string();
        if (!word)
            return;
        const auto entry = m_sources.find(std::string(*word));
        if (entry == m_sources.end()) {
            key.fail("a key of the file's \"sources\"");
            return;
        }
        run.source = entry->second;
        run.group = m_groups[entry->second];
    }

    void readScenarioOf(const json::Reader& node, Run& run)
    {
        if (std::optional<Scenario> scenario = readScenario(node, m_readers))
            run.scenario = std::move(*scenario);
    }

    const ModelReaders& m_readers;
    Evidence& m_evidence;
    std::unordered_map<std::string, std::size_t> m_sources;
    std::vector<std::string> m_groups; // of a source's runs, by source
    std::unordered_set<std::string> m_ids;
};

} // namespace

std::filesystem::path fileOf(const std::filesystem::path& data, Set set)
{
    return data / "evidence" / (std::string(nameOf(set)) + ".json");
}

EvidenceLoad loadEvidence(const std::filesystem::path& data, Set set, const ModelReaders& readers)
{
    Evidence evidence;
    evidence.set = set;
    json::Problems problems;
    if (const auto document = json::Document::load(fileOf(data, set).string(), problems)) {
        Fields file(json::Reader(document->root(), problems));
        file.ignore("about");
        Loader loader(readers, evidence);
        loader.readSources(file.child("sources"));
        loader.readRuns(file.child("runs"));
        file.done();
    }
    EvidenceLoad load;
    load.problems = std::move(problems.list);
    if (load.problems.empty())
        load.evidence.emplace(std::move(evidence));
    return load;
}

} // namespace cardfit::evidence
