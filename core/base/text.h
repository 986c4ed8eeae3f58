#pragma once

#include "core/base/money.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cardfit {

struct Percent {
    double value = 0.0; // 7.0 is shown as "7 %"
    friend bool operator==(Percent, Percent) = default;
};

struct Text;

// What may stand in a sentence. How each is written (digits, unit, separators) is decided where the sentence is
// rendered (report/phrasebook.h), so the same text reads rightly in every language.
// A string is shown as it is (names, ids); a nested Text is rendered first.
struct TextArgument {
    std::string name;
    std::variant<std::string, std::int64_t, double, Bytes, Money, Percent, Seconds, std::vector<Text>> value;
    friend bool operator==(const TextArgument&, const TextArgument&);
};

// A sentence of the domain as data: a code out of resources/text/{en,zh}.json, and its arguments by name.
struct Text {
    std::string code;
    std::vector<TextArgument> arguments;

    Text() = default;
    explicit Text(std::string_view textCode) : code(textCode) {}

    Text&& with(std::string_view name, std::string value) &&;
    Text&& with(std::string_view name, std::string_view value) &&;
    Text&& with(std::string_view name, const char* value) &&;
    Text&& with(std::string_view name, int value) &&;
    Text&& with(std::string_view name, std::int64_t value) &&;
    Text&& with(std::string_view name, double value) &&;
    Text&& with(std::string_view name, Bytes value) &&;
    Text&& with(std::string_view name, Money value) &&;
    Text&& with(std::string_view name, Percent value) &&;
    Text&& with(std::string_view name, Seconds value) &&;
    Text&& with(std::string_view name, Text value) &&; // one nested text
    bool empty() const { return code.empty(); }
    friend bool operator==(const Text&, const Text&) = default;
};

} // namespace cardfit
