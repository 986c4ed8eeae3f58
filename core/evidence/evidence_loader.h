#pragma once

#include "core/evidence/measurement.h"
#include "core/scenario/scenario_json.h"

#include <filesystem>

namespace cardfit::evidence {

struct EvidenceLoad {
    std::optional<Evidence> evidence; // empty when there is any problem
    std::vector<Error> problems;      // file, place, expected, found
};

// Where the measurements of a set lie in the folder `data`.
std::filesystem::path fileOf(const std::filesystem::path& data, Set set);

// Reads data/evidence/<set>.json of the folder `data`. Nothing reads it before it is asked for: a start and a plan
// need none of it. `readers` reads the models that stand in it as a config.
EvidenceLoad loadEvidence(const std::filesystem::path& data, Set set, const ModelReaders& readers);

} // namespace cardfit::evidence
