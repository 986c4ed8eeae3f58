#include "core/plan/fleet/verdict.h"

namespace cardfit::fleet {

std::string_view nameOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Fits: return "fits";
    case Verdict::Tight: return "tight";
    case Verdict::No: return "no";
    case Verdict::Unsupported: return "unsupported";
    case Verdict::NotModelled: return "not-modelled";
    }
    return "not-modelled";
}

} // namespace cardfit::fleet
