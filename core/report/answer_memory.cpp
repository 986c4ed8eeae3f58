#include "core/report/answer_parts.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

using memory::Component;
using memory::MemoryPlan;
using memory::Phase;

void writeRange(json::Writer& writer, std::string_view name, Bytes value, const memory::Range& range)
{
    std::string key(name);
    writer.member(key, value);
    writer.member(key + "_low", range.low).member(key + "_high", range.high);
}

void writeComponents(json::Writer& writer, const MemoryPlan& memory)
{
    constexpr Component kOrder[] = {Component::Weights,       Component::KvCache,   Component::Activations,
                                    Component::Logits,        Component::Gradients, Component::OptimizerStates,
                                    Component::MasterWeights, Component::Adapters,  Component::EngineBuffers};
    writer.key("per_card").beginObject();
    for (const Component component : kOrder)
        writer.member(nameOf(component), memory.of(component));
    writer.member("non_torch", memory.nonTorch).member("slack", memory.slack).endObject();
}

void writePhases(json::Writer& writer, const MemoryPlan& memory)
{
    writer.member("peak_phase", nameOf(memory.peakPhase)).key("phases").beginObject();
    for (std::size_t i = 0; i < memory::kPhases; ++i) {
        if (memory.phases[i])
            writer.member(nameOf(static_cast<Phase>(i)), *memory.phases[i]);
    }
    writer.endObject();
}

// How well the class of a figure did on published measurements; no errors where nothing was measured.
void writeRecord(json::Writer& writer, std::string_view key, MemoryClass memoryClass, const MemoryConstants& constants)
{
    const ClassRecord& record = constants.records[static_cast<std::size_t>(memoryClass)];
    writer.key(key).beginObject().member("class", nameOf(memoryClass)).member("measurements", record.measurements);
    if (record.measurements > 0)
        writer.member("median_error_percent", record.medianErrorPercent).member("p90_error_percent", record.p90ErrorPercent);
    writer.endObject();
}

void writeRecords(json::Writer& writer, const MemoryPlan& memory, const MemoryConstants& constants)
{
    writer.key("records").beginObject();
    writeRecord(writer, "weights", MemoryClass::Weights, constants);
    writeRecord(writer, "allocated", memory.classes.allocated, constants);
    writeRecord(writer, "reserved", memory.classes.reserved, constants);
    writeRecord(writer, "device", memory.classes.device, constants);
    if (memory.preallocates)
        writeRecord(writer, "kv_pool", MemoryClass::KvPool, constants);
    writer.endObject();
}

// Engines without versions, models out of a config that does not say whose it is.
void writeName(json::Writer& writer, std::string_view key, const std::string& name)
{
    if (name.empty())
        writer.nullMember(key);
    else
        writer.member(key, name);
}

// What training leaves to the engine, as the engine's profile decides it.
void writeResolvedTraining(json::Writer& writer, const Resolved& resolved)
{
    const TrainingOptions& training = resolved.scenario.training;
    const TrainingMemoryProfile& profile = resolved.trainingProfile();
    writer.key("training").beginObject();
    writer.member("checkpointing", nameOf(training.checkpointing.value_or(profile.checkpointing)));
    writer.member("loss", nameOf(training.loss.value_or(profile.loss)));
    writer.member("fused_kernels", training.fusedKernels.value_or(profile.fusedKernels));
    writer.member("packing", training.packing.value_or(profile.packing));
    writer.endObject();
}

} // namespace

void writeResolved(json::Writer& writer, const Resolved& resolved, int cards)
{
    const Scenario& scenario = resolved.scenario;
    writer.beginObject().member("weights", scenario.weights).member("engine", scenario.engine);
    writeName(writer, "engine_version", scenario.engineVersion);
    writeName(writer, "model", resolved.model->id);
    writer.member("kv_cache", scenario.kvCache).member("compute", scenario.compute);
    writeFigure(writer, "memory_utilization", scenario.memoryUtilization);
    writer.member("card", resolved.card->id).member("cards", cards).member("as_fp16", resolved.asFp16);
    if (isTraining(scenario.task))
        writeResolvedTraining(writer, resolved);
    writer.endObject();
}

void writeMemory(json::Writer& writer, const MemoryPlan& memory, const MemoryConstants& constants)
{
    writer.beginObject();
    writeComponents(writer, memory);
    writeRange(writer, "allocated", memory.card.allocated, memory.allocated);
    writeRange(writer, "reserved", memory.card.reserved, memory.reserved);
    writeRange(writer, "device", memory.card.device, memory.device);
    writer.member("capacity", memory.capacity);
    writeRange(writer, "required", memory.required, memory.requiredRange);
    writer.member("available", memory.available);
    writePhases(writer, memory);
    writer.key("all_cards").beginObject().member("allocated", memory.allCards.allocated).member("reserved", memory.allCards.reserved);
    writer.member("device", memory.allCards.device).endObject();
    writer.member("weights_low", memory.weights.low).member("weights_high", memory.weights.high);
    writer.member("basis", nameOf(memory.basis));
    writeRecords(writer, memory, constants);
    writer.endObject();
}

void writeCache(json::Writer& writer, const Plan& plan)
{
    if (!plan.memory) {
        writer.null();
        return;
    }
    const MemoryPlan& memory = *plan.memory;
    const Scenario& scenario = plan.resolved->scenario;
    writer.beginObject().member("bytes_per_token", bytesOf(memory.cacheBytesPerToken));
    if (memory.preallocates) {
        writer.member("pool_bytes", memory.pool).member("pool_low", memory.poolRange.low).member("pool_high", memory.poolRange.high);
        writer.member("capacity_tokens", memory.capacityTokens);
        writer.member("capacity_tokens_low", memory.capacityTokensLow).member("capacity_tokens_high", memory.capacityTokensHigh);
        const std::int64_t request = std::max<std::int64_t>(1, std::int64_t{plan.resolved->promptTokens()} + scenario.outputTokens);
        const double concurrency = plan.speed && plan.speed->maxConcurrency > 0 ? plan.speed->maxConcurrency
                                                                                : static_cast<double>(memory.capacityTokens / request);
        writer.member("max_concurrency", static_cast<std::int64_t>(std::floor(concurrency)));
    } else {
        for (const std::string_view key :
             {"pool_bytes", "pool_low", "pool_high", "capacity_tokens", "capacity_tokens_low", "capacity_tokens_high", "max_concurrency"})
            writer.nullMember(key);
    }
    writer.endObject();
}

} // namespace cardfit::report
