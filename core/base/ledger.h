#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cardfit {

// Where a number comes from that a formula puts in.
enum class Origin {
    Counted,   // bytes or copies of stored tensors: stands in the code, explained beside it
    Model,     // shape of the model
    Scenario,  // said by the user, or what `auto` became
    Split,     // how the cards divide the work
    Card,      // data/cards
    Format,    // data/weight-formats.json, data/kv-formats.json
    Engine,    // data/engines: profile that serves or trains
    Constants, // data/memory/constants.json
};

enum class Unit { Memory, MemoryPerToken, Tokens, Count, Factor };

// A number put into a formula. The views must outlive the ledger: literals, or strings of the catalog.
struct LedgerInput {
    std::string_view symbol; // "a", as the formula spells it
    double value = 0;
    Origin origin = Origin::Counted;
    std::string_view field = {}; // key in the data file, JSON pointer into the scenario, id of the format or matrix group
    Unit unit = Unit::Factor;
};

struct LedgerEntry {
    std::string code; // "phase_backward": how other formulas call it; texts: "explain.term.phase_backward"
    double value = 0; // as the answer shows it: whole bytes once round() was called
    double exact = 0; // as computed, which is what other formulas went on with
    std::string formula; // "states + stored + loss": codes noted before, symbols, + − · / ( ), max, min, ceil, floor
    int section = 0;     // of the room's README
    Unit unit = Unit::Memory;
    std::vector<LedgerInput> inputs;
};

// What a room writes its terms into while it computes, so that a number can be explained by the very code that made it.
// Resolved::ledger is null except under explain(): then each function notes the value it returns with the formula it
// used. Nothing reads it back, so a plan with a ledger is the same plan.
class Ledger {
public:
    // A formula reads the latest entry of a code. A code noted again with the same value and formula is one entry.
    void note(std::string_view code, double value, std::string_view formula, int section, std::vector<LedgerInput> inputs = {});
    void note(std::string_view code, double value, Unit unit, std::string_view formula, int section, std::vector<LedgerInput> inputs = {});
    // The latest entry of this code becomes `rounded`, whole bytes; noted as zero, or without a formula, if there is none.
    void round(std::string_view code, double rounded, int section);

    const std::vector<LedgerEntry>& entries() const { return m_entries; }

private:
    LedgerEntry* latest(std::string_view code);

    std::vector<LedgerEntry> m_entries;
};

// `value`, noted where there is a ledger. For formulas without inputs of their own; with inputs write
// `if (scenario.ledger) scenario.ledger->note(...)`, so that a plan does not build the list.
inline double noted(Ledger* ledger, std::string_view code, double value, std::string_view formula, int section)
{
    if (ledger)
        ledger->note(code, value, formula, section);
    return value;
}

} // namespace cardfit
