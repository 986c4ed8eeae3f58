#pragma once

#include "core/base/error.h"
#include "ui/inputs/context.h"

#include <QString>

#include <vector>

namespace cardfit::ui {

// The study as paper and as a table, the same that the command line writes. Problems; empty: written.
std::vector<Error> exportPdf(const StudyDocument& document, const Catalog& catalog, const Translator& translator, const QString& path);
std::vector<Error> exportCsv(const StudyDocument& document, const Catalog& catalog, const QString& path);

} // namespace cardfit::ui
