#include "core/plan/speed/training.h"

#include "core/plan/speed/step.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace cardfit::speed {

namespace {

constexpr double kAttentionBackward = 2.5; // FLOP of attention backward over forward (FlashAttention)

// What of one scenario and split the equations share.
struct Job {
    const Resolved& scenario;
    const TrainingConstants& constants;
    const Architecture& architecture;
    const TrainingSpeedProfile& profile;
    const CardClass& cardClass;
    std::string_view factor; // row of the framework factors in use
    Checkpointing checkpointing = Checkpointing::Full;
    bool adapter = false, fp8 = false;
    int zeroStage = 0;
    double tensor = 1, pipeline = 1, context = 1, expert = 1, data = 1, cards = 1;
    double sequence = 1, microBatch = 1, microBatches = 1;
    double sixteenPeak = 0, bandwidth = 0;
    double matrixRate = 0, headRate = 0, attentionRate = 0, attentionBackwardRate = 0; // FLOP/s
    double linkInside = 0, linkBetween = 0;                                            // bytes/s
    double cardsTogether = 8;

    bool recomputesAll() const { return checkpointing == Checkpointing::Full || checkpointing == Checkpointing::Offload; }
    bool mixture() const { return isMixture(architecture); }
    double expertWeights() const { return architecture.of(MatrixGroup::Experts).weights; }
    double chosenWeights() const { return mixture() ? expertWeights() * architecture.experts->perToken / architecture.experts->count : 0; }
    double denseWeights() const { return architecture.blockWeights - expertWeights() + architecture.routerWeights; }
    double headWeights() const { return static_cast<double>(architecture.vocabulary) * architecture.hidden; }
    // Link for ranks that lie `span` cards apart.
    double linkFor(double span) const { return span <= cardsTogether ? linkInside : linkBetween; }
};

std::string_view factorName(const TrainingSpeedProfile& profile, const TrainingOptions& options)
{
    const bool compiled = options.compile.value_or(profile.compiledByDefault);
    const std::string& special = compiled ? profile.factorCompiled : profile.factorEager;
    return special.empty() ? std::string_view(profile.factor) : std::string_view(special);
}

double frameworkFactor(const TrainingConstants& constants, std::string_view name)
{
    const auto found = constants.frameworkFactors.find(std::string(name));
    return found != constants.frameworkFactors.end() ? found->second : 1;
}

bool isFourBit(std::string_view compute) { return compute == "nvfp4" || compute == "fp4"; }

// Matrix rate of the compute type. Without the unit the work runs in 16 bit; fp32 runs at half of that (TF32).
double matrixRateOf(const Resolved& scenario, double share, double sixteenRate, bool& fp8)
{
    const std::string& compute = scenario.scenario.compute;
    const DensePeaks& peaks = scenario.card->peaks;
    const TrainingConstants& constants = scenario.speed->training;
    fp8 = compute == "fp8";
    if (fp8 && peaks.fp8) {
        const Fp8Recipe recipe = scenario.scenario.training.fp8Recipe;
        const double scaling = recipe == Fp8Recipe::Rowwise                                ? constants.f8r
                               : recipe == Fp8Recipe::Mx || recipe == Fp8Recipe::Blockwise ? constants.mx
                                                                                           : constants.f8;
        return peaks.fp8->value() * share * scaling;
    }
    if (isFourBit(compute) && peaks.fp4)
        return peaks.fp4->value() * share * constants.f4;
    return compute == "fp32" || compute == "tf32" ? sixteenRate / 2 : sixteenRate;
}

// Share of the reference attention kernel (Transformer Engine, cuDNN) that the framework's own reaches.
double attentionShare(const Job& job)
{
    const TrainingConstants& constants = job.constants;
    const bool newTorch = !job.scenario.scenario.torchVersion || job.scenario.scenario.torchVersion->empty()
                              ? false
                              : Version::parse(*job.scenario.scenario.torchVersion) >= Version{{2, 9, 0}};
    if (job.profile.factor == "hf" && newTorch && job.cardClass.newerFlashAttention)
        return 1; // FlashAttention 3 and 4
    double share = constants.att_fsdp;
    if (job.factor == "megatron")
        share = 1;
    else if (job.factor == "titan" || job.factor == "eager")
        share = constants.att_titan;
    return job.cardClass.flashAttention2Fills ? std::max(share, constants.att_filled) : share;
}

void setRates(Job& job)
{
    const TrainingConstants& constants = job.constants;
    job.sixteenPeak = job.scenario.card->peaks.sixteenBit().value();
    job.bandwidth = job.scenario.card->bandwidth.value();
    const double share = job.cardClass.trainingShare * frameworkFactor(constants, job.factor);
    job.headRate = job.sixteenPeak * share;
    job.matrixRate = matrixRateOf(job.scenario, share, job.headRate, job.fp8);
    const double attention = job.sixteenPeak * attentionShare(job);
    job.attentionRate = attention * constants.att;
    job.attentionBackwardRate = attention * constants.att_b;
    const ServerLink link = serverLinkOf(job.scenario);
    job.linkInside = link.bytesPerSecond * (link.fabric ? constants.nvl : constants.pcie);
    job.linkBetween = job.scenario.scenario.interconnect == Interconnect::Ethernet ? constants.eth
                      : job.cardClass.oldServerNetwork                             ? constants.ib_a
                                                                                   : constants.ib_h;
    job.cardsTogether = job.scenario.card->cardsPerLinkDomain;
}

Job jobOf(const Resolved& scenario, const Split& split)
{
    const Scenario& asked = scenario.scenario;
    const TrainingSpeedProfile& profile = *scenario.trainingSpeed.profile->trainingSpeed;
    Job job{scenario, scenario.speed->training, *scenario.architecture,
            profile,  cardClassOf(scenario),    factorName(profile, asked.training)};
    job.checkpointing = asked.training.checkpointing.value_or(profile.checkpointing);
    job.adapter = usesAdapters(asked.task);
    job.tensor = split.tensor;
    job.pipeline = split.pipeline;
    job.context = split.context;
    job.expert = split.expert;
    job.data = split.data;
    job.cards = split.cards();
    const bool shardsUnasked = profile.shardsByDefault && job.cards > 1 && split.zeroStage == 0 && !asked.parallel.fsdpStated;
    job.zeroStage = split.shardsWeights() || shardsUnasked ? 3 : split.zeroStage;
    job.sequence = asked.contextTokens;
    job.microBatch = asked.microBatch;
    job.microBatches = std::max(1.0, asked.globalBatch / job.data / job.microBatch);
    setRates(job);
    return job;
}

// Share of the sequence that a token sees of what causal attention would show it: windowed blocks look back twice their
// window at most.
double seenShare(const Job& job)
{
    const Architecture& a = job.architecture;
    return a.meanWindow > 0 ? (1 - a.windowedShare) + a.windowedShare * std::min(1.0, 2 * a.meanWindow / job.sequence) : 1;
}

// FLOP of attention scores per token and forward pass; causal.
double attentionWork(const Job& job)
{
    const Architecture& a = job.architecture;
    const double width = a.latent ? a.latent->noPositionWidth + a.latent->rotaryWidth + a.latent->valueWidth : 2.0 * a.headWidth;
    return job.sequence * a.attentionBlocks * a.queryHeads * width * seenShare(job);
}

void addCompute(const Job& job, TrainingTerms& terms)
{
    const double forward = 2 * job.denseWeights() / job.matrixRate + 2 * job.chosenWeights() / (job.matrixRate * job.constants.moe);
    const double head = 2 * job.headWeights() / job.headRate;
    const double attention = attentionWork(job);
    const double backwardOfForward = job.adapter ? 1 : 2; // frozen weights need no gradient of their own
    terms.forward = forward;
    terms.backward = backwardOfForward * forward;
    terms.head = (1 + backwardOfForward) * head;
    terms.attention = attention / job.attentionRate + kAttentionBackward * attention / job.attentionBackwardRate;
    if (job.recomputesAll())
        terms.recompute = forward + attention / job.attentionRate;
    else if (job.checkpointing == Checkpointing::Selective)
        terms.recompute = job.constants.sac * forward;
    if (job.scenario.scenario.task == Task::Dpo) { // the frozen reference reads every sample once
        terms.forward += forward;
        terms.head += head;
        terms.attention += attention / job.attentionRate;
    }
}

void addElementWise(const Job& job, TrainingTerms& terms)
{
    const Architecture& a = job.architecture;
    const double perElement = job.constants.mem / (job.constants.stream * job.bandwidth);
    terms.elementWise = perElement * a.blocks * a.hidden * (job.recomputesAll() ? job.constants.recomputed_traffic : 1);
    if (job.mixture()) // tokens are permuted to their experts and back; fitted at 8 experts a token
        terms.elementWise += perElement * job.constants.moe_mem * a.experts->blocks * a.hidden * a.experts->perToken / 8;
}

// Traffic inside a layer, per token: tensor ranks, context ranks, expert ranks.
void addLayerTraffic(const Job& job, TrainingTerms& terms)
{
    const Architecture& a = job.architecture;
    const TrainingConstants& constants = job.constants;
    const double passes = job.checkpointing == Checkpointing::Full ? 6 : 4; // exchanges forward, backward, recomputed
    const double tokenBytes = 2.0 * a.hidden;
    if (job.tensor > 1)
        terms.tensorParallel = passes * a.blocks * 2 * (job.tensor - 1) / job.tensor * tokenBytes / job.linkInside *
                               (job.profile.factor == "titan" ? constants.tp_titan : constants.tp_x);
    if (job.context > 1)
        terms.contextParallel =
            3 * a.cacheElements * 2 * (job.context - 1) / job.context / job.linkFor(job.tensor * job.context) * (1 - constants.ov);
    if (job.mixture() && job.expert > 1)
        terms.expertParallel = passes * a.experts->blocks * a.experts->perToken * tokenBytes * (job.expert - 1) / job.expert /
                               job.linkFor(job.expert * job.tensor) * constants.t_moe;
}

// Parameters on one pipeline and tensor rank.
double parametersOnRank(const Job& job)
{
    const double away = job.mixture() ? job.expertWeights() * (1 - 1 / job.expert) : 0;
    return (job.architecture.totalParameters - away) / (job.tensor * job.pipeline);
}

double shardsOf(const Job& job) { return std::max(1.0, job.cards / (job.pipeline * job.tensor * (job.zeroStage > 0 ? 1 : job.context))); }

// Gradients and gathered weights between data-parallel ranks, seconds a step.
double gradientTraffic(const Job& job)
{
    const double shards = shardsOf(job);
    const double parameters = (shards - 1) / shards * parametersOnRank(job) / job.linkFor(job.cards);
    if (job.adapter) {
        if (job.zeroStage != 3)
            return 0;
        return parameters * 4 * job.microBatches * (job.scenario.scenario.task == Task::QLora ? job.constants.quantized_gather : 1);
    }
    if (job.zeroStage == 3) { // gathered twice, gradients scattered once
        const double gathered = job.fp8 && job.scenario.scenario.training.fp8AllGather ? 1 : 2;
        return parameters * (2 * gathered + 2) * job.microBatches;
    }
    return job.data > 1 ? parameters * 4 : 0;
}

void addOptimizer(const Job& job, TrainingTerms& terms)
{
    if (job.adapter)
        return;
    const double parameters = parametersOnRank(job);
    const double ranks = std::max(1.0, job.cards / (job.tensor * job.pipeline));
    const bool distributed = job.zeroStage > 0 || job.profile.factor == "megatron"; // Megatron's distributed optimizer
    terms.optimizer =
        job.constants.optimizer_bytes * parameters / (distributed ? ranks : 1) / (job.constants.stream_optimizer * job.bandwidth);
    const Offload offload = job.scenario.scenario.parallel.offload;
    if (offload == Offload::None)
        return;
    // Adam runs on the host: gradients go there and weights come back, once a step.
    const double link = pcieBytesPerSecond(job.scenario) * job.constants.offload_pcie;
    const double owned = parameters / (job.zeroStage > 0 ? ranks : 1);
    terms.optimizer = 4 * owned / link + job.constants.host_adam_bytes * owned / job.constants.host_adam_rate;
    if (offload == Offload::Parameters)
        terms.exposed += 4 * parameters / shardsOf(job) * job.microBatches / link;
}

// Host work of one micro-batch: routing makes shapes known only at run time.
double hostTime(const Job& job)
{
    const double expertBlocks = job.mixture() ? job.architecture.experts->blocks : 0;
    const double perExpertBlock = job.cardClass.graceHost ? job.constants.lm_g : job.constants.lm;
    return (perExpertBlock * expertBlocks + job.constants.ld * (job.architecture.blocks - expertBlocks)) / job.pipeline;
}

// 4-bit weights are widened in every pass; the constant is per weight at 3 TB/s.
double dequantizing(const Job& job)
{
    if (job.scenario.scenario.task != Task::QLora)
        return 0;
    const double passes = job.checkpointing == Checkpointing::Full ? 3 : 2;
    return job.microBatches * job.architecture.totalParameters / (job.tensor * job.pipeline) * job.constants.q4_dq * 3e12 / job.bandwidth *
           passes;
}

// Model FLOP (6 per weight and token, the reference model's 2 on top) over the peak of the compute type. Towers and
// tables that are only looked up multiply nothing.
double mfuOf(const Job& job, double tokensPerCard)
{
    const Architecture& a = job.architecture;
    const double untiedEmbedding = a.headWeights > 0 ? a.embeddingWeights : 0;
    const double weights =
        job.mixture() ? job.denseWeights() + job.chosenWeights() + job.headWeights() : a.totalParameters - untiedEmbedding - a.extra16;
    const double perToken = job.scenario.scenario.task == Task::Dpo ? 8 : 6;
    const DensePeaks& peaks = job.scenario.card->peaks;
    double peak = job.sixteenPeak;
    if (job.fp8 && peaks.fp8)
        peak = peaks.fp8->value();
    else if (isFourBit(job.scenario.scenario.compute) && peaks.fp4)
        peak = peaks.fp4->value();
    return tokensPerCard * (perToken * weights + perToken * a.attentionBlocks * a.hidden * job.sequence * seenShare(job)) / peak;
}

} // namespace

