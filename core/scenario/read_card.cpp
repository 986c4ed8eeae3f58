#include "core/scenario/read_fields.h"

namespace cardfit {

namespace {

constexpr double kTera = 1e12;

std::optional<FlopsPerSecond> peak(const json::Reader& node, std::string_view key)
{
    const auto teraflops = node.optionalNumber(key, 0, 1e6);
    return teraflops && *teraflops > 0 ? std::optional(FlopsPerSecond::of(*teraflops * kTera)) : std::nullopt;
}

void readPeaks(const json::Reader& node, Card& card)
{
    card.peaks.fp32 = peak(node, "dense_fp32_tflops");
    card.peaks.tf32 = peak(node, "dense_tf32_tflops");
    card.peaks.fp16 = peak(node, "dense_fp16_tflops");
    card.peaks.bf16 = peak(node, "dense_bf16_tflops");
    card.peaks.fp8 = peak(node, "dense_fp8_tflops");
    card.peaks.int8 = peak(node, "dense_int8_tops");
    card.peaks.int4 = peak(node, "dense_int4_tops");
    card.peaks.fp4 = peak(node, "dense_fp4_tflops");
    card.features.bf16 = card.peaks.bf16.has_value();
    card.features.tf32 = card.peaks.tf32.has_value();
    card.features.fp8 = card.peaks.fp8.has_value();
    card.features.fp4 = card.peaks.fp4.has_value();
    card.features.int8Tensor = card.peaks.int8.has_value();
    card.features.flashAttention2 = card.features.bf16;
}

void readNames(const json::Reader& node, Card& card)
{
    const auto text = [&node](std::string_view key, std::string& target) {
        if (const auto value = node.optionalString(key))
            target = std::string(*value);
    };
    text("id", card.id);
    text("name", card.name);
    text("vendor", card.vendor);
    text("architecture", card.architecture);
    text("memory_type", card.memoryType);
    text("form_factor", card.formFactor);
    text("compute_capability", card.computeCapability);
    if (const auto whole = node.optionalString("slice_of"))
        card.sliceOf = std::string(*whole);
    if (card.id.empty())
        card.id = card.sliceOf ? *card.sliceOf + "-slice" : card.name;
    if (card.name.empty())
        card.name = card.id;
    card.shortName = card.name;
}

void readMemory(const json::Reader& node, Card& card)
{
    card.marketedGigabytes = node.optionalNumber("memory_gb", 0.001, 1e6).value_or(0);
    if (const auto mib = node.optionalNumber("usable_mib", 1, 1e9))
        card.driverMemory = bytesOf(*mib * kMiB);
    if (const auto gib = node.optionalNumber("cuda_visible_gib", 0.001, 1e6))
        card.cudaMemory = bytesOf(*gib * kGiB);
}

} // namespace

// The keys are those of the catalog's cards. What is left out is taken from the card it is a slice of (or that has the
// same id) when the scenario is resolved; 0 and empty mean "not given" until then.
void readCard(const json::Reader& node, CardChoice& choice)
{
    if (node.isString()) {
        choice.id = std::string(*node.string());
        return;
    }
    if (!node.isObject()) {
        node.fail("the id of a card, or a card object");
        return;
    }
    node.allowKeys({"id",
                    "name",
                    "vendor",
                    "architecture",
                    "memory_type",
                    "form_factor",
                    "compute_capability",
                    "slice_of",
                    "memory_gb",
                    "usable_mib",
                    "cuda_visible_gib",
                    "bandwidth_gbs",
                    "dense_fp32_tflops",
                    "dense_tf32_tflops",
                    "dense_fp16_tflops",
                    "dense_bf16_tflops",
                    "dense_fp8_tflops",
                    "dense_int8_tops",
                    "dense_int4_tops",
                    "dense_fp4_tflops",
                    "nvlink_gbs",
                    "nvswitch",
                    "pcie_gen",
                    "pcie_gbs",
                    "tdp_w",
                    "typical_gpus_per_server"});
    auto card = std::make_shared<Card>();
    readNames(node, *card);
    readMemory(node, *card);
    readPeaks(node, *card);
    card->bandwidth = BytesPerSecond::of(node.optionalNumber("bandwidth_gbs", 0.001, 1e7).value_or(0) * kGB);
    card->link = BytesPerSecond::of(node.optionalNumber("nvlink_gbs", 0, 1e6).value_or(0) * kGB);
    card->switchedLink = node.optionalBoolean("nvswitch").value_or(false);
    card->linkByDefault = card->switchedLink;
    card->peerBuffers = card->link.value() > 0;
    card->pcieGeneration = static_cast<int>(node.optionalInteger("pcie_gen", 1, 9).value_or(0));
    card->pcie = BytesPerSecond::of(node.optionalNumber("pcie_gbs", 0.001, 1e5).value_or(0) * kGB);
    card->power = Watts::of(node.optionalNumber("tdp_w", 0, 1e5).value_or(0));
    card->cardsPerServer = static_cast<int>(node.optionalInteger("typical_gpus_per_server", 1, 1024).value_or(8));
    if (card->id.empty())
        node.fail("an id, a name, or the card it is a slice of (slice_of)");
    choice.id = card->id;
    choice.customSource = node.text();
    choice.custom = std::move(card);
}

} // namespace cardfit
