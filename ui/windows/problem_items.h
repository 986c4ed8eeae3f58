#pragma once

#include "core/base/error.h"
#include "core/base/problem.h"
#include "ui/text/translator.h"

#include <QString>

#include <vector>

namespace cardfit::ui {

// A row of the problem list: what, where, way out, as the user reads them.
struct ProblemItem {
    Severity severity = Severity::Warning;
    QString what, where, wayOut;
    QString field; // object name of the input it is about; empty: none
    friend bool operator==(const ProblemItem&, const ProblemItem&) = default;
};

// The plan's problems, most severe first.
std::vector<ProblemItem> itemsOf(const Problems& problems, const Translator& translator);
// A file that could not be used: one head row that says what did not happen, and each fault below it.
std::vector<ProblemItem> itemsOf(const std::vector<Error>& errors, const QString& head);

} // namespace cardfit::ui
