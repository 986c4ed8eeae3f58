#include "core/evidence/figures.h"

namespace cardfit::evidence {

namespace {

using speed::Interval;
using speed::SpeedPlan;

constexpr double kMillisecondsPerSecond = 1e3, kPercent = 100;

Candidate timeOf(const std::optional<Seconds>& time, const Interval& interval)
{
    if (!time)
        return {};
    const double scale = kMillisecondsPerSecond;
    return {time->value() * scale, interval.low * scale, interval.high * scale, {}, 0, false};
}

// A figure with the relative interval of another one: `direct`, or of one that it is the reciprocal of.
Candidate withInterval(double value, double base, const Interval& interval, bool reciprocal)
{
    Candidate candidate;
    candidate.value = value;
    if (interval.low <= 0 || base <= 0)
        return candidate;
    candidate.low = value * (reciprocal ? base / interval.high : interval.low / base);
    candidate.high = value * (reciprocal ? base / interval.low : interval.high / base);
    return candidate;
}

double valueOf(const std::optional<TokensPerSecond>& rate) { return rate ? rate->value() : 0; }
double valueOf(const std::optional<Seconds>& time) { return time ? time->value() : 0; }

// Tokens a second of one stream: while it decodes, or over the whole request.
Candidate decodeOf(const SpeedPlan& speed, const Measured& measured)
{
    const double perToken = valueOf(speed.timePerOutputToken);
    if (perToken <= 0)
        return {};
    if (measured.unit == Unit::Milliseconds) {
        Candidate time = timeOf(speed.timePerOutputToken, speed.taskFigure);
        time.common = 1 / perToken;
        time.inverse = true;
        return time;
    }
    return withInterval(measured.withPrefill ? valueOf(speed.outputTokens) : 1 / perToken, perToken, speed.taskFigure, true);
}

Candidate prefillOf(const SpeedPlan& speed, const Scenario& scenario, const Measured& measured)
{
    if (measured.unit == Unit::Milliseconds)
        return timeOf(speed.timeToFirstToken, speed.firstTokenSeconds);
    const double rate = valueOf(speed.prefillTokens);
    const double prompt = measured.unit == Unit::SamplesPerSecond ? scenario.inputTokens : 1;
    Candidate candidate = withInterval(rate / prompt, valueOf(speed.timeToFirstToken), speed.firstTokenSeconds, true);
    candidate.common = rate;
    return candidate;
}

Candidate throughputOf(const SpeedPlan& speed, const Scenario& scenario, const Measured& measured)
{
    const double output = valueOf(speed.outputTokens);
    const double rate = measured.countsInput ? valueOf(speed.totalTokens) : output;
    const double share = measured.unit == Unit::TokensPerSecondAndCard ? scenario.cards.value_or(1)
                         : measured.unit == Unit::SamplesPerSecond     ? scenario.outputTokens
                                                                       : 1;
    Candidate candidate = withInterval(rate / share, output, speed.throughput, false);
    candidate.common = rate;
    return candidate;
}

Candidate trainingOf(const SpeedPlan& speed, const Scenario& scenario, const Measured& measured)
{
    const double rate = valueOf(speed.trainingTokens);
    const auto of = [&](double value) { return withInterval(value, rate, speed.taskFigure, measured.unit == Unit::SecondsPerStep); };
    Candidate candidate;
    switch (measured.unit) {
    case Unit::SecondsPerStep: candidate = of(valueOf(speed.stepTime)); break;
    case Unit::TokensPerSecondAndCard: candidate = of(rate / scenario.cards.value_or(1)); break;
    case Unit::SamplesPerSecond: candidate = of(rate / scenario.contextTokens); break;
    case Unit::PercentOfPeak: candidate = of(speed.mfu.value_or(0) * kPercent); break;
    default: candidate = of(rate);
    }
    candidate.common = rate;
    candidate.inverse = measured.unit == Unit::SecondsPerStep;
    return candidate;
}

} // namespace

Candidate speedCandidate(const SpeedPlan& speed, const Scenario& scenario, const Measured& measured)
{
    switch (measured.figure) {
    case Figure::FirstToken:
    case Figure::FirstTokenLoad: return timeOf(speed.timeToFirstToken, speed.firstTokenSeconds);
    case Figure::TimePerToken:
    case Figure::TimePerTokenLoad: return timeOf(speed.timePerOutputToken, speed.taskFigure);
    case Figure::Decode: return decodeOf(speed, measured);
    case Figure::Prefill: return prefillOf(speed, scenario, measured);
    case Figure::Throughput: return throughputOf(speed, scenario, measured);
    case Figure::Pretraining:
    case Figure::FullTraining:
    case Figure::LoraTraining:
    case Figure::QloraTraining: return trainingOf(speed, scenario, measured);
    default: return {};
    }
}

} // namespace cardfit::evidence
