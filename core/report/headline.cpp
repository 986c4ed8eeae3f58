#include "core/report/page_parts.h"
#include "core/report/verdict_words.h"

#include <algorithm>

namespace cardfit::report {

namespace {

using Texts = std::vector<Text>;

Text strong(Text words) { return Text("headline.strong").with("words", std::move(words)); }

void addSpeed(Texts& figures, const Plan& plan)
{
    if (!plan.speed)
        return;
    const speed::SpeedPlan& speed = *plan.speed;
    if (speed.trainingTokens) {
        figures.push_back(Text(speed.indicative ? "headline.training-speed.indicative" : "headline.training-speed")
                              .with("rate", speed.trainingTokens->value()));
        if (speed.jobTime && !speed.indicative)
            figures.push_back(Text("headline.job").with("time", *speed.jobTime));
        return;
    }
    const double requests = plan.fleet.requestsPerSecond.value_or(speed.requestsPerSecond);
    if (requests > 0)
        figures.push_back(Text(speed.indicative ? "headline.requests.indicative" : "headline.requests").with("rate", requests));
    if (plan.fleet.saturated)
        figures.push_back(Text("headline.saturated"));
}

void addMoney(Texts& figures, const Plan& plan)
{
    if (!plan.cost)
        return;
    const cost::CostPlan& cost = *plan.cost;
    if (!cost.rentPerMonth && !cost.ownPerMonth) {
        figures.push_back(Text("headline.no-price"));
        return;
    }
    figures.push_back(cost.rentPerMonth ? Text("headline.rent").with("money", *cost.rentPerMonth) : Text("headline.no-rental-price"));
    if (!cost.ownPerMonth)
        figures.push_back(Text("headline.no-purchase-price"));
    else if (!cost.rentPerMonth)
        figures.push_back(Text("headline.own").with("money", *cost.ownPerMonth));
    else if (!cost.cash.month)
        figures.push_back(Text("headline.own-never").with("months", cost.months));
    else if (*cost.cash.month < 0.05)
        figures.push_back(Text("headline.own-at-once"));
    else
        figures.push_back(Text("headline.own-pays").with("month", *cost.cash.month));
}

// Everything the sentence says after its colon, in the order free, requests, rent, own.
Texts figuresOf(const Plan& plan)
{
    Texts figures{strong(verdictWords(plan.fit.verdict, plan.fit.headroom.value_or(0)))};
    addSpeed(figures, plan);
    addMoney(figures, plan);
    return figures;
}

const char* codeOf(const Plan& plan)
{
    const bool training = isTraining(plan.resolved->scenario.task);
    switch (plan.fit.verdict) {
    case fleet::Verdict::Fits: return training ? "headline.train.fits" : "headline.serve.fits";
    case fleet::Verdict::Tight: return training ? "headline.train.tight" : "headline.serve.tight";
    case fleet::Verdict::No: return training ? "headline.train.no" : "headline.serve.no";
    case fleet::Verdict::Unsupported: return training ? "headline.train.cannot" : "headline.serve.cannot";
    case fleet::Verdict::NotModelled: break;
    }
    return training ? "headline.train.unknown" : "headline.serve.unknown";
}

Text subject(const Plan& plan)
{
    const Resolved& resolved = *plan.resolved;
    return Text(codeOf(plan))
        .with("count", plan.fleet.totalCards())
        .with("card", resolved.card->shortName)
        .with("model", resolved.model->shortName)
        .with("precision", precisionName(*resolved.weights))
        .with("task", Text("task." + std::string(nameOf(resolved.scenario.task))));
}

void addList(Text& text, Texts figures) { text.arguments.push_back({"figures", std::move(figures)}); }

Text sentenceNo(const Plan& plan)
{
    Text sentence = subject(plan);
    Texts figures;
    if (plan.memory)
        figures.push_back(Text("headline.over").with("over", plan.memory->required - plan.memory->available));
    addList(sentence, std::move(figures));
    if (plan.fit.wayOut.empty())
        return sentence;
    return Text("headline.with-way-out").with("sentence", std::move(sentence)).with("way", plan.fit.wayOut.front());
}

Text sentenceCannot(const Plan& plan)
{
    Text sentence = subject(plan);
    const bool hasReason = plan.fit.verdict == fleet::Verdict::Unsupported && !plan.fit.reasons.empty();
    addList(sentence, {strong(hasReason ? plan.fit.reasons.front() : verdictWords(plan.fit.verdict, 0))});
    return sentence;
}

} // namespace

Text headlineOf(const Plan& plan)
{
    if (!plan.resolved) {
        const auto first =
            std::find_if(plan.problems.begin(), plan.problems.end(), [](const Problem& p) { return p.severity == Severity::Error; });
        if (first == plan.problems.end())
            return Text("headline.invalid");
        return Text("headline.invalid-because").with("problem", first->text);
    }
    switch (plan.fit.verdict) {
    case fleet::Verdict::Fits:
    case fleet::Verdict::Tight: {
        Text sentence = subject(plan);
        addList(sentence, figuresOf(plan));
        return sentence;
    }
    case fleet::Verdict::No: return sentenceNo(plan);
    default: return sentenceCannot(plan);
    }
}

} // namespace cardfit::report
