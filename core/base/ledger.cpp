#include "core/base/ledger.h"

#include <algorithm>
#include <cmath>

namespace cardfit {

LedgerEntry* Ledger::latest(std::string_view code)
{
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [code](const LedgerEntry& entry) { return entry.code == code; });
    return found == m_entries.rend() ? nullptr : &*found;
}

void Ledger::note(std::string_view code, double value, std::string_view formula, int section, std::vector<LedgerInput> inputs)
{
    note(code, value, Unit::Memory, formula, section, std::move(inputs));
}

void Ledger::note(std::string_view code, double value, Unit unit, std::string_view formula, int section, std::vector<LedgerInput> inputs)
{
    const LedgerEntry* before = latest(code);
    if (!before || before->exact != value || before->formula != formula)
        m_entries.push_back({std::string(code), value, value, std::string(formula), section, unit, std::move(inputs)});
}

void Ledger::round(std::string_view code, double rounded, int section)
{
    LedgerEntry* entry = latest(code);
    if (entry && std::abs(entry->value - rounded) <= 1 + std::abs(rounded) * 1e-12)
        entry->value = rounded;
    else
        note(code, rounded, rounded == 0 ? "0" : "", section); // a test fails on a figure without a formula
}

} // namespace cardfit
