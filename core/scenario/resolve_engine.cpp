#include "core/json/reader.h"
#include "core/scenario/resolve_parts.h"

#include <cmath>

namespace cardfit {

namespace {

bool allocatesAShare(InferenceKind kind) { return kind == InferenceKind::Pool || kind == InferenceKind::FreeFraction; }

void noteUnknownEngine(Resolved& resolved, const Catalog& catalog)
{
    std::vector<std::string_view> known;
    for (const EngineProfile& profile : catalog.content().engines)
        known.emplace_back(profile.engine);
    for (const auto& [alias, engine] : catalog.content().engineAliases)
        known.emplace_back(alias);
    const std::string_view nearest = json::nearestName(resolved.scenario.engine, known);
    Text text = Text("engine.unknown").with("engine", resolved.scenario.engine).with("nearest", nearest.empty() ? "-" : nearest);
    resolved.problems.push_back({Severity::Warning, "/engine", std::move(text), {}});
}

} // namespace

void setShareOfEngine(Resolved& resolved)
{
    constexpr double kShownSteps = 1000; // engines round their share to a tenth of a percent
    if (!resolved.shareFollowsEngine)
        return;
    const double share = defaultShare(resolved.inferenceProfile(), resolved.card->driverMemory, resolved.scenario.cards.value_or(1));
    resolved.scenario.memoryUtilization = std::round(share * kShownSteps) / kShownSteps;
}

std::string_view usualEngine(Task task)
{
    switch (task) {
    case Task::Inference: return "vllm";
    case Task::QLora:
    case Task::Lora:
    case Task::Dpo: return "peft";
    case Task::Full: return "fsdp";
    case Task::Pretrain: return "megatron";
    }
    return "vllm";
}

void resolveEngine(Resolved& resolved, const Catalog& catalog)
{
    Scenario& scenario = resolved.scenario;
    using Role = Catalog::Role;
    const std::string& version = scenario.engineVersion;
    resolved.inferenceMemory = catalog.engine(scenario.engine, version, Role::InferenceMemory);
    resolved.trainingMemory = catalog.engine(scenario.engine, version, Role::TrainingMemory);
    resolved.servingSpeed = catalog.engine(scenario.engine, version, Role::ServingSpeed);
    resolved.trainingSpeed = catalog.engine(scenario.engine, version, Role::TrainingSpeed);
    const Catalog::EngineMatch& main = isTraining(scenario.task) ? resolved.trainingMemory : resolved.inferenceMemory;
    resolved.assumedProfile = !main.exact;
    if (!main.exact && !catalog.knowsEngine(scenario.engine))
        noteUnknownEngine(resolved, catalog);
    if (scenario.engineVersion.empty() && main.exact)
        scenario.engineVersion = main.profile->newestVersion;
    if (!scenario.memoryUtilization) {
        const InferenceMemoryProfile& profile = resolved.inferenceProfile();
        resolved.shareFollowsEngine = allocatesAShare(profile.kind);
        setShareOfEngine(resolved);
        if (!resolved.shareFollowsEngine)
            scenario.memoryUtilization = 1.0;
    }
}

} // namespace cardfit
