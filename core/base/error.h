#pragma once

#include <string>

namespace cardfit {

// Why an operation could not be done: which file, at which place in it, what was expected and what was found.
// `where` is a JSON pointer, a line ("line 12") or a byte offset; empty fields are unknown.
struct Error {
    std::string file;
    std::string where;
    std::string expected;
    std::string found;

    // "offers.json: /3/price: expected a decimal, found \"free\"". English, for logs and the command line.
    std::string toString() const;
    friend bool operator==(const Error&, const Error&) = default;
};

} // namespace cardfit
