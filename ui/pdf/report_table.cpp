// Tables of the report: columns as wide as their content asks for, long words broken into lines, the head repeated on
// every page.
#include "ui/charts/qcp.h"
#include "ui/pdf/marked_paragraph.h"
#include "ui/pdf/report_pages.h"
#include "ui/theme/glyph.h"
#include "ui/theme/paint_text.h"

#include <algorithm>
#include <numeric>

namespace cardfit::ui {

namespace {

constexpr double kGlyph = 11, kGlyphRoom = 16; // before the words of a verdict
constexpr double kMargin = 76, kGap = 12, kLine = 16, kHeadHeight = 20, kPadding = 3, kHair = 0.75;

QFont fontOf(report::Cell::Role role, bool total, const Theme& theme)
{
    const bool strong = total || role == report::Cell::Role::Strong;
    return role == report::Cell::Role::Quiet ? theme.font(10, QFont::Normal) : theme.font(12, strong ? QFont::Bold : QFont::Normal);
}

QColor colourOf(report::Cell::Role role, const Theme& theme)
{
    switch (role) {
    case report::Cell::Role::Quiet: return theme.text2;
    case report::Cell::Role::Rent: return theme.rent;
    case report::Cell::Role::Own: return theme.own;
    case report::Cell::Role::Warning: return theme.warn;
    case report::Cell::Role::Normal:
    case report::Cell::Role::Strong: break;
    }
    return theme.text;
}

double indentOf(const report::Cell& cell) { return cell.verdict ? kGlyphRoom : 0; }

bool isRight(const report::Table& table, std::size_t column) { return column < table.rightAligned.size() && table.rightAligned[column]; }

} // namespace

// Left edges of the columns and, last, the right end. Too little room: the widest columns give way.
std::vector<double> ReportPages::columnEdges(const report::Table& table) const
{
    std::size_t columns = table.heads.size();
    for (const auto& row : table.rows)
        columns = std::max(columns, row.size());
    std::vector<double> widths(columns, 24);
    for (std::size_t c = 0; c < table.heads.size(); ++c)
        widths[c] = std::max(widths[c], textWidth(text(table.heads[c]), m_theme.font(10, QFont::Normal)));
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], textWidth(text(row[c].text), fontOf(row[c].role, true, m_theme)) + indentOf(row[c]));
    }
    const double room = columnWidth() - kGap * static_cast<double>(columns - 1);
    double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
    while (sum > room + 0.5) {
        const auto widest = std::max_element(widths.begin(), widths.end());
        const double less = std::min(*widest * 0.1, sum - room);
        *widest -= less;
        sum -= less;
    }
    if (sum < room && columns > 0)
        widths[0] += room - sum;
    std::vector<double> edges{kMargin};
    for (const double width : widths)
        edges.push_back(edges.back() + width + kGap);
    return edges;
}

double ReportPages::rowHeight(const report::Table& table, std::size_t row, const std::vector<double>& columns) const
{
    double height = kLine;
    for (std::size_t c = 0; c < table.rows[row].size(); ++c) {
        const report::Cell& cell = table.rows[row][c];
        const MarkedParagraph lines(text(cell.text), fontOf(cell.role, table.totalRow == row, m_theme),
                                    columns[c + 1] - columns[c] - kGap + 1, kLine);
        height = std::max(height, lines.height());
    }
    return height + 2 * kPadding;
}

void ReportPages::tableHead(const report::Table& table, const std::vector<double>& columns)
{
    const bool empty = std::all_of(table.heads.begin(), table.heads.end(), [](const Text& head) { return head.empty(); });
    if (!empty) {
        for (std::size_t c = 0; c < table.heads.size(); ++c) {
            const QString head = text(table.heads[c]);
            const QRectF box(columns[c], m_y, columns[c + 1] - columns[c] - kGap, kHeadHeight);
            const bool right = isRight(table, c);
            put([=, this](QCPPainter& p) {
                drawText(p, box, head, m_theme.font(10, QFont::Normal), m_theme.text2, right ? Qt::AlignRight : Qt::AlignLeft);
            });
        }
        space(kHeadHeight);
    }
    put([=, this, y = m_y](QCPPainter& p) { p.fillRect(QRectF(kMargin, y, columnWidth(), kHair), m_theme.text2); });
    space(2);
}

void ReportPages::tableRow(const report::Table& table, std::size_t row, const std::vector<double>& columns)
{
    const double height = rowHeight(table, row, columns);
    const bool total = table.totalRow == row;
    if (total)
        put([=, this, y = m_y](QCPPainter& p) { p.fillRect(QRectF(kMargin, y - 1, columnWidth(), 1.2), m_theme.text); });
    for (std::size_t c = 0; c < table.rows[row].size(); ++c) {
        const report::Cell& cell = table.rows[row][c];
        const QString words = text(cell.text);
        if (words.isEmpty())
            continue;
        const QFont font = fontOf(cell.role, total, m_theme);
        const QColor colour = colourOf(cell.role, m_theme);
        const double width = columns[c + 1] - columns[c] - kGap;
        if (isRight(table, c)) {
            put([=, this, x = columns[c], y = m_y](QCPPainter& p) {
                drawText(p, QRectF(x, y + kPadding, width, kLine), words, font, colour, Qt::AlignRight);
            });
            continue;
        }
        const double indent = indentOf(cell);
        const auto lines = std::make_shared<MarkedParagraph>(words, font, width + 1 - indent, kLine);
        put([=, this, x = columns[c], y = m_y, verdict = cell.verdict](QCPPainter& p) {
            if (verdict)
                paintGlyph(p, QPointF(x + kGlyph / 2, y + kPadding + kLine / 2), kGlyph, glyphOf(*verdict), m_theme);
            lines->draw(p, {x + indent, y + kPadding}, colour);
        });
    }
    space(height);
    if (!total)
        put([=, this, y = m_y](QCPPainter& p) { p.fillRect(QRectF(kMargin, y, columnWidth(), 0.5), m_theme.line); });
}

void ReportPages::add(const report::Table& table)
{
    if (table.rows.empty())
        return;
    const std::vector<double> columns = columnEdges(table);
    need(kHeadHeight + rowHeight(table, 0, columns) * 2);
    tableHead(table, columns);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (m_y + rowHeight(table, row, columns) > bottom()) {
            newPage();
            tableHead(table, columns);
        }
        tableRow(table, row, columns);
    }
    space(14);
}

} // namespace cardfit::ui
