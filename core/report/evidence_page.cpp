#include "core/report/evidence_page.h"

#include "core/evidence/summary.h"
#include "core/report/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

using evidence::Figure;
using evidence::Key;
using evidence::Outcome;
using evidence::Set;

constexpr double kPoor = 0.75; // a quarter of the measured value: off by a factor of four
constexpr double kGoodMedian = 0.05, kGoodP90 = 0.25;
constexpr double kMargin = 1.15; // room between the outermost point and the frame

const evidence::Measured& measuredOf(const evidence::Evidence& evidence, const Outcome& outcome)
{
    return evidence.runs[outcome.run].figures[outcome.figure];
}

Text labelOf(Figure figure) { return Text("evidence.class." + std::string(nameOf(figure))); }

// The marks of a set, and which classes each stands for.
struct Mark {
    const char* label;
    std::array<Figure, 3> figures;
};
constexpr std::array<Mark, 3> kMemoryMarks = {
    {{"evidence.series.adapter", {Figure::AdapterAllocated, Figure::AdapterReserved, Figure::AdapterDevice}},
     {"evidence.series.full", {Figure::FullAllocated, Figure::FullReserved, Figure::FullDevice}},
     {"evidence.series.inference", {Figure::InferenceAllocated, Figure::InferenceReserved, Figure::InferenceDevice}}}};
constexpr std::array<Mark, 3> kStartupMarks = {
    {{"evidence.class.weights", {Figure::Weights, Figure::Weights, Figure::Weights}},
     {"evidence.class.activations", {Figure::Activations, Figure::Activations, Figure::Activations}},
     {"evidence.class.kv-pool", {Figure::KvPool, Figure::KvPool, Figure::KvPool}}}};

const std::array<Mark, 3>& marksOf(Set set) { return set == Set::Startups ? kStartupMarks : kMemoryMarks; }

std::optional<std::size_t> markOf(Set set, Figure figure)
{
    const std::array<Mark, 3>& marks = marksOf(set);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (std::find(marks[i].figures.begin(), marks[i].figures.end(), figure) != marks[i].figures.end())
            return i;
    }
    return std::nullopt;
}

std::optional<Percent> percent(std::optional<double> share) { return share ? std::optional(Percent{*share * 100}) : std::nullopt; }

EvidenceClass classOf(Figure figure, Text label, const evidence::Statistics& statistics)
{
    EvidenceClass row;
    row.figure = figure;
    row.label = std::move(label);
    row.rows = statistics.count;
    if (statistics.count == 0)
        return row;
    row.median = percent(statistics.median);
    row.p90 = percent(statistics.p90);
    row.inside = percent(statistics.coverage);
    row.width = percent(statistics.medianWidth);
    row.p90IsPoor = statistics.p90 >= kPoor;
    row.medianIsPoor = row.p90IsPoor; // the median of such a class promises too much
    return row;
}

void fillTable(EvidencePage& page, const evidence::Summary& summary)
{
    std::vector<Text> poor;
    for (const evidence::SummaryRow& row : summary.rows) {
        const Figure figure = evidence::figureNamed(row.key).value_or(Figure::Other);
        if (row.statistics.count == 0)
            continue;
        page.classes.push_back(classOf(figure, labelOf(figure), row.statistics));
        if (page.classes.back().p90IsPoor)
            poor.push_back(page.classes.back().label);
    }
    page.all = classOf(Figure::Other, Text("evidence.all"), summary.all);
    page.notes.push_back(Text("evidence.note.inside").with("gaps", summary.all.gaps).with("none", summary.all.unanswered));
    if (poor.empty())
        return;
    page.poorNote = Text("evidence.note.poor");
    page.poorNote.arguments.push_back({"names", std::move(poor)});
}

