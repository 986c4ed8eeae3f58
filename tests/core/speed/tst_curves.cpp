#include "core/plan/speed/curves.h"
#include "core/plan/speed/serving.h"
#include "tests/core/speed/speed_case.h"

#include <cmath>
#include <limits>

using namespace cardfit;
using namespace cardfit::speed;
using namespace cardfit::test;

namespace {

const char* const kSmall = R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"int4-awq","card":"a10","cards":2,
                               "parallel":{"auto":false,"tensor":2},"engine":"vllm","input_tokens":1024,"output_tokens":256)";

Resolved withLimits(const std::string& limits) { return resolved(std::string(kSmall) + ",\"limits\":{" + limits + "}}"); }

ServingCurve curveOf(const Resolved& scenario, double cacheTokens)
{
    return servingCurve(scenario, statedSplit(scenario), cacheOf(cacheTokens), userGrid(256));
}

// The plan's own figures at a number of users.
SpeedPlan planAt(Resolved scenario, double users, double cacheTokens)
{
    scenario.scenario.concurrency = static_cast<int>(users);
    return speedOf(scenario, cacheTokens);
}

double tokenFigure(const SpeedPlan& plan)
{
    return inMilliseconds(plan.timePerOutputTokenP95 ? *plan.timePerOutputTokenP95 : *plan.timePerOutputToken);
}

} // namespace

class CurvesTest : public QObject {
    Q_OBJECT
private slots:
    void kneeOfAHandMadeModel_data();
    void kneeOfAHandMadeModel();
    void gridIsWholeUsersWithThePowersOfTwo();
    void curveSaysWhatThePlanSays_data();
    void curveSaysWhatThePlanSays();
    void fullIsWhereTheCacheHoldsNoMoreRequests();
    void seatsOfTheEngineAreNotCalledAFullCache();
    void throughputNeverFallsAndStandsStillBehindTheLastSeat();
    void latencyNeverFalls();
    void limitIsKeptUpToTheCrossingAndBrokenBehindIt_data();
    void limitIsKeptUpToTheCrossingAndBrokenBehindIt();
    void limitsAtTheEnds();
    void kneeLiesBetweenOneUserAndTheLastSeat();
    void copiesShareTheUsers();
};

// Answer time a + b·n and n answers at once: throughput n/(a + b·n), power n/(a + b·n)², greatest at n = a/b (by hand).
void CurvesTest::kneeOfAHandMadeModel_data()
{
    QTest::addColumn<double>("fixed");
    QTest::addColumn<double>("perUser");
    QTest::addColumn<double>("seats");
    QTest::addColumn<double>("knee");
    QTest::newRow("ten times the fixed part") << 10.0 << 1.0 << 1000.0 << 10.0;
    QTest::newRow("a fraction of a user") << 5.0 << 0.32 << 1000.0 << 15.625;
    QTest::newRow("beyond the last seat: the last seat") << 400.0 << 1.0 << 100.0 << 100.0;
    QTest::newRow("every user costs more than it brings: one") << 0.5 << 1.0 << 100.0 << 1.0;
}

void CurvesTest::kneeOfAHandMadeModel()
{
    QFETCH(double, fixed);
    QFETCH(double, perUser);
    QFETCH(double, seats);
    QFETCH(double, knee);
    const auto power = [&](double users) { return users / std::pow(fixed + perUser * users, 2); };
    VERIFY_NEAR(kneeOf(power, 1, seats), knee, 0.01, 0);
}

void CurvesTest::gridIsWholeUsersWithThePowersOfTwo()
{
    const std::vector<double> users = userGrid(256);
    QCOMPARE(users.front(), 1.0);
    QCOMPARE(users.back(), 256.0);
    for (std::size_t i = 0; i < users.size(); ++i) {
        QCOMPARE(users[i], std::round(users[i]));
        QVERIFY(i == 0 || users[i] > users[i - 1]);
    }
    for (double power = 1; power <= 256; power *= 2)
        QVERIFY2(std::ranges::find(users, power) != users.end(), qPrintable(QString::number(power)));
}

void CurvesTest::curveSaysWhatThePlanSays_data()
{
    QTest::addColumn<QString>("demand");
    QTest::newRow("steady") << QString();
    QTest::newRow("burst") << QStringLiteral(R"(,"demand":{"arrival":"burst"})");
}

