#include "core/plan/memory/formats.h"

#include "core/plan/memory/memory.h"

namespace cardfit::memory {

namespace {

constexpr int kWeightsSection = 3; // of README.md

} // namespace

double bytesIn(const WeightFormat& format, int groupSize, const MatrixSums& sums)
{
    double bytes = sums.weights * format.bytesPerWeight + sums.outputs * format.bytesPerOutput + sums.inputs * format.bytesPerInput;
    if (format.grouped && groupSize > 0)
        bytes += sums.weights / groupSize * format.bytesPerGroupEntry;
    return bytes;
}

void noteBytesIn(Ledger& ledger, std::string_view code, double bytes, const WeightFormat& format, int groupSize, const MatrixSums& sums)
{
    std::string formula = "nw·bw";
    formula += format.bytesPerOutput > 0 ? " + no·bo" : "";
    formula += format.bytesPerInput > 0 ? " + ni·bi" : "";
    formula += format.grouped && groupSize > 0 ? " + nw/group·bg" : "";
    ledger.note(code, bytes, formula, kWeightsSection,
                {{"nw", sums.weights, Origin::Model, {}, Unit::Count},
                 {"no", sums.outputs, Origin::Model, {}, Unit::Count},
                 {"ni", sums.inputs, Origin::Model, {}, Unit::Count},
                 {"bw", format.bytesPerWeight, Origin::Format, format.id},
                 {"bo", format.bytesPerOutput, Origin::Format, format.id},
                 {"bi", format.bytesPerInput, Origin::Format, format.id},
                 {"bg", format.bytesPerGroupEntry, Origin::Format, format.id},
                 {"group", static_cast<double>(groupSize), Origin::Scenario, "/weights_group_size", Unit::Count}});
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

void noteStored(const Resolved& scenario, std::string_view term, double bytes)
{
    if (scenario.ledger)
        scenario.ledger->note(term, bytes, "files", kWeightsSection, {{"files", bytes, Origin::Counted, {}, Unit::Memory}});
}

double groupBytes(const Resolved& scenario, MatrixGroup group)
{
    if (const StoredWeights* stored = scenario.storedWeights()) {
        noteStored(scenario, codeOf(group), stored->of(group));
        return stored->of(group);
    }
    const WeightFormat& format = formatOf(scenario, group);
    const MatrixSums& sums = scenario.architecture->of(group);
    if (group == MatrixGroup::Experts && format.expertBytesPerWeight > 0) {
        const double ofExperts = sums.weights * format.expertBytesPerWeight;
        if (scenario.ledger && sums.weights > 0)
            scenario.ledger->note(
                codeOf(group), ofExperts, "nw·bw", kWeightsSection,
                {{"nw", sums.weights, Origin::Model, {}, Unit::Count}, {"bw", format.expertBytesPerWeight, Origin::Format, format.id}});
        return ofExperts;
    }
    const double bytes = bytesIn(format, scenario.groupSize, sums);
    if (scenario.ledger && sums.weights > 0)
        noteBytesIn(*scenario.ledger, codeOf(group), bytes, format, scenario.groupSize, sums);
    return bytes;
}

std::string_view codeOf(MatrixGroup group)
{
    switch (group) {
    case MatrixGroup::Attention: return "group_attention";
    case MatrixGroup::AttentionReplicated: return "group_latent_down";
    case MatrixGroup::Mlp: return "group_mlp";
    case MatrixGroup::Experts: return "group_experts";
    case MatrixGroup::SharedExperts: return "group_shared_experts";
    case MatrixGroup::Linear: return "group_linear";
    }
    return "group_linear";
}

} // namespace cardfit::memory
