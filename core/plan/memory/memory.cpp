#include "core/plan/memory/memory.h"

#include "core/base/ledger.h"
#include "core/plan/memory/draft.h"

namespace cardfit::memory {

std::string_view nameOf(Component component)
{
    switch (component) {
    case Component::Weights: return "weights";
    case Component::MasterWeights: return "master_weights";
    case Component::Adapters: return "adapters";
    case Component::Gradients: return "gradients";
    case Component::OptimizerStates: return "optimizer_states";
    case Component::KvCache: return "kv_cache";
    case Component::Activations: return "activations";
    case Component::Logits: return "logits";
    case Component::EngineBuffers: return "engine_buffers";
    }
    return "engine_buffers";
}

std::string_view nameOf(Phase phase)
{
    switch (phase) {
    case Phase::Load: return "load";
    case Phase::Prefill: return "prefill";
    case Phase::Decode: return "decode";
    case Phase::Loss: return "loss";
    case Phase::Backward: return "backward";
    case Phase::BackwardEnd: return "backward-end";
    case Phase::Step: return "step";
    case Phase::Serving: return "serving";
    }
    return "serving";
}

std::string_view codeOf(Phase phase)
{
    switch (phase) {
    case Phase::Load: return "phase_load";
    case Phase::Prefill: return "phase_prefill";
    case Phase::Decode: return "phase_decode";
    case Phase::Loss: return "phase_loss";
    case Phase::Backward: return "phase_backward";
    case Phase::BackwardEnd: return "phase_backward_end";
    case Phase::Step: return "phase_step";
    case Phase::Serving: return "phase_serving";
    }
    return "phase_serving";
}

namespace {

void noteCapacity(const Resolved& scenario)
{
    const double capacity = asDouble(scenario.capacity);
    LedgerInput usable{"usable", capacity, Origin::Card, "cuda_visible_gib", Unit::Memory};
    if (scenario.scenario.cardMemoryGib)
        usable = {"usable", capacity, Origin::Scenario, "/card_memory_gib", Unit::Memory};
    scenario.ledger->note("capacity", capacity, "usable", 1, {usable});
}

} // namespace

MemoryPlan estimate(const Resolved& scenario, const Split& split)
{
    if (scenario.ledger)
        noteCapacity(scenario);
    const Draft draft = isTraining(scenario.scenario.task) ? trainingDraft(scenario, split) : inferenceDraft(scenario, split);
    return finish(draft, scenario, split);
}

Need need(const Resolved& scenario, const Split& split)
{
    const MemoryPlan plan = estimate(scenario, split);
    return {plan.required, plan.requiredRange.low, plan.requiredRange.high, plan.available};
}

} // namespace cardfit::memory
