// How the cards of one replica or job split a model, by itself and as told; and how many it takes.
#include "core/plan/fleet/fleet.h"
#include "core/plan/fleet/split.h"
#include "core/plan/fleet/verdict.h"
#include "tests/core/speed/speed_case.h"

using namespace cardfit;
using namespace cardfit::test;

class SplitTest : public QObject {
    Q_OBJECT

private slots:
    void automatic_data();
    void automatic();
    void stated_data();
    void stated();
    void refused_data();
    void refused();
    void trainingShardsWhereThatMakesItFit();
    void trainingCopiesWhereTheyFit();
    void sizedSplitIsTheSameSplit();
    void smallestCount_data();
    void smallestCount();
    void fleetWithoutDemandIsTheCards();
    void fleetCarriesThePeak();
    void fleetStopsAtTheCap();
};

namespace {

QString written(const Split& split) { return QStringLiteral("%1 x %2 x %3").arg(split.tensor).arg(split.pipeline).arg(split.data); }

fleet::FleetPlan sized(const std::string& json, std::optional<speed::SpeedPlan>& speed)
{
    const Resolved scenario = resolved(json);
    const Split split = *fleet::chooseSplit(scenario, scenario.scenario.cards.value_or(1));
    const speed::CacheCapacity cache = speed::cacheCapacity(scenario, split, memory::estimate(scenario, split));
    Text refusal;
    speed = speed::estimate(scenario, split, cache, refusal);
    return fleet::sizeFleet(scenario, split, cache, speed);
}

} // namespace

void SplitTest::automatic_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("cards");
    QTest::addColumn<QString>("split"); // tensor x pipeline x data
    QTest::newRow("one card is not split") << R"({"model":"Qwen/Qwen2.5-7B-Instruct"})" << 1 << "1 x 1 x 1";
    QTest::newRow("users: tensor parallel") << R"({"model":"Qwen/Qwen2.5-7B-Instruct"})" << 4 << "4 x 1 x 1";
    QTest::newRow("28 heads do not divide by 8") << R"({"model":"Qwen/Qwen2.5-7B-Instruct"})" << 8 << "4 x 2 x 1";
    QTest::newRow("40 heads divide by 8") << R"({"model":"Qwen/Qwen2.5-14B-Instruct"})" << 8 << "8 x 1 x 1";
    QTest::newRow("beyond a server: pipeline") << R"({"model":"Qwen/Qwen2.5-72B-Instruct"})" << 16 << "8 x 2 x 1";
    QTest::newRow("engine without tensor parallelism")
        << R"({"model":"Qwen/Qwen2.5-14B-Instruct","engine":"llama.cpp","weights":"gguf:Q4_K_M"})" << 4 << "1 x 4 x 1";
    QTest::newRow("full fine-tuning that fits a card")
        << R"({"model":"Qwen/Qwen2.5-0.5B-Instruct","task":"full","engine":"peft","card":"h100-sxm"})" << 8 << "1 x 1 x 8";
}

void SplitTest::automatic()
{
    QFETCH(QString, scenario);
    QFETCH(int, cards);
    QFETCH(QString, split);
    const Result<Split> chosen = fleet::chooseSplit(resolved(scenario.toStdString()), cards);
    QVERIFY(chosen);
    QCOMPARE(written(*chosen), split);
    QCOMPARE(chosen->cards(), cards);
}

void SplitTest::stated_data()
{
    QTest::addColumn<QString>("parallel");
    QTest::addColumn<int>("cards");
    QTest::addColumn<QString>("split");
    QTest::newRow("as told") << R"({"tensor":2,"pipeline":2,"auto":false})" << 4 << "2 x 2 x 1";
    QTest::newRow("data fills what is left") << R"({"tensor":2,"auto":false})" << 8 << "2 x 1 x 4";
    QTest::newRow("fsdp over all cards") << R"({"fsdp":true,"auto":false})" << 4 << "1 x 1 x 4";
}

void SplitTest::stated()
{
    QFETCH(QString, parallel);
    QFETCH(int, cards);
    QFETCH(QString, split);
    const Result<Split> chosen =
        fleet::chooseSplit(resolved(R"({"model":"Qwen/Qwen2.5-7B-Instruct","parallel":)" + parallel.toStdString() + "}"), cards);
    QVERIFY(chosen);
    QCOMPARE(written(*chosen), split);
    QCOMPARE(chosen->shardsWeights(), parallel.contains("fsdp"));
}

void SplitTest::refused_data()
{
    QTest::addColumn<QString>("parallel");
    QTest::addColumn<int>("cards");
    QTest::addColumn<QString>("where");
    QTest::newRow("does not multiply to the cards") << R"({"tensor":2,"data":3,"auto":false})" << 4 << "/parallel/data";
    QTest::newRow("tensor does not divide the cards") << R"({"tensor":4,"auto":false})" << 6 << "/parallel/tensor";
    QTest::newRow("tensor does not divide 28 heads") << R"({"tensor":8,"auto":false})" << 8 << "/parallel/tensor";
    QTest::newRow("more stages than blocks") << R"({"pipeline":64,"auto":false})" << 64 << "/parallel/pipeline";
    QTest::newRow("no experts to spread") << R"({"tensor":4,"expert":4,"auto":false})" << 4 << "/parallel/expert";
}

