#include "core/import/tensors.h"

#include <algorithm>

namespace cardfit::import {

namespace {

TensorSum& rowFor(std::vector<TensorSum>& rows, TensorClass tensorClass, std::string_view type)
{
    for (TensorSum& row : rows) {
        if (row.tensorClass == tensorClass && row.type == type)
            return row;
    }
    rows.push_back({tensorClass, std::string(type)});
    return rows.back();
}

// An MLP of shared experts where there are no others to share with is the block's MLP (Granite 4, dense).
void renameLonelyShared(std::vector<TensorSum>& rows)
{
    const bool routed = std::ranges::any_of(rows, [](const TensorSum& row) { return row.tensorClass == TensorClass::Experts; });
    for (TensorSum& row : rows) {
        if (!routed && row.tensorClass == TensorClass::SharedExperts)
            row.tensorClass = TensorClass::Mlp;
    }
}

} // namespace

double StoredTensor::elements() const
{
    double count = 1;
    for (const std::uint64_t size : shape)
        count *= static_cast<double>(size);
    return count;
}

double TensorTable::bytes() const
{
    double sum = 0;
    for (const TensorSum& row : rows)
        sum += row.bytes;
    return sum;
}

double TensorTable::parameters() const
{
    double sum = 0;
    for (const TensorSum& row : rows)
        sum += row.parameters;
    return sum;
}

double TensorTable::bytesOf(TensorClass tensorClass) const
{
    double sum = 0;
    for (const TensorSum& row : rows)
        sum += row.tensorClass == tensorClass ? row.bytes : 0;
    return sum;
}

double TensorTable::parametersOf(TensorClass tensorClass) const
{
    double sum = 0;
    for (const TensorSum& row : rows)
        sum += row.tensorClass == tensorClass ? row.parameters : 0;
    return sum;
}

TensorTable sumTensors(const std::vector<StoredTensor>& tensors, int blocks, int bits)
{
    const TensorNames names(tensors);
    TensorTable table;
    for (const StoredTensor& tensor : tensors) {
        TensorClass tensorClass = classOf(tensor.name, blocks);
        if (tensorClass == TensorClass::Unknown && tensor.shape.size() < 2)
            tensorClass = TensorClass::Rest; // scalars and vectors of a block, whatever their name
        TensorSum& row = rowFor(table.rows, tensorClass, tensor.type);
        ++row.tensors;
        row.bytes += static_cast<double>(tensor.bytes);
        const auto weights = weightsBehind(tensor, names, bits);
        row.parameters += weights.value_or(0);
        table.parametersKnown = table.parametersKnown && weights.has_value();
    }
    renameLonelyShared(table.rows);
    std::ranges::stable_sort(table.rows, [](const TensorSum& a, const TensorSum& b) {
        return a.tensorClass != b.tensorClass ? a.tensorClass < b.tensorClass : a.bytes > b.bytes;
    });
    return table;
}

StoredWeights storedWeights(const TensorTable& table)
{
    StoredWeights stored;
    for (std::size_t group = 0; group < kMatrixGroups; ++group)
        stored.groups[group] = table.bytesOf(static_cast<TensorClass>(group));
    stored.embedding = table.bytesOf(TensorClass::Embedding);
    stored.head = table.bytesOf(TensorClass::Head);
    stored.rest = table.bytesOf(TensorClass::Rest) + table.bytesOf(TensorClass::Unknown);
    stored.towers = table.bytesOf(TensorClass::Tower);
    stored.draft = table.bytesOf(TensorClass::Draft);
    if (table.parametersKnown)
        stored.parameters = table.parameters() - table.parametersOf(TensorClass::Draft);
    return stored;
}

} // namespace cardfit::import
