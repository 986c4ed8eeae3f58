#pragma once

#include "core/base/error.h"
#include "core/json/writer.h"
#include "core/plan/plan.h"
#include "core/report/phrasebook.h"

#include <string_view>

namespace cardfit::report {

// The answer to one scenario as the command line gives it: bytes per card as whole numbers, times in ms, money as
// decimal strings, a figure that is not known as null. `idJson` is the asker's id as JSON text ("null" without one);
// sentences come from `phrases`. A plan whose scenario is wrong is written as a refusal with its first error.
void writeAnswer(json::Writer& writer, std::string_view idJson, const Plan& plan, const Phrasebook& phrases);

// {"id":..., "ok":false, "error":{"where","expected","found"}}; further errors follow under "errors".
void writeRefusal(json::Writer& writer, std::string_view idJson, const std::vector<Error>& errors);

// What was expected and found, out of an error of the plan.
Error errorOf(const Problem& problem, const Phrasebook& phrases);

// A measured or modelled quantity with the six digits it can be worth; null when it is not known or not finite.
void writeFigure(json::Writer& writer, std::string_view key, std::optional<double> value);

} // namespace cardfit::report
