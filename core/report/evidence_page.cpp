#include "core/report/evidence_page.h"

#include "core/evidence/summary.h"
#include "core/report/verdict_words.h"

#include <algorithm>

namespace cardfit::report {

namespace {

using evidence::Figure;
using evidence::Key;
using evidence::Outcome;
using evidence::Set;
using evidence::Unit;

constexpr double kPoor = 0.75; // a quarter of the measured value: off by a factor of four
constexpr double kGoodMedian = 0.05, kGoodP90 = 0.25;
constexpr double kMemoryBand = 0.1, kSpeedBand = 0.2;
constexpr double kMargin = 1.15; // room between the outermost point and the frame

const evidence::Measured& measuredOf(const evidence::Evidence& evidence, const Outcome& outcome)
{
    return evidence.runs[outcome.run].figures[outcome.figure];
}

Text labelOf(Figure figure) { return Text("evidence.class." + std::string(nameOf(figure))); }

// The marks of a set, and which classes each stands for. A scatter shows those of one unit.
struct Mark {
    const char* label;
    Unit unit;
    std::array<Figure, 4> figures;
};
constexpr Mark markOf(const char* label, Unit unit, Figure figure) { return {label, unit, {figure, figure, figure, figure}}; }
constexpr std::array<Mark, 3> kMemoryMarks = {
    {{"evidence.series.adapter",
      Unit::Bytes,
      {Figure::AdapterAllocated, Figure::AdapterReserved, Figure::AdapterDevice, Figure::AdapterDevice}},
     {"evidence.series.full", Unit::Bytes, {Figure::FullAllocated, Figure::FullReserved, Figure::FullDevice, Figure::FullDevice}},
     {"evidence.series.inference",
      Unit::Bytes,
      {Figure::InferenceAllocated, Figure::InferenceReserved, Figure::InferenceDevice, Figure::InferenceDevice}}}};
constexpr std::array<Mark, 3> kStartupMarks = {{markOf("evidence.class.weights", Unit::Bytes, Figure::Weights),
                                                markOf("evidence.class.activations", Unit::Bytes, Figure::Activations),
                                                markOf("evidence.class.kv-pool", Unit::Bytes, Figure::KvPool)}};
constexpr std::array<Mark, 6> kSpeedMarks = {{{"evidence.series.training",
                                               Unit::TokensPerSecond,
                                               {Figure::Pretraining, Figure::FullTraining, Figure::LoraTraining, Figure::QloraTraining}},
                                              markOf("evidence.class.prefill", Unit::TokensPerSecond, Figure::Prefill),
                                              markOf("evidence.class.throughput", Unit::TokensPerSecond, Figure::Throughput),
                                              markOf("evidence.class.decode", Unit::TokensPerSecond, Figure::Decode),
                                              markOf("evidence.class.ttft", Unit::Milliseconds, Figure::FirstToken),
                                              markOf("evidence.class.tpot", Unit::Milliseconds, Figure::TimePerToken)}};
constexpr std::array<Mark, 2> kServingMarks = {{markOf("evidence.class.ttft-load", Unit::Milliseconds, Figure::FirstTokenLoad),
                                                markOf("evidence.class.tpot-load", Unit::Milliseconds, Figure::TimePerTokenLoad)}};

constexpr std::array<Mark, 4> kFurtherMarks = {{markOf("evidence.class.ttft-load", Unit::Milliseconds, Figure::FirstTokenLoad),
                                               markOf("evidence.class.tpot-load", Unit::Milliseconds, Figure::TimePerTokenLoad),
                                               markOf("evidence.class.ttft", Unit::Milliseconds, Figure::FirstToken),
                                               markOf("evidence.class.tpot", Unit::Milliseconds, Figure::TimePerToken)}};

std::span<const Mark> marksOf(Set set)
{
    switch (set) {
    case Set::Memory: return kMemoryMarks;
    case Set::Startups: return kStartupMarks;
    case Set::Speed: return kSpeedMarks;
    case Set::Serving: return kServingMarks;
    case Set::Further: return kFurtherMarks;
    }
    return kMemoryMarks;
}

bool holds(const Mark& mark, Figure figure) { return std::find(mark.figures.begin(), mark.figures.end(), figure) != mark.figures.end(); }

// What the scatter shows: the marks of the chosen class's unit, or a class outside the marks (a component, tokens) alone.
struct Scatter {
    std::vector<const Mark*> marks;
    std::optional<Figure> alone;
    Unit unit = Unit::Bytes;

