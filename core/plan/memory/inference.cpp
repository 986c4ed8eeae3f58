#include "core/plan/memory/inference.h"

#include <algorithm>
#include <cmath>

namespace cardfit::memory {

Request requestOf(const Resolved& resolved, const Split& split)
{
    const Scenario& scenario = resolved.scenario;
    Request request;
    request.sequences = scenario.concurrency ? std::ceil(*scenario.concurrency / static_cast<double>(split.data)) : 1;
    request.prompt = std::max(1, scenario.inputTokens);
    request.generated = std::max(0, scenario.outputTokens);
    request.context = scenario.contextTokens > 0 ? scenario.contextTokens : request.prompt + request.generated;
    return request;
}

double contextBytes(const Resolved& scenario)
{
    const MemoryConstants& constants = *scenario.memory;
    if (!scenario.scenario.torchVersion)
        return constants.newestContextGib * kGiB;
    const Version version = Version::parse(*scenario.scenario.torchVersion);
    for (const ContextSize& size : constants.contexts) {
        if (version < size.below)
            return size.gib * kGiB;
    }
    return constants.newestContextGib * kGiB;
}

double blockTemporaries(const Architecture& a, double tokens)
{
    const double width = a.experts ? std::max(a.experts->width, a.experts->sharedWidth) : a.mlpWidth;
    const double mlp = (a.gatedMlp ? 6 : 4) * width + 8.0 * a.hidden;
    const double attention = 6.0 * a.hidden + 8.0 * a.queryWidth();
    return tokens * std::max(mlp, attention);
}

double cacheBytesWhole(const Resolved& scenario) { return cacheBytesPerToken(scenario, Split{}); }

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
