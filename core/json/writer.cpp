#include "core/json/writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace cardfit::json {

namespace {

void appendEscaped(std::string& out, std::string_view text)
{
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20)
                fmt::format_to(std::back_inserter(out), FMT_COMPILE("\\u{:04x}"), static_cast<unsigned>(c));
            else
                out += c;
        }
    }
    out += '"';
}

} // namespace

void Writer::newline()
{
    if (m_style == Style::Indented)
        m_text.append(1, '\n').append(static_cast<std::size_t>(m_depth) * 2, ' ');
}

void Writer::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_needsComma)
        m_text += ',';
    if (m_depth > 0)
        newline();
}

Writer& Writer::beginObject()
{
    separate();
    m_text += '{';
    ++m_depth;
    m_needsComma = false;
    return *this;
}

Writer& Writer::endObject()
{
    --m_depth;
    if (m_needsComma)
        newline();
    m_text += '}';
    m_needsComma = true;
    return *this;
}

Writer& Writer::beginArray()
{
    separate();
    m_text += '[';
    ++m_depth;
    m_needsComma = false;
    return *this;
}

Writer& Writer::endArray()
{
    --m_depth;
    if (m_needsComma)
        newline();
    m_text += ']';
    m_needsComma = true;
    return *this;
}

Writer& Writer::key(std::string_view name)
{
    separate();
    appendEscaped(m_text, name);
    m_text += m_style == Style::Indented ? ": " : ":";
    m_afterKey = true;
    return *this;
}

Writer& Writer::value(std::string_view text)
{
    separate();
    appendEscaped(m_text, text);
    m_needsComma = true;
    return *this;
}

Writer& Writer::value(bool flag) { return raw(flag ? "true" : "false"); }

Writer& Writer::value(double number)
{
    if (!std::isfinite(number))
        return null();
    separate();
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("{}"), number);
    m_needsComma = true;
    return *this;
}

Writer& Writer::value(std::int64_t number)
{
    separate();
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("{}"), number);
    m_needsComma = true;
    return *this;
}

Writer& Writer::null() { return raw("null"); }

Writer& Writer::raw(std::string_view json)
{
    separate();
    m_text += json;
    m_needsComma = true;
    return *this;
}

std::string Writer::take()
{
    std::string text = std::move(m_text);
    clear();
    return text;
}

void Writer::clear()
{
    m_text.clear();
    m_depth = 0;
    m_needsComma = false;
    m_afterKey = false;
}

} // namespace cardfit::json
