#pragma once

#include "core/plan/explain/explain.h"
#include "core/report/format.h"
#include "core/report/phrasebook.h"

#include <string>
#include <vector>

namespace cardfit::report {

// One line of an explanation in words, for the command line and the panel alike.
struct ExplainRow {
    int depth = 0;          // 0: the number that was asked for
    std::size_t parent = 0; // row of the term it belongs to; the first row is its own
    bool isInput = false;   // a shape, a constant, the user's word: no terms of its own
    bool leads = false;     // the largest of the parent's max()
    bool assumed = false;   // it, or something below it: nothing better is known
    std::string symbol;     // "weights_blocks", "h": as the parent's formula spells it
    std::string name;       // "Weights of the blocks"
    std::string value;      // with its unit: "14.2 GiB", "131,072 B/token", "4,096"
    std::string exact;      // bytes to the last: "15,231,233,024 B"; else like value
    std::string formula;    // "blocks/p + ends + towers"; inputs: empty
    std::string numbers;    // "13.1 GiB/1 + 1.08 GiB + 0 B"; empty where the formula is a plain number
    std::string mark;       // "derived"
    std::string weakest;    // mark of the weakest term below, itself included
    std::string source;     // "memory equations, section 3"
};

// The tree in the order of reading: each term, then its inputs, then its children. Terms deeper than `depth` are left
// out; negative: everything.
std::vector<ExplainRow> explainRows(const explain::Term& term, const Phrasebook& phrases, const NumberStyle& style, int depth = -1);

// The answer of `explain --json`: {"pointer", "code", "value", "unit", "name", "formula", "mark", "source", "inputs", "children"}.
std::string explainJson(std::string_view pointer, const explain::Term& term, const Phrasebook& phrases, int depth = -1);

} // namespace cardfit::report
