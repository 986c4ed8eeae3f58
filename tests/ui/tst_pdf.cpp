// The report on paper, read back with poppler: what a reader can search, copy and add up.
#include "core/catalog/catalog_loader.h"
#include "core/import/model_readers.h"
#include "core/json/parser.h"
#include "core/report/format.h"
#include "core/report/report_model.h"
#include "core/scenario/study.h"
#include "ui/pdf/pdf_writer.h"
#include "ui/pdf/report_pages.h"
#include "ui/text/translator.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace cardfit;
using namespace cardfit::ui;

namespace {

const Catalog& catalog()
{
    static const CatalogLoad load = loadCatalog(CARDFIT_DATA_DIR);
    if (!load.catalog)
        qFatal("the shipped catalog does not load");
    return *load.catalog;
}

Study sample()
{
    json::Problems problems;
    const auto document = json::Document::load(CARDFIT_DATA_DIR "/samples/support-bot.cardfit", problems);
    auto study = document ? readStudy(json::Reader(document->root(), problems), import::modelReaders()) : std::nullopt;
    if (!study)
        qFatal("%s", problems.list.front().toString().c_str());
    return *std::move(study);
}

// What a tool of poppler prints; empty when it fails.
QString outputOf(const QString& tool, const QStringList& arguments)
{
    QProcess process;
    process.start(tool, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0)
        qFatal("%s: %s", qPrintable(tool), process.readAllStandardError().constData());
    return QString::fromUtf8(process.readAllStandardOutput());
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Lets no file of this process grow beyond so many bytes, as a full disk does; also for root.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN); // write() fails instead
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limited = m_before;
        limited.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = SIG_DFL;
};

// Without spaces, which a line break may replace, and with one form of each letter (Han radicals have two).
QString squeezed(const QString& text)
{
    static const QRegularExpression spaces(QStringLiteral("[\\s\\x{200b}]+"));
    return text.normalized(QString::NormalizationForm_KC).remove(spaces);
}

} // namespace

