#include "core/report/claims_view.h"

#include "core/base/interval.h"
#include "core/json/writer.h"

#include <utility>

namespace cardfit::report {

namespace {

using evidence::Claim;
using evidence::ClaimAnswer;
using evidence::ClaimCondition;
using evidence::ClaimFigure;
using evidence::ClaimResult;
using evidence::ClaimSide;
using evidence::ClaimVerdict;

Text nameText(const std::string& name) { return Text("value.name").with("value", name); }

Text joined(const char* code, std::vector<Text> parts)
{
    Text text(code);
    text.arguments.push_back({"parts", std::move(parts)});
    return text;
}

std::string shortNameOf(const ClaimSide& side, const Catalog& catalog)
{
    const std::vector<const Model*> found = catalog.findModels(side.scenario.model.name);
    return found.empty() ? side.scenario.model.name : found.front()->shortName;
}

Text cardsOf(const Scenario& scenario, int count, const Catalog& catalog)
{
    const Card* card = catalog.card(scenario.card.id);
    return Text("claim.cards").with("count", count).with("card", card ? card->shortName : scenario.card.id);
}

Text loadOf(const Scenario& scenario)
{
    if (scenario.demand.requestsPerSecond)
        return Text("claim.load.rate").with("rate", *scenario.demand.requestsPerSecond);
    if (!scenario.concurrency)
        return Text("claim.load.maximum");
    return Text("claim.load.users").with("count", *scenario.concurrency);
}

// What is alike on both sides.
Text sharedOf(const ClaimCondition& condition, ClaimFigure figure, const Catalog& catalog)
{
    const Scenario& over = condition.over.scenario;
    const Scenario& under = condition.under ? condition.under->scenario : over;
    std::vector<Text> parts{nameText(shortNameOf(condition.over, catalog))};
    if (!over.weights.empty() && over.weights == under.weights)
        parts.push_back(nameText(over.weights));
    if (figure == ClaimFigure::Weights)
        return joined("claim.parts", std::move(parts));
    if (isTraining(over.task)) {
        parts.push_back(Text("task." + std::string(nameOf(over.task))));
        parts.push_back(Text("claim.load.batch").with("batch", over.microBatch).with("length", over.contextTokens));
        return joined("claim.parts", std::move(parts));
    }
    parts.push_back(Text("claim.load.tokens").with("input", over.inputTokens).with("output", over.outputTokens));
    if (over.concurrency == under.concurrency)
        parts.push_back(loadOf(over));
    return joined("claim.parts", std::move(parts));
}

// What tells one side from the other; cards always, as they are what claims are about.
Text sideOf(const ClaimCondition& condition, const ClaimResult& result, bool isOver, ClaimFigure figure, const Catalog& catalog)
{
    const Scenario& own = isOver || !condition.under ? condition.over.scenario : condition.under->scenario;
    const Scenario& other = isOver && condition.under ? condition.under->scenario : condition.over.scenario;
    const int fleet = figure != ClaimFigure::Rent ? 0 : isOver ? result.overCards : result.underCards; // a bill is that of all cards
    std::vector<Text> parts;
    if (own.weights != other.weights)
        parts.push_back(nameText(own.weights));
    if (own.engine != other.engine)
        parts.push_back(nameText(own.engine));
    if (own.compute != other.compute && !own.compute.empty())
        parts.push_back(nameText(own.compute));
    if (own.concurrency != other.concurrency)
        parts.push_back(loadOf(own));
    if (figure != ClaimFigure::Weights)
        parts.push_back(cardsOf(own, fleet > 0 ? fleet : own.cards.value_or(1), catalog));
    if (own.interconnect == Interconnect::Nvlink)
        parts.push_back(nameText("NVLink"));
    else if (own.interconnect == Interconnect::Pcie)
        parts.push_back(nameText("PCIe"));
    return joined("claim.parts", std::move(parts));
}

// A time is a time, a share of the cards or of the weights is a percentage, all else a factor.
std::string formOf(const ClaimCondition& condition)
{
    if (!condition.under)
        return "ms";
    return condition.value < 1 ? "share" : "factor";
}

Text resultOf(const ClaimCondition& condition, const ClaimResult& result)
{
    if (!result.overFits || !result.underFits)
        return Text("claim.result.no-fit");
    if (!result.value)
        return Text("claim.result.none");
    const std::string form = formOf(condition);
    const double scale = form == "share" ? 100 : 1;
    if (!result.low)
        return Text("claim.result." + form + ".plain").with("value", *result.value * scale);
    if (isOrderOfMagnitude(*result.low, *result.high))
        return Text("claim.result." + form + ".magnitude").with("value", *result.value * scale);
    return Text("claim.result." + form)
        .with("value", *result.value * scale)
        .with("low", *result.low * scale)
        .with("high", *result.high * scale);
}

Text measuredOf(const ClaimCondition& condition, const ClaimResult& result)
{
    if (!result.measured)
        return {};
    const std::string form = formOf(condition);
    Text text = Text("claim.measured." + form)
                    .with("value", *result.measured * (form == "share" ? 100 : 1))
                    .with("run", condition.over.run)
                    .with("source", condition.source);
    return condition.under ? std::move(text).with("other", condition.under->run) : std::move(text);
}

ClaimLine lineOf(const Claim& claim, const ClaimCondition& condition, const ClaimResult& result, const Catalog& catalog)
{
    ClaimLine line;
    Text text = Text(condition.under ? "claim.against" : "claim.alone")
                    .with("shared", sharedOf(condition, claim.figure, catalog))
                    .with("over", sideOf(condition, result, true, claim.figure, catalog));
    line.circumstances =
        condition.under ? std::move(text).with("under", sideOf(condition, result, false, claim.figure, catalog)) : std::move(text);
    line.result = resultOf(condition, result);
    line.measured = measuredOf(condition, result);
    line.answered = result.value.has_value();
    line.holds = result.holds;
    return line;
}

} // namespace

ClaimView claimViewOf(const Claim& claim, const ClaimAnswer& answer, const Catalog& catalog)
{
    ClaimView view;
    view.id = claim.id;
    view.words = Text("claim." + claim.id);
    view.kind = answer.verdict;
    view.verdict =
        Text("claim.verdict." + std::string(nameOf(answer.verdict))).with("holding", answer.holding).with("count", answer.answered);
    view.sources = claim.sources;
    for (std::size_t i = 0; i < claim.conditions.size(); ++i)
        view.lines.push_back(lineOf(claim, claim.conditions[i], answer.results[i], catalog));
    return view;
}

std::string claimJson(const Claim& claim, const ClaimAnswer& answer, const ClaimView& view, const Phrasebook& phrases)
{
    const auto say = [&phrases](const Text& text) { return phrases.renderPlain(text, {}); };
    json::Writer writer;
    writer.beginObject().member("claim", claim.id).member("words", say(view.words)).member("verdict", nameOf(answer.verdict));
    writer.member("figure", nameOf(claim.figure)).member("tolerance", claim.tolerance);
    writer.member("holding", answer.holding).member("answered", answer.answered).key("conditions").beginArray();
    for (std::size_t i = 0; i < claim.conditions.size(); ++i) {
        const ClaimCondition& condition = claim.conditions[i];
        const ClaimResult& result = answer.results[i];
        writer.beginObject().member("circumstances", say(view.lines[i].circumstances));
        writer.member("claimed", condition.value).member("relation", nameOf(condition.relation));
        for (const auto& [key, number] : {std::pair{"value", result.value}, std::pair{"low", result.low}, std::pair{"high", result.high},
                                          std::pair{"over", result.over}, std::pair{"under", result.under}})
            writer.member(key, number);
        writer.member("over_cards", result.overCards).member("under_cards", result.underCards);
        writer.member("holds", result.value ? std::optional(result.holds) : std::nullopt).member("open", result.open);
        writer.member("measured", result.measured);
        if (result.measured)
            writer.member("run", condition.over.run).member("source", condition.source);
        if (result.measured && condition.under)
            writer.member("other_run", condition.under->run);
        writer.endObject();
    }
    writer.endArray().key("sources").beginArray();
    for (const Fact& source : claim.sources)
        writer.beginObject().member("source", source.source).member("date", source.date).endObject();
    writer.endArray().endObject();
    return writer.take();
}

} // namespace cardfit::report
