#pragma once

#include "core/catalog/architecture.h"
#include "core/catalog/fact.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// What arithmetic unit a format wants at full speed. None: weights are widened to 16 bit before the product.
enum class NativeUnit { None, Sixteen, Fp32, Fp8, Int8, Fp4 };

// Bytes of a matrix of i inputs and o outputs, n = i*o:
//   n*bytesPerWeight + o*bytesPerOutput + (n/group)*bytesPerGroupEntry + i*bytesPerInput
// One row of data/weight-formats.json (plan/memory/README.md 3).
struct WeightFormat {
    std::string id;       // "int4-awq": the scenario's word
    std::string label;    // "AWQ"
    int nominalBits = 16; // step of the precision slider: 32, 16, 8 (fp8), 8 (int8), 4
    double bytesPerWeight = 2, bytesPerOutput = 0, bytesPerGroupEntry = 0, bytesPerInput = 0;
    bool grouped = false;
    int defaultGroup = 128;
    bool quantizesHead = false;            // torchao, GGUF: the head is quantised too
    std::optional<std::string> headFormat; // GGUF: q6_K when the body is 4 bit; EXL: bpw6
    double expertBytesPerWeight = 0;       // files of this name that give experts more bits; 0: as the rest
    double headBytesPerWeight = 0;         // bytes of headFormat, set by the catalog; 0: no other format than the body's
    bool embeddingOnHost = false;          // GGUF: the embedding stays in host memory
    double normBytes = 2;                  // GGUF keeps norms in fp32
    bool expertsOnly = false;              // mxfp4
    bool quantizedWhileLoading = false;    // two 16-bit blocks stay allocated (plan/memory/README.md 5)
    bool bitsandbytes = false;             // nf4, fp4, int8 of bnb
    bool gguf = false;
    NativeUnit unit = NativeUnit::None;
    int weightOnlyBits = 0;                         // 4 or 8: kernel class where the unit is missing
    std::optional<std::string> blockVariant;        // fp8 -> fp8-block when the checkpoint has weight_block_size
    std::vector<std::string> aliases;               // other words for it in scenarios and checkpoints
    std::vector<std::string> engines;               // engines whose kernels read it; empty: all
    std::optional<double> minimumComputeCapability; // 7.5 for AWQ kernels
    std::string qualityNote;                        // text code of what it costs in quality
    std::vector<Fact> facts;
};

// One KV cache element type of data/kv-formats.json.
struct KvFormat {
    std::string id; // "fp8", "gguf:Q8_0"
    double bytesPerElement = 2;
    std::vector<Fact> facts;
};

} // namespace cardfit
