#pragma once

#include "core/json/reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cardfit::import {

// Walks through JSON text value by value without building a tree: headers of checkpoints have up to a hundred megabytes.
// Every fault is reported once with its byte ("byte 1042", counted from `base`); after it all functions give nothing.
class JsonScanner {
public:
    JsonScanner(std::string_view text, std::uint64_t base, json::Problems& problems) : m_text(text), m_base(base), m_problems(problems) {}

    bool ok() const { return m_ok; }
    std::uint64_t position() const { return m_base + m_at; }

    // Objects and lists: enter, then next() before each member or element until it is false (the end, or a fault).
    bool enterObject() { return enter('{', "an object"); }
    bool enterList() { return enter('[', "a list"); }
    bool nextKey(std::string& key);
    bool nextElement();

    std::string string();
    std::uint64_t whole(); // 0 and more; 18446744073709551615 is the most
    double number();       // 0 to 1e18
    void skipValue();
    void end(); // nothing but space may follow

    void fail(std::string_view expected, std::string found) { failAt(position(), expected, std::move(found)); }
    void failAt(std::uint64_t position, std::string_view expected, std::string found);

private:
    static constexpr int kMostNesting = 64;
    bool enter(char bracket, std::string_view what);
    bool separator(char closing);
    char peek();
    std::string here() const;
    void appendEscape(std::string& text);
    unsigned hexDigits();
    void skipWord();

    std::string_view m_text;
    std::uint64_t m_base;
    json::Problems& m_problems;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_first = false; // just inside a bracket
    bool m_ok = true;
};

} // namespace cardfit::import
