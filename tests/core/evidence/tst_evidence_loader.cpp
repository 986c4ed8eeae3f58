#include "core/evidence/evidence_loader.h"

#include <QtTest>

#include <QDir>
#include <QTemporaryDir>

namespace cardfit::evidence {

// Protects: a measurement that is wrong is named with its place; what a unit means.
class TestEvidenceLoader : public QObject {
    Q_OBJECT
private slots:
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void unitsBecomeBytes_data();
    void unitsBecomeBytes();
    void aCampaignIsARunPerColumn();
    void mistakesOfACampaignAreNamed_data();
    void mistakesOfACampaignAreNamed();
    void anAbsentFileIsAProblem();
};

namespace {

const QString kFigure = QStringLiteral(R"({"class": "weights", "measured": 14.9, "unit": "GiB"})");
const QString kRun = QStringLiteral(R"({"id": "a", "source": "s", "scenario": {}, "figures": [%1]})");

EvidenceLoad loadRuns(const QString& runs)
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("evidence"));
    QFile file(folder.path() + QStringLiteral("/evidence/memory.json"));
    file.open(QIODevice::WriteOnly);
    file.write(QStringLiteral(R"({"sources": {"s": {"title": "t", "where": "w", "date": "2026"}}, "runs": [%1]})").arg(runs).toUtf8());
    file.close();
    return loadEvidence(folder.path().toStdString(), Set::Memory, {});
}

QString problemsOf(const EvidenceLoad& load)
{
    QStringList lines;
    for (const Error& error : load.problems)
        lines += QString::fromStdString(error.where + ": " + error.expected + ", " + error.found);
    return lines.join('\n');
}

} // namespace

void TestEvidenceLoader::mistakesAreNamed_data()
{
    QTest::addColumn<QString>("runs");
    QTest::addColumn<QString>("problem");
    const auto figure = [](const char* text) { return kRun.arg(QString::fromUtf8(text)); };
    QTest::newRow("unknown class") << figure(R"({"class": "wieghts", "measured": 1, "unit": "GiB"})")
                                   << "/runs/0/figures/0/class: one of weights";
    QTest::newRow("unknown unit") << figure(R"({"class": "weights", "measured": 1, "unit": "gigs"})")
                                  << "/runs/0/figures/0/unit: one of GB";
    QTest::newRow("tokens of weights") << figure(R"({"class": "weights", "measured": 1, "unit": "tokens"})")
                                       << "/runs/0/figures/0/unit: a unit of memory";
    QTest::newRow("bytes of a latency") << figure(R"({"class": "ttft", "measured": 1, "unit": "GiB"})") << "/runs/0/figures/0/unit: \"ms\"";
    QTest::newRow("milliseconds of a training step")
        << figure(R"({"class": "train-lora", "measured": 1, "unit": "ms"})") << "/runs/0/figures/0/unit: tokens/s, tokens/s/card";
    QTest::newRow("nothing measured") << figure(R"({"class": "weights", "measured": 0, "unit": "GiB"})")
                                      << "/runs/0/figures/0/measured: a positive figure";
    QTest::newRow("unknown gap") << figure(R"({"class": "weights", "measured": 1, "unit": "GiB", "gap": "no-idea"})")
                                 << "/runs/0/figures/0/gap: one of not-a-product-output";
    QTest::newRow("unknown key") << figure(R"({"class": "weights", "measured": 1, "unit": "GiB", "of": 1})")
                                 << "/runs/0/figures/0/of: a known key";
    QTest::newRow("no scenario") << QStringLiteral(R"({"id": "a", "source": "s", "figures": [%1]})").arg(kFigure)
                                 << "/runs/0: a \"scenario\" for the figures without a gap";
    QTest::newRow("mistake in the scenario")
        << QStringLiteral(R"({"id": "a", "source": "s", "scenario": {"crads": 2}, "figures": [%1]})").arg(kFigure)
        << "/runs/0/scenario/crads: a known key";
    QTest::newRow("unknown source") << QStringLiteral(R"({"id": "a", "source": "x", "scenario": {}, "figures": [%1]})").arg(kFigure)
                                    << "/runs/0/source: a key of the file's \"sources\"";
    QTest::newRow("equal ids") << kRun.arg(kFigure) + ',' + kRun.arg(kFigure) << "/runs/1/id: an id that no other run has";
    QTest::newRow("no figure") << kRun.arg(QString()) << "/runs/0/figures: at least one figure";
}

void TestEvidenceLoader::mistakesAreNamed()
{
    QFETCH(QString, runs);
    QFETCH(QString, problem);
    const EvidenceLoad load = loadRuns(runs);
    QVERIFY(!load.evidence);
    QVERIFY2(problemsOf(load).startsWith(problem) && load.problems.size() == 1, qPrintable(problemsOf(load)));
}

