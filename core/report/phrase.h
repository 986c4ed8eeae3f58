#pragma once

#include "core/base/error.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace cardfit::report {

// How an argument is written. In a phrase: {name} or {name:form}.
//   any number   plain   digits without separators         0 1 2 3   that many decimals
//                sig     three significant digits          approx    one significant digit
//                plural  {count:plural|card|cards}: the first for exactly 1, else the second;
//                a # in it stands for the number
//   memory       (none)  "18.8 GiB"                        gib       "18.8"
//   money        (none)  two decimals, no currency         whole     no decimals
//                short   "123 k" from 100,000 on           rate      two to six decimals
//                price   "0.86", "3,000"                   unit      the currency's name, "$"
//                hourly  two decimals below 10, then one   sig       three significant digits
//   time         (none)  "35 ms", "1.2 s"                  duration  "12 min", "3.2 h"
//   count        params  "14.8 B"
//   nested text  (none)  joined by this language's comma   dots      by " · "      sentences   by a space
enum class Form {
    None,
    Plain,
    Decimals,
    Significant,
    Approximate,
    Plural,
    Gib,
    Whole,
    Short,
    Rate,
    Price,
    Hourly,
    Unit,
    Duration,
    Parameters,
    Dots,
    Sentences
};

struct PhrasePiece {
    std::string literal;  // text before the argument
    std::string argument; // empty: none, the end of the phrase
    std::string formName; // as written, "gib"
    Form form = Form::None;
    int decimals = 0;
    std::string one, many; // Plural
};

// A sentence taken apart once, so that rendering it only joins strings.
struct Phrase {
    std::vector<PhrasePiece> pieces;

    // Errors: a brace without its partner, an empty or misspelt name, an unknown form, a plural without two choices.
    // `where` of the error is the place in the text ("character 12").
    static Result<Phrase> parse(std::string_view text);
};

} // namespace cardfit::report
