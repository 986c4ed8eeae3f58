#pragma once

#include "core/base/interval.h"
#include "core/catalog/catalog.h"
#include "core/evidence/measurement.h"

#include <span>

namespace cardfit::evidence {

// A measurement beside what the planner says of the same run.
struct Outcome {
    // Unanswered: refused, or without this figure; counts as an error of 100 %. Gap: never asked, counts as nothing.
    enum class Kind { Answered, Unanswered, Gap } kind = Kind::Gap;
    std::size_t run = 0, figure = 0;        // Evidence::runs[run].figures[figure]
    double predicted = 0, measured = 0;     // in the figure's unit; of several readings the pair that lies nearest
    double common = 0, commonMeasured = 0;  // both in commonUnitOf() the class, in which runs are drawn beside one another
    double low = 0, high = 0;               // the stated 80 % interval; 0, 0: none is stated
    std::optional<MemoryClass> memoryClass; // whose interval it is
    bool assumedProfile = false;            // the interval is widened: the engine or its version is not known
    std::string refusal;                    // Unanswered: the code of the first error, empty where only the figure is missing

    bool isAnswered() const { return kind == Kind::Answered; }
    double error() const { return isAnswered() ? predicted / measured - 1 : -1; } // signed share
    bool hasInterval() const { return high > 0; }
    bool isInside() const { return low <= measured && measured <= high; }
};

// Asks the planner every run of `evidence`: one outcome a figure, in order. Pure; about 10 us a run.
std::vector<Outcome> evaluate(const Evidence& evidence, const Catalog& catalog);

// Of a set of outcomes. Shares are 0..1; absolute errors except `bias`.
struct Statistics {
    int count = 0;      // outcomes that were asked, answered or not
    int unanswered = 0; // among them
    int gaps = 0;       // beside them
    double median = 0;
    double p90 = 0; // sorted[min(n - 1, int(0.9 n))]
    double within10 = 0, within20 = 0;
    double bias = 0;                    // median of the signed errors
    double medianOfGroups = 0;          // median over the groups of each group's median
    std::optional<double> coverage;     // of those with an interval, the share inside it
    std::optional<double> medianWidth;  // (high - low) / predicted
    std::optional<double> medianFactor; // high / low; above kOrderOfMagnitude the class is one
};
Statistics statisticsOf(const Evidence& evidence, std::span<const Outcome* const> outcomes);

} // namespace cardfit::evidence
