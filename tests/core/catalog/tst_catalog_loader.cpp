#include "core/catalog/catalog_loader.h"

#include <QtTest>

#include <QDir>
#include <QTemporaryDir>

using namespace cardfit;

// Protects: every rule of the catalog files. Each case of tests/data/broken lies over a copy of data/ and must give
// exactly the problem that its name promises, with file, place, what was expected and what was found.
class TestCatalogLoader : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void brokenFilesAreNamed_data();
    void brokenFilesAreNamed();
    void allProblemsOfAllFilesComeAtOnce();
    void anEmptyFolderIsNoCatalog();

private:
    QStringList problemsWith(const QStringList& cases) const;

    QTemporaryDir m_folder; // a copy of data/
};

namespace {

void copyTree(const QString& from, const QString& to)
{
    QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
        const QString target = to + '/' + entry.fileName();
        if (entry.isDir()) {
            copyTree(entry.filePath(), target);
        } else {
            QFile::remove(target);
            QFile::copy(entry.filePath(), target);
        }
    }
}

const QString kBroken = QStringLiteral(CARDFIT_TEST_DIR "/data/broken/");

QStringList filesOf(const QString& folder, const QString& below = {})
{
    QStringList files;
    for (const QFileInfo& entry : QDir(folder + below).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
        files += entry.isDir() ? filesOf(folder, below + '/' + entry.fileName()) : QStringList{below + '/' + entry.fileName()};
    return files;
}

} // namespace

void TestCatalogLoader::initTestCase() { copyTree(QStringLiteral(CARDFIT_DATA_DIR), m_folder.path()); }

// The problems of data/ with the (new) files of the cases laid over it, as "file: where: expected ..., found ...".
QStringList TestCatalogLoader::problemsWith(const QStringList& cases) const
{
    for (const QString& name : cases)
        copyTree(kBroken + name, m_folder.path());
    QStringList problems;
    for (const Error& error : loadCatalog(m_folder.path().toStdString()).problems)
        problems += QString::fromStdString(error.toString()).remove(m_folder.path() + '/');
    for (const QString& name : cases) {
        for (const QString& file : filesOf(kBroken + name))
            QFile::remove(m_folder.path() + file);
    }
    return problems;
}

void TestCatalogLoader::brokenFilesAreNamed_data()
{
    QTest::addColumn<QString>("problem");
    QTest::newRow("figure-without-source")
        << "cards/99.json: /cards/0/power_w: expected a figure that \"cites\" vouches for, found none for \"power_w\"";
    QTest::newRow("unknown-key")
        << "cards/99.json: /cards/0/bandwith_gb_per_s: expected a known key (\"bandwidth_gb_per_s\"?), found \"bandwith_gb_per_s\"";
    QTest::newRow("text-for-a-number") << "cards/99.json: /cards/0/driver_memory_mib: expected a number 256..4000000, found \"24 GB\"";
    QTest::newRow("more-than-the-driver-has")
        << "cards/99.json: /cards/0/cuda_visible_gib: expected at most what the driver reports, found 24";
    QTest::newRow("no-peak") << "cards/99.json: /cards/0: expected a peak for 16-bit or FP32 matrices (\"bf16_tflops\", ...), found none";
    QTest::newRow("unknown-source") << "cards/99.json: /cards/0/cites/hearsay: expected a key of the file's \"sources\", found \"hearsay\"";
    QTest::newRow("source-without-date") << "cards/99.json: /sources/sheet/date: expected a value, found no such key";
    QTest::newRow("date-in-words")
        << "cards/99.json: /sources/sheet/date: expected a year, a month or a day (\"2026-07-20\"), found \"last year\"";
    QTest::newRow("equal-keys") << "cards/99.json: line 2, column 50: expected each key once, found \"cards\" twice in one object";
    QTest::newRow("equal-ids") << "card T4: expected an id that nothing else of its kind has, found two of them";
    QTest::newRow("unknown-class") << "card x1: expected a speed class of speed/card-classes.json, found x-class";
    QTest::newRow("slice-of-nothing") << "card x1: expected a slice of a card that is in the catalog, found a11";
    QTest::newRow("price-zero")
        << "offers/zero.json: /groups/0/rows/0/4: expected a price above 0 (null where there is none), found \"0.00\"";
    QTest::newRow("price-as-number") << "offers/number.json: /groups/0/rows/0/4: expected a decimal string such as \"2.49\", found 2.49";
    QTest::newRow("offer-of-unknown-card") << "offer x/i/r/2026-11-30: expected a card of the catalog, found a11";
    QTest::newRow("offer-in-foreign-money") << "offer x/i/r/2026-11-30: expected a currency with a rate in ownership.json, found XAU";
    QTest::newRow("dates-turned-round")
        << "offers/dates.json: /groups/0/date_to: expected a day not before \"date_from\", found \"2026-11-29\"";
    QTest::newRow("overlapping-versions") << "engine mlc from 0.5: expected version ranges that do not overlap, found 0";
    QTest::newRow("range-turned-round") << "engines/x.json: /profiles/0: expected \"from\" below \"below\", found object with 5 entries";
    QTest::newRow("unknown-role") << "engines/x.json: /profiles/0/role: expected one of inference-memory, training-memory, serving-speed, "
                                     "training-speed, found \"speed\"";
    QTest::newRow("alias-of-two") << "engines/x.json: /aliases: expected names that no other engine has, found \"ollama\"";
}

void TestCatalogLoader::brokenFilesAreNamed()
{
    QFETCH(QString, problem);
    QCOMPARE(problemsWith({QString::fromUtf8(QTest::currentDataTag())}), QStringList{problem});
}

void TestCatalogLoader::allProblemsOfAllFilesComeAtOnce()
{
    const QStringList problems =
        problemsWith({QStringLiteral("text-for-a-number"), QStringLiteral("price-zero"), QStringLiteral("unknown-role")});
    QCOMPARE(problems.size(), 3);
}

void TestCatalogLoader::anEmptyFolderIsNoCatalog()
{
    QTemporaryDir folder;
    const CatalogLoad load = loadCatalog(folder.path().toStdString());
    QVERIFY(!load.catalog);
    QVERIFY(!load.problems.empty());
}

QTEST_APPLESS_MAIN(TestCatalogLoader)
#include "tst_catalog_loader.moc"