TrainingStep trainingStep(const Resolved& scenario, const Split& split)
{
    const Job job = jobOf(scenario, split);
    TrainingStep result;
    TrainingTerms& terms = result.terms;
    addCompute(job, terms);
    addElementWise(job, terms);
    addLayerTraffic(job, terms);
    addOptimizer(job, terms);
    const double perToken = terms.forward + terms.backward + terms.head + terms.attention + terms.recompute + terms.elementWise +
                            terms.tensorParallel + terms.contextParallel + terms.expertParallel;
    const double modelRanks = job.tensor * job.pipeline * job.context;
    const double tokens = job.microBatch * job.sequence;
    const double work = blend(tokens * perToken / modelRanks, hostTime(job), 3);
    const double bubble = job.pipeline > 1 ? (job.pipeline - 1) / (job.microBatches * job.constants.bub_v) : 0;
    double step = work * job.microBatches * (1 + bubble);

    terms.communication = gradientTraffic(job);
    terms.exposed += std::max(0.0, terms.communication - job.constants.ov * step) + job.constants.ex0 * terms.communication;
    step += dequantizing(job);
    result.step = step + terms.exposed + terms.optimizer;
    result.tokensPerSecond = tokens * job.microBatches / result.step / modelRanks * job.cards;
    result.mfu = mfuOf(job, result.tokensPerSecond / job.cards);
    return result;
}

} // namespace cardfit::speed
