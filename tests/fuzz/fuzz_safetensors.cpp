// Any bytes as a .safetensors file: tensors whose bytes are those behind the header, or one problem; never more memory than
// the header is worth.
#include "core/import/safetensors.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cardfit;
    const fuzz::MemoryFile memory(data, size);
    json::Problems problems;
    auto file = import::HeaderFile::open(memory.path(), problems);
    const auto tensors = import::readSafetensors(*file, problems);
    if (tensors.has_value() == !problems.empty() || problems.list.size() > 1)
        __builtin_trap(); // both or neither
    if (!tensors)
        return 0;
    const import::TensorTable table = import::sumTensors(*tensors, 1, 4);
    if (table.bytes() > static_cast<double>(size))
        __builtin_trap(); // more bytes than the file has
    import::storedWeights(table);
    return 0;
}
