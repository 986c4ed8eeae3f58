#include "core/plan/fleet/training_curve.h"
#include "tests/support/scenario_case.h"

using namespace cardfit;
using namespace cardfit::fleet;
using namespace cardfit::test;

namespace {

Resolved job(const std::string& more)
{
    return resolved(R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"full","context_tokens":4096)" + more + "}");
}

const TrainingPoint* at(const TrainingCurve& curve, int cards)
{
    const auto found = std::ranges::find(curve.points, cards, &TrainingPoint::cards);
    return found == curve.points.end() ? nullptr : &*found;
}

} // namespace

class TrainingCurveTest : public QObject {
    Q_OBJECT
private slots:
    void countsThatDoNotHoldTheJobAreLeftOut();
    void pointIsWhatThePlanSaysOfThatCount();
    void efficiencyIsAgainstTheFewestCards();
    void slowerLinksScaleWorse();
    void batchThatCannotBeSpreadFurtherIsSaid();
    void comparedLinksAreThoseThatJoinCardsOtherwise_data();
    void comparedLinksAreThoseThatJoinCardsOtherwise();
};

// 7.6 B parameters in full fine-tuning need about 16 bytes each: 114 GiB, more than one card of 80 GB.
void TrainingCurveTest::countsThatDoNotHoldTheJobAreLeftOut()
{
    const TrainingCurve curve = trainingCurve(job(R"(,"card":"a100-sxm-80gb","cards":8,"global_batch":64)"), 8, 32, Interconnect::Auto);
    QVERIFY(!at(curve, 1));
    QVERIFY(at(curve, 8));
    for (std::size_t i = 1; i < curve.points.size(); ++i)
        QVERIFY(curve.points[i].cards > curve.points[i - 1].cards);
}

void TrainingCurveTest::pointIsWhatThePlanSaysOfThatCount()
{
    const Resolved scenario = job(R"(,"card":"a100-sxm-80gb","cards":8,"global_batch":64)");
    const TrainingCurve curve = trainingCurve(scenario, 8, 32, scenario.scenario.interconnect);
    const TrainingPoint* point = at(curve, 8);
    QVERIFY(point);
    Text refusal;
    const auto speed = speed::estimate(scenario, point->split, {}, refusal);
    QVERIFY(speed.has_value());
    QCOMPARE(point->tokensPerSecond, speed->trainingTokens->value());
    QCOMPARE(point->job.value(), speed->jobTime->value());
}

void TrainingCurveTest::efficiencyIsAgainstTheFewestCards()
{
    const TrainingCurve curve = trainingCurve(job(R"(,"card":"h100-sxm","cards":8,"global_batch":512)"), 8, 64, Interconnect::Auto);
    QVERIFY(curve.points.size() >= 3);
    QCOMPARE(curve.points.front().efficiency, 1.0);
    const TrainingPoint &first = curve.points.front(), &last = curve.points.back();
    QVERIFY(isNear(last.efficiency, (last.tokensPerSecond / last.cards) / (first.tokensPerSecond / first.cards), 1e-12));
    QVERIFY(last.tokensPerSecond > first.tokensPerSecond);
    QVERIFY(last.efficiency < 1.05);
}

void TrainingCurveTest::slowerLinksScaleWorse()
{
    const Resolved scenario = job(R"(,"card":"a100-sxm-80gb","cards":8,"global_batch":64)");
    const TrainingCurve nvlink = trainingCurve(scenario, 8, 32, Interconnect::Nvlink),
                        pcie = trainingCurve(scenario, 8, 32, Interconnect::Pcie),
                        ethernet = trainingCurve(scenario, 8, 32, Interconnect::Ethernet);
    QVERIFY(at(nvlink, 8)->tokensPerSecond > at(pcie, 8)->tokensPerSecond);
    QVERIFY(at(nvlink, 32)->tokensPerSecond > at(ethernet, 32)->tokensPerSecond);
    QCOMPARE(at(nvlink, 8)->tokensPerSecond, at(ethernet, 8)->tokensPerSecond); // one server: Ethernet is not used
}

void TrainingCurveTest::batchThatCannotBeSpreadFurtherIsSaid()
{
    const TrainingCurve curve = trainingCurve(job(R"(,"card":"h100-sxm","cards":8,"global_batch":16)"), 8, 64, Interconnect::Auto);
    for (const TrainingPoint& point : curve.points) {
        QCOMPARE(point.batchGrows, point.split.data > 16);
        QCOMPARE(point.batch, std::max(16.0, static_cast<double>(point.split.data)));
    }
    QVERIFY(curve.points.back().batchGrows);
    QVERIFY(!curve.points.front().batchGrows);
}

void TrainingCurveTest::comparedLinksAreThoseThatJoinCardsOtherwise_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("link");
    QTest::addColumn<QStringList>("links");
    QTest::newRow("NVLink by default") << QStringLiteral("a100-sxm-80gb") << QStringLiteral("auto")
                                       << QStringList{"auto", "pcie", "ethernet"};
    QTest::newRow("no link of its own") << QStringLiteral("a10") << QStringLiteral("auto") << QStringList{"auto", "ethernet"};
    QTest::newRow("asked for Ethernet") << QStringLiteral("a10") << QStringLiteral("ethernet") << QStringList{"ethernet", "pcie"};
}

void TrainingCurveTest::comparedLinksAreThoseThatJoinCardsOtherwise()
{
    QFETCH(QString, card);
    QFETCH(QString, link);
    QFETCH(QStringList, links);
    QStringList found;
    for (const Interconnect each :
         comparedLinks(job(",\"card\":\"" + card.toStdString() + "\",\"interconnect\":\"" + link.toStdString() + "\"")))
        found << QString::fromUtf8(nameOf(each).data(), static_cast<qsizetype>(nameOf(each).size()));
    QCOMPARE(found, links);
}

QTEST_APPLESS_MAIN(TrainingCurveTest)
#include "tst_training_curve.moc"
