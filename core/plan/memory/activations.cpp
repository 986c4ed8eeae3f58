#include "core/plan/memory/activations.h"

#include "core/plan/memory/choices.h"

#include <algorithm>

namespace cardfit::memory {

namespace {

constexpr double kHalf = 2; // bytes of a 16-bit element

// The facts of one scenario that every kind of block asks for.
struct Facts {
    const Architecture& a;
    const TrainingMemoryProfile& profile;
    bool full = false, fused = false, flash = true;
    bool keepsInputs = false; // bitsandbytes up to 0.41 keeps the input of every quantised matrix
    TargetSet targets = 0;
    bool onExperts = false;
    double adapterInput = 0; // li: bytes per input element of an adapter
    double normPerHidden = 0, norm = 0;
    double hidden = 0, query = 0, keyValue = 0; // h, nq, nkv
    double sample = 0;

    bool adapts(AdapterTarget target) const { return !full && (targets & targetBit(target)) != 0; }
};

double adapterInputBytes(const Resolved& scenario, bool fused)
{
    if (fused && !scenario.trainingProfile().megatron)
        return scenario.memory->fusedAdapterInputBytes;
    return adapterDropout(scenario) > 0 ? 3 : 2; // the 16-bit input, and the mask of the dropout
}

Facts factsOf(const Resolved& scenario, double sample)
{
    const Architecture& a = *scenario.architecture;
    const TrainingMemoryProfile& profile = scenario.trainingProfile();
    Facts facts{a, profile};
    facts.full = trainsEverything(scenario);
    facts.fused = fusedKernels(scenario);
    facts.flash = scenario.scenario.training.flashAttention && !a.alibi;
    facts.keepsInputs = profile.keepsQuantizedInputs && scenario.weights->bitsandbytes;
    facts.targets = adapterTargets(scenario);
    facts.onExperts = adaptersOnExperts(scenario);
    facts.adapterInput = adapterInputBytes(scenario, facts.fused);
    facts.hidden = a.hidden;
    facts.query = a.queryWidth();
    facts.keyValue = a.kvWidth();
    if (a.latent) // keys and values are expanded to every head
        facts.query = facts.keyValue = static_cast<double>(a.queryHeads) * (a.latent->noPositionWidth + a.latent->rotaryWidth);
    facts.normPerHidden = facts.fused ? kHalf : profile.normBytes;
    // a plain RMSNorm keeps an fp32 copy, and its 16-bit output too where its own weight trains
    const bool keepsOutput = facts.full && facts.normPerHidden >= 4;
    facts.norm = a.norm == Norm::Layer ? kHalf * a.hidden : (facts.normPerHidden + (keepsOutput ? kHalf : 0)) * a.hidden;
    facts.sample = sample;
    return facts;
}

double normsOfMixer(const Facts& f) { return f.norm * (f.a.normsPerBlock == 4 ? 2 : 1); }

double inputsOfAttention(const Facts& f)
{
    if (f.full)
        return kHalf * f.hidden; // shared by q, k and v; the output's input is the attention's own result
    int adapted = f.adapts(AdapterTarget::Query) + f.adapts(AdapterTarget::Key) + f.adapts(AdapterTarget::Value);
    if (adapted > 0 && f.a.latent)
        adapted = 2;
    else if (adapted > 0 && f.a.fusedQkv)
        adapted = 1;
    return f.adapterInput * (f.hidden * adapted + (f.adapts(AdapterTarget::Output) ? f.query : 0));
}

// q, k, v before and after rotation, the output, and the softmax statistics; without flash attention the scores.
double attentionCore(const Facts& f)
{
    if (f.flash)
        return 4 * f.query + 4 * f.keyValue + 4.0 * f.a.queryHeads;
    return 8 * f.query + 8.0 * f.a.queryHeads * f.sample;
}

double attentionBlock(const Facts& f)
{
    double bytes = normsOfMixer(f) + inputsOfAttention(f) + attentionCore(f) + f.profile.rotaryCopy * f.hidden;
    if (f.a.queryKeyNorm)
        bytes += f.normPerHidden * (f.query + f.keyValue);
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + f.query);
    return bytes;
}

// State-space and linear-attention mixers: input, and every projection's output about twice. Rough.
double linearBlock(const Facts& f) { return f.norm + kHalf * f.hidden + 2 * f.a.linear->parametersPerBlock / f.hidden; }

// One MLP of this width: gate, activation and up (a plain one: its activation's input), the product where it is kept
// apart, and adapters' inputs.
double mlp(const Facts& f, double width, bool adapted)
{
    double bytes = (f.a.gatedMlp ? 6 : 2) * width;
    if (f.full)
        return bytes + (f.fused && f.a.gatedMlp ? 0 : kHalf * width);
    if (!adapted)
        return bytes;
    if (f.a.gatedMlp && f.adapts(AdapterTarget::Gate))
        bytes += f.adapterInput * f.hidden;
    if (f.adapts(AdapterTarget::Up))
        bytes += f.adapterInput * f.hidden;
    if (f.adapts(AdapterTarget::Down))
        bytes += f.adapterInput * width;
    return bytes;
}

double secondNorm(const Facts& f) { return f.a.normsPerBlock == 1 && !f.a.oneMixerPerBlock ? 0 : normsOfMixer(f); }

double denseBlock(const Facts& f)
{
    double bytes = mlp(f, f.a.mlpWidth, true) + secondNorm(f);
    if (f.full)
        bytes += kHalf * f.hidden;
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + f.a.mlpWidth);
    return bytes;
}

