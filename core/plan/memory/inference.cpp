#include "core/plan/memory/inference.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

Request requestOf(const Resolved& resolved, const Split& split)
{
    const Scenario& scenario = resolved.scenario;
    Request request;
    request.sequences = scenario.concurrency ? std::ceil(*scenario.concurrency / static_cast<double>(split.data)) : 1;
    request.prompt = std::max(1, resolved.promptTokens());
    request.generated = std::max(0, scenario.outputTokens);
    request.context = scenario.contextTokens > 0 ? scenario.contextTokens : request.prompt + request.generated;
    return request;
}

namespace {

double contextGib(const Resolved& scenario)
{
    const MemoryConstants& constants = *scenario.memory;
    if (!scenario.scenario.torchVersion)
        return constants.newestContextGib;
    const Version version = Version::parse(*scenario.scenario.torchVersion);
    for (const ContextSize& size : constants.contexts) {
        if (version < size.below)
            return size.gib;
    }
    return constants.newestContextGib;
}

} // namespace

double contextBytes(const Resolved& scenario)
{
    const double bytes = contextGib(scenario) * kGiB;
    if (scenario.ledger)
        scenario.ledger->note("cuda_context", bytes, "context·GiB", 11, {{"context", bytes / kGiB, Origin::Constants, "cuda_contexts"}});
    return bytes;
}

double blockTemporaries(const Architecture& a, double tokens)
{
    const double width = a.experts ? std::max(a.experts->width, a.experts->sharedWidth) : a.mlpWidth;
    const double mlp = (a.gatedMlp ? 6 : 4) * width + 8.0 * a.hidden;
    const double attention = 6.0 * a.hidden + 8.0 * a.queryWidth();
    return tokens * std::max(mlp, attention);
}

void noteBlockTemporaries(const Resolved& scenario, double bytes)
{
    const Architecture& a = *scenario.architecture;
    const std::string width = a.experts ? "max(fe, fs)" : "f";
    const std::string formula = "B·s·max(" + std::string(a.gatedMlp ? "6" : "4") + "·" + width + " + 8·h, 6·h + 8·nq)";
    scenario.ledger->note("block_temporaries", bytes, formula, 5);
}

double cacheBytesWhole(const Resolved& scenario) { return cacheBytesPerToken(scenario, Split{}); }

double shareOfCache(const Resolved& scenario, double perToken, double cards)
{
    const double bytes = perToken / cards;
    if (scenario.ledger && cards > 1)
        scenario.ledger->note("kv_per_token", bytes, Unit::MemoryPerToken, "kv_per_token/cards", 4,
                              {{"cards", cards, Origin::Split, "/parallel", Unit::Count}});
    return bytes;
}

Draft inferenceDraft(const Resolved& scenario, const Split& split)
{
    switch (scenario.inferenceProfile().kind) {
    case InferenceKind::Generate: return draftGenerate(scenario, split);
    case InferenceKind::Pool: return draftPool(scenario, split);
    case InferenceKind::FreeFraction: return draftFreeFraction(scenario, split);
    case InferenceKind::Sessions: return draftSessions(scenario, split);
    case InferenceKind::Preallocated: return draftPreallocated(scenario, split);
    case InferenceKind::AutoAwq: return draftAutoAwq(scenario, split);
    case InferenceKind::GptFast: return draftGptFast(scenario, split);
    case InferenceKind::Ggml: return draftGgml(scenario, split);
    }
    return draftGenerate(scenario, split);
}

} // namespace cardfit::memory
