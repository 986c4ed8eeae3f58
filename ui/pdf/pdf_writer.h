#pragma once

#include "core/base/error.h"
#include "ui/pdf/report_pages.h"

#include <QImage>
#include <QString>

#include <optional>

namespace cardfit::ui {

// Writes the pages as a PDF: vectors, embedded fonts, text that copies. Atomic: an existing file is replaced only when
// all of it was written. nullopt: done.
std::optional<Error> writePdf(const ReportPages& pages, const report::ReportModel& model, const QString& path);

// One page as a picture, `scale` pixels to 1/96 inch.
QImage renderPage(const ReportPages& pages, std::size_t page, double scale);

} // namespace cardfit::ui
