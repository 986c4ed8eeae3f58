#pragma once

#include "core/scenario/scenario.h"

#include <concepts>

namespace cardfit {

// Every key of the scenario's JSON with its member, range and order, once, for the reader (read_fields.h) and the
// writer (write_fields.h) alike: what is written can be read, and no key is known to one of them only.
// `Fields` is FieldReader<T> or FieldWriter<T>; T, the section, picks the overload.

template <class Fields, class T>
concept FieldsOf = std::same_as<typename Fields::Object, T>;

inline constexpr double kNoLimit = 1e15; // ranges that end only where arithmetic would
inline constexpr int kMostTokens = 20'000'000;
inline constexpr int kMostCards = 65'536;

template <class Fields>
requires FieldsOf<Fields, LoraOptions>
void describe(Fields& fields)
{
    fields.whole("rank", &LoraOptions::rank, 1, 65'536);
    fields.targets("targets", &LoraOptions::targets);
    fields.boolean("train_embeddings", &LoraOptions::trainEmbeddings);
    fields.choice("dtype", &LoraOptions::dtype);
    fields.number("dropout", &LoraOptions::dropout, 0, 1);
    fields.boolean("experts", &LoraOptions::experts);
}

template <class Fields>
requires FieldsOf<Fields, TrainingOptions>
void describe(Fields& fields)
{
    using T = TrainingOptions;
    fields.choice("optimizer", &T::optimizer);
    fields.boolean("optimizer_in_backward", &T::optimizerInBackward);
    fields.choice("mixed_precision", &T::mixedPrecision);
    fields.boolean("master_weights", &T::masterWeights);
    fields.choice("checkpointing", &T::checkpointing);
    fields.boolean("flash_attention", &T::flashAttention);
    fields.boolean("fused_kernels", &T::fusedKernels);
    fields.fusedLoss("fused_loss", &T::loss); // older word for one path; `loss` wins
    fields.choice("loss", &T::loss);
    fields.whole("loss_chunk_tokens", &T::lossChunkTokens, 1, kMostTokens);
    fields.boolean("packing", &T::packing);
    fields.whole("longest_sample_tokens", &T::longestSampleTokens, 1, kMostTokens);
    fields.whole("mean_sample_tokens", &T::meanSampleTokens, 1, kMostTokens);
    fields.choice("allocator", &T::allocator);
    fields.boolean("compile", &T::compile);
    fields.boolean("optimizer_fused", &T::optimizerFused);
    fields.choice("moments_dtype", &T::momentsDtype);
    fields.boolean("kbit_upcast", &T::kbitUpcast);
    fields.boolean("quantize_experts", &T::quantizeExperts);
    fields.boolean("reference_model", &T::referenceModel);
    fields.boolean("use_cache", &T::useCache);
    fields.choice("fp8_recipe", &T::fp8Recipe);
    fields.boolean("fp8_all_gather", &T::fp8AllGather);
    fields.section("lora", &T::lora);
    fields.number("dataset_tokens", &T::datasetTokens, 0, 1e18);
    fields.number("epochs", &T::epochs, 0, 1e6);
}

template <class Fields>
requires FieldsOf<Fields, ParallelOptions>
void describe(Fields& fields)
{
    using T = ParallelOptions;
    fields.whole("tensor", &T::tensor, 1, kMostCards);
    fields.whole("pipeline", &T::pipeline, 1, kMostCards);
    fields.whole("data", &T::data, 1, kMostCards);
    fields.whole("expert", &T::expert, 1, kMostCards);
    fields.whole("context", &T::context, 1, kMostCards);
    fields.boolean("sequence", &T::sequence);
    fields.whole("zero_stage", &T::zeroStage, 0, 3);
    fields.statedBoolean("fsdp", &T::fsdp, &T::fsdpStated);
    fields.whole("fsdp_version", &T::fsdpVersion, 1, 2);
    fields.choice("offload", &T::offload);
    fields.boolean("auto", &T::automatic);
}

template <class Fields>
requires FieldsOf<Fields, ServingOptions>
void describe(Fields& fields)
{
    using T = ServingOptions;
    fields.whole("max_sequences", &T::maxSequences, 1, 1'000'000);
    fields.whole("max_batched_tokens", &T::maxBatchedTokens, 1, kMostTokens);
    fields.boolean("chunked_prefill", &T::chunkedPrefill);
    fields.boolean("cuda_graphs", &T::cudaGraphs);
    fields.boolean("flash_attention", &T::flashAttention);
    fields.boolean("compile", &T::compile);
    fields.whole("ubatch_tokens", &T::microBatchTokens, 1, kMostTokens);
    fields.latentCache("mla_cache", &T::expandedLatentCache);
    fields.boolean("attention_data_parallel", &T::attentionDataParallel);
    fields.boolean("disaggregated", &T::disaggregated);
}

template <class Fields>
requires FieldsOf<Fields, SpeculativeOptions>
void describe(Fields& fields)
{
    fields.whole("tokens", &SpeculativeOptions::tokens, 1, 16);
    fields.number("acceptance", &SpeculativeOptions::acceptance, 0, 1);
}

template <class Fields>
requires FieldsOf<Fields, DemandOptions>
void describe(Fields& fields)
{
    using T = DemandOptions;
    fields.number("requests_per_second", &T::requestsPerSecond, 0, 1e9);
    fields.number("peak_factor", &T::peakFactor, 1, 1000);
    fields.loadProfile("profile");
    fields.choice("arrival", &T::arrival);
    fields.whole("spare_replicas", &T::spareReplicas, 0, 10'000);
    fields.whole("requests", &T::requests, 1, 1'000'000'000'000);
    fields.lengths("lengths", &T::variedLengths);
}

template <class Fields>
requires FieldsOf<Fields, LimitOptions>
void describe(Fields& fields)
{
    fields.number("ttft_ms_p95", &LimitOptions::ttftMsP95, 0, 1e9);
    fields.number("tpot_ms_p95", &LimitOptions::tpotMsP95, 0, 1e9);
}

template <class Fields>
requires FieldsOf<Fields, AllowOptions>
void describe(Fields& fields)
{
    using T = AllowOptions;
    fields.strings("cards", &T::cards);
    fields.strings("vendors", &T::vendors);
    fields.strings("providers", &T::providers);
    fields.strings("regions", &T::regions);
    fields.whole("max_cards", &T::maxCards, 1, kMostCards);
    fields.number("monthly_budget", &T::monthlyBudget, 0, 1e12);
    fields.number("max_kw", &T::maxKilowatts, 0, 1e9);
    fields.whole("min_weight_bits", &T::minWeightBits, 1, 32);
}

template <class Fields>
requires FieldsOf<Fields, GivenOffer>
void describe(Fields& fields)
{
    fields.requiredMoney("per_hour", &GivenOffer::perHour);
    fields.whole("cards", &GivenOffer::cards, 1, kMostCards);
}

template <class Fields>
requires FieldsOf<Fields, RentalOptions>
void describe(Fields& fields)
{
    using T = RentalOptions;
    fields.offer("offer");
    fields.choice("term", &T::term);
    fields.number("hours_per_month", &T::hoursPerMonth, 0, 744);
    fields.number("uplift_percent", &T::upliftPercent, -100, 1000);
    fields.number("price_decline_per_year", &T::priceDeclinePerYear, 0, 1);
    fields.number("interruption_overhead", &T::interruptionOverhead, 0, 10);
}

template <class Fields>
requires FieldsOf<Fields, OwnershipOptions>
void describe(Fields& fields)
{
    using T = OwnershipOptions;
    fields.number("years", &T::years, 1.0 / 12, 30);
    fields.money("card_price", &T::cardPrice);
    fields.money("server_price", &T::serverPrice);
    fields.whole("cards_per_server", &T::cardsPerServer, 1, 1024);
    fields.money("network_per_server", &T::networkPerServer);
    fields.money("site_capital", &T::siteCapital);
    fields.number("spares_percent", &T::sparesPercent, 0, 100);
    fields.number("installation_percent", &T::installationPercent, 0, 100);
    fields.number("sales_tax_percent", &T::salesTaxPercent, 0, 100);
    fields.money("power_price_per_kwh", &T::powerPricePerKwh);
    fields.number("pue", &T::pue, 1, 10);
    fields.number("server_kw", &T::serverKilowatts, 0, 1000);
    fields.number("average_draw", &T::averageDraw, 0, 1);
    fields.number("idle_draw", &T::idleDraw, 0, 1);
    fields.number("utilization", &T::utilization, 0, 1);
    fields.money("colocation_per_kw_month", &T::colocationPerKwMonth);
    fields.boolean("colocation_includes_energy", &T::colocationIncludesEnergy);
    fields.number("maintenance_percent_per_year", &T::maintenancePercentPerYear, 0, 100);
    fields.money("licence_per_card_year", &T::licencePerCardYear);
    fields.number("staff_fte", &T::staffFte, 0, 10'000);
    fields.money("staff_cost_per_year", &T::staffCostPerYear);
    fields.number("insurance_percent_per_year", &T::insurancePercentPerYear, 0, 100);
    fields.number("discount_rate", &T::discountRate, 0, 1);
    fields.residual("residual");
    fields.whole("owned_cards", &T::ownedCards, 0, kMostCards);
}

template <class Fields>
requires FieldsOf<Fields, Scenario>
void describe(Fields& fields)
{
    using T = Scenario;
    fields.text("name", &T::name);
    fields.day("as_of", &T::asOf);
    fields.currency("currency"); // first of all amounts
    fields.model("model");
    fields.choice("task", &T::task);
    fields.automaticText("weights", &T::weights);
    fields.automaticText("kv_cache", &T::kvCache);
    fields.automaticText("compute", &T::compute);
    fields.automaticText("engine", &T::engine);
    fields.version("engine_version", &T::engineVersion);
    fields.number("memory_utilization", &T::memoryUtilization, 0.01, 1);
    fields.version("torch_version", &T::torchVersion);
    fields.number("card_memory_gib", &T::cardMemoryGib, 0.1, 10'000);
    fields.whole("weights_group_size", &T::weightsGroupSize, 1, 65'536);
    fields.whole("input_tokens", &T::inputTokens, 0, kMostTokens);
    fields.whole("output_tokens", &T::outputTokens, 0, kMostTokens);
    fields.statedWhole("context_tokens", &T::contextTokens, &T::contextStated, 1, kMostTokens);
    fields.whole("images_per_request", &T::imagesPerRequest, 0, 10'000);
    fields.wholeOr("concurrency", &T::concurrency, "max", 1, 10'000'000);
    fields.whole("micro_batch", &T::microBatch, 1, 1'000'000);
    fields.whole("global_batch", &T::globalBatch, 1, 100'000'000);
    fields.section("training", &T::training);
    fields.section("parallel", &T::parallel);
    fields.card("card");
    fields.wholeOr("cards", &T::cards, "auto", 1, kMostCards);
    fields.choice("interconnect", &T::interconnect);
    fields.section("demand", &T::demand);
    fields.section("limits", &T::limits);
    fields.section("allow", &T::allow);
    fields.section("rental", &T::rental);
    fields.section("ownership", &T::ownership);
    fields.section("serving", &T::serving);
    fields.section("speculative", &T::speculative);
}

} // namespace cardfit
