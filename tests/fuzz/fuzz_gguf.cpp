// Any bytes as a GGUF file: a model whose plan adds up, a refusal, or a problem.
#include "core/catalog/catalog_loader.h"
#include "core/import/checkpoint.h"
#include "core/plan/plan.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cardfit;
    static const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    if (!load.catalog)
        std::abort();
    const fuzz::MemoryFile memory(data, size);
    json::Problems problems;
    const auto checkpoint = import::readCheckpoint(memory.path(), problems, import::FileKind::Gguf);
    if (!checkpoint && problems.empty())
        __builtin_trap(); // refused without a reason
    if (!checkpoint)
        return 0;
    if (!checkpoint->model && checkpoint->refusal.empty())
        __builtin_trap();
    if (!checkpoint->model)
        return 0;
    Scenario scenario;
    scenario.model = ModelChoice{};
    scenario.model.name.clear();
    scenario.model.customKey = "gguf_path";
    scenario.model.custom = checkpoint->model;
    const Plan answer = plan(scenario, *load.catalog);
    if (answer.memory && answer.memory->card.allocated + answer.memory->slack != answer.memory->card.reserved)
        __builtin_trap();
    return 0;
}
