#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/sentences.h"
#include "core/plan/fleet/split.h"
#include "core/plan/speed/disaggregated.h"
#include "core/plan/speed/rates.h"
#include "tests/support/scenario_case.h"

using namespace cardfit;
using namespace cardfit::test;

namespace {

struct Sized {
    Resolved scenario;
    Split split;
    speed::CacheCapacity cache;
    std::optional<speed::SpeedPlan> speed;
    fleet::FleetPlan fleet;
    Text refusal;
};

Sized sized(const std::string& text)
{
    Sized result{resolved(text), {}, {}, {}, {}, {}};
    result.split = *fleet::chooseSplit(result.scenario, result.scenario.scenario.cards.value_or(1));
    result.cache = speed::cacheCapacity(result.scenario, result.split, memory::estimate(result.scenario, result.split));
    result.speed = speed::estimate(result.scenario, result.split, result.cache, result.refusal);
    result.fleet = fleet::sizeFleet(result.scenario, result.split, result.cache, result.speed);
    return result;
}

std::string onA10(const std::string& demand, const std::string& rest = "")
{
    return R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","weights":"bf16","demand":{)" + demand + "}" + rest + "}";
}

bool says(const fleet::FleetPlan& fleet, std::string_view code)
{
    const std::vector<Text> sentences = fleet::sentencesOf(fleet);
    return std::any_of(sentences.begin(), sentences.end(), [&](const Text& text) { return text.code == code; });
}

} // namespace

// What a sized fleet says of itself: what limits it, where it saturates, and why it is not smaller.
class SizingTest : public QObject {
    Q_OBJECT
private slots:
    void oneReplicaLessIsShortOfCapacity();
    void oneReplicaLessMissesTheLimit_data();
    void oneReplicaLessMissesTheLimit();
    void oneReplicaHasNoCheaperNeighbour();
    void saturatesAtItsCapacity();
    void theCacheLimitsLongContexts();
    void hoursOfTheProfileShapeUtilization();
    void separateFleetsAreSizedApart();
    void separateFleetsKeepTheirLimits();
    void handOverTakesTheCacheOverTheLink();
    void separateFleetsAreRefusedWithoutAnEquation_data();
    void separateFleetsAreRefusedWithoutAnEquation();
};

void SizingTest::oneReplicaLessIsShortOfCapacity()
{
    const Sized plan = sized(onA10(R"("requests_per_second":20,"peak_factor":2,"arrival":"poisson")"));
    QVERIFY(plan.fleet.replicas > 2 && plan.fleet.nextCheaper);
    const fleet::NextCheaper& next = *plan.fleet.nextCheaper;
    QCOMPARE(next.replicas, plan.fleet.replicas - 1);
    // 80 % of what is left of the capacity, against the peak of 40.
    const double left = 0.8 * *plan.fleet.capacityRequestsPerSecond / plan.fleet.replicas * next.replicas;
    QVERIFY(isNear(*next.capacityShort, 1 - left / 40, 1e-9));
    QVERIFY(*next.capacityShort > 0 && *next.capacityShort < 1.0 / plan.fleet.replicas + 1e-9);
    QVERIFY(says(plan.fleet, "fleet.next.capacity"));
}

void SizingTest::oneReplicaLessMissesTheLimit_data()
{
    QTest::addColumn<QString>("limit");
    QTest::addColumn<QString>("code");
    QTest::newRow("first token") << "ttft_ms_p95"
                                 << "fleet.next.ttft";
    QTest::newRow("time per token") << "tpot_ms_p95"
                                    << "fleet.next.tpot";
}

