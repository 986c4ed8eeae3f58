#pragma once

#include <string_view>

namespace cardfit {

// How a figure came about: read off a source's measurement or list, computed from shapes and documented behaviour, or
// chosen because nothing better is known.
enum class Basis { Measured, Derived, Assumed };
constexpr std::string_view nameOf(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return "measured";
    case Basis::Derived: return "derived";
    case Basis::Assumed: return "assumed";
    }
    return "assumed";
}
// The weaker of two: a figure is no better than its weakest term.
constexpr Basis weaker(Basis a, Basis b) { return a > b ? a : b; }

// Where a figure was read, and when. An empty date means the source does not say.
struct SourceNote {
    std::string_view source;
    std::string_view date;
};

} // namespace cardfit
