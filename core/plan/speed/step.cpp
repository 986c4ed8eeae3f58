#include "core/plan/speed/step.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

double raised(double base, double exponent) { return std::exp(exponent * std::log(base)); }

// blend() where a is already raised to the exponent of the phase.
double blendRaised(double aRaised, double b, const BlendPhase& phase) { return raised(aRaised + raised(b, phase.exponent), phase.inverse); }

// Cached tokens that attention reads of a context: windowed blocks stop at their window.
double span(const ServingModel& model, double context)
{
    if (model.window <= 0)
        return context;
    return (1 - model.windowedShare) * context + model.windowedShare * std::min(context, model.window);
}

void addDense(const ServingModel& model, const Batch& batch, double tokens, Iteration& result)
{
    const BlendPhase& phase = model.phases[batch.promptTokens > 0 ? 1 : 0];
    const double perRank = tokens / model.ranks.attentionData;
    const double compute = model.densePerToken * (perRank + model.tileTokens * (1 - std::exp(-perRank / model.constants->tile_onset)));
    result.terms.dense = blendRaised(phase.denseStreamRaised, compute, phase);

    const double promptRows = batch.promptTokens <= 0 ? 0 : model.headOnEveryPromptToken ? batch.promptTokens : 1;
    const double rows = (batch.sequences * batch.tokensPerSequence + promptRows) / model.ranks.attentionData;
    result.terms.head = blendRaised(phase.headStreamRaised, model.headPerRow * rows, phase);
    result.memoryTime += model.denseStream + model.headStream;
    result.computeTime += compute;
}

// A batch touches a growing share of the experts; each touched expert's weights are read, and its tokens rounded up to
// tiles. Tokens that follow one another choose alike, hence the exponent on their number.
void addExperts(const ServingModel& model, const Batch& batch, double tokens, Iteration& result)
{
    const double covered = 1 - std::exp(raised(tokens, model.coverageExponent) * model.logNotChosen);
    const double stream = model.expertStream * covered;
    const double compute = model.expertPerToken * (tokens * model.chosenShare + covered * model.expertTilePadding);
    result.terms.experts = blend(stream, compute, model.expertBlend);
    if (batch.promptTokens <= 0)
        result.terms.experts += model.expertFixed;
    result.memoryTime += stream;
    result.computeTime += compute;
}

void addAttention(const ServingModel& model, const Batch& batch, Iteration& result)
{
    const double stream = batch.sequences * (span(model, batch.context) * model.cachePerToken + model.statePerSequence);
    const double latent = batch.sequences * batch.tokensPerSequence * batch.context * model.latentPerToken;
    result.terms.cache = std::max(stream, latent);
    result.terms.attention = promptAttention(model, batch.promptTokens, batch.lookBack);
    result.memoryTime += stream;
    result.computeTime += result.terms.attention;
}

} // namespace

double blend(double a, double b, double exponent)
{
    if (a <= 0 || b <= 0)
        return std::max(a, b);
    return raised(raised(a, exponent) + raised(b, exponent), 1 / exponent);
}

double promptAttention(const ServingModel& model, double promptTokens, double lookBack)
{
    return promptTokens > 0 ? promptTokens * span(model, lookBack) * model.attentionPerToken : 0;
}

double totalOf(const ServingModel& model, const Iteration& iteration, double attention)
{
    const StepTerms& terms = iteration.terms;
    const double device = terms.dense + terms.head + terms.experts + terms.cache + attention + terms.network;
    const double body = iteration.hostBlend > 0 ? blend(device, terms.host, iteration.hostBlend) : device + terms.host;
    if (!model.overlapsHost)
        return body + terms.fixed;
    // The overlap scheduler prepares the next batch while the device works: a cubic blend.
    const double host = iteration.sequenceHost;
    return std::cbrt(body * body * body + host * host * host) + model.stepFixed;
}

Iteration iterate(const ServingModel& model, const Batch& batch)
{
    Iteration result;
    const double tokens = batch.sequences * batch.tokensPerSequence + batch.promptTokens;
    addDense(model, batch, tokens, result);
    if (model.hasExperts)
        addExperts(model, batch, tokens, result);
    addAttention(model, batch, result);
    result.terms.network = model.networkFixed + model.networkPerToken * tokens;
    // Decoding replays captured graphs; with prompt tokens each kernel is started on its own, while the device works.
    const bool prompt = batch.promptTokens > 0;
    result.terms.host = prompt ? model.launches : model.host;
    result.hostBlend = model.launchesHide ? model.launchBlend : prompt ? model.promptLaunchBlend : 0;
    result.sequenceHost = model.hostPerSequence * batch.sequences;
    result.terms.fixed = model.stepFixed + result.sequenceHost;
    result.terms.total = totalOf(model, result, result.terms.attention);
    return result;
}

double stepTime(const ServingModel& model, const Batch& batch) { return iterate(model, batch).terms.total; }

} // namespace cardfit::speed
