#include "core/import/json_scanner.h"

#include <charconv>

namespace cardfit::import {

void JsonScanner::failAt(std::uint64_t position, std::string_view expected, std::string found)
{
    if (m_ok)
        m_problems.add("byte " + std::to_string(position), std::string(expected), std::move(found));
    m_ok = false;
}

// The next few characters, for messages.
std::string JsonScanner::here() const
{
    constexpr std::size_t kShown = 16;
    if (m_at >= m_text.size())
        return "the end of the text";
    std::string shown;
    for (const char c : m_text.substr(m_at, kShown)) {
        if (c < ' ' || c > '~')
            break;
        shown += c;
    }
    return shown.empty() ? "a byte that is no text" : shown;
}

char JsonScanner::peek()
{
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
        ++m_at;
    return m_ok && m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonScanner::enter(char bracket, std::string_view what)
{
    if (peek() != bracket) {
        fail(what, here());
        return false;
    }
    if (++m_depth > kMostNesting) {
        fail("values that are not nested so deep", "more than " + std::to_string(kMostNesting) + " levels");
        return false;
    }
    ++m_at;
    m_first = true;
    return true;
}

// The comma before a member, or the bracket that closes.
bool JsonScanner::separator(char closing)
{
    const bool first = m_first;
    m_first = false;
    const char c = peek();
    if (!m_ok)
        return false;
    if (c == closing) {
        ++m_at;
        --m_depth;
        return false;
    }
    if (first)
        return true;
    if (c != ',') {
        fail(std::string("a comma or ") + closing, here());
        return false;
    }
    ++m_at;
    return true;
}

bool JsonScanner::nextKey(std::string& key)
{
    if (!separator('}'))
        return false;
    key = string();
    if (peek() != ':') {
        fail("a colon", here());
        return false;
    }
    ++m_at;
    return m_ok;
}

bool JsonScanner::nextElement() { return separator(']'); }

unsigned JsonScanner::hexDigits()
{
    unsigned code = 0;
    const std::string_view digits = m_text.substr(m_at, 4);
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (fault != std::errc() || end != digits.data() + 4)
        fail("four hexadecimal digits", here());
    m_at += 4;
    return code;
}

void JsonScanner::appendEscape(std::string& text)
{
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = m_at < m_text.size() ? m_text[m_at] : '\0';
    ++m_at;
    if (letter != 'u') {
        const std::size_t at = kLetters.find(letter);
        if (at == std::string_view::npos || letter == '\0')
            fail("an escape of JSON", "\\" + std::string(1, letter >= ' ' ? letter : '?'));
        else
            text += kMeanings[at];
        return;
    }
    // Names are ASCII in practice; anything else keeps its code, which is enough to tell names apart.
    const unsigned code = hexDigits();
    if (code < 0x80)
        text += static_cast<char>(code);
    else
        text += "\\u" + std::to_string(code);
}

std::string JsonScanner::string()
{
    std::string text;
    if (peek() != '"') {
        fail("a string", here());
        return text;
    }
    ++m_at;
    while (m_ok) {
        const std::size_t stop = m_text.find_first_of("\"\\", m_at);
        if (stop == std::string_view::npos) {
            m_at = m_text.size();
            fail("the end of a string", here());
            break;
        }
        text.append(m_text, m_at, stop - m_at);
        m_at = stop + 1;
        if (m_text[stop] == '"')
            break;
        appendEscape(text);
    }
    return text;
}

std::uint64_t JsonScanner::whole()
{
    std::uint64_t value = 0;
    peek();
    const std::string_view rest = m_text.substr(m_at);
    const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    const std::size_t length = static_cast<std::size_t>(end - rest.data());
    const bool fraction = length < rest.size() && (rest[length] == '.' || rest[length] == 'e' || rest[length] == 'E');
    if (!m_ok || fault != std::errc() || fraction) {
        fail("a whole number from 0 to 18446744073709551615", here());
        return 0;
    }
    m_at += length;
    return value;
}

double JsonScanner::number()
{
    double value = 0;
    peek();
    const std::string_view rest = m_text.substr(m_at);
    const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (!m_ok || fault != std::errc() || !(value >= 0 && value < 1e18)) {
        fail("a number from 0 to 1e18", here());
        return 0;
    }
    m_at += static_cast<std::size_t>(end - rest.data());
    return value;
}

void JsonScanner::skipWord()
{
    const std::size_t stop = m_text.find_first_of(",]} \n\r\t", m_at);
    const std::size_t end = stop == std::string_view::npos ? m_text.size() : stop;
    if (end == m_at)
        fail("a JSON value", here());
    m_at = end;
}

void JsonScanner::skipValue()
{
    std::string key;
    switch (peek()) {
    case '"': string(); return;
    case '{':
        for (bool more = enterObject() && nextKey(key); more && m_ok; more = nextKey(key))
            skipValue();
        return;
    case '[':
        for (bool more = enterList() && nextElement(); more && m_ok; more = nextElement())
            skipValue();
        return;
    default: skipWord();
    }
}

void JsonScanner::end()
{
    peek(); // skips space
    if (m_at < m_text.size())
        fail("nothing after the object", here());
}

} // namespace cardfit::import