    std::optional<std::size_t> seriesOf(Figure figure) const
    {
        if (alone)
            return figure == *alone ? std::optional<std::size_t>(0) : std::nullopt;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (holds(*marks[i], figure))
                return i;
        }
        return std::nullopt;
    }
};

Scatter scatterOf(Set set, const EvidenceFilter& filter)
{
    const std::span<const Mark> marks = marksOf(set);
    Scatter scatter;
    scatter.unit = filter.figure ? commonUnitOf(*filter.figure) : marks.front().unit;
    const auto isMarked = [&](const Mark& mark) { return holds(mark, *filter.figure); };
    if (filter.figure && std::none_of(marks.begin(), marks.end(), isMarked))
        scatter.alone = filter.figure;
    for (const Mark& mark : marks) {
        if (!scatter.alone && mark.unit == scatter.unit)
            scatter.marks.push_back(&mark);
    }
    return scatter;
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
    row.p90IsPoor = statistics.p90 >= kPoor || statistics.medianFactor.value_or(1) > kOrderOfMagnitude;
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

void fillSeries(EvidencePage& page, const Scatter& scatter)
{
    if (scatter.alone)
        page.series.push_back({labelOf(*scatter.alone), 0});
    for (const Mark* mark : scatter.marks)
        page.series.push_back({Text(mark->label), 0});
}

void fillPoints(EvidencePage& page, const evidence::Evidence& evidence, const std::vector<Outcome>& outcomes,
                std::span<const Outcome* const> chosen, const EvidenceFilter& filter, const Scatter& scatter)
{
    const double unit = scatter.unit == Unit::Bytes ? kGiB : 1;
    for (const Outcome* outcome : chosen) {
        const Figure figure = measuredOf(evidence, *outcome).figure;
        const std::optional<std::size_t> series = scatter.seriesOf(figure);
        if (!outcome->isAnswered() || !series)
            continue;
        EvidencePoint point;
        point.measured = outcome->commonMeasured / unit;
        point.predicted = outcome->common / unit;
        point.series = *series;
        point.outcome = static_cast<std::size_t>(outcome - outcomes.data());
        point.run = outcome->run;
        point.chosen = !filter.figure || figure == *filter.figure;
        page.series[*series].points += 1;
        page.points.push_back(point);
    }
}

void nameAxes(EvidencePage& page, Unit unit)
{
    const auto named = [&page](const char* measured, const char* predicted) {
        page.measuredAxis = Text(measured);
        page.predictedAxis = Text(predicted);
    };
    switch (unit) {
    case Unit::Bytes: return named("evidence.axis.measured", "evidence.axis.predicted");
    case Unit::Tokens: return named("evidence.axis.measured-tokens", "evidence.axis.predicted-tokens");
    case Unit::Milliseconds: return named("evidence.axis.measured-ms", "evidence.axis.predicted-ms");
    default: return named("evidence.axis.measured-rate", "evidence.axis.predicted-rate");
    }
}

void fillAxes(EvidencePage& page, Unit unit)
{
    nameAxes(page, unit);
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
    const Scatter scatter = scatterOf(evidence.set, filter);
    EvidencePage page;
    page.band = isOfSpeed(evidence.set) ? kSpeedBand : kMemoryBand;
    fillHeadline(page, evidence.set, summary.all);
    fillTable(page, summary);
    fillSeries(page, scatter);
    fillPoints(page, evidence, outcomes, chosen, filter, scatter);
    fillAxes(page, scatter.unit);
    const auto count =
        static_cast<int>(std::count_if(page.points.begin(), page.points.end(), [](const EvidencePoint& p) { return p.chosen; }));
    page.subtitle = filter.figure ? Text("evidence.subtitle.class").with("class", labelOf(*filter.figure)).with("count", count)
                                  : Text("evidence.subtitle." + std::string(nameOf(evidence.set))).with("count", count);
    page.bandLabel = Text("evidence.band").with("percent", Percent{page.band * 100});
    fillChoices(page, evidence, outcomes, catalog);
    return page;
}

} // namespace cardfit::report
