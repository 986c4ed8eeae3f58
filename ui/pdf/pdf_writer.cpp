#include "ui/pdf/pdf_writer.h"

#include "ui/charts/qcp.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>

namespace cardfit::ui {

namespace {

constexpr int kResolution = 1200;

QPageSize pageSize(QSizeF size)
{
    return QPageSize(QSizeF(size.width() * 72 / 96, size.height() * 72 / 96), QPageSize::Point, QString(), QPageSize::FuzzyMatch);
}

} // namespace

std::optional<Error> writePdf(const ReportPages& pages, const report::ReportModel& model, const QString& path)
{
    QSaveFile file(path);
    const auto failed = [&] { return Error{path.toStdString(), "", "a file that can be written", file.errorString().toStdString()}; };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    {
        QPdfWriter writer(&file);
        writer.setResolution(kResolution);
        writer.setPageSize(pageSize(pages.size()));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setTitle(QString::fromStdString(model.title));
        writer.setCreator(QStringLiteral("Cardfit"));
        QCPPainter painter(&writer);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.setMode(QCPPainter::pmNonCosmetic);
        painter.scale(kResolution / 96.0, kResolution / 96.0);
        for (std::size_t page = 0; page < pages.count(); ++page) {
            if (page > 0)
                writer.newPage();
            painter.save();
            pages.paint(page, painter);
            painter.restore();
        }
        painter.end();
    }
    return file.commit() ? std::nullopt : std::optional<Error>(failed());
}

QImage renderPage(const ReportPages& pages, std::size_t page, double scale)
{
    QImage image((pages.size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    pages.paint(page, painter);
    painter.end();
    return image;
}

} // namespace cardfit::ui
