#pragma once

#include "core/report/report_model.h"

namespace cardfit::report {

// Cells of a report's tables. Nothing known is "–", a missing price says so.
inline Cell cellOf(Text text, Cell::Role role = Cell::Role::Normal) { return {std::move(text), role, {}}; }
inline Cell nameCell(std::string_view name, Cell::Role role = Cell::Role::Normal)
{
    return name.empty() ? cellOf(Text("value.none"), Cell::Role::Quiet) : cellOf(Text("value.name").with("value", name), role);
}
inline Cell noneCell() { return cellOf(Text("value.none"), Cell::Role::Quiet); }
inline Cell emptyCell() { return {}; }

template <class Value>
Cell valueCell(const char* code, const std::optional<Value>& value, Cell::Role role = Cell::Role::Normal)
{
    return value ? cellOf(Text(code).with("value", *value), role) : noneCell();
}
inline Cell moneyCell(const char* code, const std::optional<Money>& value, Cell::Role role = Cell::Role::Normal)
{
    return value ? cellOf(Text(code).with("value", *value), role) : cellOf(Text("cost.no-price"), Cell::Role::Warning);
}
// A table whose first column is text and the others numbers.
inline Table tableOf(std::vector<Text> heads)
{
    Table table;
    table.rightAligned.assign(heads.size(), true);
    if (!heads.empty())
        table.rightAligned.front() = false;
    table.heads = std::move(heads);
    return table;
}

inline Paragraph bodyOf(Text text) { return {std::move(text), Paragraph::Kind::Body}; }
inline Paragraph leadOf(Text text) { return {std::move(text), Paragraph::Kind::Lead}; }
inline Paragraph bulletOf(Text text) { return {std::move(text), Paragraph::Kind::Bullet}; }
inline Paragraph captionOf(Text text) { return {std::move(text), Paragraph::Kind::Caption}; }

} // namespace cardfit::report