void fillHeadline(EvidencePage& page, Set set, const evidence::Statistics& all)
{
    const std::string code = "evidence.headline." + std::string(nameOf(set));
    page.good = all.count > 0 && all.median <= kGoodMedian && all.p90 <= kGoodP90;
    page.headline = all.count == 0 ? Text("evidence.headline.none")
                                   : Text(code).with("median", all.median * 100).with("p90", all.p90 * 100).with("count", all.count);
}

// A class outside the marks (a component, tokens) has the scatter to itself.
bool hasScatterToItself(Set set, const EvidenceFilter& filter) { return filter.figure && !markOf(set, *filter.figure); }

void fillSeries(EvidencePage& page, Set set, const EvidenceFilter& filter)
{
    if (hasScatterToItself(set, filter)) {
        page.series.push_back({labelOf(*filter.figure), 0});
        return;
    }
    for (const Mark& mark : marksOf(set))
        page.series.push_back({Text(mark.label), 0});
}

void fillPoints(EvidencePage& page, const evidence::Evidence& evidence, const std::vector<Outcome>& outcomes,
                std::span<const Outcome* const> chosen, const EvidenceFilter& filter)
{
    const bool alone = hasScatterToItself(evidence.set, filter);
    const double unit = filter.figure == Figure::KvTokens ? 1 : kGiB;
    for (const Outcome* outcome : chosen) {
        const Figure figure = measuredOf(evidence, *outcome).figure;
        const std::optional<std::size_t> mark = alone ? std::optional<std::size_t>(0) : markOf(evidence.set, figure);
        if (!outcome->isAnswered() || !mark || (alone && figure != *filter.figure))
            continue;
        EvidencePoint point;
        point.measured = outcome->measured / unit;
        point.predicted = outcome->predicted / unit;
        point.series = *mark;
        point.outcome = static_cast<std::size_t>(outcome - outcomes.data());
        point.run = outcome->run;
        point.chosen = !filter.figure || figure == *filter.figure;
        page.series[*mark].points += 1;
        page.points.push_back(point);
    }
}

void fillAxes(EvidencePage& page, const EvidenceFilter& filter)
{
    const bool tokens = filter.figure == Figure::KvTokens;
    page.measuredAxis = Text(tokens ? "evidence.axis.measured-tokens" : "evidence.axis.measured");
    page.predictedAxis = Text(tokens ? "evidence.axis.predicted-tokens" : "evidence.axis.predicted");
    if (page.points.empty())
        return;
    page.low = page.high = page.points.front().measured;
    for (const EvidencePoint& point : page.points) {
        page.low = std::min({page.low, point.measured, point.predicted});
        page.high = std::max({page.high, point.measured, point.predicted});
    }
    page.low /= kMargin;
    page.high *= kMargin;
}

Text engineLabel(const std::string& id) { return Text("value.name").with("value", id); }

Text cardLabel(const std::string& id, const Catalog& catalog)
{
    const Card* card = catalog.card(id);
    return Text("value.name").with("value", card ? card->shortName : id);
}

// The values that the asked measurements of the set have, most frequent first.
template <class Label>
std::vector<EvidenceChoice> choicesOf(const evidence::Evidence& evidence, const std::vector<Outcome>& outcomes, Key key, const Label& label)
{
    std::vector<EvidenceChoice> choices;
    for (const Outcome& outcome : outcomes) {
        if (outcome.kind == Outcome::Kind::Gap)
            continue;
        const std::string id = keyOf(evidence, outcome, key);
        auto choice = std::find_if(choices.begin(), choices.end(), [&id](const EvidenceChoice& c) { return c.id == id; });
        if (choice == choices.end())
            choice = choices.insert(choice, {id, label(id), 0});
        choice->runs += 1;
    }
    std::stable_sort(choices.begin(), choices.end(), [](const EvidenceChoice& a, const EvidenceChoice& b) { return a.runs > b.runs; });
    return choices;
}

