#pragma once

#include "core/base/ledger.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace cardfit::explain {

// How well founded a number is, from best to worst. Derived: from shapes or documented behaviour. Stated: a source says
// so. Fitted: to published measurements. Assumed: nothing better is known.
enum class Mark { Derived, Stated, Fitted, Assumed };
std::string_view nameOf(Mark mark); // JSON: "derived"; texts: "explain.mark.derived"
std::string_view nameOf(Unit unit); // JSON: "bytes", "bytes/token", "tokens", "count", "factor"

// A number put into a formula that needs no terms of its own: a shape, a constant, what the user said.
struct Input {
    std::string symbol; // as the formula spells it: "h"
    double value = 0;
    Unit unit = Unit::Factor;
    Mark mark = Mark::Derived;
    bool fromData = false; // a constant of data/; else a shape, the split, or what the user said
    Text name;             // "hidden width"
    Text source;           // "model Qwen/Qwen2.5-7B-Instruct", "vLLM 0.19, bytes_per_sampled_logit: 43 start-up logs"
};

// One number of the answer with what it is made of. `children` are the terms that `formula` names by their codes, in
// the order in which it names them; `inputs` its other symbols.
struct Term {
    std::string code; // "weights_blocks"
    double value = 0; // as the answer shows it
    double exact = 0; // before it was rounded to whole bytes: what the formulas above it went on with
    Unit unit = Unit::Memory;
    Text name;                    // "Weights of the blocks"
    std::string formula;          // "blocks/p + ends + towers"; symbols of core/plan/memory/README.md 2
    Mark mark = Mark::Derived;    // the weakest of its own inputs out of data files; children carry theirs
    Mark weakest = Mark::Derived; // of the whole tree below
    int section = 0;              // of core/plan/memory/README.md
    Text source;                  // "memory equations, section 3"
    std::vector<Input> inputs;
    std::vector<Term> children;
    bool leads = false;      // of the arguments of the parent's max(): the largest
    bool reproduced = false; // the formula, worked out with children and inputs, gives `value` (to a byte)
};

// The tree behind one memory number of the answer, made by the code that computes the number. `pointer` is a JSON
// pointer into the answer of `estimate`: "/memory/device", "/memory/per_card/weights", "/kv/pool_bytes" ...
// Errors: a scenario without an answer; a pointer that names no explained number (`expected` lists those that are).
Result<Term> explain(const Plan& plan, std::string_view pointer);

// All pointers that can be explained in this plan, in the order of the answer. Parts that the answer does not have
// (a pool of an engine that takes none, other phases) are left out.
std::vector<std::string> explainable(const Plan& plan);

// A formula in pieces, so that symbols can be replaced by their numbers or drawn apart.
struct FormulaPiece {
    enum class Kind { Symbol, Number, Operator } kind = Kind::Operator;
    std::string text; // "weights", "0.5", " + ", "max(", ", "
};
std::vector<FormulaPiece> piecesOf(std::string_view formula);

} // namespace cardfit::explain
