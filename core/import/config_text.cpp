#include "core/import/config_text.h"

#include <cctype>
#include <string_view>

namespace cardfit::import {

namespace {

// Length of the word at `at` if it is one of Python's, else 0.
std::size_t nonFiniteAt(std::string_view text, std::size_t at)
{
    for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
        if (text.substr(at, word.size()) != word)
            continue;
        const std::size_t end = at + word.size();
        const bool ends = end >= text.size() || !std::isalnum(static_cast<unsigned char>(text[end]));
        return ends ? word.size() : 0;
    }
    return 0;
}

// The end of the object that begins at `begin`, behind its brace; the text's end if it is not closed.
std::size_t endOfObject(std::string_view text, std::size_t begin)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t at = begin; at < text.size(); ++at) {
        if (inString && text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            inString = !inString;
        else if (!inString && text[at] == '{')
            ++depth;
        else if (!inString && text[at] == '}' && --depth == 0)
            return at + 1;
    }
    return text.size();
}

// Where the object under the key "config" begins, or npos.
std::size_t beginOfConfig(std::string_view text)
{
    constexpr std::string_view kKey = "\"config\"", kSpace = " \t\r\n";
    for (std::size_t key = text.find(kKey); key != std::string_view::npos; key = text.find(kKey, key + 1)) {
        const std::size_t colon = text.find_first_not_of(kSpace, key + kKey.size());
        if (colon == std::string_view::npos || text[colon] != ':')
            continue;
        const std::size_t begin = text.find_first_not_of(kSpace, colon + 1);
        if (begin != std::string_view::npos && text[begin] == '{')
            return begin;
    }
    return std::string_view::npos;
}

} // namespace

std::string withoutNonFinite(std::string text)
{
    if (text.find("Infinity") == std::string::npos && text.find("NaN") == std::string::npos)
        return text;
    std::string cleaned;
    cleaned.reserve(text.size());
    bool inString = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (inString && c == '\\' && at + 1 < text.size()) {
            cleaned += c;
            cleaned += text[++at];
            continue;
        }
        if (c == '"')
            inString = !inString;
        const std::size_t length = inString ? 0 : nonFiniteAt(text, at);
        if (length == 0) {
            cleaned += c;
            continue;
        }
        cleaned += "null";
        at += length - 1;
    }
    return cleaned;
}

std::string withoutNonFiniteInConfig(const std::string& scenario)
{
    const std::size_t begin = beginOfConfig(scenario);
    if (begin == std::string::npos)
        return scenario;
    const std::size_t end = endOfObject(scenario, begin);
    return scenario.substr(0, begin) + withoutNonFinite(scenario.substr(begin, end - begin)) + scenario.substr(end);
}

} // namespace cardfit::import
