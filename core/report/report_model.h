#pragma once

#include "core/base/problem.h"
#include "core/report/plan_page.h"
#include "core/scenario/study.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cardfit::report {

// A report as data: what PDF, CSV and preview print, so that they cannot differ from the screen or each other.

struct Cell {
    Text text;
    enum class Role { Normal, Quiet, Strong, Rent, Own, Warning } role = Role::Normal;
    std::optional<fleet::Verdict> verdict = {}; // its glyph stands before the text
};
struct Table {
    std::vector<Text> heads;
    std::vector<bool> rightAligned;
    std::vector<std::vector<Cell>> rows;
    std::optional<std::size_t> totalRow;
};
struct Paragraph {
    Text text;
    enum class Kind { Body, Lead, Bullet, Caption } kind = Kind::Body;
};
struct Recommendation { // tinted box of the cover
    fleet::Verdict verdict = fleet::Verdict::NotModelled;
    Text text;
};
struct KeyFigure {
    Text value, label, interval;
    Cell::Role role = Cell::Role::Normal;
};
struct KeyFigures {
    std::vector<KeyFigure> figures;
};
struct PageBreak {};
using Block = std::variant<Paragraph, Table, Recommendation, KeyFigures, MemoryChart, MoneyChart, PageBreak>;

struct Section {
    int level = 1;        // 1 chapter, 2 section
    bool numbered = true; // "4", "4.1"; the cover's are not
    Text title;           // empty: none (the cover's first)
    std::vector<Block> blocks;
};

// One observation of the tidy CSV: scenario, part, name, value, unit, low, high, basis, source, date.
struct Observation {
    std::string scenario, part, name, value, unit, low, high, basis, source, date;
};

struct ReportModel {
    std::string title, author, preparedFor, date; // as given; date ISO
    Text kicker;                                  // "Capacity and cost plan"
    Text scope;                                   // "4 scenarios, baseline A"
    Text footer;                                  // "Catalog 2026-11-29 · study 7c41e2a · prices in USD, before tax"
    std::string catalogRevision, studyHash;       // see studyHash()
    Currency currency;
    std::vector<Section> sections;
    std::vector<Observation> observations;
};

// An empty title is the baseline's name, an empty date the day the baseline's prices are looked at.
struct ReportOptions {
    std::string title, author, preparedFor, date;
};
ReportModel buildReport(const Study& study, const Catalog& catalog, const ReportOptions& options);

// Seven hexadecimal digits that change with the study's content and the catalog it was planned with (FNV-1a, 64 bit, of
// the written study): says which study a paper belongs to.
std::string studyHash(const Study& study, std::string_view catalogRevision);

// RFC 4180: CRLF, quotes doubled, units in the header, dot decimals; cells a spreadsheet would run get a leading
// apostrophe. UTF-8 without BOM.
std::string writeCsv(const ReportModel& model);

} // namespace cardfit::report
