#include "app/gui/application.h"
#include "app/gui/report_job.h"
#include "core/catalog/catalog_loader.h"
#include "core/import/model_readers.h"

#include <QCommandLineParser>

#include <cstdio>

namespace {

using namespace cardfit;

int refuse(const std::vector<Error>& problems)
{
    for (const Error& problem : problems)
        std::fprintf(stderr, "%s\n", problem.toString().c_str());
    return 2;
}

Start startOf(const QCommandLineParser& parser)
{
    Start start;
    start.study = parser.positionalArguments().value(0);
    start.theme = parser.value(QStringLiteral("theme"));
    start.language = parser.value(QStringLiteral("lang"));
    start.screenshot = parser.value(QStringLiteral("screenshot"));
    start.page = ui::pageNamed(parser.value(QStringLiteral("page"))).value_or(ui::Page::Plan);
    const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    if (size.size() == 2 && size[0].toInt() > 0 && size[1].toInt() > 0)
        start.size = {size[0].toInt(), size[1].toInt()};
    return start;
}

int runReport(const ReportJob& job, const Folders& folders)
{
    CatalogLoad load = loadCatalog(folders.data);
    if (!load.catalog)
        return refuse(load.problems);
    return run(job, *load.catalog, import::modelReaders(), QString::fromStdString((folders.resources / "text").string()));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication qt(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Cardfit"));
    QApplication::setApplicationVersion(QStringLiteral(CARDFIT_VERSION));
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("study"),
                                 QCoreApplication::translate("main", "Study to open; without it the sample study"));
    const auto option = [&parser](const char* name, const char* help) {
        parser.addOption({QString::fromLatin1(name), QCoreApplication::translate("main", help), QStringLiteral("value")});
    };
    option("theme", "system, light or dark");
    option("lang", "en or zh");
    option("data", "folder with the catalog");
    option("screenshot", "write a PNG of the window and end");
    option("size", "of the window, as 1280x800");
    option("page", "to begin with: plan, speed or evidence");

    const QStringList arguments = qt.arguments();
    const auto job = reportJobOf(arguments);
    if (!job)
        parser.process(arguments);
    const qsizetype data = arguments.indexOf(QStringLiteral("--data"));
    const Folders folders = findFolders(data >= 0 ? arguments.value(data + 1).toStdString() : std::string());
    if (job)
        return runReport(*job, folders);
    const Start start = startOf(parser);
    const QString page = parser.value(QStringLiteral("page"));
    if (!page.isEmpty() && !ui::pageNamed(page))
        return refuse({{"--page", {}, "plan, speed or evidence", page.toStdString()}});
    std::vector<Error> problems;
    const auto application = Application::create(qt, folders, start, problems);
    if (!application)
        return refuse(problems);
    if (!start.screenshot.isEmpty())
        return application->takeScreenshot(start.screenshot) ? 0 : 2;
    application->window().show();
    return QApplication::exec();
}