// A limit a fifth under what the fleet gives that capacity asks for: more replicas, and without the last one it is missed.
void SizingTest::oneReplicaLessMissesTheLimit()
{
    QFETCH(QString, limit);
    QFETCH(QString, code);
    const std::string demand = R"("requests_per_second":20,"peak_factor":2,"arrival":"poisson")";
    const Sized free = sized(onA10(demand));
    const Seconds p95 = limit.startsWith("ttft") ? *free.speed->timeToFirstTokenP95 : *free.speed->timePerOutputTokenP95;
    const Sized plan =
        sized(onA10(demand, ",\"limits\":{\"" + limit.toStdString() + "\":" + std::to_string(0.8 * inMilliseconds(p95)) + "}"));
    QVERIFY(plan.fleet.replicas > free.fleet.replicas);
    QVERIFY(plan.fleet.nextCheaper && plan.fleet.nextCheaper->p95);
    QVERIFY(*plan.fleet.nextCheaper->p95 > *plan.fleet.nextCheaper->limit);
    QVERIFY(fleet::withinLimits(*plan.speed, plan.scenario.scenario.limits));
    QCOMPARE(plan.fleet.nextCheaper->misses, plan.fleet.limitedBy);
    QVERIFY(says(plan.fleet, code.toStdString()));
}

void SizingTest::oneReplicaHasNoCheaperNeighbour()
{
    const Sized plan = sized(onA10(R"("requests_per_second":0.1)"));
    QCOMPARE(plan.fleet.replicas, 1);
    QVERIFY(!plan.fleet.nextCheaper);
}

void SizingTest::saturatesAtItsCapacity()
{
    const Sized plan = sized(onA10(R"("requests_per_second":20,"peak_factor":1,"arrival":"poisson")"));
    const double each = *plan.fleet.capacityRequestsPerSecond / plan.fleet.replicas;
    QVERIFY(speed::openLoop(plan.scenario, plan.split, plan.cache, 1.001 * each).saturated);
    QVERIFY(!speed::openLoop(plan.scenario, plan.split, plan.cache, 0.9 * each).saturated);
    QVERIFY(says(plan.fleet, "fleet.saturates"));
    // Without a rate as well: the cards' own capacity.
    const Sized clients = sized(R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","weights":"bf16","concurrency":8})");
    QVERIFY(isNear(*clients.fleet.capacityRequestsPerSecond, each, 1e-3));
}

void SizingTest::theCacheLimitsLongContexts()
{
    const Sized longer = sized(onA10(R"("requests_per_second":1,"arrival":"poisson")", R"(,"input_tokens":8000,"output_tokens":1000)"));
    QCOMPARE(longer.fleet.limitedBy, fleet::Limit::Kv);
}

void SizingTest::hoursOfTheProfileShapeUtilization()
{
    const auto utilization = [](const std::string& profile) {
        return sized(onA10(R"("requests_per_second":20,"peak_factor":2,"profile":)" + profile)).fleet.utilization;
    };
    const double flat = utilization("\"flat\"");
    std::string twelveHours = "[";
    for (int hour = 0; hour < 24; ++hour)
        twelveHours += std::string(hour > 0 ? "," : "") + (hour < 12 ? "1" : "0");
    // Half of the peak of 40 on average is the mean of 20 that flat takes.
    QVERIFY(isNear(utilization(twelveHours + "]"), flat, 1e-9));
    QVERIFY(utilization("\"office\"") < flat && utilization("\"office\"") > 0.2 * flat);
}

void SizingTest::separateFleetsAreSizedApart()
{
    const auto plan = [](const std::string& lengths) {
        return sized(
            onA10(R"("requests_per_second":20,"peak_factor":1,"arrival":"poisson")", lengths + R"(,"serving":{"disaggregated":true})"));
    };
    const Sized chat = plan(R"(,"input_tokens":256,"output_tokens":1024)"), search = plan(R"(,"input_tokens":4000,"output_tokens":64)");
    for (const Sized& one : {chat, search}) {
        QVERIFY(one.speed && one.fleet.prefillReplicas > 0 && one.fleet.decodeReplicas > 0);
        QCOMPARE(one.fleet.replicas, one.fleet.prefillReplicas + one.fleet.decodeReplicas);
        QVERIFY(0.8 * *one.fleet.capacityRequestsPerSecond >= 20 * (1 - 1e-9));
        QVERIFY(one.speed->indicative && !one.speed->saturated);
        QVERIFY(says(one.fleet, "fleet.separate"));
    }
    QVERIFY(chat.fleet.decodeReplicas > chat.fleet.prefillReplicas);
    QVERIFY(search.fleet.prefillReplicas > search.fleet.decodeReplicas);
    const Sized capped =
        sized(onA10(R"("requests_per_second":200,"peak_factor":1)", R"(,"serving":{"disaggregated":true},"allow":{"max_cards":5})"));
    QCOMPARE(capped.fleet.totalCards(), 5);
    QCOMPARE(capped.fleet.limitedBy, fleet::Limit::MaxCards);
    QVERIFY(capped.fleet.saturated);
}