void TestEvidenceLoader::unitsBecomeBytes_data()
{
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("bytes"); // of 2
    QTest::addColumn<double>("other"); // the other reading
    QTest::newRow("GB") << "GB" << 2e9 << 0.0;
    QTest::newRow("GiB") << "GiB" << 2147483648.0 << 0.0;
    QTest::newRow("MiB") << "MiB" << 2097152.0 << 0.0;
    QTest::newRow("GB or GiB is not stated") << "GB or GiB" << 2e9 << 2147483648.0;
    QTest::newRow("MB or MiB is not stated") << "MB or MiB" << 2e6 << 2097152.0;
}

void TestEvidenceLoader::unitsBecomeBytes()
{
    QFETCH(QString, unit);
    QFETCH(double, bytes);
    QFETCH(double, other);
    const EvidenceLoad load = loadRuns(kRun.arg(QStringLiteral(R"({"class": "weights", "measured": 2, "unit": "%1"})").arg(unit)));
    QVERIFY2(load.evidence, qPrintable(problemsOf(load)));
    const Measured& measured = load.evidence->runs.front().figures.front();
    QCOMPARE(measured.value, bytes);
    QCOMPARE(measured.other, other);
    QCOMPARE(load.evidence->runs.front().group, std::string("s")); // its source's key where no group is named
}

namespace {

EvidenceLoad loadCampaign(const QString& columns)
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("evidence"));
    QFile file(folder.path() + QStringLiteral("/evidence/serving.json"));
    file.open(QIODevice::WriteOnly);
    file.write(QStringLiteral(R"({"sources": {"s": {"title": "t", "where": "w", "date": "2026"}}, "campaigns": [)"
                              R"({"id": "v1", "source": "s", "scenario": {"input_tokens": 900}, %1}]})")
                   .arg(columns)
                   .toUtf8());
    file.close();
    return loadEvidence(folder.path().toStdString(), Set::Serving, {});
}

} // namespace

void TestEvidenceLoader::aCampaignIsARunPerColumn()
{
    const EvidenceLoad load = loadCampaign(QStringLiteral(
        R"("concurrency": [4, 8], "ttft_ms": [90, 2000], "tpot_ms": [7, 9], "ttft_gaps": {"start-up-inside": [1]}, "core": [1])"));
    QVERIFY2(load.evidence, qPrintable(problemsOf(load)));
    QCOMPARE(load.evidence->runs.size(), 2U);
    const Run& second = load.evidence->runs[1];
    QCOMPARE(second.id, std::string("v1.2"));
    QVERIFY(second.core && !load.evidence->runs[0].core);
    QCOMPARE(second.scenario.inputTokens, 900);
    QCOMPARE(*second.scenario.concurrency, 8);
    QCOMPARE(second.figures.size(), 2U);
    QVERIFY(second.figures[0].figure == Figure::FirstTokenLoad && second.figures[0].gap == Gap::StartUpInside);
    QVERIFY(second.figures[1].figure == Figure::TimePerTokenLoad && second.figures[1].gap == Gap::None);
    QCOMPARE(second.figures[1].value, 9.0);
}

void TestEvidenceLoader::mistakesOfACampaignAreNamed_data()
{
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("problem");
    QTest::newRow("one figure too few") << R"("concurrency": [4, 8], "ttft_ms": [90], "tpot_ms": [7, 9])"
                                        << "/campaigns/0/ttft_ms: one figure for each";
    QTest::newRow("unknown gap") << R"("concurrency": [4], "ttft_ms": [90], "tpot_ms": [7], "tpot_gaps": {"mood": [0]})"
                                 << "/campaigns/0/tpot_gaps/mood: a name out of the list of gaps";
    QTest::newRow("gap outside the column") << R"("concurrency": [4], "ttft_ms": [90], "tpot_ms": [7], "ttft_gaps": {"in-doubt": [1]})"
                                            << "/campaigns/0/ttft_gaps/in-doubt/0";
    QTest::newRow("nothing measured") << R"("concurrency": [4], "ttft_ms": [0], "tpot_ms": [7])"
                                      << "/campaigns/0/ttft_ms/0: a positive figure";
}

void TestEvidenceLoader::mistakesOfACampaignAreNamed()
{
    QFETCH(QString, columns);
    QFETCH(QString, problem);
    const EvidenceLoad load = loadCampaign(columns);
    QVERIFY(!load.evidence);
    QVERIFY2(problemsOf(load).contains(problem), qPrintable(problemsOf(load)));
}

void TestEvidenceLoader::anAbsentFileIsAProblem()
{
    const EvidenceLoad load = loadEvidence("/nowhere", Set::Startups, {});
    QVERIFY(!load.evidence);
    QCOMPARE(load.problems.size(), 1U);
    QVERIFY(QString::fromStdString(load.problems.front().file).endsWith(QStringLiteral("evidence/startups.json")));
}

} // namespace cardfit::evidence

QTEST_APPLESS_MAIN(cardfit::evidence::TestEvidenceLoader)
#include "tst_evidence_loader.moc"
