#include "core/plan/explain/explain.h"

#include "core/plan/explain/formula.h"
#include "core/plan/explain/pointers.h"
#include "core/plan/explain/symbols.h"

#include <algorithm>
#include <cmath>

namespace cardfit::explain {

namespace {

constexpr std::string_view kGibibyte = "GiB";

// Turns a ledger's flat entries into the tree of one of them.
class Builder {
public:
    Builder(const Plan& plan, const std::vector<LedgerEntry>& entries) : m_plan(plan), m_entries(entries) {}

    std::optional<Term> build(std::string_view code) const
    {
        const std::size_t index = find(code, m_entries.size());
        return index < m_entries.size() ? std::optional(term(index)) : std::nullopt;
    }

private:
    // The latest entry of `code` before `end`; entries.size(): none.
    std::size_t find(std::string_view code, std::size_t end) const
    {
        for (std::size_t i = end; i-- > 0;) {
            if (m_entries[i].code == code)
                return i;
        }
        return m_entries.size();
    }

    Term term(std::size_t index) const
    {
        const LedgerEntry& entry = m_entries[index];
        Term term;
        term.code = entry.code;
        term.value = entry.value;
        term.exact = entry.exact;
        term.unit = entry.unit;
        term.name = Text("explain.term." + term.code);
        term.formula = entry.formula;
        term.section = entry.section;
        term.source = Text("explain.source.section").with("section", entry.section);
        for (const std::string_view symbol : symbolsOf(entry.formula))
            bind(term, entry, index, symbol);
        for (const Input& input : term.inputs)
            term.mark = input.fromData ? std::max(term.mark, input.mark) : term.mark;
        term.weakest = term.mark;
        for (const Term& child : term.children)
            term.weakest = std::max(term.weakest, child.weakest);
        check(term);
        return term;
    }

    void bind(Term& term, const LedgerEntry& entry, std::size_t index, std::string_view symbol) const
    {
        const auto own =
            std::find_if(entry.inputs.begin(), entry.inputs.end(), [symbol](const LedgerInput& i) { return i.symbol == symbol; });
        if (own != entry.inputs.end()) {
            term.inputs.push_back(describe(*own, *m_plan.resolved));
        } else if (const std::size_t child = find(symbol, index); child < m_entries.size()) {
            term.children.push_back(this->term(child));
        } else if (const auto common = commonSymbol(symbol, *m_plan.resolved, m_plan.split)) {
            term.inputs.push_back(describe(*common, *m_plan.resolved));
        }
    }

    static void check(Term& term)
    {
        const auto valueOf = [&term](std::string_view symbol) -> std::optional<double> {
            if (symbol == kGibibyte)
                return kGiB;
            for (const Input& input : term.inputs) {
                if (input.symbol == symbol)
                    return input.value;
            }
            for (const Term& child : term.children) {
                if (child.code == symbol)
                    return child.exact;
            }
            return std::nullopt;
        };
        const Evaluation evaluation = evaluate(term.formula, valueOf);
        // numbers of the answer are whole bytes; what they are made of is computed in doubles
        constexpr double kRounding = 1e-12;
        const bool ofMemory = term.unit == Unit::Memory || term.unit == Unit::MemoryPerToken;
        const double tolerance = (ofMemory ? 1.0 : 0.0) + kRounding * std::abs(term.value);
        term.reproduced = evaluation.value && std::abs(*evaluation.value - term.value) <= tolerance;
        for (Term& child : term.children)
            child.leads = std::find(evaluation.leaders.begin(), evaluation.leaders.end(), child.code) != evaluation.leaders.end();
    }

    const Plan& m_plan;
    const std::vector<LedgerEntry>& m_entries;
};

// The terms of the plan's memory, noted by running the very same computation once more with a ledger.
std::vector<LedgerEntry> noteTerms(const Plan& plan)
{
    Ledger ledger;
    Resolved scenario = *plan.resolved;
    scenario.ledger = &ledger;
    memory::estimate(scenario, plan.split);
    return ledger.entries();
}

std::string listOf(const std::vector<std::string>& pointers)
{
    std::string list;
    for (const std::string& pointer : pointers)
        list += (list.empty() ? "" : ", ") + pointer;
    return list;
}

} // namespace

std::string_view nameOf(Mark mark)
{
    switch (mark) {
    case Mark::Derived: return "derived";
    case Mark::Stated: return "stated";
    case Mark::Fitted: return "fitted";
    case Mark::Assumed: return "assumed";
    }
    return "assumed";
}

std::string_view nameOf(Unit unit)
{
    switch (unit) {
    case Unit::Memory: return "bytes";
    case Unit::MemoryPerToken: return "bytes/token";
    case Unit::Tokens: return "tokens";
    case Unit::Count: return "count";
    case Unit::Factor: return "factor";
    }
    return "factor";
}

Result<Term> explain(const Plan& plan, std::string_view pointer)
{
    if (!plan.memory || !plan.resolved)
        return Error{"", std::string(pointer), "a scenario with an answer", "no memory figures"};
    const std::vector<std::string> known = explainable(plan);
    const std::string code = codeOf(pointer);
    if (std::find(known.begin(), known.end(), pointer) == known.end() || code.empty())
        return Error{"", std::string(pointer), "one of " + listOf(known), "a number that is not explained yet"};
    const std::vector<LedgerEntry> entries = noteTerms(plan);
    std::optional<Term> term = Builder(plan, entries).build(code);
    if (!term)
        return Error{"", std::string(pointer), "one of " + listOf(known), "a number that is not explained yet"};
    return std::move(*term);
}

} // namespace cardfit::explain
