#include "core/report/evidence_page.h"

#include <cmath>
#include <utility>

namespace cardfit::report {

namespace {

using evidence::Outcome;
using evidence::Unit;

Text deviationOf(double error)
{
    const double size = std::abs(error) * 100;
    constexpr double kShown = 0.05; // smaller is 0.0 with one decimal
    if (size < kShown)
        return Text("evidence.deviation.none");
    return Text(error > 0 ? "evidence.deviation.over" : "evidence.deviation.under").with("size", size);
}

const char* codeOf(Unit unit)
{
    switch (unit) {
    case Unit::Milliseconds: return "evidence.value.ms";
    case Unit::TokensPerSecond: return "evidence.value.rate";
    case Unit::TokensPerSecondAndCard: return "evidence.value.rate-card";
    case Unit::SamplesPerSecond: return "evidence.value.samples";
    case Unit::SecondsPerStep: return "evidence.value.step";
    case Unit::PercentOfPeak: return "evidence.value.mfu";
    case Unit::TeraflopsOfCard: // never asked, so never shown
    case Unit::Bytes:
    case Unit::Tokens: break;
    }
    return "evidence.value.tokens";
}

Text amountOf(Unit unit, double value)
{
    if (unit == Unit::Bytes)
        return Text("evidence.value.memory").with("value", bytesOf(value));
    if (unit == Unit::Tokens)
        return Text(codeOf(unit)).with("value", static_cast<std::int64_t>(std::llround(value)));
    return Text(codeOf(unit)).with("value", value);
}

// The figure alone, between the ends of its interval: "14.1", of "14.1 to 17.8".
Text boundOf(Unit unit, double value)
{
    if (unit == Unit::Bytes)
        return Text("evidence.bound.memory").with("value", bytesOf(value));
    return Text("evidence.bound").with("value", value);
}

Text figuresOf(const evidence::Measured& measured, const Outcome& outcome)
{
    const Unit unit = measured.unit;
    const bool stated = outcome.hasInterval() && unit != Unit::Tokens; // of tokens the answer states none in words
    const bool magnitude = stated && isOrderOfMagnitude(outcome.low, outcome.high);
    const char* code = magnitude ? "evidence.note.magnitude" : stated ? "evidence.note.figures" : "evidence.note.figures-plain";
    Text text = Text(code)
                    .with("class", Text("evidence.class." + std::string(nameOf(measured.figure))))
                    .with("measured", amountOf(unit, outcome.measured))
                    .with("deviation", deviationOf(outcome.error()));
    if (magnitude)
        return std::move(text).with("predicted", unit == Unit::Bytes ? outcome.predicted / kGiB : outcome.predicted);
    Text figures = std::move(text).with("predicted", amountOf(unit, outcome.predicted));
    return stated ? std::move(figures).with("low", boundOf(unit, outcome.low)).with("high", boundOf(unit, outcome.high))
                  : std::move(figures);
}

} // namespace

EvidenceNote evidenceNoteOf(const evidence::Evidence& evidence, const Outcome& outcome, const Catalog& catalog)
{
    const evidence::Run& run = evidence.runs[outcome.run];
    const evidence::Source& source = evidence.sources[run.source];
    const Scenario& scenario = run.scenario;
    const Card* card = catalog.card(scenario.card.id);
    EvidenceNote note;
    note.title = Text("evidence.note.title")
                     .with("model", scenario.model.name)
                     .with("task", Text("task." + std::string(nameOf(scenario.task))))
                     .with("engine", scenario.engine)
                     .with("count", scenario.cards.value_or(1))
                     .with("card", Text("value.name").with("value", card ? card->shortName : scenario.card.id));
    note.source = Text("evidence.note.source").with("title", source.title).with("date", source.date);
    note.where = source.where;
    note.figures = figuresOf(run.figures[outcome.figure], outcome);
    return note;
}

} // namespace cardfit::report
