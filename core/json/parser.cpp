#include "core/json/parser.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace cardfit::json {

namespace {

using Json = nlohmann::json;

// Bytes that stand for themselves inside a string: everything but control characters, quote, backslash and the start of
// a longer UTF-8 sequence.
constexpr std::array<bool, 256> plainBytes()
{
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte)
        plain[byte] = byte != '"' && byte != '\\';
    return plain;
}
constexpr std::array<bool, 256> kPlain = plainBytes();

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

// Length of the UTF-8 sequence that begins at `at`; 0 if it is none (overlong forms and surrogates are none: RFC 3629).
std::size_t sequenceLength(std::string_view rest)
{
    const auto byte = [rest](std::size_t i) { return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0U; };
    const auto follows = [&byte](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) { return byte(i) >= low && byte(i) <= high; };
    const unsigned first = byte(0);
    if (first >= 0xC2 && first <= 0xDF)
        return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF)
        return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
    if (first >= 0xF0 && first <= 0xF4)
        return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
    return 0;
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    std::optional<Error> document(Json& root)
    {
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_at = 3; // a byte order mark, as Windows editors write it
        const bool ok = value(root, 0) && atEnd();
        return ok ? std::nullopt : std::move(m_fault);
    }

private:
    bool fail(std::string_view expected, std::string found)
    {
        std::size_t line = 1;
        std::size_t column = 1;
        for (std::size_t i = 0; i < m_at && i < m_text.size(); ++i) {
            column = m_text[i] == '\n' ? 1 : column + 1;
            line += m_text[i] == '\n' ? 1 : 0;
        }
        m_fault = Error{"", fmt::format("line {}, column {}", line, column), std::string(expected), std::move(found)};
        return false;
    }
    bool fail(std::string_view expected) { return fail(expected, here()); }

    // The next few characters, for messages.
    std::string here() const
    {
        if (m_at >= m_text.size())
            return "the end of the text";
        std::string shown;
        for (std::size_t i = m_at; i < m_text.size() && shown.size() < 12; ++i) {
            const char c = m_text[i];
            if (c <= ' ' || c >= 0x7F)
                break;
            shown += c;
        }
        return shown.empty() ? fmt::format("byte 0x{:02x}", static_cast<unsigned char>(m_text[m_at])) : '"' + shown + '"';
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
    }
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char c)
    {
        skipSpace();
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }
    bool atEnd()
    {
        skipSpace();
        return m_at == m_text.size() || fail("nothing after the document");
    }

    bool value(Json& target, int depth)
    {
        skipSpace();
        switch (peek()) {
        case '{': return object(target, depth + 1);
        case '[': return array(target, depth + 1);
        case '"': target = Json(Json::value_t::string); return string(target.get_ref<std::string&>());
        case 't': target = true; return word("true");
        case 'f': target = false; return word("false");
        case 'n': target = nullptr; return word("null");
        default: return number(target);
        }
    }

    bool word(std::string_view expected)
    {
        if (m_text.substr(m_at, expected.size()) != expected)
            return fail("a JSON value");
        m_at += expected.size();
        return true;
    }

    bool object(Json& target, int depth)
    {
        if (depth > kMostNesting)
            return fail("a document that is not nested so deep", fmt::format("more than {} levels", kMostNesting));
        ++m_at;
        target = Json(Json::value_t::object);
        auto& members = target.get_ref<Json::object_t&>();
        if (take('}'))
            return true;
        do {
            skipSpace();
            if (peek() != '"')
                return fail("a key in quotes");
            const std::size_t start = m_at;
            std::string key;
            if (!string(key))
                return false;
            const auto [member, isNew] = members.try_emplace(std::move(key));
            if (!isNew) {
                m_at = start;
                return fail("each key once", fmt::format("\"{}\" twice in one object", member->first));
            }
            if (!take(':'))
                return fail("':' after a key");
            if (!value(member->second, depth))
                return false;
        } while (take(','));
        return take('}') || fail("',' or '}'");
    }

    bool array(Json& target, int depth)
    {
        if (depth > kMostNesting)
            return fail("a document that is not nested so deep", fmt::format("more than {} levels", kMostNesting));
        ++m_at;
        target = Json(Json::value_t::array);
        auto& elements = target.get_ref<Json::array_t&>();
        if (take(']'))
            return true;
        do {
            if (!value(elements.emplace_back(), depth))
                return false;
        } while (take(','));
        return take(']') || fail("',' or ']'");
    }

    bool string(std::string& target)
    {
        ++m_at;
        while (true) {
            const std::size_t start = m_at;
            while (m_at < m_text.size() && kPlain[static_cast<unsigned char>(m_text[m_at])])
                ++m_at;
            target.append(m_text, start, m_at - start);
            if (peek() == '"' && m_at < m_text.size()) {
                ++m_at;
                return true;
            }
            if (peek() == '\\') {
                if (!escape(target))
                    return false;
                continue;
            }
            const std::size_t length = sequenceLength(m_text.substr(m_at));
            if (length == 0)
                return fail(m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) >= 0x80 ? "UTF-8"
                                                                                                     : "the end of a string (\")");
            target.append(m_text, m_at, length);
            m_at += length;
        }
    }

    bool escape(std::string& target)
    {
        static constexpr std::string_view kLetters = "\"\\/bfnrt";
        static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        ++m_at;
        const char letter = peek();
        if (const std::size_t known = kLetters.find(letter); letter != '\0' && known != std::string_view::npos) {
            target += kMeanings[known];
            ++m_at;
            return true;
        }
        return letter == 'u' ? unicode(target) : fail("an escape of JSON strings (\\n, \\u00e9, ...)");
    }

    bool unicode(std::string& target)
    {
        std::uint32_t code = 0;
        if (!fourDigits(code))
            return false;
        if (code >= 0xD800 && code < 0xDC00) {
            std::uint32_t second = 0;
            if (peek() != '\\' || m_text.substr(m_at + 1, 1) != "u")
                return fail("the second half of a surrogate pair");
            ++m_at;
            if (!fourDigits(second))
                return false;
            if (second < 0xDC00 || second > 0xDFFF)
                return fail("the second half of a surrogate pair");
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
        } else if (code >= 0xDC00 && code < 0xE000) {
            return fail("the first half of a surrogate pair");
        }
        appendUtf8(target, code);
        return true;
    }

    bool fourDigits(std::uint32_t& code)
    {
        ++m_at;
        const std::string_view digits = m_text.substr(std::min(m_at, m_text.size()), 4);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (digits.size() != 4 || error != std::errc() || end != digits.data() + 4)
            return fail("four hexadecimal digits");
        m_at += 4;
        return true;
    }

    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    bool digits()
    {
        if (!isDigit(peek()))
            return false;
        while (isDigit(peek()))
            ++m_at;
        return true;
    }

    bool number(Json& target)
    {
        const std::size_t start = m_at;
        bool whole = true;
        m_at += peek() == '-' ? 1 : 0;
        const bool leadingZero = peek() == '0';
        if (!digits() || (leadingZero && m_at - start > (m_text[start] == '-' ? 2U : 1U))) {
            m_at = start;
            return fail("a JSON value");
        }
        if (peek() == '.') {
            whole = false;
            ++m_at;
            if (!digits())
                return fail("a digit after the decimal point");
        }
        if (peek() == 'e' || peek() == 'E') {
            whole = false;
            ++m_at;
            m_at += peek() == '+' || peek() == '-' ? 1 : 0;
            if (!digits())
                return fail("a digit of the exponent");
        }
        return store(target, start, whole);
    }

    bool store(Json& target, std::size_t start, bool whole)
    {
        const char* first = m_text.data() + start;
        const char* last = m_text.data() + m_at;
        std::int64_t integer = 0;
        std::uint64_t natural = 0;
        if (whole && *first == '-' && std::from_chars(first, last, integer).ec == std::errc()) {
            target = integer;
            return true;
        }
        if (whole && *first != '-' && std::from_chars(first, last, natural).ec == std::errc()) {
            target = natural;
            return true;
        }
        double real = 0;
        if (std::from_chars(first, last, real).ec != std::errc()) {
            const std::string_view text(first, static_cast<std::size_t>(last - first));
            if (text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos) {
                m_at = start;
                return fail("a number that a double can hold");
            }
            real = 0; // too small to tell from nothing
        }
        target = real;
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<Error> m_fault;
};

} // namespace

std::optional<Error> parseTree(std::string_view text, Json& root) { return Parser(text).document(root); }

} // namespace cardfit::json
