#include "ui/windows/report_export.h"

#include "core/report/report_model.h"
#include "ui/pdf/pdf_writer.h"
#include "ui/pdf/report_pages.h"

#include <QSaveFile>

namespace cardfit::ui {

std::vector<Error> exportPdf(const StudyDocument& document, const Catalog& catalog, const Translator& translator, const QString& path)
{
    const report::ReportModel model = report::buildReport(document.study(), catalog, {document.displayName().toStdString(), {}, {}, {}});
    const ReportPages pages(model, translator, PaperSize::A4);
    const std::optional<Error> failed = writePdf(pages, model, path);
    return failed ? std::vector<Error>{*failed} : std::vector<Error>();
}

std::vector<Error> exportCsv(const StudyDocument& document, const Catalog& catalog, const QString& path)
{
    const report::ReportModel model = report::buildReport(document.study(), catalog, {document.displayName().toStdString(), {}, {}, {}});
    const QByteArray content = QByteArray::fromStdString(report::writeCsv(model));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit())
        return {{path.toStdString(), {}, "a file that can be written", file.errorString().toStdString()}};
    return {};
}

} // namespace cardfit::ui