class TestPdf : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const char* tool : {"pdftotext", "pdfinfo", "pdffonts", "pdfimages"}) {
            if (QStandardPaths::findExecutable(QString::fromLatin1(tool)).isEmpty())
                QSKIP("poppler's tools are not installed");
        }
        m_model = report::buildReport(sample(), catalog(), {"Support bot, autumn", "Ada", "Procurement", "2026-11-30"});
        for (const QString& language : Translator::languages()) {
            m_paths[language] = m_folder.filePath(language + QStringLiteral(".pdf"));
            write(language, PaperSize::A4, m_paths[language]);
            m_texts[language] = outputOf(QStringLiteral("pdftotext"), {m_paths[language], QStringLiteral("-")});
        }
    }

    // Lato joins "ti", "tt", "fi", "ff", "fl" into one glyph each, which a text layer loses.
    void wordsKeepTheirLetters_data()
    {
        QTest::addColumn<QString>("word");
        for (const char* word : {"Renting", "tight", "usable", "Utilization", "first", "offer", "fleet"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void wordsKeepTheirLetters()
    {
        QFETCH(QString, word);
        const QRegularExpression whole(QStringLiteral("\\b%1\\b").arg(word));
        QVERIFY(whole.match(m_texts[QStringLiteral("en")]).hasMatch());
    }

    void everySentenceCanBeCopied_data() { addLanguages(); }
    void everySentenceCanBeCopied()
    {
        QFETCH(QString, language);
        Translator translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English));
        QVERIFY(translator.setLanguage(language));
        const QString paper = squeezed(m_texts[language]);
        int sentences = 0;
        for (const report::Section& section : m_model.sections) {
            for (const report::Block& block : section.blocks) {
                const auto* paragraph = std::get_if<report::Paragraph>(&block);
                if (!paragraph)
                    continue;
                ++sentences;
                const QString text = translator.plain(paragraph->text);
                QVERIFY2(paper.contains(squeezed(text)), qPrintable(text));
            }
        }
        QVERIFY(sentences > 10);
    }

    void everyPageSaysWhichOneItIs_data()
    {
        QTest::addColumn<PaperSize>("paper");
        QTest::addColumn<QString>("points");
        QTest::newRow("A4") << PaperSize::A4 << QStringLiteral("595 x 842");
        QTest::newRow("letter") << PaperSize::Letter << QStringLiteral("612 x 792");
    }
    void everyPageSaysWhichOneItIs()
    {
        QFETCH(PaperSize, paper);
        QFETCH(QString, points);
        const QString path = m_folder.filePath(QStringLiteral("paper.pdf"));
        write(QStringLiteral("en"), paper, path);
        const QString information = outputOf(QStringLiteral("pdfinfo"), {path});
        QVERIFY2(information.contains(points), qPrintable(information));
        QStringList pages = outputOf(QStringLiteral("pdftotext"), {path, QStringLiteral("-")}).split(QChar(u'\f'));
        pages.removeLast(); // behind the last form feed
        QVERIFY(pages.size() >= 10);
        for (qsizetype page = 0; page < pages.size(); ++page)
            QVERIFY(pages[page].contains(QStringLiteral("page %1 of %2").arg(page + 1).arg(pages.size())));
    }

    void fontsTravelWithTheFile_data() { addLanguages(); }
    void fontsTravelWithTheFile()
    {
        QFETCH(QString, language);
        QStringList fonts = outputOf(QStringLiteral("pdffonts"), {m_paths[language]}).trimmed().split(QChar(u'\n')).mid(2);
        QVERIFY(fonts.size() >= 2);
        // columns: name, type, encoding, embedded, subset, has a map to Unicode
        static const QRegularExpression embedded(QStringLiteral("Identity-H +yes +\\w+ +yes "));
        for (const QString& font : fonts)
            QVERIFY2(embedded.match(font).hasMatch(), qPrintable(font));
    }

    void chartsAreDrawnNotPhotographed_data() { addLanguages(); }
    void chartsAreDrawnNotPhotographed()
    {
        QFETCH(QString, language);
        const QString images = outputOf(QStringLiteral("pdfimages"), {QStringLiteral("-list"), m_paths[language]}).trimmed();
        QCOMPARE(images.count(QChar(u'\n')), 1); // two lines of heads
    }

    void hanTextIsFound_data()
    {
        QTest::addColumn<QString>("words");
        for (const char* words : {"显存", "权重", "自购", "等级", "第 1 / ", "容量与成本规划"})
            QTest::newRow(words) << QString::fromUtf8(words);
    }
    void hanTextIsFound()
    {
        QFETCH(QString, words);
        QVERIFY(squeezed(m_texts[QStringLiteral("zh")]).contains(squeezed(words)));
    }

    // What stands in the last row of each scenario's cost table is what its page shows, and the sum of the lines above.
    void totalsAreThoseOfThePage()
    {
        const QString path = m_paths[QStringLiteral("en")];
        const QStringList lines =
            outputOf(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), path, QStringLiteral("-")}).split(QChar(u'\n'));
        Translator translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English));
        const QString label = translator.plain(Text("cost.total-month"));
        QStringList totals;
        for (const QString& line : lines) {
            if (line.trimmed().startsWith(label))
                totals << line.simplified();
        }
        const Study study = sample();
        QCOMPARE(totals.size(), static_cast<qsizetype>(study.scenarios.size()));
        for (qsizetype index = 0; index < totals.size(); ++index) {
            const Scenario& scenario = study.scenarios[static_cast<std::size_t>(index)];
            const auto page = report::buildPlanPage(scenario, plan(scenario, catalog(), cost::Detail::Everything),
                                                    fleet::fitMatrix(scenario, catalog(), fleet::MatrixAxis::Count), catalog());
            const report::CostRow& total = page.costRows.back();
            QVERIFY(total.isTotal && total.rent && total.own);
            const std::string expected =
                report::amount(*total.rent, 2, translator.style()) + " " + report::amount(*total.own, 2, translator.style());
            QCOMPARE(totals[index], label + QChar(u' ') + QString::fromStdString(expected));
            Money rent = Money::zero(total.rent->currency()), own = rent;
            for (const report::CostRow& row : page.costRows) {
                if (!row.isTotal && row.included) {
                    rent += row.rent.value_or(Money::zero(rent.currency()));
                    own += row.own.value_or(Money::zero(rent.currency()));
                }
            }
            QVERIFY(rent == *total.rent);
            QVERIFY(own == *total.own);
        }
    }

    void theFileNamesItsReport()
    {
        const QString information = outputOf(QStringLiteral("pdfinfo"), {m_paths[QStringLiteral("en")]});
        QVERIFY2(QRegularExpression(QStringLiteral("Title: +Support bot, autumn\n")).match(information).hasMatch(),
                 qPrintable(information));
        for (const char* given : {"Support bot, autumn", "Ada", "Procurement"})
            QVERIFY(m_texts[QStringLiteral("en")].contains(QString::fromLatin1(given)));
    }

    void sameReportSameBytes_data() { addLanguages(); }
    void sameReportSameBytes()
    {
        QFETCH(QString, language);
        const QString again = m_folder.filePath(QStringLiteral("again.pdf"));
        write(language, PaperSize::A4, again);
        static const QRegularExpression date(QStringLiteral("/CreationDate \\([^)]*\\)"));
        const auto undated = [](const QString& path) { return QString::fromLatin1(contentOf(path)).remove(date); };
        QVERIFY(undated(m_paths[language]) == undated(again));
    }

    void aPathThatCannotBeWrittenIsAnError_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("no such folder") << QStringLiteral("missing/report.pdf");
        QTest::newRow("a folder") << QStringLiteral(".");
    }
    void aPathThatCannotBeWrittenIsAnError()
    {
        QFETCH(QString, path);
        const auto failed = written(QStringLiteral("en"), PaperSize::A4, m_folder.filePath(path));
        QVERIFY(failed);
        QCOMPARE(failed->file, m_folder.filePath(path).toStdString());
        QVERIFY(!failed->found.empty());
    }

    void aFullDiskLeavesTheOldFile()
    {
        const QString path = m_folder.filePath(QStringLiteral("kept.pdf"));
        write(QStringLiteral("en"), PaperSize::A4, path);
        const QByteArray before = contentOf(path);
        std::optional<Error> failed;
        {
            const FileSizeLimit limit(20'000); // the report has about 170 kB
            failed = written(QStringLiteral("zh"), PaperSize::A4, path);
        }
        QVERIFY(failed);
        QVERIFY(contentOf(path) == before);
    }

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : Translator::languages())
            QTest::newRow(qPrintable(language)) << language;
    }
    std::optional<Error> written(const QString& language, PaperSize paper, const QString& path) const
    {
        Translator translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English));
        if (!translator.setLanguage(language))
            qFatal("no text in %s", qPrintable(language));
        return writePdf(ReportPages(m_model, translator, paper), m_model, path);
    }
    void write(const QString& language, PaperSize paper, const QString& path) const
    {
        if (const auto failed = written(language, paper, path))
            qFatal("%s", failed->toString().c_str());
    }

    QTemporaryDir m_folder;
    report::ReportModel m_model;
    QHash<QString, QString> m_paths, m_texts; // by language
};

QTEST_MAIN(TestPdf)
#include "tst_pdf.moc"
