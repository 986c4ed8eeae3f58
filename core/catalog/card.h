#pragma once

#include "core/base/money.h"
#include "core/base/units.h"
#include "core/catalog/fact.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// Dense peaks, as on the data sheet. Empty: the card has no unit for the type (T4 and V100: no BF16; FP8 from Ada and
// Hopper on), or the sheet does not say.
struct DensePeaks {
    std::optional<FlopsPerSecond> fp32, tf32, fp16, bf16, fp8, int8, int4, fp4;

    // The peak for 16-bit matrices: BF16, else FP16, else three times FP32 (assumed: plan/speed/README.md 3).
    FlopsPerSecond sixteenBit() const;
};

struct CardFeatures {
    bool bf16 = false, tf32 = false, fp8 = false, fp4 = false, int8Tensor = false, flashAttention2 = false;
};

// One GPU or accelerator of data/cards/*.json.
struct Card {
    std::string id;        // "a10"
    std::string name;      // "NVIDIA A10"
    std::string shortName; // "A10": rows of the matrix, bars, headline
    std::string vendor, architecture, memoryType, formFactor, computeCapability;
    int year = 0;

    double marketedGigabytes = 0; // the number on the box; only ever a name
    Bytes driverMemory;           // what nvidia-smi (or its kin) reports
    Bytes cudaMemory;             // what a process can get of it

    BytesPerSecond bandwidth;
    DensePeaks peaks;
    CardFeatures features;
    BytesPerSecond link;        // NVLink, xGMI or own, both directions together; 0: none
    bool switchedLink = false;  // behind an NVSwitch or its like
    bool linkByDefault = false; // used without asking: switch, SXM/OAM/superchip, or not NVIDIA (plan/speed/README.md 3)
    bool peerBuffers = false;   // engines allocate their NVLink communication buffers (plan/memory/README.md 6)
    int pcieGeneration = 0;
    BytesPerSecond pcie;        // both directions together
    int cardsPerLinkDomain = 8; // 72 in GB200/GB300 racks
    int cardsPerServer = 8;
    bool mig = false;
    Watts power;            // TDP
    std::string speedClass; // row of data/speed/card-classes.json: "gddr"
    std::optional<std::string> sliceOf;

    std::vector<std::string> notes;
    std::vector<Fact> facts;

    const Fact* factOf(std::string_view field) const; // nullptr: no source recorded
};

} // namespace cardfit
