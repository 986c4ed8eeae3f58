#include "core/plan/memory/choices.h"
#include "core/plan/speed/training_job.h"

namespace cardfit::speed {

void addOptimizer(const TrainingJob& job, TrainingTerms& terms)
{
    if (job.adapter)
        return;
    const TrainingConstants& constants = job.constants;
    const double parameters = job.parameters();
    const double ranks = std::max(1.0, job.cards / (job.tensor * job.pipeline));
    const bool distributed = job.zeroStage > 0 || job.profile.factor == "megatron"; // Megatron's distributed optimizer
    terms.optimizer = constants.optimizer_bytes * parameters / (distributed ? ranks : 1) / (constants.stream_optimizer * job.bandwidth);
    const Offload offload = job.scenario.scenario.parallel.offload;
    if (offload == Offload::None)
        return;
    // Adam runs on the host: gradients go there and weights come back, once a step.
    const double link = pcieBytesPerSecond(job.scenario) * constants.offload_pcie;
    const double owned = parameters / (job.zeroStage > 0 ? ranks : 1);
    terms.optimizer = 4 * owned / link + constants.host_adam_bytes * owned / constants.host_adam_rate;
    if (offload == Offload::Parameters)
        terms.exposed += 4 * parameters / job.shards() * job.microBatches / link;
}

double weightConversion(const TrainingJob& job)
{
    const double passes = job.recomputesAll() ? 3 : 2;
    if (job.scenario.scenario.task == Task::QLora)
        return job.microBatches * job.architecture.totalParameters / (job.tensor * job.pipeline) * job.constants.q4_bytes / job.bandwidth *
               passes;
    // Autocast writes 16-bit copies of fp32 weights for each forward pass; sharded weights are cast before they are gathered.
    const MixedPrecision precision = job.scenario.scenario.training.mixedPrecision;
    const bool mixed = precision == MixedPrecision::Bf16Mixed || precision == MixedPrecision::Fp16Mixed;
    if (!mixed || job.adapter || job.zeroStage == 3)
        return 0;
    return job.microBatches * job.parameters() * job.constants.cast_bytes / job.streamRate() * (passes - 1);
}

} // namespace cardfit::speed
