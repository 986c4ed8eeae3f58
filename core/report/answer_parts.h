#pragma once

#include "core/json/writer.h"
#include "core/plan/plan.h"
#include "core/report/phrasebook.h"

namespace cardfit::report {

// The objects of an answer, each the value of its key.
void writeResolved(json::Writer& writer, const Resolved& resolved, int cards);
void writeMemory(json::Writer& writer, const memory::MemoryPlan& memory);
void writeCache(json::Writer& writer, const Plan& plan);
void writeSpeed(json::Writer& writer, const Plan& plan);
void writeCost(json::Writer& writer, const Plan& plan);

// A measured or modelled quantity with the six digits it can be worth; null when it is not known or not finite.
void writeFigure(json::Writer& writer, std::string_view key, std::optional<double> value);

} // namespace cardfit::report
