#include "app/cli/records.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace cardfit::cli {

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

} // namespace

bool Records::refill()
{
    if (m_beforeWaiting)
        m_beforeWaiting();
    m_buffer.resize(kBufferBytes);
    ssize_t count = 0;
    do { // read() gives what there is; fread() would wait until the buffer is full
        count = ::read(fileno(m_file), m_buffer.data(), kBufferBytes);
    } while (count < 0 && errno == EINTR);
    m_buffer.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    m_at = 0;
    m_ended = count <= 0;
    return !m_ended;
}

bool Records::nextLine(std::string& text)
{
    text.clear();
    bool any = false;
    while (m_at < m_buffer.size() || (!m_ended && refill())) {
        any = true;
        const char* begin = m_buffer.data() + m_at;
        const auto* end = static_cast<const char*>(std::memchr(begin, '\n', m_buffer.size() - m_at));
        if (end) {
            text.append(begin, end);
            m_at += static_cast<std::size_t>(end - begin) + 1;
            break;
        }
        text.append(begin, m_buffer.size() - m_at);
        m_at = m_buffer.size();
    }
    m_lineNumber += any ? 1 : 0;
    return any;
}

void Records::readStringCharacter(char c)
{
    m_escaped = c == '\\';
    m_inString = c != '"';
}

void Records::countBrackets(std::string_view text)
{
    for (const char c : text) {
        if (m_escaped)
            m_escaped = false;
        else if (m_inString)
            readStringCharacter(c);
        else if (c == '"')
            m_inString = true;
        else if (c == '{' || c == '[')
            ++m_depth;
        else if (c == '}' || c == ']')
            --m_depth;
    }
    m_inString = false; // a JSON string ends within its line
}

// Whether an open first line is a value written over several lines; a line that begins an object of its own says that
// the one before was cut short.
bool Records::isSpread()
{
    m_hasLine = nextLine(m_line);
    const std::size_t first = m_line.find_first_not_of(" \t\r");
    return m_hasLine && (first == std::string::npos || m_line[first] != '{');
}

bool Records::next(std::string& text, std::size_t& line)
{
    do {
        if (m_hasLine) {
            text.swap(m_line);
            m_hasLine = false;
        } else if (!nextLine(text)) {
            return false;
        }
    } while (isBlank(text));
    line = m_lineNumber;
    if (m_layout == Layout::Lines)
        return true;
    m_depth = 0;
    countBrackets(text);
    if (m_layout == Layout::Unknown)
        m_layout = m_depth > 0 && isSpread() ? Layout::Spread : Layout::Lines;
    if (m_layout == Layout::Lines)
        return true;
    while (m_depth > 0 && (m_hasLine || nextLine(m_line))) {
        m_hasLine = false;
        countBrackets(m_line);
        text.append(1, '\n').append(m_line);
    }
    return true;
}

} // namespace cardfit::cli
