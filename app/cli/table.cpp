#include "app/cli/table.h"

#include <algorithm>

namespace cardfit::cli {

namespace {

constexpr std::size_t kGap = 2;

// Columns on a terminal: continuation bytes of UTF-8 take none, ideographs take two.
std::size_t widthOf(std::string_view text)
{
    constexpr unsigned char kFirstThreeByteIdeograph = 0xE3, kLastThreeByteIdeograph = 0xED;
    std::size_t width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) == 0x80)
            continue;
        width += byte >= kFirstThreeByteIdeograph && byte <= kLastThreeByteIdeograph ? 2 : 1;
    }
    return width;
}

} // namespace

std::string Table::text() const
{
    std::vector<std::size_t> widths;
    for (const auto& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    }
    std::string text;
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size())
                text.append(widths[i] - widthOf(row[i]) + kGap, ' ');
        }
        text += '\n';
    }
    return text;
}

} // namespace cardfit::cli
