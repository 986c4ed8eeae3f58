#pragma once

#include "core/base/text.h"
#include "core/plan/memory/memory.h"

#include <string_view>

namespace cardfit::fleet {

enum class Verdict { Fits, Tight, No, Unsupported, NotModelled };
std::string_view nameOf(Verdict verdict); // "fits", "tight", "no", "unsupported", "not-modelled"

// README.md 1: no when even the low end of what is required exceeds what is available, fits when the high
// end stays within it, tight between.
constexpr Verdict verdictOf(const memory::Need& need)
{
    if (need.requiredLow > need.available)
        return Verdict::No;
    return need.requiredHigh <= need.available ? Verdict::Fits : Verdict::Tight;
}

// 1 - required / available; negative when it does not fit.
constexpr double headroomOf(const memory::Need& need) { return need.available.value() > 0 ? 1.0 - need.required / need.available : -1e9; }

} // namespace cardfit::fleet
