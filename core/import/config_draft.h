#pragma once

#include "core/catalog/architecture.h"
#include "core/import/config_families.h"
#include "core/import/config_keys.h"

#include <string>
#include <string_view>

namespace cardfit::import {

// An architecture while its config.json is being read: the standard shape first, then what its family adds.
class ConfigDraft {
public:
    // `nested`: the part is a text_config or the like, whose class fills in what the file leaves out.
    ConfigDraft(const json::Reader& part, std::string_view type, bool nested);

    const ConfigKeys keys;
    const Family& family;
    const std::string type;
    const bool nested;
    std::optional<bool> outerTied; // tie_word_embeddings beside the part
    Architecture a;

    // Weights of block matrices that the standard shape lacks or has too many of; they scale matrixScale in finish().
    double extraMatrices = 0;
    double extraPerAttention = 0; // of them, what a draft head's attention has too
    bool tellsCache = false;      // the family filled cacheBlocks itself

    bool is(Trait trait) const { return (family.traits & trait) != 0; }
    double h() const { return a.hidden; }
    // A whole file says its sizes itself; a nested part may leave them to its class.
    const ClassDefaults& defaults() const
    {
        if (type == "llama" && !nested)
            return defaultsOf({});
        return defaultsOf(type == "qwen2" && nested ? std::string_view("qwen2/nested") : std::string_view(type));
    }

    // Derives the sums and scales the block matrices by what extraMatrices found.
    void finish();
};

// Dimensions, biases and norms of the standard decoder under the family's traits.
void readShape(ConfigDraft& draft);
void readLatentAttention(ConfigDraft& draft);
void readExperts(ConfigDraft& draft);
// Parameters of the draft heads, which are not loaded by default.
void readPrediction(ConfigDraft& draft);
// Which blocks look back only so far, where the family has not said so itself.
void readWindows(ConfigDraft& draft);
// Sorts equal blocks together; all of them alike and without a window: the standard formula says it, so none are kept.
void keepCacheBlocks(ConfigDraft& draft, std::vector<CacheBlock> blocks);

} // namespace cardfit::import
