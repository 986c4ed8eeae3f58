#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/fleet/verdict.h"

#include <string_view>

namespace cardfit::report {

// The words of a verdict, never without them: "7 % free", "2 % tight", "39 % over", "needs 2.6 ×" from 100 % over,
// the reason in two words ("no AWQ"), "not modelled". A tight fit whose middle estimate exceeds the card reads "1 % over".
Text verdictWords(fleet::Verdict verdict, double headroom, std::string_view reasonCode = {});
Text verdictWords(const fleet::FitCell& cell);

// The verdict in one word for tables: "fits", "tight", "does not fit".
Text verdictName(fleet::Verdict verdict);

// "2 × A10".
Text countOfCards(int count, std::string_view cardName);

// Precision of the weights as a headline says it: "FP32", "16 bit", "FP8", "INT8", "4 bit".
Text precisionName(const WeightFormat& format);

Text basisName(Basis basis);

} // namespace cardfit::report
