#include "core/catalog/loading.h"

#include <array>

namespace cardfit {

namespace {

constexpr double kMostGib = 1024;
constexpr double kMostMib = kMostGib * 1024;
constexpr double kMostBytes = 1e12;
constexpr int kMostTokens = 1 << 24;
constexpr auto kOptional = Fields::Need::Optional;

constexpr std::array<std::string_view, 4> kCheckpointingWords = {"none", "selective", "full", "offload"};
constexpr std::array<Checkpointing, 4> kCheckpointings = {Checkpointing::None, Checkpointing::Selective, Checkpointing::Full,
                                                          Checkpointing::Offload};

void readGenerate(Fields& fields, InferenceMemoryProfile& profile)
{
    fields.number("cache_copies", profile.cacheCopies, 0, 4);
    fields.flag("rotary_cache_per_block", profile.rotaryCachePerBlock);
    fields.flag("all_position_logits", profile.allPositionLogits);
    fields.flag("quantizes_while_loading", profile.quantizesWhileLoading);
    fields.flag("unties_head", profile.untiesHead);
    fields.number("int8_cache_scale_bytes", profile.int8CacheScaleBytes, 0, 64, kOptional);
}

void readReserve(const json::Reader& place, ReserveRule& reserve)
{
    Fields fields(place);
    fields.number("fixed", reserve.fixedMib, 0, kMostMib);
    fields.number("per_batched_token", reserve.perBatchedTokenMib, 0, kMostMib);
    fields.number("per_graph_sequence", reserve.perGraphSequenceMib, 0, kMostMib);
    fields.number("per_rank", reserve.perRankMib, 0, kMostMib);
    fields.number("least_on_large_card", reserve.leastOnLargeMib, 0, kMostMib);
    fields.integer("wide_ranks", reserve.wideRanks, 1, 1024);
    fields.done();
}

void readBatchByMemory(const json::Reader& list, std::vector<BatchDefaults>& steps)
{
    for (std::size_t i = 0; i < list.size(); ++i) {
        Fields fields(list.at(i));
        BatchDefaults step;
        fields.number("below_gib", step.belowGib, 1, kMostGib);
        fields.integer("tokens", step.tokens, 1, kMostTokens);
        fields.integer("graph_sequences", step.graphSequences, 1, kMostTokens);
        fields.integer("graph_sequences_wide", step.graphSequencesWide, 1, kMostTokens);
        fields.done();
        steps.push_back(step);
    }
}

// Rules of engines that size their share themselves.
void readShare(Fields& fields, InferenceMemoryProfile& profile)
{
    fields.number("utilization", profile.utilization, 0.01, 1);
    fields.flag("share_of_free", profile.shareOfFree);
    if (fields.has("utilization_by_ranks")) {
        const json::Reader ranks = fields.child("utilization_by_ranks");
        if (ranks.requireArray() && ranks.size() != profile.utilizationByRanks.size())
            ranks.fail("five figures: 1, 2, up to 4, up to 8 and more ranks");
        for (std::size_t i = 0; i < profile.utilizationByRanks.size() && i < ranks.size(); ++i)
            profile.utilizationByRanks[i] = ranks.at(i).number(0.01, 1).value_or(0);
    }
    if (fields.has("reserve_mib"))
        readReserve(fields.child("reserve_mib"), profile.reserve);
    if (fields.has("batch_by_memory"))
        readBatchByMemory(fields.child("batch_by_memory"), profile.batchByMemory);
}

void readPool(Fields& fields, InferenceMemoryProfile& profile)
{
    fields.number("bytes_per_sampled_logit", profile.bytesPerSampledLogit, 0, 256);
    fields.integer("max_sequences", profile.maxSequences, 1, kMostTokens);
    fields.integer("max_batched_tokens", profile.maxBatchedTokens, 1, kMostTokens);
    fields.integer("max_sequences_small_card", profile.maxSequencesSmall, 1, kMostTokens);
    fields.integer("max_batched_tokens_small_card", profile.maxBatchedTokensSmall, 1, kMostTokens);
    fields.number("large_card_gib", profile.largeCardGib, 0, kMostGib);
    fields.texts("never_large", profile.neverLargePrefixes);
    const json::Reader ranks = fields.child("non_torch_gib");
    if (ranks.requireArray() && ranks.size() != profile.nonTorchGib.size())
        ranks.fail("four figures: 1, 2, up to 4 and more ranks");
    for (std::size_t i = 0; i < profile.nonTorchGib.size() && i < ranks.size(); ++i)
        profile.nonTorchGib[i] = ranks.at(i).number(0, kMostGib).value_or(0);
    fields.number("non_torch_pipeline_gib", profile.nonTorchPipelineGib, 0, kMostGib, kOptional);
    fields.number("non_torch_without_peer_gib", profile.nonTorchWithoutPeerGib, 0, kMostGib, kOptional);
    fields.flag("chunked_prefill", profile.chunkedPrefill);
    fields.integer("unchunked_context_limit", profile.unchunkedContextLimit, 1, kMostTokens, kOptional);
    fields.number("base_gib", profile.baseGib, 0, kMostGib, kOptional);
    fields.flag("expert_workspace", profile.expertWorkspace);
    fields.flag("cache_groups", profile.cacheGroups);
    fields.flag("windowed_cache", profile.windowedCache);
    fields.flag("graphs_outside_pool", profile.graphsOutsidePool);
    fields.number("graphs_base_gib", profile.graphsBaseGib, 0, kMostGib);
    fields.number("graphs_per_block_gib", profile.graphsPerBlockGib, 0, kMostGib);
    fields.number("graphs_experts_gib", profile.graphsExpertsGib, 0, kMostGib);
    fields.integer("expert_width_multiple", profile.expertWidthMultiple, 0, 65536, kOptional);
    readShare(fields, profile);
    fields.flag("chunked_needs_flash_attention", profile.chunkedNeedsFlashAttention);
    fields.integer("cache_block_tokens", profile.cacheBlockTokens, 1, 4096);
}

void readGgml(Fields& fields, InferenceMemoryProfile& profile)
{
    fields.integer("micro_batch_tokens", profile.microBatchTokens, 1, kMostTokens);
    fields.flag("allocator_2023", profile.allocator2023);
    fields.flag("windowed_cache", profile.windowedCache);
    fields.number("split_buffer_factor", profile.splitBufferFactor, 1, 4);
    fields.number("context_gib", profile.contextGib, 0, kMostGib);
}

} // namespace

void readInferenceMemory(Fields& fields, InferenceMemoryProfile& profile)
{
    static constexpr std::array<std::string_view, 8> kKinds = {"generate",     "pool",    "free-fraction", "sessions",
                                                               "preallocated", "autoawq", "gpt-fast",      "ggml"};
    static constexpr std::array<InferenceKind, 8> kKindValues = {
        InferenceKind::Generate,     InferenceKind::Pool,    InferenceKind::FreeFraction, InferenceKind::Sessions,
        InferenceKind::Preallocated, InferenceKind::AutoAwq, InferenceKind::GptFast,      InferenceKind::Ggml};
    fields.child("kind");
    fields.choice("kind", profile.kind, kKinds, kKindValues);
    switch (profile.kind) {
    case InferenceKind::Generate: readGenerate(fields, profile); break;
    case InferenceKind::Pool: readPool(fields, profile); break;
    case InferenceKind::FreeFraction: fields.number("utilization", profile.utilization, 0.01, 1); break;
    case InferenceKind::Sessions:
        fields.number("bytes_per_sequence", profile.bytesPerSequence, 0, kMostBytes);
        fields.number("fixed_bytes", profile.fixedBytes, 0, kMostBytes);
        fields.number("context_gib", profile.contextGib, 0, kMostGib);
        break;
    case InferenceKind::Preallocated:
        fields.number("fixed_bytes", profile.fixedBytes, 0, kMostBytes);
        fields.flag("six_bit_head", profile.usesPaddedHead6Bit);
        break;
    case InferenceKind::Ggml: readGgml(fields, profile); break;
    case InferenceKind::AutoAwq:
    case InferenceKind::GptFast: break;
    }
}

void readTrainingMemory(Fields& fields, TrainingMemoryProfile& profile)
{
    static constexpr std::array<std::string_view, 6> kLosses = {"plain", "in-place", "compiled", "chunked", "fused-linear", "cut"};
    static constexpr std::array<LossPath, 6> kLossValues = {LossPath::Plain,   LossPath::InPlace,     LossPath::Compiled,
                                                            LossPath::Chunked, LossPath::FusedLinear, LossPath::Cut};
    static constexpr std::array<std::string_view, 7> kStates = {
        "hugging-face", "deepspeed", "bf16-true", "bf16-mixed", "fp32", "megatron", "megatron-precision-aware"};
    static constexpr std::array<StateRow, 7> kStateValues = {
        StateRow::HuggingFace,           StateRow::DeepSpeed, StateRow::Bf16True, StateRow::Bf16Mixed, StateRow::Fp32, StateRow::Megatron,
        StateRow::MegatronPrecisionAware};
    using Extra = TrainingMemoryProfile::PeftExtra;
    static constexpr std::array<std::string_view, 3> kExtras = {"no", "yes", "16bit"};
    static constexpr std::array<Extra, 3> kExtraValues = {Extra::No, Extra::Yes, Extra::SixteenBitOnly};

    fields.number("norm_bytes", profile.normBytes, 1, 8, kOptional);
    fields.flag("lora_dropout", profile.loraDropout);
    fields.flag("fused_kernels", profile.fusedKernels);
    fields.choice("loss", profile.loss, kLosses, kLossValues);
    fields.number("loss_hidden_bytes", profile.lossHiddenBytes, 0, 64, kOptional);
    fields.number("adapter_bytes", profile.adapterBytes, 1, 8, kOptional);
    fields.choice("states", profile.states, kStates, kStateValues);
    fields.number("fragmentation", profile.fragmentation, 0, 10, kOptional);
    fields.number("communicator_gib", profile.communicatorGib, 0, kMostGib, kOptional);
    fields.number("static_bytes", profile.staticBytes, 0, kMostBytes, kOptional);
    fields.integer("gathered_blocks", profile.gatheredBlocks, 0, 1000, kOptional);
    fields.flag("gathers_all_frozen", profile.gathersAllFrozen);
    fields.integer("gathered_blocks_full", profile.gatheredBlocksFull, 0, 1000, kOptional);
    fields.integer("gathered_roots_full", profile.gatheredRootsFull, 0, 1000, kOptional);
    fields.choice("peft_fsdp_extra", profile.peftExtra, kExtras, kExtraValues);
    fields.integer("fsdp_version", profile.fsdpVersion, 1, 2, kOptional);
    fields.flag("shards_by_default", profile.shardsByDefault);
    fields.flag("separate_root", profile.separateRoot);
    fields.number("step_factor", profile.stepFactor, 0, 10, kOptional);
    fields.flag("packing", profile.packing);
    fields.texts("lora_targets", profile.loraTargets);
    fields.choice("checkpointing", profile.checkpointing, kCheckpointingWords, kCheckpointings);
    fields.number("selective_factor", profile.selectiveFactor, 0, 2, kOptional);
    fields.number("rotary_copy", profile.rotaryCopy, 0, 64, kOptional);
    fields.flag("quantized_experts_replicated", profile.quantizedExpertsReplicated);
    fields.flag("keeps_quantized_inputs", profile.keepsQuantizedInputs);
    fields.flag("unties_head", profile.untiesHead);
    fields.flag("megatron", profile.megatron);
    fields.number("reserved_factor", profile.reservedFactor, 1, 3, kOptional);
}

void readServingSpeed(Fields& fields, ServingSpeedProfile& profile)
{
    fields.integer("max_sequences", profile.maxSequences, 1, kMostTokens);
    fields.integer("max_batched_tokens", profile.maxBatchedTokens, 1, kMostTokens);
    fields.integer("max_sequences_small_card", profile.maxSequencesSmall, 1, kMostTokens);
    fields.integer("max_batched_tokens_small_card", profile.maxBatchedTokensSmall, 1, kMostTokens);
}

void readTrainingSpeed(Fields& fields, TrainingSpeedProfile& profile)
{
    fields.text("factor", profile.factor);
    profile.factorCompiled = profile.factorEager = profile.factor;
    fields.text("factor_compiled", profile.factorCompiled, kOptional);
    fields.text("factor_eager", profile.factorEager, kOptional);
    fields.choice("checkpointing", profile.checkpointing, kCheckpointingWords, kCheckpointings);
    fields.flag("compiled_by_default", profile.compiledByDefault);
    fields.flag("shards_by_default", profile.shardsByDefault);
    fields.number("expert_factor", profile.expertFactor, 0.1, 3, kOptional);
    fields.number("expert_host_factor", profile.expertHostFactor, 0.05, 3, kOptional);
}

} // namespace cardfit
