#pragma once

#include "core/json/reader.h"
#include "core/json/writer.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace cardfit {

// How a scenario's model is read when it is not a catalog name: an inline config.json, or a file. Given by whoever
// wires the program (core/import stands beside this folder), so a scenario can be read without any importer.
struct ModelReaders {
    std::function<std::shared_ptr<const Model>(const json::Reader& config)> config;
    std::function<std::shared_ptr<const Model>(const json::Reader& path, std::string_view key, const std::string& folder)> file;
    // The key under which a scenario names this file: "gguf_path" and the like; empty: it is no model's.
    std::function<std::string_view(const std::string& file)> keyOf;
    std::string folder; // where relative paths begin; empty: the working directory

    // The same for a scenario that stands in `file`: its paths begin in the file's folder.
    ModelReaders beside(const std::string& scenarioFile) const;
};

// nullopt when any problem was found (all of them are in the reader's list). Unknown keys are problems that name the
// nearest known key; absent keys take their defaults. `id` is allowed beside the scenario's own keys and ignored.
std::optional<Scenario> readScenario(const json::Reader& node, const ModelReaders& readers);

// Writes every key that differs from the default, in the order of scenario_fields.h; `everything` writes all.
void writeScenario(json::Writer& writer, const Scenario& scenario, bool everything = false);

} // namespace cardfit