void CurvesTest::curveSaysWhatThePlanSays()
{
    QFETCH(QString, demand);
    const Resolved scenario = resolved(kSmall + demand.toStdString() + "}");
    const ServingCurve curve = curveOf(scenario, 100'000);
    for (const double users : {1.0, 2.0, 16.0, 64.0, 128.0, 256.0}) {
        const auto point = std::ranges::find(curve.points, users, &LoadPoint::users);
        QVERIFY(point != curve.points.end());
        const SpeedPlan plan = planAt(scenario, users, 100'000);
        VERIFY_NEAR(point->firstToken.mean, plan.timeToFirstToken->value(), 1e-9, 0);
        VERIFY_NEAR(point->perToken.mean, plan.timePerOutputToken->value(), 1e-9, 0);
        VERIFY_NEAR(point->outputTokens, plan.outputTokens->value(), 1e-9, 0);
    }
}

// 100,000 tokens of cache over 1,024 of input and half of 256 of output: what vLLM admits (README.md 5).
void CurvesTest::fullIsWhereTheCacheHoldsNoMoreRequests()
{
    const ServingCurve curve = curveOf(resolved(std::string(kSmall) + "}"), 100'000);
    VERIFY_NEAR(curve.full, 100'000.0 / (1024 + 128), 1e-9, 0);
    QVERIFY(curve.cacheFills);
    for (const LoadPoint& point : curve.points)
        QCOMPARE(point.queued, point.users > curve.full * 1.01);
}

void CurvesTest::seatsOfTheEngineAreNotCalledAFullCache()
{
    const ServingCurve curve = curveOf(resolved(std::string(kSmall) + R"(,"serving":{"max_sequences":32}})"), 100'000);
    QCOMPARE(curve.full, 32.0);
    QVERIFY(!curve.cacheFills);
}

void CurvesTest::throughputNeverFallsAndStandsStillBehindTheLastSeat()
{
    const ServingCurve curve = curveOf(resolved(std::string(kSmall) + "}"), 100'000);
    double last = 0;
    for (const LoadPoint& point : curve.points) {
        QVERIFY2(point.requestsPerSecond >= last * (1 - 1e-6), qPrintable(QString::number(point.users)));
        last = point.requestsPerSecond;
        if (point.users > curve.full)
            VERIFY_NEAR(point.requestsPerSecond, curve.points.back().requestsPerSecond, 1e-6, 0);
    }
}

void CurvesTest::latencyNeverFalls()
{
    const ServingCurve curve = curveOf(resolved(std::string(kSmall) + "}"), 100'000);
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
        QVERIFY(curve.points[i].firstToken.mean >= curve.points[i - 1].firstToken.mean * (1 - 1e-6));
        QVERIFY(curve.points[i].perToken.mean >= curve.points[i - 1].perToken.mean * (1 - 1e-6));
    }
}

void CurvesTest::limitIsKeptUpToTheCrossingAndBrokenBehindIt_data()
{
    QTest::addColumn<double>("milliseconds");
    for (const double limit : {25.0, 40.0, 50.0, 75.0, 120.0})
        QTest::addRow("%g ms", limit) << limit;
}

void CurvesTest::limitIsKeptUpToTheCrossingAndBrokenBehindIt()
{
    QFETCH(double, milliseconds);
    const Resolved scenario = withLimits("\"tpot_ms_p95\":" + std::to_string(milliseconds));
    const ServingCurve curve = curveOf(scenario, 200'000);
    QVERIFY(curve.withinLimits.has_value());
    QCOMPARE(curve.firstBroken, LatencyLimit::PerToken);
    QVERIFY(*curve.withinLimits >= 1);
    QVERIFY(tokenFigure(planAt(scenario, *curve.withinLimits, 200'000)) <= milliseconds);
    QVERIFY(tokenFigure(planAt(scenario, *curve.withinLimits + 1, 200'000)) > milliseconds);
}

void CurvesTest::limitsAtTheEnds()
{
    QVERIFY(!curveOf(resolved(std::string(kSmall) + "}"), 100'000).withinLimits);
    const ServingCurve never = curveOf(withLimits(R"("tpot_ms_p95":0.5)"), 100'000);
    QCOMPARE(*never.withinLimits, 0.0);
    QCOMPARE(never.firstBroken, LatencyLimit::PerToken);
    const ServingCurve always = curveOf(withLimits(R"("tpot_ms_p95":5000)"), 100'000);
    QCOMPARE(*always.withinLimits, std::numeric_limits<double>::infinity());
    QCOMPARE(always.firstBroken, LatencyLimit::None);
    // Behind the last seat requests wait: a limit of the first token is broken there at the latest.
    const ServingCurve waits = curveOf(withLimits(R"("tpot_ms_p95":5000,"ttft_ms_p95":60000)"), 100'000);
    QVERIFY(std::isfinite(*waits.withinLimits));
    QCOMPARE(waits.firstBroken, LatencyLimit::FirstToken);
    QVERIFY(*waits.withinLimits > waits.full);
}

void CurvesTest::kneeLiesBetweenOneUserAndTheLastSeat()
{
    for (const double cache : {4'000.0, 40'000.0, 400'000.0}) {
        const ServingCurve curve = curveOf(resolved(std::string(kSmall) + "}"), cache);
        QVERIFY(curve.knee >= 1 && curve.knee <= curve.full * 1.001);
    }
}

// Two copies of one card serve twice the users at the same latency.
void CurvesTest::copiesShareTheUsers()
{
    const Resolved one = resolved(R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a100-sxm-80gb","cards":1,"engine":"vllm"})");
    const Resolved two = resolved(
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a100-sxm-80gb","cards":2,"engine":"vllm","parallel":{"auto":false,"data":2}})");
    const LoadPoint single = loadAt(one, statedSplit(one), cacheOf(100'000), 20),
                    twin = loadAt(two, statedSplit(two), cacheOf(100'000), 40);
    VERIFY_NEAR(twin.perToken.mean, single.perToken.mean, 1e-9, 0);
    VERIFY_NEAR(twin.requestsPerSecond, 2 * single.requestsPerSecond, 1e-9, 0);
}

QTEST_APPLESS_MAIN(CurvesTest)
#include "tst_curves.moc"
