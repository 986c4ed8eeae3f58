#include "core/catalog/loading.h"

#include <array>
#include <span>

namespace cardfit {

namespace {

constexpr std::array<std::string_view, 7> kStateNames = {
    "", "deepspeed", "bf16-true", "bf16-mixed", "fp32", "megatron", "megatron-precision-aware"};
constexpr std::array<std::string_view, 6> kLossNames = {"plain", "in-place", "compiled", "chunked", "fused-linear", "cut"};

// Calls read(fields, index) for every name; all of them must be there, and no other.
template <class Read>
void readNamed(const json::Reader& table, std::span<const std::string_view> names, const Read& read)
{
    Fields all(table);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty())
            continue;
        Fields fields(all.child(names[i]));
        read(fields, i);
        fields.done();
    }
    all.done();
}

void readStates(const json::Reader& table, MemoryConstants& memory)
{
    readNamed(table, kStateNames, [&](Fields& fields, std::size_t i) {
        StateBytes& row = memory.states[i];
        fields.number("weights", row.weights, 0, 16);
        fields.number("gradients", row.gradients, 0, 16);
        fields.number("moments", row.moments, 0, 16);
        fields.number("master", row.master, 0, 16);
        fields.number("step_temporary", row.stepTemporary, 0, 16);
    });
}

void readLosses(const json::Reader& table, MemoryConstants& memory)
{
    readNamed(table, kLossNames, [&](Fields& fields, std::size_t i) {
        fields.number("per_vocabulary", memory.losses[i].perVocabulary, 0, 64);
        fields.number("per_hidden", memory.losses[i].perHidden, 0, 64);
    });
}

void readClasses(const json::Reader& table, MemoryConstants& memory)
{
    readNamed(table, kMemoryClassNames, [&](Fields& fields, std::size_t i) {
        fields.number("low", memory.bands[i].low, 0, 1);
        fields.number("high", memory.bands[i].high, 1, 10);
        ClassRecord& record = memory.records[i];
        fields.number("median_error_percent", record.medianErrorPercent, 0, 1000, Fields::Need::Optional);
        fields.number("p90_error_percent", record.p90ErrorPercent, 0, 1000, Fields::Need::Optional);
        fields.integer("measurements", record.measurements, 0, 1'000'000, Fields::Need::Optional);
    });
}

void readContexts(const json::Reader& list, MemoryConstants& memory)
{
    for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i) {
        ContextSize size;
        std::string below;
        Fields fields(list.at(i));
        fields.text("torch_below", below);
        fields.number("gib", size.gib, 0, 64);
        fields.done();
        size.below = Version::parse(below);
        if (!memory.contexts.empty() && !(memory.contexts.back().below < size.below))
            list.at(i).fail("versions in ascending order");
        memory.contexts.push_back(size);
    }
}

void readScalars(Fields& fields, MemoryConstants& memory)
{
    fields.number("assumed_profile_widening", memory.assumedProfileWidening, 1, 10);
    fields.number("newest_context_gib", memory.newestContextGib, 0, 64);
    fields.number("generate_engine_bytes", memory.generateEngineBytes, 0, 1e12);
    fields.number("generate_fragmentation", memory.generateFragmentation, 0, 10);
    fields.number("loss_16bit_per_vocabulary", memory.loss16BitPerVocabulary, 0, 64);
    fields.number("soft_cap_per_vocabulary", memory.softCapPerVocabulary, 0, 64);
    fields.number("varying_length_fragmentation", memory.varyingLengthFragmentation, 0, 10);
    fields.number("in_place_fragmentation", memory.inPlaceFragmentation, 0, 10);
    fields.number("fused_linear_fragmentation", memory.fusedLinearFragmentation, 0, 10);
    fields.number("expandable_fragmentation", memory.expandableFragmentation, 0, 10);
    fields.number("peft_fsdp_per_mlp", memory.peftFsdpPerMlp, 0, 100);
    fields.number("peft_fsdp_per_hidden", memory.peftFsdpPerHidden, 0, 100);
    fields.number("dequantized_experts_factor", memory.dequantizedExpertsFactor, 0, 10);
    fields.number("fused_adapter_input_bytes", memory.fusedAdapterInputBytes, 0, 10);
    fields.number("megatron_selective_share", memory.megatronSelectiveShare, 0, 1);
    fields.number("gpt_fast_bytes", memory.gptFastBytes, 0, 1e12);
    fields.number("gpt_fast_bytes_per_logit", memory.gptFastBytesPerLogit, 0, 1e6);
    fields.number("gpt_fast_compiled_bytes", memory.gptFastCompiledBytes, 0, 1e12);
    fields.number("auto_awq_reserved_factor", memory.autoAwqReservedFactor, 1, 10);
    fields.number("reserved_cap_share", memory.reservedCapShare, 0, 1);
    fields.number("cuda_share_of_driver", memory.cudaShareOfDriver, 0.5, 1);
}

} // namespace

void loadMemoryConstants(Loading& loading)
{
    loading.readFile(std::filesystem::path("memory") / "constants.json", [&](const json::Reader& root) {
        MemoryConstants& memory = loading.content.memory;
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        readStates(file.child("state_bytes_per_parameter"), memory);
        readLosses(file.child("loss_bytes_per_token"), memory);
        readClasses(file.child("classes"), memory);
        readContexts(file.child("cuda_contexts"), memory);
        Fields scalars(file.child("figures"));
        readScalars(scalars, memory);
        memory.assumed = scalars.assumed();
        scalars.done();
        static constexpr std::array<std::string_view, 5> kFigures = {"state_bytes_per_parameter", "loss_bytes_per_token", "classes",
                                                                     "cuda_contexts", "figures"};
        memory.facts = file.facts(sources, kFigures);
        file.done();
    });
}

} // namespace cardfit
