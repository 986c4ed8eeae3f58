#include "core/evidence/figures.h"

#include <QtTest>

namespace cardfit::evidence {

// Protects: which figure of a speed plan a measurement is held against, in the unit that its source prints, and that the
// interval turns round where a time stands for a rate. The plan's figures are made up; expected values are arithmetic.
class TestSpeedFigures : public QObject {
    Q_OBJECT
private slots:
    void figuresComeInTheUnitOfTheSource_data();
    void figuresComeInTheUnitOfTheSource();
    void aFigureThatThePlanLacksIsNoCandidate();
};

namespace {

// 20 ms a token (16 to 25), first token 100 ms (50 to 400), 400 tokens/s out (300 to 500) of 1200 in all, 3000 prefill.
speed::SpeedPlan servingPlan()
{
    speed::SpeedPlan plan;
    plan.timeToFirstToken = Seconds::of(0.1);
    plan.firstTokenSeconds = {0.05, 0.4};
    plan.timePerOutputToken = Seconds::of(0.02);
    plan.taskFigure = {0.016, 0.025};
    plan.outputTokens = TokensPerSecond::of(400);
    plan.throughput = {300, 500};
    plan.totalTokens = TokensPerSecond::of(1200);
    plan.prefillTokens = TokensPerSecond::of(3000);
    return plan;
}

// 8000 tokens/s (6400 to 10000), a step of 2 s, 40 % of the peak.
speed::SpeedPlan trainingPlan()
{
    speed::SpeedPlan plan;
    plan.trainingTokens = TokensPerSecond::of(8000);
    plan.taskFigure = {6400, 10000};
    plan.stepTime = Seconds::of(2);
    plan.mfu = 0.4;
    return plan;
}

} // namespace

void TestSpeedFigures::figuresComeInTheUnitOfTheSource_data()
{
    QTest::addColumn<int>("figure");
    QTest::addColumn<int>("unit");
    QTest::addColumn<bool>("countsInput");
    QTest::addColumn<bool>("withPrefill");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("common"); // 0: the value is
    const auto row = [](const char* name, Figure figure, Unit unit, double value, double low, double high, double common,
                        bool countsInput = false, bool withPrefill = false) {
        QTest::newRow(name) << int(figure) << int(unit) << countsInput << withPrefill << value << low << high << common;
    };
    row("first token", Figure::FirstToken, Unit::Milliseconds, 100, 50, 400, 0);
    row("time per token", Figure::TimePerTokenLoad, Unit::Milliseconds, 20, 16, 25, 0);
    row("a stream while it decodes: 1 / time, ends change places", Figure::Decode, Unit::TokensPerSecond, 50, 40, 62.5, 0);
    row("a stream with its prefill: the rate of the request", Figure::Decode, Unit::TokensPerSecond, 400, 320, 500, 0, false, true);
    row("throughput", Figure::Throughput, Unit::TokensPerSecond, 400, 300, 500, 400);
    row("throughput in and out", Figure::Throughput, Unit::TokensPerSecond, 1200, 900, 1500, 1200, true);
    row("throughput of one of 4 cards", Figure::Throughput, Unit::TokensPerSecondAndCard, 100, 75, 125, 400);
    row("prefill: interval of the first token turned round", Figure::Prefill, Unit::TokensPerSecond, 3000, 750, 6000, 3000);
    row("prefill in prompts of 300", Figure::Prefill, Unit::SamplesPerSecond, 10, 2.5, 20, 3000);
    row("training", Figure::LoraTraining, Unit::TokensPerSecond, 8000, 6400, 10000, 8000);
    row("training of one of 4 cards", Figure::Pretraining, Unit::TokensPerSecondAndCard, 2000, 1600, 2500, 8000);
    row("training in samples of 1000", Figure::FullTraining, Unit::SamplesPerSecond, 8, 6.4, 10, 8000);
    row("a step: slow end of the rate is the long time", Figure::QloraTraining, Unit::SecondsPerStep, 2, 1.6, 2.5, 8000);
    row("share of the peak", Figure::Pretraining, Unit::PercentOfPeak, 40, 32, 50, 8000);
}

void TestSpeedFigures::figuresComeInTheUnitOfTheSource()
{
    QFETCH(int, figure);
    QFETCH(int, unit);
    QFETCH(bool, countsInput);
    QFETCH(bool, withPrefill);
    Scenario scenario;
    scenario.cards = 4;
    scenario.inputTokens = 300;
    scenario.contextTokens = 1000;
    Measured measured;
    measured.figure = static_cast<Figure>(figure);
    measured.unit = static_cast<Unit>(unit);
    measured.countsInput = countsInput;
    measured.withPrefill = withPrefill;
    const Candidate found = speedCandidate(measured.figure >= Figure::Pretraining ? trainingPlan() : servingPlan(), scenario, measured);
    QFETCH(double, value);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, common);
    QVERIFY(qFuzzyCompare(found.value, value));
    QVERIFY2(qFuzzyCompare(found.low, low) && qFuzzyCompare(found.high, high), qPrintable(QString("%1 %2").arg(found.low).arg(found.high)));
    QVERIFY(qFuzzyCompare(1 + found.common, 1 + common));
    QCOMPARE(found.inverse, measured.unit == Unit::SecondsPerStep);
}

void TestSpeedFigures::aFigureThatThePlanLacksIsNoCandidate()
{
    for (const Figure figure : {Figure::FirstToken, Figure::Decode, Figure::Throughput, Figure::Pretraining}) {
        Measured measured;
        measured.figure = figure;
        measured.unit = commonUnitOf(figure);
        QCOMPARE(speedCandidate({}, {}, measured).value, 0.0);
    }
}

} // namespace cardfit::evidence

QTEST_APPLESS_MAIN(cardfit::evidence::TestSpeedFigures)
#include "tst_speed_figures.moc"
