#include "core/plan/speed/serving_model.h"

#include "core/plan/memory/choices.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr double kSixBitHeadBytes = 6.5625 / 8; // llama.cpp keeps the output matrix of smaller files in Q6_K
constexpr double kFormatOf16Bit = 1.99;         // bytes a weight from which a group counts as left in 16 bit

// Bytes and weights of all dense matrices, and the share of the weights that stays in 16 bit.
struct DenseWeights {
    double bytes = 0, weights = 0, share16 = 0;
};

DenseWeights denseWeightsOf(const Resolved& scenario)
{
    const Architecture& architecture = *scenario.architecture;
    const WeightFormat& format = *scenario.weights;
    const bool quantized = format.unit != NativeUnit::Sixteen && format.unit != NativeUnit::Fp32;
    // ModelOpt leaves latent attention in 16 bit when it makes NVFP4 checkpoints.
    const bool keepsLatent = format.unit == NativeUnit::Fp4 && !format.expertsOnly && architecture.latent && !scenario.mlpOnly;
    DenseWeights dense;
    double kept = 0;
    for (const MatrixGroup group :
         {MatrixGroup::Attention, MatrixGroup::AttentionReplicated, MatrixGroup::Mlp, MatrixGroup::SharedExperts, MatrixGroup::Linear}) {
        const double weights = architecture.of(group).weights;
        const bool attention = group == MatrixGroup::Attention || group == MatrixGroup::AttentionReplicated;
        const double bytes = attention && keepsLatent ? 2 * weights : memory::groupBytes(scenario, group);
        dense.weights += weights;
        dense.bytes += bytes;
        if (quantized && bytes >= kFormatOf16Bit * weights)
            kept += weights;
    }
    dense.weights += architecture.routerWeights;
    dense.bytes += 2 * architecture.routerWeights; // routers stay in 16 bit
    dense.share16 = dense.weights > 0 ? kept / dense.weights : 0;
    return dense;
}

// The head stays in 16 bit but for files that hold it in a format of its own.
double headBytesPerWeight(const Resolved& scenario)
{
    const WeightFormat& format = *scenario.weights;
    if (format.unit == NativeUnit::Fp32)
        return 4;
    if (scenario.headFormat)
        return scenario.headFormat->bytesPerWeight;
    return format.gguf ? std::max(kSixBitHeadBytes, format.bytesPerWeight) : 2;
}

void prepareDense(const Resolved& scenario, const Rates& rates, ServingModel& model)
{
    const ServingConstants& constants = scenario.speed->serving;
    const DenseWeights dense = denseWeightsOf(scenario);
    const double tensor = model.ranks.tensor;
    model.tileTokens = constants.n_half;
    model.denseStream = dense.bytes / tensor / (rates.bandwidth * (dense.share16 < 1 ? rates.streamFactor : 1));
    const double quantizedRate = rates.matrices * rates.computeFactor;
    const double rate = dense.share16 > 0 ? 1 / (dense.share16 / rates.sixteenBit + (1 - dense.share16) / quantizedRate) : quantizedRate;
    model.densePerToken = 2 * dense.weights / tensor / rate;

    const double head = static_cast<double>(scenario.architecture->vocabulary) * scenario.architecture->hidden;
    model.headStream = head * headBytesPerWeight(scenario) / tensor / rates.bandwidth;
    model.headPerRow = 2 * head / tensor / rates.sixteenBit;
    for (std::size_t prompt = 0; prompt < 2; ++prompt) {
        BlendPhase& phase = model.phases[prompt];
        phase.exponent = prompt == 0 ? constants.p_norm : constants.p_pre;
        phase.inverse = 1 / phase.exponent;
        phase.denseStreamRaised = std::pow(model.denseStream, phase.exponent);
        phase.headStreamRaised = std::pow(model.headStream, phase.exponent);
    }
}

