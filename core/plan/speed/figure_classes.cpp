#include "core/plan/speed/figure_classes.h"

namespace cardfit::speed {

namespace {

std::optional<SpeedClass> trainingClassOf(Task task)
{
    switch (task) {
    case Task::Pretrain: return SpeedClass::Pretraining;
    case Task::Lora: return SpeedClass::LoraTraining;
    case Task::QLora: return SpeedClass::QloraTraining;
    case Task::Full: return SpeedClass::FullTraining;
    default: return std::nullopt;
    }
}

} // namespace

FigureClasses figureClassesOf(const Scenario& scenario)
{
    if (isTraining(scenario.task)) {
        const std::optional<SpeedClass> training = trainingClassOf(scenario.task);
        return {training, training, training};
    }
    const bool alone = scenario.concurrency == 1 && !scenario.demand.requestsPerSecond;
    if (alone)
        return {};
    return {SpeedClass::FirstTokenLoad, SpeedClass::TimePerTokenLoad, SpeedClass::Throughput};
}

} // namespace cardfit::speed
