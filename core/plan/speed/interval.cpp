#include "core/plan/speed/interval.h"

#include <cmath>

namespace cardfit::speed {

IntervalFactors intervalFactors(const Resolved& scenario, SpeedTask task)
{
    const CardClass& cardClass = cardClassOf(scenario);
    const bool training = task == SpeedTask::Train || task == SpeedTask::TrainExperts;
    const Catalog::EngineMatch& engine = training ? scenario.trainingSpeed : scenario.servingSpeed;
    // Training engines share one row of evidence: their factors were fitted together.
    const bool strong = training || (engine.profile && engine.profile->serving && engine.profile->serving->strongEvidence);
    const SpeedConstants& constants = *scenario.speed;
    IntervalFactors factors =
        constants.intervals[static_cast<std::size_t>(task)][static_cast<std::size_t>(cardClass.evidence)][strong ? 1 : 0];
    if (cardClass.other) {
        factors.low *= constants.otherClassFactors.low;
        factors.high *= constants.otherClassFactors.high;
    }
    if (!engine.exact) {
        factors.low = std::pow(factors.low, constants.unknownProfileExponent);
        factors.high = std::pow(factors.high, constants.unknownProfileExponent);
    }
    return factors;
}

} // namespace cardfit::speed
