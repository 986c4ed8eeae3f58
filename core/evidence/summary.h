#pragma once

#include "core/evidence/evaluate.h"

namespace cardfit::evidence {

// Which measurements are looked at. Empty: all.
struct Selection {
    bool coreOnly = false;
    std::string figure; // a class, or its first word: "adapter" is all four of adapters
    std::string engine, task, card;
};
std::vector<const Outcome*> select(const Evidence& evidence, const std::vector<Outcome>& outcomes, const Selection& selection);

// What the measurements are told apart by.
enum class Key { Figure, Engine, Task, Card, Group, Source, Model };
std::string keyOf(const Evidence& evidence, const Outcome& outcome, Key key);

struct SummaryRow {
    std::string key;
    Statistics statistics;
    bool aside = false; // beside the total
};
struct Summary {
    std::vector<SummaryRow> rows; // classes in their own order, what is aside last; else by key
    Statistics all;               // without what is aside
};
Summary summarize(const Evidence& evidence, std::span<const Outcome* const> outcomes, Key key);

} // namespace cardfit::evidence
