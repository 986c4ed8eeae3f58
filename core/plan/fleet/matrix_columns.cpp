#include "core/plan/fleet/matrix_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cardfit::fleet {

namespace {

constexpr std::array kTasks{Task::Inference, Task::QLora, Task::Lora, Task::Full, Task::Pretrain};

MatrixColumn column(std::string value, Text label, bool current)
{
    MatrixColumn result;
    result.id = value;
    result.value = std::move(value);
    result.label = std::move(label);
    result.current = current;
    return result;
}

std::string billions(double parameters)
{
    std::array<char, 32> text{};
    const double value = parameters / 1e9;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, value < 100 ? 1 : 0);
    return {text.data(), end.ptr};
}

std::vector<MatrixColumn> countColumns(const Resolved& resolved, const std::vector<int>& counts)
{
    std::vector<MatrixColumn> columns;
    for (const int count : counts)
        columns.push_back(column(std::to_string(count), Text("matrix.column.count").with("count", count),
                                 resolved.scenario.cards == std::optional(count)));
    return columns;
}

MatrixColumn sizeColumn(const Model& model, bool current)
{
    const double parameters = model.architecture.totalParameters;
    MatrixColumn result = column(billions(parameters), Text("matrix.column.size").with("billions", parameters / 1e9), current);
    result.id = model.id;
    return result;
}

std::vector<MatrixColumn> sizeColumns(const Resolved& resolved, const Catalog& catalog)
{
    std::vector<MatrixColumn> columns;
    if (const ModelFamily* family = catalog.family(resolved.model->family))
        for (const std::string& id : family->modelIds) {
            const std::vector<const Model*> found = catalog.findModels(id);
            if (!found.empty())
                columns.push_back(sizeColumn(*found.front(), found.front()->id == resolved.model->id));
        }
    if (columns.empty())
        columns.push_back(sizeColumn(*resolved.model, true));
    return columns;
}

// The scheme in use stands for its own step; the other steps have their usual scheme.
std::vector<MatrixColumn> precisionColumns(const Resolved& resolved)
{
    const std::string& inUse = resolved.weights->id;
    const bool training = isTraining(resolved.scenario.task);
    std::array<std::string, 5> steps{"fp32", "16bit", "fp8", "int8", training ? "nf4-dq" : "int4-awq"};
    std::size_t own = 1;
    if (resolved.weights->nominalBits >= 32)
        own = 0;
    else if (resolved.weights->nominalBits < 8)
        own = 4;
    else if (resolved.weights->nominalBits <= 8)
        own = inUse.starts_with("fp8") ? 2 : 3;
    if (own != 1)
        steps[own] = resolved.scenario.weights;
    std::vector<MatrixColumn> columns;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Text label("matrix.column.precision");
        if (i == own && own != 1) // any scheme of the catalog: its own name
            label = std::move(label).with("format", resolved.weights->label);
        else
            label = std::move(label).with("format", Text("format." + steps[i]));
        columns.push_back(column(steps[i], std::move(label), i == own));
    }
    return columns;
}

std::vector<MatrixColumn> taskColumns(const Resolved& resolved)
{
    std::vector<MatrixColumn> columns;
    for (const Task task : kTasks) {
        std::string name(nameOf(task));
        Text label("task." + name);
        columns.push_back(column(std::move(name), std::move(label), task == resolved.scenario.task));
    }
    return columns;
}

std::vector<MatrixColumn> contextColumns(const Resolved& resolved)
{
    constexpr int shortest = 2048, longest = 131'072;
    const int own = resolved.scenario.contextTokens;
    std::vector<int> lengths;
    for (int length = shortest; length <= std::min(longest, std::max(shortest, resolved.architecture->maxPositions)); length *= 2)
        lengths.push_back(length);
    if (std::find(lengths.begin(), lengths.end(), own) == lengths.end())
        lengths.insert(std::upper_bound(lengths.begin(), lengths.end(), own), own);
    std::vector<MatrixColumn> columns;
    for (const int length : lengths)
        columns.push_back(column(std::to_string(length), Text("matrix.column.context").with("tokens", length), length == own));
    return columns;
}

int asNumber(std::string_view text)
{
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// Another task has its own formats and engines: what was chosen for the old one would only be refused.
void setTask(Scenario& scenario, std::string_view name)
{
    for (const Task task : kTasks) {
        if (nameOf(task) != name || task == scenario.task)
            continue;
        scenario.task = task;
        scenario.weights.clear();
        scenario.kvCache.clear();
        scenario.compute.clear();
        scenario.engine.clear();
        scenario.engineVersion.clear();
        return;
    }
}

} // namespace

std::vector<MatrixColumn> columnsOf(const Resolved& resolved, const Catalog& catalog, MatrixAxis axis, const std::vector<int>& counts)
{
    switch (axis) {
    case MatrixAxis::Count: return countColumns(resolved, counts);
    case MatrixAxis::Size: return sizeColumns(resolved, catalog);
    case MatrixAxis::Precision: return precisionColumns(resolved);
    case MatrixAxis::Task: return taskColumns(resolved);
    case MatrixAxis::Context: return contextColumns(resolved);
    }
    return {};
}

void setCount(Scenario& scenario, int cards)
{
    if (scenario.cards != std::optional(cards))
        scenario.parallel.automatic = true;
    scenario.cards = cards;
}

Scenario withColumn(const Scenario& scenario, MatrixAxis axis, const MatrixColumn& column)
{
    Scenario changed = scenario;
    if (column.current && axis != MatrixAxis::Count)
        return changed;
    switch (axis) {
    case MatrixAxis::Count: setCount(changed, asNumber(column.id)); break;
    case MatrixAxis::Size:
        changed.model = ModelChoice{};
        changed.model.name = column.id;
        break;
    case MatrixAxis::Precision: changed.weights = column.id; break;
    case MatrixAxis::Task: setTask(changed, column.id); break;
    case MatrixAxis::Context:
        changed.contextTokens = asNumber(column.id);
        changed.contextStated = true;
        break;
    }
    return changed;
}

} // namespace cardfit::fleet
