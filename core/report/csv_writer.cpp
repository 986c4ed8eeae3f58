#include "core/report/report_model.h"

#include <array>
#include <charconv>

namespace cardfit::report {

namespace {

constexpr std::string_view kLineEnd = "\r\n";

bool isNumber(std::string_view cell)
{
    double ignored = 0;
    const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), ignored);
    return parsed.ec == std::errc() && parsed.ptr == cell.data() + cell.size();
}

// A spreadsheet runs what begins like a formula. A plain number, "-19.28", is none.
bool wouldRun(std::string_view cell)
{
    constexpr std::string_view kStarts = "=+-@\t\r";
    return !cell.empty() && kStarts.find(cell.front()) != std::string_view::npos && !isNumber(cell);
}

void appendCell(std::string& csv, std::string_view cell)
{
    const bool guarded = wouldRun(cell);
    const bool quoted = guarded || cell.find_first_of(",\"\r\n") != std::string_view::npos;
    if (quoted)
        csv += '"';
    if (guarded)
        csv += '\'';
    for (const char c : cell) {
        if (c == '"')
            csv += '"';
        csv += c;
    }
    if (quoted)
        csv += '"';
}

template <class Cells>
void appendRow(std::string& csv, const Cells& cells)
{
    bool first = true;
    for (const std::string_view cell : cells) {
        if (!first)
            csv += ',';
        first = false;
        appendCell(csv, cell);
    }
    csv += kLineEnd;
}

} // namespace

std::string writeCsv(const ReportModel& model)
{
    using Row = std::array<std::string_view, 10>;
    std::string csv;
    appendRow(csv, Row{"scenario", "part", "name", "value", "unit", "low", "high", "basis", "source", "date"});
    for (const Observation& o : model.observations)
        appendRow(csv, Row{o.scenario, o.part, o.name, o.value, o.unit, o.low, o.high, o.basis, o.source, o.date});
    return csv;
}

} // namespace cardfit::report
