#include "core/evidence/claims.h"

#include "core/plan/plan.h"

#include <cmath>

namespace cardfit::evidence {

namespace {

constexpr std::array<std::string_view, kClaimFigures> kFigureNames = {"ttft_ms", "output_tokens_per_s", "train_tokens_per_s",
                                                                      "weights", "rent_per_month",      "job_rent"};
constexpr std::array<std::string_view, kRelations> kRelationNames = {"about", "at-least", "at-most"};
constexpr std::array<std::string_view, 4> kVerdictNames = {"holds", "does-not-hold", "under-conditions", "unanswered"};

struct Number {
    double value = 0, low = 0, high = 0; // low = high = 0: no interval
    bool known = false, fits = true;
    int cards = 0; // of the whole fleet
};

Number withInterval(double value, const speed::Interval& interval) { return {value, interval.low, interval.high, value > 0, true, 0}; }

Number speedOf(const speed::SpeedPlan& speed, ClaimFigure figure)
{
    constexpr double kMilliseconds = 1e3;
    switch (figure) {
    case ClaimFigure::FirstToken:
        if (!speed.timeToFirstToken)
            return {};
        return withInterval(speed.timeToFirstToken->value() * kMilliseconds,
                            {speed.firstTokenSeconds.low * kMilliseconds, speed.firstTokenSeconds.high * kMilliseconds});
    case ClaimFigure::TrainingRate: return speed.trainingTokens ? withInterval(speed.trainingTokens->value(), speed.taskFigure) : Number{};
    default: return speed.outputTokens ? withInterval(speed.outputTokens->value(), speed.throughput) : Number{};
    }
}

Number moneyOf(const Plan& plan, ClaimFigure figure)
{
    constexpr double kSecondsPerHour = 3600;
    Number number;
    if (!plan.cost)
        return number;
    if (figure == ClaimFigure::Rent && plan.cost->rentPerMonth)
        number.value = plan.cost->rentPerMonth->toDouble();
    if (figure == ClaimFigure::JobRent && plan.cost->rentPerHour && plan.speed && plan.speed->jobTime)
        number.value = plan.cost->rentPerHour->toDouble() * plan.speed->jobTime->value() / kSecondsPerHour;
    number.known = number.value > 0;
    return number;
}

// The figure of a plan. A plan that does not fit its cards has only the size of its weights.
Number numberOf(const ClaimSide& side, ClaimFigure figure, const Catalog& catalog)
{
    const Plan answer = plan(side.scenario, catalog);
    if (!answer.memory)
        return {};
    if (figure == ClaimFigure::Weights) {
        const memory::Range& range = answer.memory->weights;
        return {asDouble(answer.memory->of(memory::Component::Weights)), asDouble(range.low), asDouble(range.high), true, true, 0};
    }
    Number number;
    const bool measured = !side.run.empty(); // it ran, whatever the planner thinks of its memory
    if (!measured && answer.fit.verdict != fleet::Verdict::Fits && answer.fit.verdict != fleet::Verdict::Tight)
        number.fits = false;
    else if (figure == ClaimFigure::Rent || figure == ClaimFigure::JobRent)
        number = moneyOf(answer, figure);
    else if (answer.speed)
        number = speedOf(*answer.speed, figure);
    number.cards = answer.fleet.totalCards();
    return number;
}

double cardsOf(const ClaimSide& side) { return side.scenario.cards.value_or(1); }

double shareOf(const Claim& claim, const ClaimSide& side) { return claim.perCard ? 1 / cardsOf(side) : 1; }

bool holds(double value, const ClaimCondition& condition, double tolerance)
{
    const bool notTooSmall = value >= condition.value * (1 - tolerance), notTooLarge = value <= condition.value * (1 + tolerance);
    switch (condition.relation) {
    case Relation::AtLeast: return notTooSmall;
    case Relation::AtMost: return notTooLarge;
    case Relation::About: break;
    }
    return notTooSmall && notTooLarge;
}

// Independent errors of both sides: half widths of the logarithms added as squares.
void setInterval(ClaimResult& result, const Number& over, const Number& under)
{
    const auto squared = [](double ratio) { return std::log(ratio) * std::log(ratio); };
    if (over.low <= 0 || (result.under && under.low <= 0))
        return;
    const double down = squared(over.value / over.low) + (result.under ? squared(under.high / under.value) : 0);
    const double up = squared(over.high / over.value) + (result.under ? squared(under.value / under.low) : 0);
    result.low = *result.value * std::exp(-std::sqrt(down));
    result.high = *result.value * std::exp(std::sqrt(up));
}

std::optional<double> measuredOf(const Claim& claim, const ClaimCondition& condition)
{
    if (!condition.over.measured || (condition.under && !condition.under->measured))
        return std::nullopt;
    const double over = *condition.over.measured * shareOf(claim, condition.over);
    return condition.under ? over / (*condition.under->measured * shareOf(claim, *condition.under)) : over;
}

ClaimResult resultOf(const Claim& claim, const ClaimCondition& condition, const Catalog& catalog)
{
    ClaimResult result;
    result.measured = measuredOf(claim, condition);
    const Number over = numberOf(condition.over, claim.figure, catalog);
    const Number under = condition.under ? numberOf(*condition.under, claim.figure, catalog) : Number{};
    result.overCards = over.cards;
    result.underCards = under.cards;
    result.overFits = over.fits;
    result.underFits = under.fits;
    if (over.known)
        result.over = over.value;
    if (under.known)
        result.under = under.value;
    if (!over.known || (condition.under && !under.known))
        return result;
    result.value = over.value * shareOf(claim, condition.over);
    if (condition.under)
        *result.value /= under.value * shareOf(claim, *condition.under);
    setInterval(result, over, under);
    result.holds = holds(*result.value, condition, claim.tolerance);
    result.open = result.low && (holds(*result.low, condition, claim.tolerance) != result.holds ||
                                 holds(*result.high, condition, claim.tolerance) != result.holds);
    return result;
}

} // namespace

std::string_view nameOf(ClaimFigure figure) { return kFigureNames[static_cast<std::size_t>(figure)]; }
std::string_view nameOf(Relation relation) { return kRelationNames[static_cast<std::size_t>(relation)]; }
std::string_view nameOf(ClaimVerdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }

ClaimAnswer answer(const Claim& claim, const Catalog& catalog)
{
    ClaimAnswer answer;
    for (const ClaimCondition& condition : claim.conditions) {
        answer.results.push_back(resultOf(claim, condition, catalog));
        answer.answered += answer.results.back().value ? 1 : 0;
        answer.holding += answer.results.back().holds ? 1 : 0;
    }
    answer.verdict = answer.answered == 0                ? ClaimVerdict::Unanswered
                     : answer.holding == answer.answered ? ClaimVerdict::Holds
                     : answer.holding == 0               ? ClaimVerdict::DoesNotHold
                                                         : ClaimVerdict::UnderConditions;
    return answer;
}

} // namespace cardfit::evidence
