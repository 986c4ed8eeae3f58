#pragma once

#include "core/report/report_model.h"
#include "core/scenario/scenario_json.h"

#include <QString>

#include <optional>

namespace cardfit {

// `cardfit --report STUDY --pdf FILE`: writes the PDF and ends, without a window. What cardfit-cli calls.
struct ReportJob {
    QString study, pdf;
    QString paper = QStringLiteral("a4"), language = QStringLiteral("en");
    report::ReportOptions options;
};

// nullopt: the arguments ask for the window. Unknown or incomplete arguments are for the caller to refuse.
std::optional<ReportJob> reportJobOf(const QStringList& arguments);

// 0 done, 2 with the reason on stderr. Needs a QApplication (any platform, also offscreen).
int run(const ReportJob& job, const Catalog& catalog, const ModelReaders& readers, const QString& textFolder);

} // namespace cardfit
