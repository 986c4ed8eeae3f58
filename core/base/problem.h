#pragma once

#include "core/base/text.h"

#include <string>
#include <vector>

namespace cardfit {

enum class Severity { Note, Warning, Error };
std::string_view nameOf(Severity severity); // "note", "warning", "error"

// One entry of the one list of problems (window, PDF, JSON). `where` is a JSON pointer into the scenario or the study,
// or file: pointer for catalogs. `text.code` is the problem's code. `wayOut` may be empty.
struct Problem {
    Severity severity = Severity::Warning;
    std::string where;
    Text text;
    Text wayOut;
    friend bool operator==(const Problem&, const Problem&) = default;
};

using Problems = std::vector<Problem>;

} // namespace cardfit
