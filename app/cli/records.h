#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace cardfit::cli {

// Cuts a stream into JSON texts without holding more than one: JSON Lines, one a line, or values written over several
// lines (a scenario as people keep it). Which of the two is decided by the first line: a value that is open at its end
// goes on until its brackets close. Blank lines are skipped.
class Records {
public:
    // `beforeWaiting` is called before each reading of the stream, which may block.
    explicit Records(std::FILE* file, std::function<void()> beforeWaiting = {}) : m_file(file), m_beforeWaiting(std::move(beforeWaiting)) {}

    // The next text, without its line end; false at the end of the stream. `line` is where it begins, from 1.
    bool next(std::string& text, std::size_t& line);

private:
    bool nextLine(std::string& text);
    bool refill();
    bool isSpread();
    void countBrackets(std::string_view text);
    void readStringCharacter(char c);

    enum class Layout { Unknown, Lines, Spread } m_layout = Layout::Unknown;
    std::FILE* m_file;
    std::function<void()> m_beforeWaiting;
    std::string m_buffer, m_line;
    std::size_t m_at = 0, m_lineNumber = 0;
    bool m_ended = false, m_hasLine = false;
    int m_depth = 0;
    bool m_inString = false, m_escaped = false;
};

} // namespace cardfit::cli
