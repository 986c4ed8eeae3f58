// Any bytes as a Hugging Face config.json: an architecture, or problems; never a crash or a hang.
#include "core/import/model_readers.h"
#include "core/json/reader.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cardfit;
    json::Problems problems;
    const auto document = json::Document::parse({reinterpret_cast<const char*>(data), size}, problems);
    if (document && !import::readConfig(json::Reader(document->root(), problems)) && problems.empty())
        __builtin_trap(); // refused without a reason
    return 0;
}