void prepareExperts(const Resolved& scenario, const Rates& rates, const CardClass& cardClass, const KernelFamily& family,
                    ServingModel& model)
{
    const Architecture& architecture = *scenario.architecture;
    if (!isMixture(architecture))
        return;
    const Experts& experts = *architecture.experts;
    const ServingConstants& constants = scenario.speed->serving;
    const double weights = architecture.of(MatrixGroup::Experts).weights;
    const double bytes = memory::groupBytes(scenario, MatrixGroup::Experts);
    const bool fourBit = bytes < 0.7 * weights; // 4 bit with scales is under 0.7 bytes a weight, 8 bit over 1
    const double widened = fourBit && !rates.fourBitUnit ? constants.q4h : 1;
    // The fullest expert rank has more than its share.
    const double imbalance = model.ranks.expert > 1 ? 1 + (constants.ep_imb - 1) * (1 - 1 / model.ranks.expert) : 1;
    const double gemmShare = std::min(0.9, constants.moe_g * family.expertFactor * std::pow(experts.width / 2048.0, constants.moe_a));
    const double streamShare = (cardClass.blackwell ? constants.moe_bw : constants.moe_bwh) * family.expertFactor;

    model.hasExperts = true;
    model.expertStream = bytes / model.ranks.group() / (rates.bandwidth * streamShare * widened) * imbalance;
    model.expertPerToken = 2 * weights / model.ranks.group() / (rates.experts * gemmShare * widened) * imbalance;
    model.chosenShare = static_cast<double>(experts.perToken) / experts.count;
    model.logNotChosen = std::log1p(-std::min(model.chosenShare, 1.0));
    model.coverageExponent = constants.corr;
    model.expertTilePadding = constants.moe_h;
    model.expertBlend = constants.p_moe;
    model.expertFixed = experts.blocks * family.perExpertBlock.value() * (fourBit ? constants.tmx : 1) * cardClass.hostFactor;
}

void prepareAttention(const Resolved& scenario, const Split& split, const Rates& rates, ServingModel& model)
{
    const Architecture& architecture = *scenario.architecture;
    const ServingConstants& constants = scenario.speed->serving;
    const double cacheRate = rates.bandwidth * constants.kv_bw, attentionRate = rates.sixteenBit * constants.a_attn;
    const double group = model.ranks.group();
    // One pass crosses all stages: the cache of every block, shared out over the tensor ranks only.
    Split oneStage;
    oneStage.tensor = split.tensor;
    model.cachePerToken = memory::storedCacheBytesPerToken(scenario, oneStage) / model.ranks.attentionData / cacheRate;
    if (architecture.linear)
        model.statePerSequence = 2 * architecture.linear->stateElements * architecture.linear->count / group / cacheRate;
    const double headBlocks = static_cast<double>(architecture.attentionBlocks) * architecture.queryHeads;
    double scoreWidth = 2.0 * architecture.headWidth;
    if (const auto& latent = architecture.latent) {
        scoreWidth = latent->noPositionWidth + latent->rotaryWidth + latent->valueWidth;
        model.latentPerToken = 2 * headBlocks * (2 * latent->cacheRank + latent->rotaryWidth) / group / attentionRate;
    }
    model.attentionPerToken = 2 * headBlocks * scoreWidth / group / attentionRate;
    model.windowedShare = architecture.windowedShare;
    // Matrix products of the tower on every patch, in 16 bit on one card; its own attention is left out.
    if (scenario.imageTokens > 0)
        model.imagesPerPrompt =
            scenario.scenario.imagesPerRequest * 2.0 * architecture.extra16 * architecture.imagePatches / rates.sixteenBit;
    model.window = architecture.meanWindow;
}

void prepareNetwork(const Resolved& scenario, ServingModel& model)
{
    const Architecture& architecture = *scenario.architecture;
    const ServingConstants& constants = scenario.speed->serving;
    const ServerLink link = serverLinkOf(scenario);
    const Ranks& ranks = model.ranks;
    const double group = ranks.group(), tokenBytes = 2.0 * architecture.hidden;
    const double latency = link.fabric ? constants.ar_lat * (1 + constants.fabric_lat_per_doubling * std::log2(group))
                                       : constants.pcie_lat * (1 + constants.pcie_lat_per_rank * std::max(0.0, group - 2));
    const double rate = link.bytesPerSecond * (link.fabric ? constants.ar_bw : constants.pcie_bw);
    if (ranks.tensor > 1) { // two all-reduces a block, each token crosses 2(t-1)/t times
        model.networkFixed += 2 * model.blocks * latency;
        model.networkPerToken += 2 * model.blocks * 2 * (ranks.tensor - 1) / ranks.tensor * tokenBytes / ranks.attentionData / rate;
    }
    if (ranks.attentionData > 1 && model.hasExperts) { // dispatch in 8 bit, combine in 16: 1.5 x 16 bit there and back / 2
        const Experts& experts = *architecture.experts;
        model.networkFixed += experts.blocks * 2 * latency;
        model.networkPerToken += experts.blocks * 1.5 * tokenBytes * experts.perToken * (group - 1) / group / ranks.attentionData / rate;
    }
    if (ranks.pipeline > 1) {
        const double stageRate = link.bytesPerSecond * (link.fabric ? constants.stage_fabric_share : constants.stage_pcie_share);
        model.networkFixed += (ranks.pipeline - 1) * constants.stage_handover;
        model.networkPerToken += (ranks.pipeline - 1) * tokenBytes / stageRate;
    }
}

