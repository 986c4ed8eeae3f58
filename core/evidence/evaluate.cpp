#include "core/evidence/evaluate.h"

#include "core/evidence/figures.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace cardfit::evidence {

namespace {

// The candidate and the reading that lie nearest. Of a figure of unknown kind no interval is known.
void compare(Outcome& outcome, const Candidates& candidates, const Measured& measured)
{
    double nearest = 0;
    for (const Candidate& candidate : candidates) {
        for (const double reading : {measured.value, measured.other}) {
            if (candidate.value <= 0 || reading <= 0)
                continue;
            const double distance = std::abs(candidate.value / reading - 1);
            if (outcome.isAnswered() && distance >= nearest)
                continue;
            nearest = distance;
            outcome.kind = Outcome::Kind::Answered;
            outcome.predicted = candidate.value;
            outcome.measured = reading;
            outcome.low = candidates.size() > 1 ? 0 : candidate.low;
            outcome.high = candidates.size() > 1 ? 0 : candidate.high;
            outcome.memoryClass = candidates.size() > 1 ? std::nullopt : candidate.memoryClass;
            outcome.common = candidate.common > 0 ? candidate.common : candidate.value;
            outcome.commonMeasured = outcome.common * (candidate.inverse ? candidate.value / reading : reading / candidate.value);
        }
    }
}

const std::string& codeOfFirstError(const Problems& problems)
{
    static const std::string kNone;
    const auto error = std::find_if(problems.begin(), problems.end(), [](const Problem& p) { return p.severity == Severity::Error; });
    return error == problems.end() ? kNone : error->text.code;
}

bool isOfMemory(const Measured& measured) { return measured.unit == Unit::Bytes || measured.unit == Unit::Tokens; }

// What of the plan the figure is to be compared with; empty where the plan lacks it.
Candidates candidatesOf(const Plan& answer, const Measured& measured)
{
    if (isOfMemory(measured))
        return answer.memory ? memoryCandidates(*answer.memory, measured, answer.split.cards()) : Candidates{};
    return answer.speed ? Candidates{speedCandidate(*answer.speed, answer.resolved->scenario, measured)} : Candidates{};
}

void ask(Outcome& outcome, const Plan& answer, const Measured& measured)
{
    outcome.kind = Outcome::Kind::Unanswered;
    if (answer.memory)
        outcome.assumedProfile = answer.memory->assumedProfile;
    compare(outcome, candidatesOf(answer, measured), measured);
    if (!outcome.isAnswered())
        outcome.refusal = codeOfFirstError(answer.problems);
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double shareWithin(const std::vector<double>& errors, double limit)
{
    const auto within = std::count_if(errors.begin(), errors.end(), [limit](double error) { return error <= limit; });
    return static_cast<double>(within) / static_cast<double>(errors.size());
}

} // namespace

std::vector<Outcome> evaluate(const Evidence& evidence, const Catalog& catalog)
{
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < evidence.runs.size(); ++i) {
        const Run& run = evidence.runs[i];
        const bool asked = std::any_of(run.figures.begin(), run.figures.end(), [](const Measured& m) { return m.gap == Gap::None; });
        const std::optional<Plan> answer = asked ? std::optional(plan(run.scenario, catalog)) : std::nullopt;
        for (std::size_t j = 0; j < run.figures.size(); ++j) {
            Outcome outcome;
            outcome.run = i;
            outcome.figure = j;
            if (run.figures[j].gap == Gap::None)
                ask(outcome, *answer, run.figures[j]);
            outcomes.push_back(std::move(outcome));
        }
    }
    return outcomes;
}

Statistics statisticsOf(const Evidence& evidence, std::span<const Outcome* const> outcomes)
{
    Statistics statistics;
    std::vector<double> errors, signedErrors, widths, factors;
    std::unordered_map<std::string_view, std::vector<double>> groups;
    int inside = 0;
    for (const Outcome* outcome : outcomes) {
        if (outcome->kind == Outcome::Kind::Gap) {
            ++statistics.gaps;
            continue;
        }
        statistics.unanswered += outcome->isAnswered() ? 0 : 1;
        signedErrors.push_back(outcome->error());
        errors.push_back(std::abs(outcome->error()));
        groups[evidence.runs[outcome->run].group].push_back(errors.back());
        if (outcome->hasInterval()) {
            inside += outcome->isInside() ? 1 : 0;
            widths.push_back((outcome->high - outcome->low) / outcome->predicted);
            factors.push_back(outcome->high / outcome->low);
        }
    }
    statistics.count = static_cast<int>(errors.size());
    if (errors.empty())
        return statistics;
    std::sort(errors.begin(), errors.end());
    statistics.median = medianOf(errors);
    statistics.p90 = errors[std::min(errors.size() - 1, static_cast<std::size_t>(0.9 * static_cast<double>(errors.size())))];
    statistics.within10 = shareWithin(errors, 0.1);
    statistics.within20 = shareWithin(errors, 0.2);
    statistics.bias = medianOf(std::move(signedErrors));
    std::vector<double> medians;
    for (auto& [group, values] : groups)
        medians.push_back(medianOf(std::move(values)));
    statistics.medianOfGroups = medianOf(std::move(medians));
    if (!widths.empty()) {
        statistics.coverage = static_cast<double>(inside) / static_cast<double>(widths.size());
        statistics.medianWidth = medianOf(std::move(widths));
        statistics.medianFactor = medianOf(std::move(factors));
    }
    return statistics;
}

} // namespace cardfit::evidence
