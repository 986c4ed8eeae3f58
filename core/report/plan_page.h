#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/plan.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cardfit::report {

// What the Plan page, the PDF and the CSV show of one scenario: numbers and texts, no pixels, no arithmetic left to
// do. Built from a Plan by buildPlanPage().

struct MemoryBar {
    std::string cardId;
    int cards = 1;
    Text label; // "2 × A10"
    bool chosen = false;
    fleet::Verdict verdict = fleet::Verdict::NotModelled;
    std::array<Bytes, memory::kComponents> components{};
    Bytes nonTorch;
    Bytes reservedBeyondNeed; // hatch: what the process holds beyond what is allocated
    Bytes needLow, needHigh;  // 80 % whisker around the need
    Bytes need, usable, has;
    Text caption; // "7 % free, usable 20.2 of 22.5"
};

struct MemoryChart {
    std::vector<MemoryBar> bars; // the chosen card first
    Text totals;                 // "needs 18.8 (18.3 to 19.7) · reserves 20.2 · has 22.5"
    Text record;                 // how well this class did on published measurements
    // The same of what a bar is made of; every bar's are alike.
    std::array<Text, memory::kComponents> recordOfPart;
    Text recordOfNonTorch, recordOfSlack;
};

struct MoneyCurve {
    enum class Kind { OnDemand, Reserved1Year, Reserved3Years, Spot, Own } kind = Kind::OnDemand;
    std::vector<double> cumulative; // currency units after month 0..months
    Text endLabel;                  // "on demand", total beside it
    double total = 0;
};

struct Crossing {
    double month = 0, amount = 0;
};

struct MoneyChart {
    Currency currency;
    int months = 48;
    std::vector<MoneyCurve> curves;
    std::vector<double> ownLow, ownHigh; // band; empty: none
    std::optional<Crossing> breakEven;   // own against the scenario's term
    std::optional<double> breakEvenLow, breakEvenHigh;
    std::vector<Crossing> otherCrossings;
    Text breakEvenText; // "own pays from month 8.4"; also "own never pays within 48 months"
    Text intervalText;  // "80 %: 6.9 to 10.7"
    Text missing;       // what has no price, instead of a chart; empty otherwise
};

struct CostRow {
    Text label;
    std::optional<Money> rent, own;
    Text basis;
    bool included = true; // false: greyed "not included"
    bool isTotal = false;
    bool rentMissing = false, ownMissing = false; // "no price" in a line, "incomplete" in the total
    bool stale = false;
};

struct TornadoRow {
    Text label, lowText, highText, rangeText; // "6.9–10.7"
    std::optional<double> lowMonth, highMonth;
};

struct PlanPage {
    fleet::Verdict verdict = fleet::Verdict::NotModelled;
    Text headline; // renders with ** marks around the figures
    struct JustEnough {
        std::string cardId;
        int cards = 1;
        Text text; // "Just enough: **1 × A100 80 GB**, −19 %"
    };
    std::optional<JustEnough> justEnough;
    MemoryChart memory;
    MoneyChart money;
    std::vector<CostRow> costRows;
    std::vector<TornadoRow> tornado;
    std::optional<double> tornadoCentre;
    std::vector<Text> assumptions; // what was chosen for the user, with basis
    Problems problems;             // most severe first
};

struct NeighbourRule {
    int bars = 5; // how many bars the page has room for
};

// `plan` must be of `scenario` with Detail::Everything, `matrix` its count matrix.
PlanPage buildPlanPage(const Scenario& scenario, const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog,
                       const NeighbourRule& rule = {});

} // namespace cardfit::report
