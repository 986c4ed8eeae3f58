#include "core/plan/plan.h"

#include "core/plan/fleet/split.h"
#include "core/plan/memory/weights.h"
#include "core/plan/ways_out.h"

#include <algorithm>
#include <cmath>

namespace cardfit {

namespace {

constexpr std::size_t kWaysOut = 4;

Problem errorAt(std::string where, Text text) { return {Severity::Error, std::move(where), std::move(text), {}}; }

// The scenario's own count, or the smallest that fits; says so when none up to 64 does.
int countOf(Plan& plan)
{
    const Resolved& resolved = *plan.resolved;
    if (resolved.scenario.cards)
        return *resolved.scenario.cards;
    const int count = fleet::smallestFittingCount(resolved);
    if (count > 0)
        return count;
    plan.problems.push_back({Severity::Warning, "/cards", Text("cards.none-fits").with("card", resolved.card->shortName), {}});
    return 64; // the plan then says how much is missing even there
}

Text reasonFor(const memory::MemoryPlan& memory, fleet::Verdict verdict)
{
    const char* code = verdict == fleet::Verdict::Fits ? "reason.fits" : verdict == fleet::Verdict::Tight ? "reason.tight" : "reason.no";
    return Text(code).with("need", memory.required).with("usable", memory.available).with("over", memory.required - memory.available);
}

// What a checkpoint's files say of themselves, held against what the equations make of its config.
void compareWithCheckpoint(Plan& plan)
{
    constexpr double kTolerance = 0.02;
    const Resolved& resolved = *plan.resolved;
    const Architecture& a = *resolved.architecture;
    const double computed = memory::checkpointBytes(resolved);
    const double withDraft = computed * (1 + a.multiTokenPrediction / a.totalParameters);
    if (resolved.ownFormat && !a.stored && a.statedBytes > 0 &&
        (a.statedBytes < computed * (1 - kTolerance) || a.statedBytes > withDraft * (1 + kTolerance)))
        plan.problems.push_back({Severity::Warning,
                                 "/model",
                                 Text("checkpoint.size-differs").with("computed", bytesOf(computed)).with("stated", bytesOf(a.statedBytes)),
                                 {}});
    if (a.stored && a.stored->parameters > 0 && std::abs(a.stored->parameters / a.totalParameters - 1) > kTolerance)
        plan.problems.push_back({Severity::Warning,
                                 "/model",
                                 Text("checkpoint.parameters-differ")
                                     .with("computed", std::lround(a.totalParameters / 1e6))
                                     .with("stored", std::lround(a.stored->parameters / 1e6)),
                                 {}});
}

void judge(Plan& plan, int cards, const Catalog& catalog)
{
    const memory::MemoryPlan& memory = *plan.memory;
    const memory::Need need{memory.required, memory.requiredRange.low, memory.requiredRange.high, memory.available};
    plan.fit.headroom = fleet::headroomOf(need);
    const Text unsupported = unsupportedReason(*plan.resolved);
    if (!unsupported.empty()) {
        plan.fit.verdict = fleet::Verdict::Unsupported;
        plan.fit.reasons.push_back(unsupported);
        return;
    }
    plan.fit.verdict = fleet::verdictOf(need);
    plan.fit.reasons.push_back(reasonFor(memory, plan.fit.verdict));
    if (plan.resolved->asFp16)
        plan.fit.reasons.push_back(Text("reason.as-fp16").with("card", plan.resolved->card->shortName));
    if (plan.fit.verdict == fleet::Verdict::Fits)
        return;
    for (WayOut& way : waysOut(*plan.resolved, cards, catalog, kWaysOut))
        plan.fit.wayOut.push_back(std::move(way.text));
}

void addSpeed(Plan& plan)
{
    const Resolved& resolved = *plan.resolved;
    const speed::CacheCapacity cache = speed::cacheCapacity(resolved, plan.split, *plan.memory);
    Text refusal;
    if (plan.fit.verdict == fleet::Verdict::Unsupported)
        refusal = Text("speed.refused.unsupported");
    else
        plan.speed = speed::estimate(resolved, plan.split, cache, refusal);
    if (!plan.speed)
        plan.problems.push_back({Severity::Note, "/speed", refusal, {}});
    else if (plan.speed->indicative)
        plan.problems.push_back({Severity::Note, "/speed", Text("speed.indicative"), {}});
    plan.fleet = fleet::sizeFleet(resolved, plan.split, cache, plan.speed);
    if (plan.fit.verdict == fleet::Verdict::No)
        plan.fleet.limitedBy = fleet::Limit::Memory; // no number of such replicas carries anything
}

void addCost(Plan& plan, const Catalog& catalog, cost::Detail detail)
{
    plan.cost = cost::price(*plan.resolved, plan.fleet, plan.speed, catalog, detail);
    plan.problems.insert(plan.problems.end(), plan.cost->problems.begin(), plan.cost->problems.end());
}

} // namespace

Plan plan(const Scenario& scenario, const Catalog& catalog, cost::Detail detail)
{
    Plan plan;
    plan.resolved = resolve(scenario, catalog, plan.problems);
    if (!plan.resolved)
        return plan;
    plan.problems.insert(plan.problems.end(), plan.resolved->problems.begin(), plan.resolved->problems.end());
    const int cards = countOf(plan);
    const Result<Split> split = fleet::chooseSplit(*plan.resolved, cards);
    if (!split) {
        const Error& error = split.error();
        plan.problems.push_back(errorAt(error.where, Text("error.expected").with("expected", error.expected).with("found", error.found)));
        plan.resolved.reset();
        return plan;
    }
    plan.split = *split;
    plan.memory = memory::estimate(*plan.resolved, plan.split);
    if (plan.memory->assumedProfile)
        plan.problems.push_back(
            {Severity::Note, "/engine", Text("memory.assumed-profile").with("engine", plan.resolved->scenario.engine), {}});
    if (plan.resolved->scenario.imagesPerRequest > 0)
        plan.problems.push_back({Severity::Note, "/images_per_request", Text("memory.images"), {}});
    compareWithCheckpoint(plan);
    judge(plan, cards, catalog);
    addSpeed(plan);
    addCost(plan, catalog, detail);
    return plan;
}

} // namespace cardfit