void prepareHost(const Resolved& scenario, const ServingSpeedProfile& profile, const CardClass& cardClass, const KernelFamily& family,
                 bool weightOnly, ServingModel& model)
{
    const Architecture& architecture = *scenario.architecture;
    const ServingConstants& constants = scenario.speed->serving;
    double perBlock = profile.perBlock.value();
    if (weightOnly && profile.eager)
        perBlock *= scenario.weights->bitsandbytes ? constants.hostb : constants.hostq;
    model.host = model.blocks * perBlock;
    double launches = model.blocks * family.launchPerBlock.value();
    if (architecture.latent) {
        model.host += constants.tmla * architecture.attentionBlocks;
        launches += constants.pe_mla * architecture.attentionBlocks; // the compressed cache is expanded
    }
    if (architecture.linear) {
        model.host += constants.tlin * architecture.linear->count;
        launches += constants.pe_lin * architecture.linear->count;
    }
    if (model.hasExperts)
        launches += architecture.experts->blocks * family.launchPerExpertBlock.value();
    model.host *= cardClass.hostFactor;
    launches *= cardClass.hostFactor;
    model.launches = std::max(family.launchBlocks * launches, model.host);
    model.requestFixed = profile.perRequest.value() + (1 - family.launchBlocks) * launches;
    model.hostPerSequence = (profile.oldScheduler ? constants.S_seq0 : constants.S_seq) / model.ranks.attentionData;
    model.stepFixed = profile.perStep.value();
    model.launchesHide = profile.eager || !scenario.scenario.serving.cudaGraphs;
    model.overlapsHost = profile.overlapsHost;
    model.launchBlend = constants.p_host;
    model.promptLaunchBlend = constants.p_launch;
    model.headOnEveryPromptToken = profile.eager;
}

void prepareScheduler(const Resolved& scenario, const ServingSpeedProfile& profile, const KernelFamily& family, ServingModel& model)
{
    const ServingConstants& constants = scenario.speed->serving;
    const ServingOptions& serving = scenario.scenario.serving;
    const bool large = memory::isLargeCard(scenario);
    model.iterationsBeforePrompt = family.iterationsBeforePrompt;
    model.firstTokenPerRunning = family.firstTokenPerRunning.value() / model.ranks.attentionData;
    model.interference = constants.int_k;
    model.burstShare = constants.burst;
    model.stopsDecoding = profile.stopsDecoding;
    model.seats = serving.maxSequences.value_or(large ? profile.maxSequences : profile.maxSequencesSmall) * model.ranks.attentionData;
    model.chunk = serving.maxBatchedTokens.value_or(large ? profile.maxBatchedTokens : profile.maxBatchedTokensSmall);
    model.reservedOutput = profile.reservesWholeRequest ? 1 : 0.5;
    model.draftCost = constants.spec_d;
    if (const auto& speculative = scenario.scenario.speculative) {
        model.draftTokens = speculative->tokens;
        model.acceptance = speculative->acceptance;
    }
}

} // namespace

Ranks ranksOf(const Resolved& scenario, const Split& split)
{
    Ranks ranks;
    ranks.tensor = split.tensor;
    ranks.pipeline = split.pipeline;
    ranks.expert = split.expert;
    const bool mixture = isMixture(*scenario.architecture);
    const bool inside = scenario.scenario.serving.attentionDataParallel.value_or(mixture && split.data > 1 && split.expert > 1);
    (inside ? ranks.attentionData : ranks.copies) = split.data;
    return ranks;
}

double ServingModel::mostRunning(double outputShare) const
{
    if (!cache.limited)
        return seats;
    return std::min(seats, std::max(1.0, cache.tokens / (input + outputShare * output)));
}

ServingModel prepareServing(const Resolved& scenario, const Split& split, CacheCapacity cache)
{
    const ServingSpeedProfile& profile = *scenario.servingSpeed.profile->serving;
    const CardClass& cardClass = cardClassOf(scenario);
    static const KernelFamily unknownFamily{};
    const auto found = scenario.speed->families.find(profile.kernelFamily);
    const KernelFamily& family = found != scenario.speed->families.end() ? found->second : unknownFamily;
    const Rates rates = ratesOf(scenario, cardClass, profile);

    ServingModel model;
    model.constants = &scenario.speed->serving;
    model.ranks = ranksOf(scenario, split);
    model.blocks = scenario.architecture->blocks;
    model.input = std::max(1, scenario.promptTokens());
    model.output = std::max(1, scenario.scenario.outputTokens);
    model.cache = cache;
    prepareDense(scenario, rates, model);
    prepareExperts(scenario, rates, cardClass, family, model);
    prepareAttention(scenario, split, rates, model);
    prepareNetwork(scenario, model);
    prepareHost(scenario, profile, cardClass, family, rates.weightOnlyBits != 0, model);
    prepareScheduler(scenario, profile, family, model);
    return model;
}

} // namespace cardfit::speed
