#pragma once

#include <string>
#include <string_view>

namespace cardfit::explain {

// The code under which the memory room notes the number behind a pointer into the answer: "/memory/per_card/weights" is
// "weights", "/memory/phases/backward-end" is "phase_backward_end". Empty: no such number.
std::string codeOf(std::string_view pointer);

} // namespace cardfit::explain
