#include "core/import/ggml_types.h"

#include <algorithm>
#include <iterator>

namespace cardfit::import {

namespace {

// Sorted by id. From 97 on: ik_llama.cpp; "_R4" are the same blocks in another order.
constexpr GgmlType kTypes[] = {
    {0, "F32", 1, 4},
    {1, "F16", 1, 2},
    {2, "Q4_0", 32, 18},
    {3, "Q4_1", 32, 20},
    {6, "Q5_0", 32, 22},
    {7, "Q5_1", 32, 24},
    {8, "Q8_0", 32, 34},
    {9, "Q8_1", 32, 36},
    {10, "Q2_K", 256, 84},
    {11, "Q3_K", 256, 110},
    {12, "Q4_K", 256, 144},
    {13, "Q5_K", 256, 176},
    {14, "Q6_K", 256, 210},
    {15, "Q8_K", 256, 292},
    {16, "IQ2_XXS", 256, 66},
    {17, "IQ2_XS", 256, 74},
    {18, "IQ3_XXS", 256, 98},
    {19, "IQ1_S", 256, 50},
    {20, "IQ4_NL", 32, 18},
    {21, "IQ3_S", 256, 110},
    {22, "IQ2_S", 256, 82},
    {23, "IQ4_XS", 256, 136},
    {24, "I8", 1, 1},
    {25, "I16", 1, 2},
    {26, "I32", 1, 4},
    {27, "I64", 1, 8},
    {28, "F64", 1, 8},
    {29, "IQ1_M", 256, 56},
    {30, "BF16", 1, 2},
    {31, "Q4_0_4_4", 32, 18},
    {32, "Q4_0_4_8", 32, 18},
    {33, "Q4_0_8_8", 32, 18},
    {34, "TQ1_0", 256, 54},
    {35, "TQ2_0", 256, 66},
    {39, "MXFP4", 32, 17},
    {40, "NVFP4", 64, 36},
    {41, "Q1_0", 128, 18},
    {133, "Q6_0", 32, 26},
    {134, "IQ1_BN", 64, 13, 2},
    {135, "IQ2_BN", 64, 16, 4},
    {137, "IQ2_K", 256, 76},
    {138, "IQ3_K", 256, 110},
    {139, "IQ4_K", 256, 144},
    {140, "IQ5_K", 256, 176},
    {141, "IQ6_K", 256, 212},
    {144, "IQ4_KS", 256, 136, 4},
    {145, "IQ2_KS", 256, 70, 2},
    {146, "IQ4_KSS", 256, 128, 4},
    {151, "Q8_KV", 32, 32, 8},
    {152, "IQ5_KS", 256, 168, 4},
    {153, "IQ2_KT", 256, 68, 4},
    {154, "IQ3_KT", 256, 100, 4},
    {155, "IQ4_KT", 256, 128, 4},
    {156, "IQ3_KS", 256, 102, 2},
    {157, "IQ2_KL", 256, 86, 2},
    {158, "IQ1_KT", 256, 56, 4},
    {202, "Q4_0_R8", 32, 18},
    {206, "Q5_0_R4", 32, 22},
    {208, "Q8_0_R8", 32, 34},
    {210, "Q2_K_R4", 256, 84},
    {211, "Q3_K_R4", 256, 110},
    {212, "Q4_K_R4", 256, 144},
    {213, "Q5_K_R4", 256, 176},
    {214, "Q6_K_R4", 256, 210},
    {216, "IQ2_XXS_R4", 256, 66},
    {217, "IQ2_XS_R4", 256, 74},
    {218, "IQ3_XXS_R4", 256, 98},
    {219, "IQ1_S_R4", 32, 6, 2},
    {220, "IQ4_NL_R4", 32, 18},
    {221, "IQ3_S_R4", 256, 110},
    {222, "IQ2_S_R4", 256, 82},
    {223, "IQ4_XS_R8", 256, 136},
    {229, "IQ1_M_R4", 32, 7, 2},
    {230, "BF16_R16", 1, 2},
    {233, "Q6_0_R4", 32, 26},
    {335, "IQ2_BN_R4", 64, 16, 4},
    {337, "IQ2_K_R4", 256, 76},
    {338, "IQ3_K_R4", 256, 110},
    {339, "IQ4_K_R4", 256, 144},
    {340, "IQ5_K_R4", 256, 176},
    {344, "IQ4_KS_R4", 256, 136, 4},
    {352, "IQ5_KS_R4", 256, 168, 4},
    {398, "Q8_KV_R8", 32, 32, 4},
    {399, "Q8_K_R8", 256, 258},
};

struct Preset {
    std::uint64_t fileType;
    std::string_view format;
};

// Values of llama_ftype; sorted.
constexpr Preset kPresets[] = {
    {0, "gguf:F32"},      {1, "gguf:F16"},      {2, "gguf:Q4_0"},     {3, "gguf:Q4_1"},     {7, "gguf:Q8_0"},     {8, "gguf:Q5_0"},
    {9, "gguf:Q5_1"},     {10, "gguf:Q2_K"},    {11, "gguf:Q3_K_S"},  {12, "gguf:Q3_K_M"},  {13, "gguf:Q3_K_L"},  {14, "gguf:Q4_K_S"},
    {15, "gguf:Q4_K_M"},  {16, "gguf:Q5_K_S"},  {17, "gguf:Q5_K_M"},  {18, "gguf:Q6_K"},    {19, "gguf:IQ2_XXS"}, {20, "gguf:IQ2_XS"},
    {21, "gguf:Q2_K_S"},  {22, "gguf:IQ3_XS"},  {23, "gguf:IQ3_XXS"}, {24, "gguf:IQ1_S"},   {25, "gguf:IQ4_NL"},  {26, "gguf:IQ3_S"},
    {27, "gguf:IQ3_M"},   {28, "gguf:IQ2_S"},   {29, "gguf:IQ2_M"},   {30, "gguf:IQ4_XS"},  {31, "gguf:IQ1_M"},   {32, "gguf:BF16"},
    {36, "gguf:TQ1_0"},   {37, "gguf:TQ2_0"},   {38, "gguf:MXFP4"},   {39, "gguf:NVFP4"},   {138, "gguf:IQ2_K"},  {139, "gguf:IQ3_K"},
    {140, "gguf:IQ4_K"},  {141, "gguf:IQ5_K"},  {142, "gguf:IQ6_K"},  {145, "gguf:IQ4_KS"}, {147, "gguf:IQ2_KS"}, {148, "gguf:IQ4_KSS"},
    {150, "gguf:IQ5_KS"}, {151, "gguf:IQ2_KT"}, {152, "gguf:IQ3_KT"}, {153, "gguf:IQ4_KT"}, {154, "gguf:IQ3_KS"}, {155, "gguf:IQ2_KL"},
    {156, "gguf:IQ1_KT"},
};

} // namespace

const GgmlType* ggmlType(std::uint32_t id)
{
    static_assert(std::ranges::is_sorted(kTypes, {}, &GgmlType::id));
    const auto* at = std::ranges::lower_bound(kTypes, id, {}, &GgmlType::id);
    return at != std::end(kTypes) && at->id == id ? at : nullptr;
}

std::string_view ggmlPreset(std::uint64_t fileType)
{
    constexpr std::uint64_t kGuessed = 1024; // set where the writer was not sure
    static_assert(std::ranges::is_sorted(kPresets, {}, &Preset::fileType));
    const std::uint64_t plain = fileType >= kGuessed ? fileType - kGuessed : fileType;
    const auto* at = std::ranges::lower_bound(kPresets, plain, {}, &Preset::fileType);
    return at != std::end(kPresets) && at->fileType == plain ? at->format : std::string_view();
}

} // namespace cardfit::import
