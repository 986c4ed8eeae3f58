#include "core/evidence/evidence_loader.h"

#include "core/catalog/fields.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cardfit::evidence {

namespace {

// A unit as sources print it: what one of it is, and the other reading where a source leaves it open.
struct UnitWord {
    std::string_view name;
    Unit unit = Unit::Bytes;
    double scale = 1, other = 0;
};
constexpr double kMB = 1e6;
constexpr std::array<UnitWord, 16> kUnits = {{{"GB", Unit::Bytes, kGB},
                                              {"GiB", Unit::Bytes, kGiB},
                                              {"MB", Unit::Bytes, kMB},
                                              {"MiB", Unit::Bytes, kMiB},
                                              {"KiB", Unit::Bytes, kKiB},
                                              {"bytes", Unit::Bytes, 1},
                                              {"tokens", Unit::Tokens, 1},
                                              {"GB or GiB", Unit::Bytes, kGB, kGiB},
                                              {"MB or MiB", Unit::Bytes, kMB, kMiB},
                                              {"ms", Unit::Milliseconds, 1},
                                              {"tokens/s", Unit::TokensPerSecond, 1},
                                              {"tokens/s/card", Unit::TokensPerSecondAndCard, 1},
                                              {"samples/s", Unit::SamplesPerSecond, 1},
                                              {"s/step", Unit::SecondsPerStep, 1},
                                              {"% MFU", Unit::PercentOfPeak, 1},
                                              {"TFLOP/s/card", Unit::TeraflopsOfCard, 1}}};

// Whether a figure of the class can be printed in the unit, and how that is asked for.
struct UnitRule {
    bool fits = true;
    std::string_view expected;
};
UnitRule ruleOf(Figure figure, Unit unit)
{
    switch (commonUnitOf(figure)) {
    case Unit::Bytes: return {figure == Figure::Other || unit == Unit::Bytes, "a unit of memory"};
    case Unit::Tokens: return {unit == Unit::Tokens, "\"tokens\""};
    case Unit::Milliseconds: return {unit == Unit::Milliseconds, "\"ms\""};
    default: break;
    }
    const bool training = figure >= Figure::Pretraining;
    const bool ofTraining = unit == Unit::SecondsPerStep || unit == Unit::PercentOfPeak || unit == Unit::TeraflopsOfCard;
    const bool rate = unit == Unit::TokensPerSecond || unit == Unit::TokensPerSecondAndCard || unit == Unit::SamplesPerSecond;
    const bool latency = unit == Unit::Milliseconds && !training && figure != Figure::Throughput;
    return {rate || latency || (training && ofTraining),
            training ? "tokens/s, tokens/s/card, samples/s, s/step or % MFU" : "tokens/s or ms"};
}

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

UnitWord unitOf(const json::Reader& word)
{
    std::array<std::string_view, kUnits.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kUnits[i].name;
    const auto found = word.oneOf(std::span<const std::string_view>(names));
    for (const UnitWord& unit : kUnits) {
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
    const UnitWord unit = unitOf(fields.child("unit"));
    measured.unit = unit.unit;
    measured.value = printed * unit.scale;
    measured.other = printed * unit.other;
    fields.flag("of_all_cards", measured.ofAllCards);
    fields.flag("with_adapters", measured.withAdapters);
    fields.flag("counts_input", measured.countsInput);
    fields.flag("with_prefill", measured.withPrefill);
    fields.flag("aside", measured.aside);
    if (fields.has("gap"))
        measured.gap = named<Gap, kGaps>(node.child("gap"), gapNamed).value_or(Gap::None);
    fields.done();
    if (measured.gap == Gap::None && printed <= 0)
        node.child("measured").fail("a positive figure, or the \"gap\" why it cannot be asked");
    if (measured.gap == Gap::None && figure == Figure::Other)
        node.child("class").fail("a class that the planner answers, or the \"gap\" why it cannot be asked");
    if (measured.gap == Gap::None && unit.unit == Unit::TeraflopsOfCard)
        node.child("unit").fail("tokens/s/card, by the source's own count of FLOP a token");
    if (figure && !unit.name.empty()) {
        if (const UnitRule rule = ruleOf(*figure, unit.unit); !rule.fits)
            node.child("unit").fail(std::string(rule.expected));
    }
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

    // One line a campaign: a scenario, and by column the users at once and what was read at each.
    void readCampaigns(const json::Reader& list)
    {
        if (!list.requireArray())
            return;
        for (std::size_t i = 0; i < list.size() && !list.problems().isFull(); ++i)
            readCampaign(list.at(i));
    }

private:
    Run readRun(const json::Reader& node)
    {
        Run run;
        Fields fields(node);
        readHead(fields, run);
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

    void readHead(Fields& fields, Run& run)
    {
        fields.text("id", run.id);
        if (!run.id.empty() && !m_ids.insert(run.id).second)
            fields.object().child("id").fail("an id that no other run has");
        readSource(fields.child("source"), run);
        fields.text("group", run.group, Fields::Need::Optional);
    }

    void readCampaign(const json::Reader& node)
    {
        Run shared;
        Fields fields(node);
        readHead(fields, shared);
        readScenarioOf(fields.child("scenario"), shared);
        std::vector<int> users;
        const json::Reader column = fields.child("concurrency");
        for (std::size_t i = 0; column.requireArray() && i < column.size(); ++i)
            users.push_back(static_cast<int>(column.at(i).integer(1, 1'000'000).value_or(1)));
        Gap whole = Gap::None;
        if (fields.has("gap"))
            whole = named<Gap, kGaps>(node.child("gap"), gapNamed).value_or(Gap::None);
        const auto first = readColumn(fields, {"ttft_ms", "ttft_gaps", Figure::FirstTokenLoad}, users.size(), whole);
        const auto perToken = readColumn(fields, {"tpot_ms", "tpot_gaps", Figure::TimePerTokenLoad}, users.size(), whole);
        const std::vector<std::size_t> core =
            fields.has("core") ? readPlaces(node.child("core"), users.size()) : std::vector<std::size_t>();
        fields.done();
        if (first.size() != users.size() || perToken.size() != users.size())
            return; // reported
        for (std::size_t i = 0; i < users.size(); ++i) {
            Run run = shared;
            run.id += '.' + std::to_string(i + 1);
            run.scenario.concurrency = users[i];
            run.core = std::find(core.begin(), core.end(), i) != core.end();
            run.figures = {first[i], perToken[i]};
            m_evidence.runs.push_back(std::move(run));
        }
    }

    struct Column {
        std::string_view values, gaps;
        Figure figure;
    };
    static std::vector<Measured> readColumn(Fields& fields, const Column& column, std::size_t count, Gap whole)
    {
        std::vector<Measured> list;
        const json::Reader values = fields.child(column.values);
        for (std::size_t i = 0; values.requireArray() && i < values.size(); ++i) {
            Measured measured;
            measured.figure = column.figure;
            measured.unit = Unit::Milliseconds;
            measured.gap = whole;
            measured.value = values.at(i).number(0, 1e9).value_or(0);
            list.push_back(measured);
        }
        if (values.isArray() && list.size() != count)
            values.fail("one figure for each entry of \"concurrency\"");
        if (fields.has(column.gaps))
            readGaps(fields.object().child(column.gaps), list);
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].gap == Gap::None && list[i].value <= 0)
                values.at(i).fail("a positive figure, or the gap why it cannot be asked");
        }
        return list;
    }

    // {"start-up-inside": [3, 4]}: the places in the column that have this gap.
    static void readGaps(const json::Reader& table, std::vector<Measured>& list)
    {
        if (!table.requireObject())
            return;
        for (const std::string_view name : table.keys()) {
            const auto gap = gapNamed(name);
            if (!gap || *gap == Gap::None) {
                table.child(name).fail("a name out of the list of gaps");
                continue;
            }
            for (const std::size_t place : readPlaces(table.child(name), list.size()))
                list[place].gap = *gap;
        }
    }

    static std::vector<std::size_t> readPlaces(const json::Reader& list, std::size_t count)
    {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i) {
            const auto place = list.at(i).integer(0, static_cast<std::int64_t>(count) - 1);
            if (place)
                places.push_back(static_cast<std::size_t>(*place));
        }
        return places;
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
        const bool campaigns = file.has("campaigns");
        if (campaigns)
            loader.readCampaigns(file.child("campaigns"));
        if (file.has("runs") || !campaigns)
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
