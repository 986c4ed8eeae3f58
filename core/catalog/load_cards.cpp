#include "core/catalog/loading.h"

#include <array>
#include <cmath>

namespace cardfit {

namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;

// Figures of a card that must name where they were read.
constexpr std::array<std::string_view, 19> kFigures = {
    "memory_gb",   "driver_memory_mib", "cuda_visible_gib", "bandwidth_gb_per_s", "fp32_tflops",       "tf32_tflops",   "fp16_tflops",
    "bf16_tflops", "fp8_tflops",        "int8_tops",        "int4_tops",          "fp4_tflops",        "link_gb_per_s", "pcie_gb_per_s",
    "power_w",     "features",          "memory_type",      "cards_per_server",   "compute_capability"};

struct Feature {
    std::string_view name;
    bool CardFeatures::*flag;
};
constexpr std::array<Feature, 6> kFeatures = {{{"bf16", &CardFeatures::bf16},
                                               {"tf32", &CardFeatures::tf32},
                                               {"fp8", &CardFeatures::fp8},
                                               {"fp4", &CardFeatures::fp4},
                                               {"int8_tensor", &CardFeatures::int8Tensor},
                                               {"flash_attention_2", &CardFeatures::flashAttention2}}};

std::optional<FlopsPerSecond> readPeak(Fields& fields, std::string_view key)
{
    const auto tera = fields.optionalNumber(key, 0.1, 1e6);
    return tera ? std::optional(FlopsPerSecond::of(*tera * kTera)) : std::nullopt;
}

void readPeaks(Fields& fields, DensePeaks& peaks)
{
    peaks.fp32 = readPeak(fields, "fp32_tflops");
    peaks.tf32 = readPeak(fields, "tf32_tflops");
    peaks.fp16 = readPeak(fields, "fp16_tflops");
    peaks.bf16 = readPeak(fields, "bf16_tflops");
    peaks.fp8 = readPeak(fields, "fp8_tflops");
    peaks.int8 = readPeak(fields, "int8_tops");
    peaks.int4 = readPeak(fields, "int4_tops");
    peaks.fp4 = readPeak(fields, "fp4_tflops");
    if (!peaks.fp32 && !peaks.fp16 && !peaks.bf16)
        fields.object().fail("a peak for 16-bit or FP32 matrices (\"bf16_tflops\", ...)", "none");
}

void readFeatures(const json::Reader& list, CardFeatures& features)
{
    static constexpr std::array<std::string_view, 6> kNames = {"bf16", "tf32", "fp8", "fp4", "int8_tensor", "flash_attention_2"};
    for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i) {
        const auto name = list.at(i).oneOf(kNames);
        for (const Feature& feature : kFeatures) {
            if (name && feature.name == *name)
                features.*feature.flag = true;
        }
    }
}

void readMemory(Fields& fields, Card& card, double cudaShareOfDriver)
{
    fields.number("memory_gb", card.marketedGigabytes, 0.5, 4096);
    double driverMib = 0;
    fields.number("driver_memory_mib", driverMib, 256, 4e6);
    card.driverMemory = bytesOf(driverMib * kMiB);
    const auto visibleGib = fields.optionalNumber("cuda_visible_gib", 0.2, 4096);
    card.cudaMemory = visibleGib ? bytesOf(*visibleGib * kGiB) : bytesOf(driverMib * kMiB * cudaShareOfDriver);
    if (card.cudaMemory > card.driverMemory)
        fields.child("cuda_visible_gib").fail("at most what the driver reports");
    double bandwidth = 0;
    fields.number("bandwidth_gb_per_s", bandwidth, 10, 1e5);
    card.bandwidth = BytesPerSecond::of(bandwidth * kGiga);
}

void readLinks(Fields& fields, Card& card)
{
    double link = 0;
    fields.number("link_gb_per_s", link, 0, 1e5, Fields::Need::Optional);
    card.link = BytesPerSecond::of(link * kGiga);
    fields.flag("switched_link", card.switchedLink);
    fields.flag("link_by_default", card.linkByDefault);
    fields.flag("peer_buffers", card.peerBuffers);
    fields.integer("pcie_generation", card.pcieGeneration, 1, 9, Fields::Need::Optional);
    double pcie = 0;
    fields.number("pcie_gb_per_s", pcie, 1, 1e4);
    card.pcie = BytesPerSecond::of(pcie * kGiga);
    fields.integer("cards_per_link_domain", card.cardsPerLinkDomain, 1, 4096, Fields::Need::Optional);
    fields.integer("cards_per_server", card.cardsPerServer, 1, 64, Fields::Need::Optional);
}

} // namespace

Card readCard(const json::Reader& object, const Sources& sources, double cudaShareOfDriver)
{
    Card card;
    Fields fields(object);
    fields.text("id", card.id);
    fields.text("name", card.name);
    fields.text("short_name", card.shortName);
    fields.text("vendor", card.vendor);
    fields.text("architecture", card.architecture);
    fields.integer("year", card.year, 1990, 2100, Fields::Need::Optional);
    fields.text("memory_type", card.memoryType);
    fields.text("form_factor", card.formFactor);
    fields.text("compute_capability", card.computeCapability, Fields::Need::Optional);
    readMemory(fields, card, cudaShareOfDriver);
    readPeaks(fields, card.peaks);
    readFeatures(fields.child("features"), card.features);
    readLinks(fields, card);
    fields.flag("mig", card.mig);
    double power = 0;
    fields.number("power_w", power, 1, 1e5, Fields::Need::Optional);
    card.power = Watts::of(power);
    fields.text("speed_class", card.speedClass);
    if (fields.has("slice_of"))
        fields.text("slice_of", card.sliceOf.emplace());
    fields.texts("notes", card.notes);
    card.facts = fields.facts(sources, kFigures);
    fields.done();
    return card;
}

void loadCards(Loading& loading)
{
    const double share = loading.content.memory.cudaShareOfDriver;
    loading.readFolder("cards", [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        const json::Reader cards = file.child("cards");
        for (std::size_t i = 0; cards.requireArray() && i < cards.size(); ++i)
            loading.content.cards.push_back(readCard(cards.at(i), sources, share));
        file.done();
    });
}

} // namespace cardfit
