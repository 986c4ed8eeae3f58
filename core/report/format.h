#pragma once

#include "core/base/money.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace cardfit::report {

// How numbers are written inside sentences. Files are always written with plain().
struct NumberStyle {
    std::string decimalPoint = ".";
    std::string groupSeparator = ","; // from 1,000; empty in files
    std::string minus = "\u2212";     // a hyphen in files
    static NumberStyle plain() { return {".", "", "-"}; }
};

inline constexpr const char* kNoBreakSpace = "\u00A0";

// Numbers as the product writes them. All pure; the style gives decimal point, separators and minus.
std::string fixed(double value, int decimals, const NumberStyle& style);
std::string grouped(std::int64_t value, const NumberStyle& style);
// Rounded to `digits` significant digits with at most `maxDecimals` decimals, without closing zeros: (2.0612, 3, 2) is
// "2.06", (12345, 3, 2) is "12,300". Rates are (value, 3, 2).
std::string significant(double value, int digits, int maxDecimals, const NumberStyle& style);

std::string gib(Bytes bytes, const NumberStyle& style);    // GiB without the unit: one decimal from 1, two below: "18.8", "0.52"
std::string memory(Bytes bytes, const NumberStyle& style); // with the unit: "18.8 GiB"; "31 MiB" below 0.05 GiB; "96 KiB" below 1 MiB

std::string percent(double percentValue, const NumberStyle& style); // whole: "7 %"
std::string amount(Money money, int decimals, const NumberStyle& style);
std::string amountShort(Money money, const NumberStyle& style); // whole units; from 100,000 three digits: "123 k", "1.23 M"
std::string rate(Money money, const NumberStyle& style);        // 2 to 6 decimals, as many as needed: "0.86", "0.000125"
std::string price(Money money, const NumberStyle& style);       // a unit price: whole from 100 where it is whole, else as rate()
std::string hourly(Money money, const NumberStyle& style);      // two decimals below 10, one from there on: "1.72", "14.9"

std::string milliseconds(Seconds time, const NumberStyle& style);         // "35 ms", "1.2 s" from a second on
std::string duration(Seconds time, const NumberStyle& style);             // "35 s", "12 min", "3.2 h", "4.1 d"
std::string parametersShort(double parameters, const NumberStyle& style); // "14.8 B", "494 M"

} // namespace cardfit::report
