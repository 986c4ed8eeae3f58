#pragma once

#include "core/json/reader.h"

#include <string>
#include <string_view>
#include <vector>

namespace cardfit::cli {

// Conditions on answers under which a script wants to hear exit code 1: "/fit/headroom<0.1", "/cost/rent_per_month>2000",
// "/fit/verdict!=fits". The left side is a JSON pointer into the answer, the right side a number or a word; decimal
// strings of money compare as numbers. A figure that is null or absent meets no condition but != .
class FailIf {
public:
    // Throws BadInput naming the condition that cannot be read.
    explicit FailIf(const std::vector<std::string>& conditions);

    bool empty() const { return m_conditions.empty(); }
    bool isMetBy(std::string_view answer) const; // the text of one answer

private:
    enum class Relation { Below, AtMost, Above, AtLeast, Equal, Unequal };
    struct Condition {
        std::vector<std::string> path;
        Relation relation = Relation::Equal;
        std::string word;
        double number = 0; // NaN: the right side is no number
    };
    static Condition read(std::string_view text);
    static bool holds(const Condition& condition, const json::Reader& answer);

    std::vector<Condition> m_conditions;
};

} // namespace cardfit::cli
