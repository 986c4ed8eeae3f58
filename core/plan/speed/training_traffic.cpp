#include "core/plan/speed/training_job.h"

#include <cmath>

namespace cardfit::speed {

namespace {

// Link for ranks that lie `span` cards apart.
double linkFor(const TrainingJob& job, double span) { return span <= job.cardsTogether ? job.linkInside : job.linkBetween; }

// Seconds to gather or scatter `bytes` over ranks that lie `stride` cards apart: a ring inside each server runs beside
// the one between servers, and all ranks of a server share the data among their network cards. The slower one counts.
double ringTime(const TrainingJob& job, double bytes, double ranks, double stride)
{
    const double together = std::clamp(job.cardsTogether / stride, 1.0, ranks);
    const double servers = ranks / together;
    const double inside = (together - 1) / together * bytes / job.linkInside;
    const double between = (servers - 1) / servers * bytes / (together * job.linkBetween);
    return std::max(inside, between);
}

// Seconds to move one byte per parameter of this rank among the data-parallel ranks. Experts are copied less often, and
// their copies lie further apart.
double byteOfEveryParameter(const TrainingJob& job)
{
    const double shards = job.shards();
    const double copies = std::max(1.0, shards / job.expert);
    return ringTime(job, job.otherParameters(), shards, job.tensor) +
           ringTime(job, job.expertParameters(), copies, job.tensor * job.expert);
}

// Expert ranks inside a server exchange every chosen copy; to another server a token goes once, however many experts it
// has there. Seconds per token, block and byte of a token.
double dispatchTime(const TrainingJob& job)
{
    const double chosen = job.architecture.experts->perToken;
    const double span = job.expert * job.tensor;
    if (span <= job.cardsTogether)
        return chosen * (job.expert - 1) / job.expert / job.linkInside;
    const double servers = span / job.cardsTogether;
    const double reached = servers * (1 - std::pow(1 - 1 / servers, chosen)) * (servers - 1) / servers;
    return reached / job.linkBetween + chosen * (job.cardsTogether - 1) / job.cardsTogether / job.linkInside;
}

} // namespace

void setLinks(TrainingJob& job)
{
    const TrainingConstants& constants = job.constants;
    const Card& card = *job.scenario.card;
    const ServerLink link = serverLinkOf(job.scenario);
    job.linkInside = link.bytesPerSecond * (link.fabric ? constants.nvl : constants.pcie);
    job.linkBetween = networkBytesPerSecond(job.scenario);
    job.cardsTogether = link.fabric ? card.cardsPerLinkDomain : card.cardsPerServer;
}

void addLayerTraffic(const TrainingJob& job, TrainingTerms& terms)
{
    const Architecture& a = job.architecture;
    const TrainingConstants& constants = job.constants;
    const double passes = job.checkpointing == Checkpointing::Full ? 6 : 4; // exchanges forward, backward, recomputed
    const double tokenBytes = 2.0 * a.hidden;
    if (job.tensor > 1)
        terms.tensorParallel = passes * a.blocks * 2 * (job.tensor - 1) / job.tensor * tokenBytes / linkFor(job, job.tensor) *
                               (job.profile.factor == "titan" ? constants.tp_titan : constants.tp_x);
    if (job.context > 1)
        terms.contextParallel =
            3 * a.cacheElements * 2 * (job.context - 1) / job.context / linkFor(job, job.tensor * job.context) * (1 - constants.ov);
    if (job.mixture() && job.expert > 1)
        terms.expertParallel = passes * a.experts->blocks * tokenBytes * dispatchTime(job) * constants.t_moe;
}

double gradientTraffic(const TrainingJob& job)
{
    const double once = byteOfEveryParameter(job);
    if (job.adapter) {
        if (job.zeroStage != 3)
            return 0;
        const bool quantized = job.scenario.scenario.task == Task::QLora;
        return once * 4 * job.microBatches * (quantized ? job.constants.quantized_gather : 1);
    }
    if (job.zeroStage == 3) { // gathered twice, gradients scattered once
        const double gathered = job.fp8 && job.scenario.scenario.training.fp8AllGather ? 1 : 2;
        return once * (2 * gathered + 2) * job.microBatches;
    }
    return job.data > 1 ? once * 4 : 0;
}

} // namespace cardfit::speed
