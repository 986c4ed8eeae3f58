// Any bytes as a .cardfit file: a study that survives being written and read again, or problems.
#include "core/import/model_readers.h"
#include "core/json/reader.h"
#include "core/scenario/study.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

std::optional<cardfit::Study> read(std::string_view text)
{
    using namespace cardfit;
    static const ModelReaders readers = import::modelReaders();
    json::Problems problems;
    const auto document = json::Document::parse(text, problems);
    return document ? readStudy(json::Reader(document->root(), problems), readers) : std::nullopt;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto study = read({reinterpret_cast<const char*>(data), size});
    if (!study)
        return 0;
    const auto again = read(cardfit::writeStudy(*study, "0", "0"));
    if (!again || again->scenarios.size() != study->scenarios.size())
        __builtin_trap(); // what was read cannot be read back
    return 0;
}