void fillChoices(EvidencePage& page, const evidence::Evidence& evidence, const std::vector<Outcome>& outcomes, const Catalog& catalog)
{
    page.engines = choicesOf(evidence, outcomes, Key::Engine, engineLabel);
    page.tasks = choicesOf(evidence, outcomes, Key::Task, [](const std::string& id) { return Text("task." + id); });
    page.cards = choicesOf(evidence, outcomes, Key::Card, [&catalog](const std::string& id) { return cardLabel(id, catalog); });
}

Text deviationOf(double error)
{
    const double size = std::abs(error) * 100;
    constexpr double kShown = 0.05; // smaller is 0.0 with one decimal
    if (size < kShown)
        return Text("evidence.deviation.none");
    return Text(error > 0 ? "evidence.deviation.over" : "evidence.deviation.under").with("size", size);
}

} // namespace

EvidencePage buildEvidencePage(const evidence::Evidence& evidence, const std::vector<Outcome>& outcomes, const Catalog& catalog,
                               const EvidenceFilter& filter)
{
    evidence::Selection selection;
    selection.engine = filter.engine;
    selection.task = filter.task;
    selection.card = filter.card;
    const std::vector<const Outcome*> chosen = select(evidence, outcomes, selection);
    const evidence::Summary summary = summarize(evidence, chosen, Key::Figure);
    EvidencePage page;
    fillHeadline(page, evidence.set, summary.all);
    fillTable(page, summary);
    fillSeries(page, evidence.set, filter);
    fillPoints(page, evidence, outcomes, chosen, filter);
    fillAxes(page, filter);
    const auto count =
        static_cast<int>(std::count_if(page.points.begin(), page.points.end(), [](const EvidencePoint& p) { return p.chosen; }));
    page.subtitle = filter.figure ? Text("evidence.subtitle.class").with("class", labelOf(*filter.figure)).with("count", count)
                                  : Text("evidence.subtitle." + std::string(nameOf(evidence.set))).with("count", count);
    page.bandLabel = Text("evidence.band").with("percent", Percent{page.band * 100});
    fillChoices(page, evidence, outcomes, catalog);
    return page;
}

EvidenceNote evidenceNoteOf(const evidence::Evidence& evidence, const Outcome& outcome, const Catalog& catalog)
{
    const evidence::Run& run = evidence.runs[outcome.run];
    const evidence::Source& source = evidence.sources[run.source];
    const Scenario& scenario = run.scenario;
    EvidenceNote note;
    note.title = Text("evidence.note.title")
                     .with("model", scenario.model.name)
                     .with("task", Text("task." + std::string(nameOf(scenario.task))))
                     .with("engine", scenario.engine)
                     .with("count", scenario.cards.value_or(1))
                     .with("card", cardLabel(scenario.card.id, catalog));
    note.source = Text("evidence.note.source").with("title", source.title).with("date", source.date);
    note.where = source.where;
    const Figure figure = measuredOf(evidence, outcome).figure;
    const Text deviation = deviationOf(outcome.error());
    if (figure == Figure::KvTokens)
        note.figures = Text("evidence.note.tokens")
                           .with("class", labelOf(figure))
                           .with("measured", static_cast<std::int64_t>(std::llround(outcome.measured)))
                           .with("predicted", static_cast<std::int64_t>(std::llround(outcome.predicted)))
                           .with("deviation", deviation);
    else if (outcome.hasInterval())
        note.figures = Text("evidence.note.figures")
                           .with("class", labelOf(figure))
                           .with("measured", bytesOf(outcome.measured))
                           .with("predicted", bytesOf(outcome.predicted))
                           .with("low", bytesOf(outcome.low))
                           .with("high", bytesOf(outcome.high))
                           .with("deviation", deviation);
    else
        note.figures = Text("evidence.note.figures-plain")
                           .with("class", labelOf(figure))
                           .with("measured", bytesOf(outcome.measured))
                           .with("predicted", bytesOf(outcome.predicted))
                           .with("deviation", deviation);
    return note;
}

} // namespace cardfit::report
