#include "core/scenario/resolve_parts.h"

#include <algorithm>

namespace cardfit {

namespace {

// Values that exclude each other, whatever the planner chooses.
bool hasContradiction(const Scenario& scenario, Problems& problems)
{
    const ParallelOptions& parallel = scenario.parallel;
    if (parallel.fsdp && (parallel.zeroStage == 1 || parallel.zeroStage == 2)) {
        problems.push_back(invalidValue("/parallel/zero_stage", "error.fsdp-stage", "3 or 0 with fsdp: FSDP is stage 3",
                                        std::to_string(parallel.zeroStage)));
        return true;
    }
    return false;
}

// Images become tokens of the prompt, where the model's rule is known.
void countImages(Resolved& resolved)
{
    const int images = resolved.scenario.imagesPerRequest, each = resolved.architecture->imageTokens;
    if (images <= 0 || resolved.scenario.task != Task::Inference)
        return;
    if (each <= 0) {
        resolved.problems.push_back(
            {Severity::Warning, "/images_per_request", Text("images.unknown").with("model", resolved.model->shortName), {}});
        return;
    }
    resolved.imageTokens = images * each;
    resolved.problems.push_back(
        {Severity::Note, "/images_per_request", Text("images.tokens").with("images", images).with("tokens", each), {}});
}

// A context that was given beats request lengths that were left at their defaults.
void fitLengths(Scenario& scenario)
{
    if (scenario.task != Task::Inference || !scenario.contextStated)
        return;
    if (scenario.inputTokens + scenario.outputTokens > scenario.contextTokens && scenario.inputTokens == kUsualInputTokens)
        scenario.inputTokens = std::max(1, scenario.contextTokens - scenario.outputTokens);
    if (scenario.inputTokens + scenario.outputTokens > scenario.contextTokens && scenario.outputTokens == kUsualOutputTokens)
        scenario.outputTokens = std::max(0, scenario.contextTokens - scenario.inputTokens);
}

// More tokens at once than any system holds would leave the range of whole bytes: refused here, once, instead of checked
// in every sum. Scores of attention that are written out grow with the square of the length.
bool hasTooManyTokens(const Scenario& scenario, Problems& problems)
{
    constexpr double kMostScores = 4e15;
    const bool trains = isTraining(scenario.task);
    const double request = static_cast<double>(scenario.inputTokens) + scenario.outputTokens;
    const double longest = trains ? scenario.contextTokens : std::max<double>(scenario.contextTokens, request);
    const double sequences = trains ? scenario.microBatch : scenario.concurrency.value_or(1);
    const bool keepsScores = !(trains ? scenario.training.flashAttention : scenario.serving.flashAttention);
    const double most = keepsScores ? std::min(kMostTokensAtOnce, kMostScores / longest) : kMostTokensAtOnce;
    if (sequences * longest <= most)
        return false;
    problems.push_back(invalidValue(trains ? "/micro_batch" : "/concurrency", "error.too-many-tokens",
                                    "at most " + std::to_string(static_cast<std::int64_t>(most / longest)) + " sequences of " +
                                        std::to_string(static_cast<std::int64_t>(longest)) + " tokens",
                                    std::to_string(static_cast<std::int64_t>(sequences))));
    return true;
}

void noteLengths(Resolved& resolved)
{
    const Scenario& scenario = resolved.scenario;
    const std::int64_t sequence = std::int64_t{resolved.promptTokens()} + scenario.outputTokens;
    if (scenario.task == Task::Inference && scenario.contextStated && sequence > scenario.contextTokens)
        resolved.problems.push_back({Severity::Warning,
                                     "/context_tokens",
                                     Text("context.shorter-than-request").with("context", scenario.contextTokens).with("request", sequence),
                                     {}});
    const std::int64_t longest = scenario.contextStated ? std::max<std::int64_t>(scenario.contextTokens, sequence) : sequence;
    if (scenario.task == Task::Inference && longest > resolved.architecture->maxPositions)
        resolved.problems.push_back({Severity::Warning,
                                     "/context_tokens",
                                     Text("context.beyond-positions")
                                         .with("context", longest)
                                         .with("positions", resolved.architecture->maxPositions)
                                         .with("model", resolved.model->shortName),
                                     {}});
}

} // namespace

Problem invalidValue(std::string where, std::string_view code, std::string expected, std::string_view found)
{
    return {Severity::Error, std::move(where), Text(code).with("expected", std::move(expected)).with("found", found), {}};
}

std::optional<Resolved> resolve(const Scenario& scenario, const Catalog& catalog, Problems& problems)
{
    std::optional<Resolved> resolved(std::in_place);
    resolved->scenario = scenario;
    resolved->memory = &catalog.memory();
    resolved->speed = &catalog.speed();
    resolved->ownership = &catalog.ownership();
    bool valid = !hasContradiction(scenario, problems);
    valid &= !hasTooManyTokens(scenario, problems);
    valid &= resolveModel(*resolved, catalog, problems);
    valid &= resolveCard(*resolved, catalog, problems);
    if (!valid || !resolveFormats(*resolved, catalog, problems))
        return std::nullopt;
    resolveEngine(*resolved, catalog);
    if (!resolveCache(*resolved, catalog, problems))
        return std::nullopt;
    resolveCapacity(*resolved);
    fitLengths(resolved->scenario);
    countImages(*resolved);
    noteLengths(*resolved);
    return resolved;
}

void moveToCard(Resolved& resolved, const Card& card, const Catalog& catalog)
{
    const bool changes = resolved.card->features.bf16 != card.features.bf16;
    if (&card != resolved.card) {
        // A memory size that was read off one card says nothing about another.
        if (card.id != resolved.card->id)
            resolved.scenario.cardMemoryGib.reset();
        resolved.card = &card;
        resolved.ownedCard.reset();
        resolved.scenario.card.custom.reset();
        resolved.scenario.card.customSource.clear();
        resolved.scenario.card.id = card.id;
    }
    resolveCapacity(resolved);
    setShareOfEngine(resolved);
    if (!changes)
        return;
    const std::string_view type = sixteenBitType(card);
    const WeightFormat* sixteenBit = catalog.weightFormat(type);
    if (!isFullPrecision(*resolved.weights))
        resolved.keptFormat = sixteenBit;
    if (resolved.weightsFollowCard) {
        resolved.scenario.weights = type;
        resolved.weights = resolved.keptFormat = sixteenBit;
        resolved.asFp16 = !card.features.bf16;
    }
    if (resolved.computeFollowsCard)
        resolved.scenario.compute = type;
    if (resolved.cacheFollowsCard)
        resolved.scenario.kvCache = type;
}

} // namespace cardfit
