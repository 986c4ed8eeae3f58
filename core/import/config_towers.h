#pragma once

#include "core/json/reader.h"

#include <string_view>

namespace cardfit::import {

// Parameters of the vision and audio towers and of their projectors into a text part of `hidden` width. They stay in 16
// bit in every checkpoint. 0 where the file describes none in numbers.
double countTowers(const json::Reader& config, std::string_view modelType, int hidden);

} // namespace cardfit::import
