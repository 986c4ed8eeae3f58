#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cardfit::cli {

// Text in columns for a terminal: left-aligned, two spaces between, as wide as the widest cell (counted in code points).
class Table {
public:
    void addRow(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    void add(std::string cell) { m_rows.back().push_back(std::move(cell)); }
    std::string text() const; // a line a row

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace cardfit::cli