// Every chosen expert works on its own copy of the token (dispatched input, and its output when it trains).
double expertBlock(const Facts& f)
{
    const Experts& experts = *f.a.experts;
    double bytes = experts.perToken * (mlp(f, experts.width, f.onExperts) + (f.full ? 4 : 2) * f.hidden) + secondNorm(f);
    if (experts.sharedWidth > 0)
        bytes += mlp(f, experts.sharedWidth, true);
    if (f.full)
        bytes += kHalf * f.hidden;
    if (f.keepsInputs)
        bytes += kHalf * (f.hidden + static_cast<double>(experts.perToken) * experts.width);
    return bytes;
}

double activeWidth(const Architecture& a)
{
    return a.experts ? static_cast<double>(a.experts->perToken) * a.experts->width + a.experts->sharedWidth : a.mlpWidth;
}

double keptByCache(const Architecture& a) { return 4.0 * a.kvWidth() + 2.0 * a.queryWidth(); }

} // namespace

BlockActivations blockActivations(const Resolved& scenario, double sampleTokens)
{
    const Facts f = factsOf(scenario, sampleTokens);
    const Architecture& a = f.a;
    BlockActivations block;
    double sum = a.attentionBlocks * attentionBlock(f) + a.denseBlocks * denseBlock(f);
    if (a.linear)
        sum += a.linear->count * linearBlock(f);
    if (a.experts)
        sum += a.experts->blocks * expertBlock(f);
    block.stored = sum / a.blocks;
    if (scenario.scenario.training.useCache && checkpointing(scenario) == Checkpointing::None)
        block.stored += keptByCache(a);
    block.storedWhole = std::min(block.stored, normsOfMixer(f) + secondNorm(f) + 4 * f.hidden);
    block.gradients = (a.gatedMlp ? 6 : 4) * activeWidth(a) + 4 * f.hidden;
    block.residual = kHalf * f.hidden;
    const double query = a.queryWidth();
    const double keyValue = a.kvWidth();
    block.selective = 2 * f.hidden + 4 * query + 4 * keyValue + query + 2 * keyValue + 2 * f.hidden + (a.gatedMlp ? 2 : 1) * activeWidth(a);
    return block;
}

double peftFsdpExtra(const Resolved& scenario)
{
    const Architecture& a = *scenario.architecture;
    const double width = a.experts ? a.experts->perToken * static_cast<double>(a.experts->width) / 2 : a.mlpWidth;
    return scenario.memory->peftFsdpPerMlp * width + scenario.memory->peftFsdpPerHidden * a.hidden;
}

} // namespace cardfit::memory
