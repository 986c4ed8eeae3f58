#include "core/plan/memory/choices.h"
#include "core/plan/speed/training_job.h"

#include <cmath>

namespace cardfit::speed {

namespace {

constexpr double kAttentionBackward = 2.5; // FLOP of attention backward over forward (FlashAttention)
constexpr double kReferenceWidth = 2048;   // of an expert, at which `moe` is given

// Factor on matrix products of kernels that the engine does not have of itself (Liger): asked for, and not its default.
double fusedKernelFactor(const TrainingJob& job)
{
    const bool asked = job.scenario.scenario.training.fusedKernels.value_or(false);
    const bool eager = job.factor == "hf" || job.factor == "eager";
    return asked && eager && !job.scenario.trainingProfile().fusedKernels ? job.constants.fused_kernels : 1;
}

double shareOf(const TrainingJob& job)
{
    const auto found = job.constants.frameworkFactors.find(std::string(job.factor));
    const double framework = found != job.constants.frameworkFactors.end() ? found->second : 1;
    return job.cardClass.trainingShare * framework * fusedKernelFactor(job);
}

double scalingOf(const TrainingConstants& constants, Fp8Recipe recipe)
{
    switch (recipe) {
    case Fp8Recipe::Rowwise: return constants.f8r;
    case Fp8Recipe::Mx:
    case Fp8Recipe::Blockwise: return constants.mx;
    default: return constants.f8;
    }
}

// fp32 without and with TF32. A card without the unit works in plain fp32.
double wideRate(const DensePeaks& peaks, std::string_view compute, double share, double plainShare)
{
    if (compute == "tf32" && peaks.tf32)
        return peaks.tf32->value() * share;
    return peaks.fp32 ? peaks.fp32->value() * plainShare : peaks.sixteenBit().value() * share / 2;
}

// Matrix rate of the compute type; without the unit the work runs in 16 bit.
void setMatrixRate(TrainingJob& job, double share)
{
    const std::string& compute = job.scenario.scenario.compute;
    const DensePeaks& peaks = job.scenario.card->peaks;
    job.headRate = job.sixteenPeak * share;
    job.matrixRate = job.headRate;
    job.fp8 = compute == "fp8";
    if (job.fp8 && peaks.fp8)
        job.matrixRate = peaks.fp8->value() * share * scalingOf(job.constants, job.scenario.scenario.training.fp8Recipe);
    else if (isFourBit(compute) && peaks.fp4)
        job.matrixRate = peaks.fp4->value() * share * job.constants.f4;
    else if (compute == "fp32" || compute == "tf32")
        job.matrixRate = job.headRate = wideRate(peaks, compute, share, job.constants.fp32_share);
    job.lowPrecision = (job.fp8 && peaks.fp8) || (isFourBit(compute) && peaks.fp4);
}

// Share of the reference attention kernel (Transformer Engine, cuDNN) that the framework's own reaches.
double attentionShare(const TrainingJob& job)
{
    const TrainingConstants& constants = job.constants;
    const auto& torch = job.scenario.scenario.torchVersion;
    const bool newTorch = torch && !torch->empty() && Version::parse(*torch) >= Version{{2, 9, 0}};
    if (job.profile.factor == "hf" && newTorch && job.cardClass.newerFlashAttention)
        return 1; // FlashAttention 3 and 4
    double share = constants.att_fsdp;
    if (job.factor == "megatron")
        share = 1;
    else if (job.factor == "titan" || job.factor == "eager")
        share = constants.att_titan;
    return job.cardClass.flashAttention2Fills ? std::max(share, constants.att_filled) : share;
}

// FLOP of attention scores per token and forward pass; causal.
double attentionWork(const TrainingJob& job)
{
    const Architecture& a = job.architecture;
    const double width = a.latent ? a.latent->noPositionWidth + a.latent->rotaryWidth + a.latent->valueWidth : 2.0 * a.headWidth;
    return job.sequence * a.attentionBlocks * a.queryHeads * width * job.seenShare();
}

// Without FlashAttention the scores of all heads go to memory and back, masked ones too. Seconds per token, forward.
double scoreTraffic(const TrainingJob& job)
{
    const Architecture& a = job.architecture;
    if (job.scenario.scenario.training.flashAttention)
        return 0;
    return job.constants.att_eager * job.sequence * a.attentionBlocks * a.queryHeads / job.streamRate();
}

// Narrow experts make small products, which reach less of the peak.
double expertShare(const TrainingJob& job)
{
    const double share = job.constants.moe * std::pow(job.architecture.experts->width / kReferenceWidth, job.constants.moe_a);
    return std::min(job.constants.moe_most, share * job.profile.expertFactor);
}

double lossTraffic(const TrainingJob& job)
{
    const LossPath path = memory::lossPath(job.scenario);
    if (path == LossPath::Cut)
        return 0;
    return job.architecture.vocabulary * (path == LossPath::Plain ? job.constants.loss_plain : job.constants.loss_fused) / job.streamRate();
}

} // namespace

bool isFourBit(std::string_view compute) { return compute == "nvfp4" || compute == "fp4"; }

void setRates(TrainingJob& job)
{
    job.sixteenPeak = job.scenario.card->peaks.sixteenBit().value();
    job.bandwidth = job.scenario.card->bandwidth.value();
    setMatrixRate(job, shareOf(job));
    const double attention = job.sixteenPeak * attentionShare(job);
    job.attentionRate = attention * job.constants.att;
    job.attentionBackwardRate = attention * job.constants.att_b;
}

void addCompute(const TrainingJob& job, TrainingTerms& terms)
{
    const double chosen = job.mixture() ? 2 * job.chosenWeights() / (job.matrixRate * expertShare(job)) : 0;
    const double forward = 2 * job.denseWeights() / job.matrixRate + chosen;
    const double head = 2 * job.headWeights() / job.headRate;
    const double attention = attentionWork(job);
    const double attentionForward = attention / job.attentionRate + scoreTraffic(job);
    const double backwardOfForward = job.adapter ? 1 : 2; // frozen weights need no gradient of their own
    terms.forward = forward;
    terms.backward = backwardOfForward * forward;
    terms.head = (1 + backwardOfForward) * head;
    if (memory::lossPath(job.scenario) == LossPath::Cut) // logits are made again instead of kept
        terms.head += head;
    terms.attention = attentionForward + kAttentionBackward * attention / job.attentionBackwardRate + 2 * scoreTraffic(job);
    if (job.recomputesAll())
        terms.recompute = forward + attentionForward;
    else if (job.checkpointing == Checkpointing::Selective)
        terms.recompute = job.constants.sac * forward;
    if (job.scenario.scenario.task == Task::Dpo) { // the frozen reference reads every sample once
        terms.forward += forward;
        terms.head += head;
        terms.attention += attentionForward;
    }
}

void addElementWise(const TrainingJob& job, TrainingTerms& terms)
{
    const Architecture& a = job.architecture;
    const TrainingConstants& constants = job.constants;
    const double again = job.recomputesAll() ? constants.recomputed_traffic : 1;
    const double hidden = a.hidden / job.streamRate();
    terms.elementWise = constants.mem * a.blocks * hidden * again;
    // Gathered inputs and partial outputs are as wide as the model on every tensor rank.
    terms.elementWise += constants.mem_tp * a.blocks * hidden * (job.tensor - 1) * again;
    if (job.mixture()) { // tokens are permuted to their experts and back; fitted at 8 experts a token
        const double copies = static_cast<double>(a.experts->blocks) * a.experts->perToken;
        terms.elementWise += constants.mem * constants.moe_mem * copies / 8 * hidden;
        if (job.lowPrecision) // each copy is scaled and cast; frozen weights need one gradient less
            terms.elementWise += constants.cast_moe * copies * hidden * (job.adapter ? 2.0 / 3 : 1);
    }
    terms.elementWise += lossTraffic(job);
}

double hostTime(const TrainingJob& job)
{
    const double expertBlocks = job.mixture() ? job.architecture.experts->blocks : 0;
    const double perExpertBlock = (job.cardClass.graceHost ? job.constants.lm_g : job.constants.lm) * job.profile.expertHostFactor;
    return (perExpertBlock * expertBlocks + job.constants.ld * (job.architecture.blocks - expertBlocks)) / job.pipeline;
}

} // namespace cardfit::speed
