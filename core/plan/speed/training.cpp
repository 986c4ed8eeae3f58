#include "core/plan/speed/training.h"

#include "core/plan/memory/choices.h"
#include "core/plan/speed/step.h"
#include "core/plan/speed/training_job.h"

#include <string_view>

namespace cardfit::speed {

namespace {

std::string_view factorName(const TrainingSpeedProfile& profile, const TrainingOptions& options)
{
    const bool compiled = options.compile.value_or(profile.compiledByDefault);
    const std::string& special = compiled ? profile.factorCompiled : profile.factorEager;
    return special.empty() ? std::string_view(profile.factor) : std::string_view(special);
}

// Computed and real tokens of a sample. Without packing a micro-batch is padded to its longest sample: the expected
// longest of b samples whose lengths spread evenly around the mean.
void setLengths(TrainingJob& job)
{
    const Scenario& asked = job.scenario.scenario;
    job.sequence = job.usefulTokens = asked.contextTokens;
    const std::optional<int>& mean = asked.training.meanSampleTokens;
    if (!mean || memory::packing(job.scenario))
        return;
    const double longest = std::min<double>(asked.contextTokens, memory::sampleTokens(job.scenario));
    job.usefulTokens = std::min<double>(*mean, longest);
    job.sequence = job.usefulTokens + (longest - job.usefulTokens) * (job.microBatch - 1) / (job.microBatch + 1);
}

TrainingJob jobOf(const Resolved& scenario, const Split& split)
{
    const Scenario& asked = scenario.scenario;
    const TrainingSpeedProfile& profile = *scenario.trainingSpeed.profile->trainingSpeed;
    TrainingJob job{scenario, scenario.speed->training, *scenario.architecture,
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
    job.microBatch = asked.microBatch;
    job.microBatches = std::max(1.0, asked.globalBatch / job.data / job.microBatch);
    setLengths(job);
    setRates(job);
    setLinks(job);
    return job;
}

// Part of the step in which stages wait for one another. A batch of fewer micro-batches than stages is cut into samples.
double bubbleOf(const TrainingJob& job)
{
    if (job.pipeline <= 1)
        return 0;
    const double pieces = job.microBatches < job.pipeline ? job.microBatches * job.microBatch : job.microBatches;
    return (job.pipeline - 1) / (pieces * job.constants.bub_v);
}

// Model FLOP (6 per weight and token, the reference model's 2 on top) over the peak of the compute type. Towers and
// tables that are only looked up multiply nothing.
double mfuOf(const TrainingJob& job, double tokensPerCard)
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
    return tokensPerCard * (perToken * weights + perToken * a.attentionBlocks * a.hidden * job.sequence * job.seenShare()) / peak;
}

} // namespace

TrainingStep trainingStep(const Resolved& scenario, const Split& split)
{
    const TrainingJob job = jobOf(scenario, split);
    TrainingStep result;
    TrainingTerms& terms = result.terms;
    addCompute(job, terms);
    addElementWise(job, terms);
    addLayerTraffic(job, terms);
    addOptimizer(job, terms);
    const double perToken = terms.forward + terms.backward + terms.head + terms.attention + terms.recompute + terms.elementWise +
                            terms.tensorParallel + terms.contextParallel + terms.expertParallel;
    const double tokens = job.microBatch * job.sequence;
    const double work = blend(tokens * perToken / job.modelRanks(), hostTime(job), 3);
    double step = work * job.microBatches * (1 + bubbleOf(job));

    terms.communication = gradientTraffic(job);
    // Without sharded weights gradients are complete only in the last micro-batch: that alone can hide them.
    const double cover = job.zeroStage == 3 ? step : step / job.microBatches;
    terms.exposed += std::max(0.0, terms.communication - job.constants.ov * cover) + job.constants.ex0 * terms.communication;
    step += weightConversion(job);
    result.step = step + terms.exposed + terms.optimizer;
    const double useful = job.microBatch * job.usefulTokens * job.microBatches;
    result.tokensPerSecond = useful / result.step / job.modelRanks() * job.cards;
    result.mfu = mfuOf(job, result.tokensPerSecond / job.cards);
    return result;
}

} // namespace cardfit::speed
