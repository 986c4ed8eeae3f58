#pragma once

#include "core/plan/fleet/search.h"

#include <cstddef>
#include <vector>

namespace cardfit::report {

// What a search found, as it is shown: a table of the front, best first, and what there is to say about it.
struct SearchView {
    struct Column {
        Text head;
        bool figure = true; // set to the right
    };
    struct Row {
        std::vector<Text> cells; // one a column
        std::size_t point = 0;   // in SearchResult::front
        bool indicative = false;
    };
    std::vector<Column> columns;
    std::vector<Row> rows;
    Text winner;               // the winner and its figures; of an empty front: that nothing was found
    Text beats;                // against the runner-up, with numbers; empty: there is none
    std::vector<Text> binding; // what each limit that is set costs
    Text unpriced;             // cards without a price that would do; empty: none
    Text counts;               // what became of the plans
    bool complete = true;
};
SearchView searchView(const fleet::SearchResult& result);

// "2 × A10 in AWQ".
Text configurationName(const fleet::SearchPoint& point);

} // namespace cardfit::report
