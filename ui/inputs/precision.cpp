#include "ui/inputs/precision.h"

#include <algorithm>

namespace cardfit::ui {

namespace {

bool servesOnly(const WeightFormat& format, Task task)
{
    if (task == Task::Inference)
        return false;
    if (usesAdapters(task))
        return format.gguf || format.expertsOnly;
    return format.nominalBits < 16 && format.unit != NativeUnit::Fp8; // all weights are trained
}

} // namespace

PrecisionStep stepOf(const WeightFormat& format)
{
    if (format.nominalBits >= 32)
        return PrecisionStep::Fp32;
    if (format.nominalBits >= 16)
        return PrecisionStep::Sixteen;
    if (format.nominalBits >= 8)
        return format.unit == NativeUnit::Fp8 || format.id.starts_with("fp8") ? PrecisionStep::Fp8 : PrecisionStep::Int8;
    return PrecisionStep::FourBit; // and what lies between 2 and 6 bits
}

std::vector<const WeightFormat*> schemesOf(PrecisionStep step, Task task, const Catalog& catalog)
{
    std::vector<const WeightFormat*> schemes;
    for (const WeightFormat& format : catalog.content().weightFormats) {
        if (stepOf(format) == step && !servesOnly(format, task))
            schemes.push_back(&format);
    }
    return schemes;
}

std::string usualScheme(PrecisionStep step, Task task, const Catalog& catalog)
{
    const std::vector<const WeightFormat*> schemes = schemesOf(step, task, catalog);
    const auto has = [&schemes](std::string_view id) { return std::ranges::find(schemes, id, &WeightFormat::id) != schemes.end(); };
    const bool serving = task == Task::Inference;
    for (const std::string_view id : {std::string_view("16bit"), std::string_view(serving ? "int4-awq" : "nf4"), std::string_view("int8"),
                                      std::string_view("fp8"), std::string_view("fp32")}) {
        if (has(id))
            return std::string(id);
    }
    return step == PrecisionStep::Sixteen ? "16bit" : schemes.empty() ? std::string() : schemes.front()->id;
}

Scenario withTask(Scenario scenario, Task task, const Catalog& catalog)
{
    if (scenario.task == task)
        return scenario;
    const bool changesKind = isTraining(scenario.task) != isTraining(task);
    scenario.task = task;
    const WeightFormat* format = scenario.weights.empty() ? nullptr : catalog.weightFormat(scenario.weights);
    const bool needsFrozenBase = task == Task::QLora && (!format || format->nominalBits >= 16);
    if (needsFrozenBase)
        scenario.weights = usualScheme(PrecisionStep::FourBit, task, catalog);
    else if (task == Task::Inference && format && format->bitsandbytes)
        scenario.weights = usualScheme(stepOf(*format), task, catalog);
    else if (task != Task::QLora && isTraining(task) && format && format->nominalBits < 16)
        scenario.weights = "16bit";
    if (changesKind || task == Task::Pretrain || task == Task::Full) { // each kind of work has its own engines
        scenario.engine.clear();
        scenario.engineVersion.clear();
        scenario.memoryUtilization.reset();
    }
    return scenario;
}

} // namespace cardfit::ui
