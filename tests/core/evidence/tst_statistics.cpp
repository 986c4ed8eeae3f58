#include "core/evidence/calibration.h"
#include "core/evidence/summary.h"

#include <QtTest>

namespace cardfit::evidence {

// Protects: what median, nine in ten, coverage and width mean, on outcomes whose figures can be checked by hand.
class TestStatistics : public QObject {
    Q_OBJECT
private slots:
    void quantilesAreThoseOfTheDefinition_data();
    void quantilesAreThoseOfTheDefinition();
    void aMissingAnswerIsAnErrorOfAll();
    void coverageCountsOnlyWhatHasAnInterval();
    void groupsCountOnceEach();
    void theFirstWordOfAClassSelectsAllOfIt();
    void whatIsAsideIsNotInTheTotal();
    void aBandHoldsEightOfTenAndTheEstimate();
    void fewResidualsBorrowThoseOfRelatedClasses();
};

namespace {

// Measurements of 100 with these predictions, each its own campaign unless `group` says otherwise.
struct Sample {
    Evidence evidence;
    std::vector<Outcome> outcomes;

    Outcome& add(double predicted, Figure figure = Figure::Weights, const std::string& group = {})
    {
        Run run;
        run.group = group.empty() ? std::to_string(outcomes.size()) : group;
        run.figures.push_back({});
        run.figures.back().figure = figure;
        run.figures.back().value = 100;
        evidence.runs.push_back(std::move(run));
        Outcome outcome;
        outcome.run = outcomes.size();
        outcome.kind = Outcome::Kind::Answered;
        outcome.predicted = predicted;
        outcome.measured = 100;
        outcomes.push_back(outcome);
        return outcomes.back();
    }
    std::vector<const Outcome*> all() const { return select(evidence, outcomes, {}); }
    Statistics statistics() const { return statisticsOf(evidence, all()); }
};

// A residual of a class: 100 measured, so that measured / predicted is `ratio`.
void addResidual(Sample& sample, double ratio, MemoryClass memoryClass, const std::string& group = {})
{
    Outcome& outcome = sample.add(100 / ratio, Figure::Weights, group);
    outcome.memoryClass = memoryClass;
}

Calibration calibrationOf(const Sample& sample, MemoryClass memoryClass)
{
    static const MemoryConstants constants;
    Calibrator calibrator(constants);
    calibrator.add(sample.evidence, sample.all());
    return calibrator.result()[static_cast<std::size_t>(memoryClass)];
}

} // namespace

void TestStatistics::quantilesAreThoseOfTheDefinition_data()
{
    QTest::addColumn<QList<double>>("predicted");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p90"); // sorted[min(n - 1, int(0.9 n))]
    QTest::newRow("one") << QList<double>{103} << 0.03 << 0.03;
    QTest::newRow("even count: mean of the middle two") << QList<double>{101, 98, 104, 92} << 0.03 << 0.08;
    QTest::newRow("ten: the tenth") << QList<double>{101, 102, 103, 104, 105, 106, 107, 108, 109, 110} << 0.055 << 0.10;
    QTest::newRow("eleven: the tenth") << QList<double>{101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 150} << 0.06 << 0.10;
}

void TestStatistics::quantilesAreThoseOfTheDefinition()
{
    QFETCH(QList<double>, predicted);
    QFETCH(double, median);
    QFETCH(double, p90);
    Sample sample;
    for (const double value : predicted)
        sample.add(value);
    const Statistics statistics = sample.statistics();
    QCOMPARE(statistics.count, int(predicted.size()));
    QVERIFY2(std::abs(statistics.median - median) < 1e-12, qPrintable(QString::number(statistics.median)));
    QVERIFY2(std::abs(statistics.p90 - p90) < 1e-12, qPrintable(QString::number(statistics.p90)));
}

void TestStatistics::aMissingAnswerIsAnErrorOfAll()
{
    Sample sample;
    sample.add(100);
    sample.add(0).kind = Outcome::Kind::Unanswered;
    sample.add(0).kind = Outcome::Kind::Gap;
    const Statistics statistics = sample.statistics();
    QCOMPARE(statistics.count, 2);
    QCOMPARE(statistics.unanswered, 1);
    QCOMPARE(statistics.gaps, 1);
    QCOMPARE(statistics.median, 0.5);
    QCOMPARE(statistics.p90, 1.0);
    QCOMPARE(statistics.bias, -0.5);
}

void TestStatistics::coverageCountsOnlyWhatHasAnInterval()
{
    Sample sample;
    sample.add(100);
    for (const double high : {120.0, 99.0}) {
        Outcome& outcome = sample.add(100);
        outcome.low = 90;
        outcome.high = high;
    }
    const Statistics statistics = sample.statistics();
    QCOMPARE(*statistics.coverage, 0.5); // 100 lies in 90..120, not in 90..99
    QVERIFY(std::abs(*statistics.medianWidth - (0.30 + 0.09) / 2) < 1e-12);
    QVERIFY(!Sample().statistics().coverage);
}

void TestStatistics::groupsCountOnceEach()
{
    Sample sample;
    for (int i = 0; i < 5; ++i)
        sample.add(101, Figure::Weights, "large campaign");
    sample.add(109, Figure::Weights, "small campaign");
    QVERIFY(std::abs(sample.statistics().median - 0.01) < 1e-12);
    QVERIFY(std::abs(sample.statistics().medianOfGroups - 0.05) < 1e-12);
}

void TestStatistics::theFirstWordOfAClassSelectsAllOfIt()
{
    Sample sample;
    for (const Figure figure : {Figure::KvPool, Figure::KvTokens, Figure::AdapterDevice})
        sample.add(100, figure);
    const auto count = [&](const char* figure) {
        Selection selection;
        selection.figure = figure;
        return select(sample.evidence, sample.outcomes, selection).size();
    };
    QCOMPARE(count("kv"), 2U);
    QCOMPARE(count("kv-pool"), 1U);
    QCOMPARE(count("adapter"), 1U);
    QCOMPARE(count("adapt"), 0U);
    QCOMPARE(count(""), 3U);
}

void TestStatistics::whatIsAsideIsNotInTheTotal()
{
    Sample sample;
    sample.add(100, Figure::KvPool);
    sample.add(150, Figure::CudaGraphs);
    sample.evidence.runs.back().figures.front().aside = true;
    const Summary summary = summarize(sample.evidence, sample.all(), Key::Figure);
    QCOMPARE(summary.all.count, 1);
    QCOMPARE(summary.rows.size(), 2U);
    QVERIFY(summary.rows.back().aside);
    QCOMPARE(summary.rows.back().key, std::string("cuda-graphs"));
}

void TestStatistics::aBandHoldsEightOfTenAndTheEstimate()
{
    Sample sample;
    for (int i = 1; i <= 20; ++i) // 1.01 to 1.20
        addResidual(sample, 1 + i / 100.0, MemoryClass::InferenceDevice);
    const Calibration calibration = calibrationOf(sample, MemoryClass::InferenceDevice);
    QCOMPARE(calibration.band.low, 1.0); // all were above the estimate; it is inside all the same
    QVERIFY2(calibration.band.high >= 1.18 && calibration.band.high < 1.19, qPrintable(QString::number(calibration.band.high)));
    QCOMPARE(calibration.record.measurements, 20);
    QVERIFY(!calibration.borrowed);
}

void TestStatistics::fewResidualsBorrowThoseOfRelatedClasses()
{
    Sample sample;
    addResidual(sample, 1.0, MemoryClass::FullDevice);
    for (int i = 0; i < 20; ++i)
        addResidual(sample, 1.3, MemoryClass::AdapterDevice);
    const Calibration few = calibrationOf(sample, MemoryClass::FullDevice);
    QVERIFY(few.borrowed);
    QCOMPARE(few.record.measurements, 1); // the record stays its own
    QCOMPARE(few.band.high, 1.3);
    QCOMPARE(calibrationOf(sample, MemoryClass::InferenceDevice).record.measurements, 0);
}

} // namespace cardfit::evidence

QTEST_APPLESS_MAIN(cardfit::evidence::TestStatistics)
#include "tst_statistics.moc"
