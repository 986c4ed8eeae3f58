#include "core/report/report_model.h"

#include <QtTest>

using namespace cardfit;
using namespace cardfit::report;

namespace {

std::string csvOf(Observation observation)
{
    ReportModel model;
    model.observations.push_back(std::move(observation));
    return writeCsv(model);
}

} // namespace

class CsvTest : public QObject {
    Q_OBJECT
private slots:
    void headNamesTheColumns();
    void cells_data();
    void cells();
    void hashFollowsTheContent();
};

void CsvTest::headNamesTheColumns()
{
    QCOMPARE(writeCsv(ReportModel()), std::string("scenario,part,name,value,unit,low,high,basis,source,date\r\n"));
}

// RFC 4180, section 2; formulas: OWASP "CSV injection" (= + - @, tab, carriage return).
void CsvTest::cells_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("A10") << QByteArray("A10");
    QTest::newRow("a comma is quoted") << QByteArray("a,b") << QByteArray("\"a,b\"");
    QTest::newRow("a quote is doubled") << QByteArray("19\" rack") << QByteArray("\"19\"\" rack\"");
    QTest::newRow("a line break is quoted") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
    QTest::newRow("a formula is disarmed") << QByteArray("=1+1") << QByteArray("\"'=1+1\"");
    QTest::newRow("a plus") << QByteArray("+A1") << QByteArray("\"'+A1\"");
    QTest::newRow("an at") << QByteArray("@SUM(A1)") << QByteArray("\"'@SUM(A1)\"");
    QTest::newRow("a minus before a name") << QByteArray("-cmd|' /C calc'!A0") << QByteArray("\"'-cmd|' /C calc'!A0\"");
    QTest::newRow("a tab") << QByteArray("\t=1") << QByteArray("\"'\t=1\"");
    QTest::newRow("a negative number stays a number") << QByteArray("-19.28") << QByteArray("-19.28");
    QTest::newRow("Chinese passes") << QByteArray("基准") << QByteArray("基准");
}

void CsvTest::cells()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    Observation observation;
    observation.name = name.toStdString();
    const std::string csv = csvOf(observation);
    QCOMPARE(QByteArray::fromStdString(csv.substr(csv.find("\r\n") + 2)), ",," + expected + ",,,,,,,\r\n");
}

void CsvTest::hashFollowsTheContent()
{
    const Study study;
    Study changed = study;
    changed.scenarios.front().contextTokens = 4096;
    changed.scenarios.front().contextStated = true;
    QCOMPARE(studyHash(study, "2026-11-29").size(), std::size_t(7));
    QCOMPARE(studyHash(study, "2026-11-29"), studyHash(study, "2026-11-29"));
    QVERIFY(studyHash(study, "2026-11-29") != studyHash(changed, "2026-11-29"));
    QVERIFY(studyHash(study, "2026-11-29") != studyHash(study, "2026-11-30"));
}

QTEST_APPLESS_MAIN(CsvTest)
#include "tst_csv.moc"