void SizingTest::separateFleetsKeepTheirLimits()
{
    const auto plan = [](const std::string& limits) {
        return sized(onA10(R"("requests_per_second":20,"peak_factor":1)", R"(,"serving":{"disaggregated":true})" + limits));
    };
    const Sized free = plan("");
    const double first = inMilliseconds(*free.speed->timeToFirstTokenP95), token = inMilliseconds(*free.speed->timePerOutputTokenP95);
    const Sized quick = plan(",\"limits\":{\"ttft_ms_p95\":" + std::to_string(0.8 * first) + "}");
    QVERIFY(quick.fleet.prefillReplicas > free.fleet.prefillReplicas);
    QCOMPARE(quick.fleet.decodeReplicas, free.fleet.decodeReplicas);
    QVERIFY(fleet::withinLimits(*quick.speed, quick.scenario.scenario.limits));
    const Sized smooth = plan(",\"limits\":{\"tpot_ms_p95\":" + std::to_string(0.9 * token) + "}");
    QCOMPARE(smooth.fleet.prefillReplicas, free.fleet.prefillReplicas);
    QVERIFY(smooth.fleet.decodeReplicas > free.fleet.decodeReplicas);
}

void SizingTest::handOverTakesTheCacheOverTheLink()
{
    const auto handOver = [](const std::string& interconnect, int input) {
        const Sized plan = sized(onA10(R"("requests_per_second":5)", R"(,"serving":{"disaggregated":true},"interconnect":")" +
                                                                         interconnect + "\",\"input_tokens\":" + std::to_string(input)));
        return speed::SeparateFleets(plan.scenario, plan.split, plan.cache).handOver().value();
    };
    // Qwen2.5-7B: 28 blocks of 4 heads of 128, keys and values in 16 bit: 57,344 bytes a token, over what an A10 has of its
    // server's network.
    const double network =
        speed::networkBytesPerSecond(sized(onA10(R"("requests_per_second":5)", R"(,"interconnect":"ethernet")")).scenario);
    QVERIFY(isNear(handOver("ethernet", 3000) / (3000 * 57344.0 / network), 1, 1e-6));
    QVERIFY(handOver("auto", 3000) < handOver("ethernet", 3000));
    QVERIFY(isNear(handOver("auto", 2000) / handOver("auto", 1000), 2, 1e-9));
}

void SizingTest::separateFleetsAreRefusedWithoutAnEquation_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("code");
    const QString separate = R"("serving":{"disaggregated":true})";
    QTest::newRow("no rate") << R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10",)" + separate + "}"
                             << "speed.refused.disaggregated-rate";
    QTest::newRow("engine without it")
        << R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","engine":"transformers","demand":{"requests_per_second":1},)" + separate +
               "}"
        << "speed.refused.disaggregated-engine";
    QTest::newRow("pipeline stages")
        << R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","cards":2,"parallel":{"pipeline":2,"auto":false},"demand":{"requests_per_second":1},)" +
               separate + "}"
        << "speed.refused.disaggregated-split";
}

void SizingTest::separateFleetsAreRefusedWithoutAnEquation()
{
    QFETCH(QString, scenario);
    QFETCH(QString, code);
    const Sized plan = sized(scenario.toStdString());
    QVERIFY(!plan.speed);
    QCOMPARE(QString::fromStdString(plan.refusal.code), code);
}

QTEST_APPLESS_MAIN(SizingTest)
#include "tst_sizing.moc"
