#include "app/gui/report_job.h"

#include "core/json/reader.h"
#include "core/scenario/study.h"
#include "ui/pdf/pdf_writer.h"
#include "ui/pdf/report_pages.h"
#include "ui/text/translator.h"

#include <QCommandLineParser>

#include <cstdio>

namespace cardfit {

namespace {

int refuse(const std::vector<Error>& errors)
{
    for (const Error& error : errors)
        std::fprintf(stderr, "%s\n", error.toString().c_str());
    return 2;
}

} // namespace

std::optional<ReportJob> reportJobOf(const QStringList& arguments)
{
    QCommandLineParser parser;
    const auto option = [&](const char* name) {
        const QCommandLineOption added(QString::fromLatin1(name), QString(), QStringLiteral("value"));
        parser.addOption(added);
        return QString::fromLatin1(name);
    };
    const QString study = option("report"), pdf = option("pdf"), paper = option("paper"), language = option("lang");
    const QString title = option("title"), author = option("author"), preparedFor = option("for"), date = option("date");
    option("data");
    if (!parser.parse(arguments) || !parser.isSet(study) || !parser.isSet(pdf))
        return std::nullopt;
    ReportJob job;
    job.study = parser.value(study);
    job.pdf = parser.value(pdf);
    if (parser.isSet(paper))
        job.paper = parser.value(paper);
    if (parser.isSet(language))
        job.language = parser.value(language);
    job.options = {parser.value(title).toStdString(), parser.value(author).toStdString(), parser.value(preparedFor).toStdString(),
                   parser.value(date).toStdString()};
    return job;
}

int run(const ReportJob& job, const Catalog& catalog, const ModelReaders& readers, const QString& textFolder)
{
    json::Problems problems;
    const auto document = json::Document::load(job.study.toStdString(), problems);
    const std::optional<Study> study =
        document ? readStudy(json::Reader(document->root(), problems), readers.beside(job.study.toStdString())) : std::nullopt;
    if (!study)
        return refuse(problems.list);
    ui::Translator translator(textFolder, job.language == QLatin1String("zh") ? QLocale(QLocale::Chinese) : QLocale(QLocale::English));
    if (!translator.setLanguage(job.language))
        return refuse(translator.problems());
    const report::ReportModel model = report::buildReport(*study, catalog, job.options);
    const ui::ReportPages pages(model, translator, job.paper == QLatin1String("letter") ? ui::PaperSize::Letter : ui::PaperSize::A4);
    const std::optional<Error> failed = ui::writePdf(pages, model, job.pdf);
    return failed ? refuse({*failed}) : 0;
}

} // namespace cardfit
