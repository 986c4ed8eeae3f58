#include "core/catalog/loading.h"

#include <array>

namespace cardfit {

namespace {

WeightFormat readWeightFormat(const json::Reader& object, const Sources& sources)
{
    static constexpr std::array<std::string_view, 6> kUnits = {"none", "16bit", "fp32", "fp8", "int8", "fp4"};
    static constexpr std::array<NativeUnit, 6> kUnitValues = {NativeUnit::None, NativeUnit::Sixteen, NativeUnit::Fp32,
                                                              NativeUnit::Fp8,  NativeUnit::Int8,    NativeUnit::Fp4};
    WeightFormat format;
    Fields fields(object);
    fields.text("id", format.id);
    fields.text("label", format.label);
    fields.integer("nominal_bits", format.nominalBits, 1, 32);
    fields.number("bytes_per_weight", format.bytesPerWeight, 0.1, 8);
    fields.number("expert_bytes_per_weight", format.expertBytesPerWeight, 0.1, 8, Fields::Need::Optional);
    fields.number("bytes_per_output", format.bytesPerOutput, 0, 64, Fields::Need::Optional);
    fields.number("bytes_per_group_entry", format.bytesPerGroupEntry, 0, 64, Fields::Need::Optional);
    fields.number("bytes_per_input", format.bytesPerInput, 0, 64, Fields::Need::Optional);
    format.grouped = fields.has("default_group");
    fields.integer("default_group", format.defaultGroup, 8, 65536, Fields::Need::Optional);
    fields.flag("quantizes_head", format.quantizesHead);
    if (fields.has("head_format"))
        fields.text("head_format", format.headFormat.emplace());
    fields.flag("embedding_on_host", format.embeddingOnHost);
    fields.number("norm_bytes", format.normBytes, 1, 8, Fields::Need::Optional);
    fields.flag("experts_only", format.expertsOnly);
    fields.flag("quantized_while_loading", format.quantizedWhileLoading);
    fields.flag("bitsandbytes", format.bitsandbytes);
    fields.flag("gguf", format.gguf);
    fields.choice("unit", format.unit, kUnits, kUnitValues);
    fields.integer("weight_only_bits", format.weightOnlyBits, 4, 8, Fields::Need::Optional);
    if (fields.has("block_variant"))
        fields.text("block_variant", format.blockVariant.emplace());
    fields.texts("aliases", format.aliases);
    fields.texts("engines", format.engines);
    format.minimumComputeCapability = fields.optionalNumber("minimum_compute_capability", 3, 20);
    fields.text("quality", format.qualityNote);
    fields.ignore("note");
    format.facts = fields.facts(sources);
    fields.done();
    return format;
}

KvFormat readKvFormat(const json::Reader& object, const Sources& sources)
{
    KvFormat format;
    Fields fields(object);
    fields.text("id", format.id);
    fields.number("bytes_per_element", format.bytesPerElement, 0.1, 8);
    format.facts = fields.facts(sources);
    fields.done();
    return format;
}

} // namespace

void loadFormats(Loading& loading)
{
    loading.readFile("weight-formats.json", [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        const json::Reader formats = file.child("formats");
        for (std::size_t i = 0; formats.requireArray() && i < formats.size(); ++i)
            loading.content.weightFormats.push_back(readWeightFormat(formats.at(i), sources));
        file.done();
    });
    loading.readFile("kv-formats.json", [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        const json::Reader formats = file.child("formats");
        for (std::size_t i = 0; formats.requireArray() && i < formats.size(); ++i)
            loading.content.kvFormats.push_back(readKvFormat(formats.at(i), sources));
        file.done();
    });
}

} // namespace cardfit
