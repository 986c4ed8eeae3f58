#include "core/plan/memory/formats.h"

#include "core/plan/memory/memory.h"

namespace cardfit::memory {

double bytesIn(const WeightFormat& format, int groupSize, const MatrixSums& sums)
{
    double bytes = sums.weights * format.bytesPerWeight + sums.outputs * format.bytesPerOutput + sums.inputs * format.bytesPerInput;
    if (format.grouped && groupSize > 0)
        bytes += sums.weights / groupSize * format.bytesPerGroupEntry;
    return bytes;
}

const WeightFormat& formatOf(const Resolved& scenario, MatrixGroup group)
{
    if (scenario.weights->expertsOnly && scenario.architecture->experts)
        return group == MatrixGroup::Experts ? *scenario.weights : *scenario.keptFormat;
    const bool ofMlp = group == MatrixGroup::Mlp || group == MatrixGroup::Experts || group == MatrixGroup::SharedExperts;
    return scenario.mlpOnly && !ofMlp ? *scenario.keptFormat : *scenario.weights;
}

MatrixSums headSums(const Architecture& architecture)
{
    MatrixSums sums;
    sums.weights = static_cast<double>(architecture.vocabulary) * architecture.hidden;
    sums.outputs = architecture.vocabulary;
    sums.inputs = architecture.hidden;
    return sums;
}

double groupBytes(const Resolved& scenario, MatrixGroup group)
{
    const WeightFormat& format = formatOf(scenario, group);
    const MatrixSums& sums = scenario.architecture->of(group);
    if (group == MatrixGroup::Experts && format.expertBytesPerWeight > 0)
        return sums.weights * format.expertBytesPerWeight;
    return bytesIn(format, scenario.groupSize, sums);
}

} // namespace cardfit::memory
