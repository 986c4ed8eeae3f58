#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/fields.h"
#include "core/json/reader.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

// The parts of loadCatalog(), one for each kind of file. All add to `content` and go on after problems.
namespace cardfit {

struct Loading {
    std::filesystem::path folder;
    Catalog::Content content;
    std::vector<Error> problems;
    // Read on the way, not part of the catalog: constants of serving engines by row name (several engines share one),
    // and the training profile that engines start from.
    std::unordered_map<std::string, ServingSpeedProfile> servingRows;
    TrainingMemoryProfile trainingBase;

    using Reading = std::function<void(const json::Reader&)>;
    // Parses `folder`/name and hands over its root; the file's problems are added to the list.
    void readFile(const std::filesystem::path& name, const Reading& reading);
    // The same for every *.json of `folder`/name, in the order of their names, but `except`. An absent folder has no files.
    void readFolder(const std::filesystem::path& name, const Reading& reading, std::string_view except = {});
};

void loadCards(Loading& loading);
void loadFormats(Loading& loading);
void loadEngines(Loading& loading);
void loadMemoryConstants(Loading& loading);
void loadSpeedConstants(Loading& loading);
void loadSpeedRecords(Loading& loading);
void loadOffers(Loading& loading);
void loadPurchasePrices(Loading& loading);
void loadOwnership(Loading& loading);
void loadModels(Loading& loading);

// One profile of an engine file, by its role; used by loadEngines().
void readInferenceMemory(Fields& fields, InferenceMemoryProfile& profile);
void readTrainingMemory(Fields& fields, TrainingMemoryProfile& profile);
void readServingSpeed(Fields& fields, ServingSpeedProfile& profile);
void readTrainingSpeed(Fields& fields, TrainingSpeedProfile& profile);

// One GPU. cudaShareOfDriver: what of the driver's memory a process gets where no source states it.
Card readCard(const json::Reader& object, const Sources& sources, double cudaShareOfDriver);

} // namespace cardfit
