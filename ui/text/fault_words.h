#pragma once

#include <QString>

#include <string>

namespace cardfit::ui {

// What was expected or found, as core's errors say it in English, in the language of the window. Core writes these for
// files, logs and the command line, which are English; what no known pattern matches stays as it is (names, values).
QString faultWords(const std::string& english);

} // namespace cardfit::ui
