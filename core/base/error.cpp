#include "core/base/error.h"

namespace cardfit {

std::string Error::toString() const
{
    std::string text;
    for (const std::string* part : {&file, &where}) {
        if (!part->empty())
            text += *part + ": ";
    }
    if (!expected.empty())
        text += "expected " + expected;
    if (!found.empty())
        text += (expected.empty() ? "" : ", found ") + found;
    return text;
}

} // namespace cardfit
