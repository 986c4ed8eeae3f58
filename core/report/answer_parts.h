#pragma once

#include "core/report/answer_json.h"

namespace cardfit::report {

// The objects of an answer, each the value of its key.
void writeResolved(json::Writer& writer, const Resolved& resolved, int cards);
void writeMemory(json::Writer& writer, const memory::MemoryPlan& memory, const MemoryConstants& constants);
void writeCache(json::Writer& writer, const Plan& plan);
void writeSpeed(json::Writer& writer, const Plan& plan);
void writeCost(json::Writer& writer, const Plan& plan);

} // namespace cardfit::report
