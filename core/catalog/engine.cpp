#include "core/catalog/engine.h"

namespace cardfit {

Version Version::parse(std::string_view text)
{
    constexpr int kLargest = 100'000'000; // dates such as 20240501 are versions too
    Version version;
    std::size_t part = 0;
    bool inNumber = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            int& value = version.parts[part];
            value = value < kLargest ? value * 10 + (c - '0') : value;
            inNumber = true;
        } else if (inNumber) {
            inNumber = false;
            if (++part == version.parts.size())
                break;
        }
    }
    return version;
}

} // namespace cardfit
