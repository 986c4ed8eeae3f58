#pragma once

#include "core/catalog/architecture.h"
#include "core/catalog/fact.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit {

// One language model of data/models/*.json.
struct Model {
    std::string id;                   // "Qwen/Qwen2.5-7B-Instruct"
    std::string shortName;            // "Qwen2.5-7B"
    std::string family;               // key of a ModelFamily, or empty
    std::vector<std::string> aliases; // short names, old repository names, quantized variants; any case
    Architecture architecture;
    std::optional<double> publishedParameters; // where a card or paper states them
    std::vector<Fact> facts;
};

// A line of models of one design in several sizes: stops of the model size slider. Between two sizes every dimension
// is interpolated so that the parameter count is the asked one and every curve is monotone.
struct ModelFamily {
    std::string id;                    // "qwen2.5"
    std::string label;                 // "Qwen2.5"
    std::vector<std::string> modelIds; // ascending by size, at most 12
    std::vector<Fact> facts;
};

} // namespace cardfit