void SplitTest::refused()
{
    QFETCH(QString, parallel);
    QFETCH(int, cards);
    QFETCH(QString, where);
    const Result<Split> chosen =
        fleet::chooseSplit(resolved(R"({"model":"Qwen/Qwen2.5-7B-Instruct","parallel":)" + parallel.toStdString() + "}"), cards);
    QVERIFY(!chosen);
    QCOMPARE(QString::fromStdString(chosen.error().where), where);
    QVERIFY(!chosen.error().expected.empty() && !chosen.error().found.empty());
}

// Full fine-tuning of 7 B with 16-bit AdamW keeps about 8 bytes a parameter and more on a card: not on 40 GiB, but on
// eight of them with the state sharded.
void SplitTest::trainingShardsWhereThatMakesItFit()
{
    const Resolved scenario = resolved(
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"full","engine":"transformers","card":"a100-sxm-40gb","context_tokens":1024})");
    const Result<Split> split = fleet::chooseSplit(scenario, 8);
    QVERIFY(split);
    QCOMPARE(written(*split), QStringLiteral("1 x 1 x 8"));
    QVERIFY(split->shardsWeights());
    QCOMPARE(fleet::verdictOf(memory::need(scenario, *split)), fleet::Verdict::Fits);
}

void SplitTest::trainingCopiesWhereTheyFit()
{
    const Resolved scenario =
        resolved(R"({"model":"Qwen/Qwen2.5-7B-Instruct","task":"qlora","card":"a100-sxm-80gb","context_tokens":1024})");
    const Result<Split> split = fleet::chooseSplit(scenario, 4);
    QVERIFY(split);
    QCOMPARE(written(*split), QStringLiteral("1 x 1 x 4"));
    QVERIFY(!split->shardsWeights());
}

void SplitTest::sizedSplitIsTheSameSplit()
{
    for (const char* json : {R"({"model":"Qwen/Qwen2.5-14B-Instruct"})", R"({"model":"Qwen/Qwen2.5-14B-Instruct","task":"full"})",
                             R"({"model":"Qwen/Qwen2.5-14B-Instruct","concurrency":"max"})"}) {
        const Resolved scenario = resolved(json);
        for (const int cards : {1, 2, 4, 8}) {
            const Result<fleet::SizedSplit> sized = fleet::chooseSizedSplit(scenario, cards);
            QVERIFY(sized);
            QVERIFY(sized->split == *fleet::chooseSplit(scenario, cards));
            QCOMPARE(sized->need.required, memory::need(scenario, sized->split).required);
        }
    }
}

void SplitTest::smallestCount_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("count");
    // Weights alone: 14.8 B x 2 bytes = 27.5 GiB, over one A10's 22 GiB and within two.
    QTest::newRow("14 B in 16 bit on A10: two")
        << R"({"model":"Qwen/Qwen2.5-14B-Instruct","weights":"16bit","card":"a10","concurrency":1,"context_tokens":2048})" << 2;
    QTest::newRow("7 B in 4 bit on T4: one")
        << R"({"model":"Qwen/Qwen2.5-7B-Instruct","weights":"int4-awq","card":"t4","concurrency":1,"context_tokens":2048})" << 1;
    QTest::newRow("72 B in 32 bit on T4: not even 64 for so many users")
        << R"({"model":"Qwen/Qwen2.5-72B-Instruct","weights":"fp32","card":"t4","concurrency":4096,"context_tokens":32768})" << 0;
}

void SplitTest::smallestCount()
{
    QFETCH(QString, scenario);
    QFETCH(int, count);
    QCOMPARE(fleet::smallestFittingCount(resolved(scenario.toStdString())), count);
}

void SplitTest::fleetWithoutDemandIsTheCards()
{
    std::optional<speed::SpeedPlan> speed;
    const fleet::FleetPlan fleet = sized(R"({"model":"Qwen/Qwen2.5-7B-Instruct","cards":2,"demand":{"spare_replicas":3}})", speed);
    QCOMPARE(fleet.totalCards(), 2);
    QVERIFY(fleet.utilizationAssumed);
}

// Capacity at 80 % carries the peak, and one replica fewer would not.
void SplitTest::fleetCarriesThePeak()
{
    std::optional<speed::SpeedPlan> speed;
    const fleet::FleetPlan fleet =
        sized(R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","demand":{"requests_per_second":20,"peak_factor":2,"spare_replicas":1}})",
              speed);
    QVERIFY(fleet.capacityRequestsPerSecond && fleet.replicas > 1);
    const double perReplica = *fleet.capacityRequestsPerSecond / fleet.replicas;
    QVERIFY(0.8 * perReplica * fleet.replicas >= 40.0 * (1 - 1e-9));
    QVERIFY(0.8 * perReplica * (fleet.replicas - 1) < 40.0);
    QCOMPARE(fleet.totalCards(), fleet.replicas + 1);
    VERIFY_NEAR(fleet.utilization, 20.0 / *fleet.capacityRequestsPerSecond, 1e-9, 0);
    QVERIFY(!fleet.utilizationAssumed);
}

void SplitTest::fleetStopsAtTheCap()
{
    std::optional<speed::SpeedPlan> speed;
    const fleet::FleetPlan fleet = sized(
        R"({"model":"Qwen/Qwen2.5-7B-Instruct","card":"a10","demand":{"requests_per_second":500,"peak_factor":1},"allow":{"max_cards":3}})",
        speed);
    QCOMPARE(fleet.totalCards(), 3);
    QCOMPARE(fleet.limitedBy, fleet::Limit::MaxCards);
    QVERIFY(fleet.saturated);
}

QTEST_APPLESS_MAIN(SplitTest)
#include "tst_split.moc"
