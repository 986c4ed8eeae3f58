#include "core/catalog/card.h"

#include <algorithm>

namespace cardfit {

FlopsPerSecond DensePeaks::sixteenBit() const
{
    if (bf16)
        return *bf16;
    if (fp16)
        return *fp16;
    return fp32 ? *fp32 * 3.0 : FlopsPerSecond();
}

const Fact* Card::factOf(std::string_view field) const
{
    const auto fact = std::find_if(facts.begin(), facts.end(), [field](const Fact& entry) { return entry.field == field; });
    return fact == facts.end() ? nullptr : &*fact;
}

} // namespace cardfit
