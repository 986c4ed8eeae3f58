#pragma once

#include "core/base/money.h"
#include "core/base/units.h"
#include "core/report/phrasebook.h"

#include <optional>
#include <string>

namespace cardfit::report {

// Numbers as look.md 6 writes them. All pure; the style gives decimal point and separators.
std::string gib(Bytes bytes, const NumberStyle& style);                                       // "18.8", "0.52": GiB without the unit
std::string memory(Bytes bytes, const NumberStyle& style);                                    // "18.8 GiB", "31 MiB" below 0.05 GiB
std::string percent(double percentValue, const NumberStyle& style);                           // "7 %", no-break space, U+2212 when negative
std::string amount(Money money, int decimals, const NumberStyle& style);                      // "1,255.60"
std::string amountShort(Money money, const NumberStyle& style);                               // whole units; from 100,000 "123 k", "1.23 M"
std::string currencyName(Currency currency, std::string_view language);                       // "$", "€", "¥" ; zh: "美元"
std::string significant(double value, int digits, int maxDecimals, const NumberStyle& style); // rates: (v, 3, 2)
std::string fixed(double value, int decimals, const NumberStyle& style);
std::string grouped(std::int64_t value, const NumberStyle& style);
std::string milliseconds(Seconds time, const NumberStyle& style); // "35 ms", "1.2 s" from a second on
std::string ratioOrPercentOver(double requiredOverAvailable, const NumberStyle& style);
std::string parametersShort(double parameters, const NumberStyle& style); // "14.8 B"

} // namespace cardfit::report
