// Any bytes as a scenario: a plan whose memory adds up, or problems.
#include "core/catalog/catalog_loader.h"
#include "core/import/model_readers.h"
#include "core/json/reader.h"
#include "core/plan/plan.h"
#include "core/scenario/scenario_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cardfit;
    static const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    static const ModelReaders readers = import::modelReaders();
    if (!load.catalog)
        std::abort();
    json::Problems problems;
    const auto document = json::Document::parse({reinterpret_cast<const char*>(data), size}, problems);
    const auto scenario = document ? readScenario(json::Reader(document->root(), problems), readers) : std::nullopt;
    if (!scenario)
        return 0;
    const Plan answer = plan(*scenario, *load.catalog);
    if (answer.memory && answer.memory->card.allocated + answer.memory->slack != answer.memory->card.reserved)
        __builtin_trap();
    return 0;
}
