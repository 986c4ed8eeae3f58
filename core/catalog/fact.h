#pragma once

#include <string>

namespace cardfit {

// Where one figure of a catalog was read, and when that source was written or looked at ("2026-07-20", "2025", or
// empty where the source does not say).
struct Fact {
    std::string field; // the JSON key it belongs to
    std::string source;
    std::string date;
};

} // namespace cardfit
