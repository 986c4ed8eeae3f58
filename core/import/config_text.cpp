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

} // namespace cardfit::import
