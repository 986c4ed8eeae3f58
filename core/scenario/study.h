#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/scenario_json.h"

#include <string>
#include <vector>

namespace cardfit {

// A .cardfit file: several scenarios and which one the others are compared with (README.md 10). Parts this version
// does not edit (tiers, overrides) are carried through unchanged as JSON text, so that nothing is lost.
struct Study {
    std::vector<Scenario> scenarios{1};
    std::size_t baseline = 0;
    std::string tiersJson, overridesJson; // empty: absent
    friend bool operator==(const Study&, const Study&) = default;
};

inline constexpr int kStudyVersion = 1;

// Reads {"format": "cardfit.study", "version": 1, ...}; a newer version is refused with the version it needs.
std::optional<Study> readStudy(const json::Reader& node, const ModelReaders& readers);
std::string writeStudy(const Study& study, std::string_view appVersion, std::string_view catalogRevision);

} // namespace cardfit
