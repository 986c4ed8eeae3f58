// Any bytes as model.safetensors.index.json: names of files beside it, or one problem.
#include "core/import/safetensors.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cardfit;
    const fuzz::MemoryFile memory(data, size);
    json::Problems problems;
    auto file = import::HeaderFile::open(memory.path(), problems);
    const auto index = import::readSafetensorsIndex(*file, problems);
    if (index.has_value() == !problems.empty() || problems.list.size() > 1)
        __builtin_trap();
    if (!index)
        return 0;
    for (const auto& [shard, tensors] : index->shards) {
        if (shard.find('/') != std::string::npos || shard == "..")
            __builtin_trap(); // leads out of the folder
    }
    return 0;
}
