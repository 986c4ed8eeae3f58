#include "core/plan/speed/random.h"
#include "core/plan/speed/simulated_server.h"
#include "core/plan/speed/simulation.h"
#include "tests/core/speed/speed_case.h"

#include <set>

using namespace cardfit;
using namespace cardfit::test;

namespace {

const char* const kLlamaOnL4 = R"({"model": "Llama-3.1-8B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "l4",
    "input_tokens": 512, "output_tokens": 256)";
const char* const kMixtralOnH100 = R"({"model": "Mixtral-8x7B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8",
    "card": "h100-sxm", "cards": 2, "parallel": {"tensor": 2, "auto": false}, "input_tokens": 1024, "output_tokens": 256)";
const char* const kOldEngine = R"({"model": "Llama-3-8B", "engine": "vllm", "engine_version": "0.5", "weights": "bf16",
    "card": "a100-sxm-80gb", "input_tokens": 1024, "output_tokens": 256)";
const char* const kReserving = R"({"model": "Llama-3.1-8B", "engine": "tensorrt-llm", "engine_version": "1.1", "weights": "fp8",
    "card": "h100-sxm", "input_tokens": 512, "output_tokens": 256)";

Resolved scenarioOf(const char* start, const std::string& rest) { return resolved(std::string(start) + ", " + rest + "}"); }

speed::SimulatedLoad simulated(const Resolved& scenario, double cacheTokens, const speed::SimulationOptions& options)
{
    Text refusal;
    const auto load = speed::simulate(scenario, statedSplit(scenario), cacheOf(cacheTokens), options, {}, refusal);
    if (!load)
        qFatal("refused: %s", refusal.code.c_str());
    return *load;
}

speed::SimulationOptions atRate(double rate, int requests = 2000, std::uint64_t seed = 1)
{
    speed::SimulationOptions options;
    options.requests = requests;
    options.seed = seed;
    options.requestsPerSecond = rate;
    return options;
}

const std::string kPoisson = R"("demand": {"requests_per_second": 1, "arrival": "poisson"})";

bool sameTimes(const speed::TimeSpread& a, const speed::TimeSpread& b)
{
    return a.mean == b.mean && a.p50 == b.p50 && a.p95 == b.p95 && a.p99 == b.p99;
}

} // namespace

// What holds of a simulated server whatever the constants are.
class SimulationTest : public QObject {
    Q_OBJECT
private slots:
    void theServerKeepsItsBounds_data();
    void theServerKeepsItsBounds();
    void oneClientIsWhatTheEquationsSay_data();
    void oneClientIsWhatTheEquationsSay();
    void theSameSeedGivesTheSameRun();
    void servesWhatItGetsBelowCapacityAndNeverMore();
    void aHigherRateWaitsLonger();
    void theArrivalsDifferInTheirTail();
    void asManyAreThereAsLittleSays();
    void moreClientsThanSeatsSaturate();
    void aFiniteRunEndsAllItsRequests();
    void copiesShareTheLoad();
    void itCanBeCancelledAndCutOff();
    void trainingHasNoRequests();
};

void SimulationTest::theServerKeepsItsBounds_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("cacheTokens");
    QTest::addColumn<int>("seats");
    QTest::addColumn<bool>("preempts");
    QTest::newRow("few blocks") << QString(kLlamaOnL4) << 6000.0 << 256 << true;
    QTest::newRow("blocks for hardly one") << QString(kLlamaOnL4) << 100.0 << 256 << true;
    QTest::newRow("few seats") << QString(kLlamaOnL4) << 1e6 << 3 << false;
    QTest::newRow("engine that stops decoding") << QString(kOldEngine) << 9000.0 << 256 << true;
    QTest::newRow("engine that reserves whole requests") << QString(kReserving) << 6000.0 << 256 << false;
}

// Random requests, more than fit: never more than the seats and the blocks, first come first admitted, every request ends
// exactly once (the preempted ones, too), and at the end every block is free.
void SimulationTest::theServerKeepsItsBounds()
{
    QFETCH(QString, scenario);
    QFETCH(double, cacheTokens);
    QFETCH(int, seats);
    QFETCH(bool, preempts);
    constexpr std::int64_t kRequests = 400, kLongest = 1500;
    const Resolved asked = scenarioOf(qPrintable(scenario), "\"serving\": {\"max_sequences\": " + std::to_string(seats) + "}");
    const speed::ServingModel model = speed::prepareServing(asked, statedSplit(asked), cacheOf(cacheTokens));
    speed::SimulatedServer server(model, kLongest);
    const speed::RandomStream random(7, 1);
    std::int64_t sent = 0, lastAdmitted = -1;
    std::set<std::int64_t> ended;
    int preemptions = 0;
    for (int pass = 0; static_cast<std::int64_t>(ended.size()) < kRequests; ++pass) {
        QVERIFY(pass < 2'000'000);
        if (sent < kRequests && server.waiting() < 40) {
            const auto prompt = 1 + static_cast<std::int64_t>(random.uniform(static_cast<std::uint64_t>(2 * sent)) * 1000);
            const auto output = 1 + static_cast<std::int64_t>(random.uniform(static_cast<std::uint64_t>(2 * sent + 1)) * 499);
            server.enqueue({sent++, server.time(), prompt, output});
        }
        const double before = server.time();
        const std::int64_t preempted = server.preemptions();
        server.advance(before + 0.05);
        QVERIFY(server.time() > before || server.preemptions() > preempted); // it works whenever there is work
        QVERIFY(server.running() <= seats);
        QVERIFY(server.usedBlocks() <= server.allBlocks() && server.usedBlocks() >= 0);
        QVERIFY(server.lastAdmitted() >= lastAdmitted);
        lastAdmitted = server.lastAdmitted();
        for (const speed::EndedRequest& request : server.ended()) {
            QVERIFY(ended.insert(request.request.number).second);
            QVERIFY(request.request.arrival <= request.admitted && request.admitted < request.firstToken);
            QVERIFY(request.firstToken <= request.end && (request.request.output == 1 || request.firstToken < request.end));
            preemptions += request.preemptions;
        }
        server.ended().clear();
    }
    QVERIFY(server.idle());
    QCOMPARE(server.usedBlocks(), 0);
    QCOMPARE(preemptions > 0, preempts);
    QCOMPARE(server.preemptions(), preemptions);
}

void SimulationTest::oneClientIsWhatTheEquationsSay_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::newRow("chunked prompts") << QString(kLlamaOnL4);
    QTest::newRow("experts, two ranks") << QString(kMixtralOnH100);
    QTest::newRow("prompt of several chunks") << QString(R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "l4",
        "input_tokens": 7000, "output_tokens": 100)");
    QTest::newRow("pipeline stages") << QString(R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "a10",
        "cards": 2, "parallel": {"pipeline": 2, "auto": false}, "input_tokens": 1000, "output_tokens": 100)");
    QTest::newRow("drafts") << QString(kMixtralOnH100) + R"(, "speculative": {"tokens": 3, "acceptance": 0.6})";
}

// Nothing is random with one client: both arrange the same iterations.
void SimulationTest::oneClientIsWhatTheEquationsSay()
{
    QFETCH(QString, scenario);
    const Resolved asked = scenarioOf(qPrintable(scenario), R"("concurrency": 1)");
    const speed::SpeedPlan plan = speedOf(asked, 1e6);
    const speed::SimulatedLoad load = simulated(asked, 1e6, {});
    VERIFY_NEAR(load.timeToFirstToken.mean.value(), plan.timeToFirstToken->value(), 0.03, 0);
    VERIFY_NEAR(load.timePerOutputToken->mean.value(), plan.timePerOutputToken->value(), 0.02, 0);
    VERIFY_NEAR(load.timePerOutputToken->p99.value(), load.timePerOutputToken->p50.value(), 1e-3, 0); // lengths differ a little
    VERIFY_NEAR(load.outputTokens.value(), plan.outputTokens->value(), 0.02, 0);
    QCOMPARE(load.preemptions, 0);
    QVERIFY(!load.saturated && !load.cutOff);
}

void SimulationTest::theSameSeedGivesTheSameRun()
{
    const Resolved scenario = scenarioOf(kLlamaOnL4, kPoisson);
    const speed::SimulatedLoad first = simulated(scenario, 60000, atRate(2)), again = simulated(scenario, 60000, atRate(2));
    QVERIFY(sameTimes(first.timeToFirstToken, again.timeToFirstToken));
    QVERIFY(sameTimes(*first.timePerOutputToken, *again.timePerOutputToken));
    QCOMPARE(first.iterations, again.iterations);
    const speed::SimulatedLoad other = simulated(scenario, 60000, atRate(2, 2000, 2));
    QVERIFY(!sameTimes(first.timeToFirstToken, other.timeToFirstToken));
    VERIFY_NEAR(first.timePerOutputToken->mean.value(), other.timePerOutputToken->mean.value(), 0.05, 0);
    // SplitMix64 of seed and stream by hand: a generator that changes would change every figure that was noted down.
    QVERIFY(speed::RandomStream(1, 1).uniform(0) != speed::RandomStream(1, 2).uniform(0));
    QVERIFY(speed::RandomStream(1, 1).uniform(0) == speed::RandomStream(1, 1).uniform(0));
}

// Work is conserved: below capacity all that comes is served, above it not more than the capacity.
void SimulationTest::servesWhatItGetsBelowCapacityAndNeverMore()
{
    for (const char* start : {kLlamaOnL4, kMixtralOnH100, kOldEngine, kReserving}) {
        const Resolved scenario = scenarioOf(start, kPoisson);
        const double capacity = speed::openLoop(scenario, statedSplit(scenario), cacheOf(60000), 1).maxRate;
        for (const double share : {0.2, 0.5, 0.7}) {
            const speed::SimulatedLoad load = simulated(scenario, 60000, atRate(share * capacity));
            VERIFY_NEAR(load.requestsPerSecond, share * capacity, 0.06, 0); // 2,000 random arrivals vary by 2 %
            QVERIFY(!load.saturated);
        }
        const speed::SimulatedLoad above = simulated(scenario, 60000, atRate(2 * capacity));
        QVERIFY(above.saturated);
        QVERIFY2(above.requestsPerSecond < 1.1 * capacity, qPrintable(QString("%1 of %2").arg(above.requestsPerSecond).arg(capacity)));
        QVERIFY(above.requestsPerSecond > 0.8 * capacity);
    }
}

void SimulationTest::aHigherRateWaitsLonger()
{
    const Resolved scenario = scenarioOf(kMixtralOnH100, kPoisson);
    const double capacity = speed::openLoop(scenario, statedSplit(scenario), cacheOf(600000), 1).maxRate;
    speed::SimulatedLoad last = simulated(scenario, 600000, atRate(0.05 * capacity));
    for (const double share : {0.2, 0.4, 0.6, 0.8, 0.95, 1.5}) {
        const speed::SimulatedLoad next = simulated(scenario, 600000, atRate(share * capacity));
        QVERIFY(next.running > last.running);
        QVERIFY(next.timePerOutputToken->mean > last.timePerOutputToken->mean);
        QVERIFY(next.timeToFirstToken.mean > last.timeToFirstToken.mean && next.timeToFirstToken.p95 > last.timeToFirstToken.p95);
        QVERIFY(next.timeToFirstToken.p50 <= next.timeToFirstToken.p95 && next.timeToFirstToken.p95 <= next.timeToFirstToken.p99);
        last = next;
    }
}

void SimulationTest::theArrivalsDifferInTheirTail()
{
    const auto at = [](const char* arrival) {
        const Resolved scenario =
            scenarioOf(kMixtralOnH100, std::string(R"("demand": {"requests_per_second": 1, "arrival": ")") + arrival + "\"}");
        return simulated(scenario, 600000, atRate(10)).timeToFirstToken;
    };
    QCOMPARE(at("steady").p95.value(), at("poisson").p95.value()); // users of a rate are independent of each other
    QVERIFY(at("poisson").p95 < at("burst").p95);
}

void SimulationTest::asManyAreThereAsLittleSays()
{
    const Resolved scenario = scenarioOf(kLlamaOnL4, kPoisson);
    const speed::SimulatedLoad load = simulated(scenario, 60000, atRate(1.5));
    const double stay = load.timeToFirstToken.mean.value() + 255 * load.timePerOutputToken->mean.value();
    VERIFY_NEAR(load.running + load.waiting, load.requestsPerSecond * stay, 0.05, 0);
}

void SimulationTest::moreClientsThanSeatsSaturate()
{
    const speed::SimulatedLoad few = simulated(scenarioOf(kLlamaOnL4, R"("concurrency": 16)"), 60000, {});
    QVERIFY(!few.saturated && few.running <= 16);
    const speed::SimulatedLoad many = simulated(scenarioOf(kLlamaOnL4, R"("concurrency": 200)"), 60000, {});
    QVERIFY(many.saturated && many.waiting > 50);
    QVERIFY(many.timeToFirstToken.p50.value() > 5 * few.timeToFirstToken.p50.value());
    const speed::SimulatedLoad most = simulated(scenarioOf(kLlamaOnL4, R"("concurrency": "max")"), 60000, {});
    QVERIFY(most.saturated);
    VERIFY_NEAR(most.outputTokens.value(), many.outputTokens.value(), 0.1, 0);
}

void SimulationTest::aFiniteRunEndsAllItsRequests()
{
    for (const char* lengths : {"fixed", "varied"}) {
        const Resolved scenario =
            scenarioOf(kOldEngine, std::string(R"("concurrency": "max", "demand": {"requests": 300, "lengths": ")") + lengths + "\"}");
        const speed::SpeedPlan plan = speedOf(scenario, 450000);
        const speed::SimulatedLoad load = simulated(scenario, 450000, {});
        QCOMPARE(load.requests, 300);
        VERIFY_NEAR(load.outputTokens.value(), plan.outputTokens->value(), 0.2, 0);
    }
    const Resolved clients = scenarioOf(kOldEngine, R"("concurrency": 8, "demand": {"requests": 50})");
    QCOMPARE(simulated(clients, 450000, {}).requests, 50);
}

void SimulationTest::copiesShareTheLoad()
{
    const std::string model = R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "a100-sxm-80gb",
        "input_tokens": 512, "output_tokens": 256)";
    const speed::SimulatedLoad one = simulated(scenarioOf(model.c_str(), R"("concurrency": 8)"), 400000, {});
    const speed::SimulatedLoad four =
        simulated(scenarioOf(model.c_str(), R"("concurrency": 32, "cards": 4, "parallel": {"data": 4, "auto": false})"), 400000, {});
    QVERIFY(sameTimes(one.timeToFirstToken, four.timeToFirstToken));
    QCOMPARE(four.requestsPerSecond, 4 * one.requestsPerSecond);
    QCOMPARE(four.running, 4 * one.running);
}

void SimulationTest::itCanBeCancelledAndCutOff()
{
    const Resolved scenario = scenarioOf(kLlamaOnL4, kPoisson);
    int asked = 0;
    Text refusal;
    const auto stopped = speed::simulate(
        scenario, Split(), cacheOf(60000), atRate(2, 100000), [&] { return ++asked > 3; }, refusal);
    QVERIFY(!stopped && asked == 4);
    QCOMPARE(refusal.code, std::string("speed.simulation.cancelled"));

    speed::SimulationOptions few = atRate(2, 2000);
    few.mostIterations = 2000;
    const speed::SimulatedLoad cut = simulated(scenario, 60000, few);
    QVERIFY(cut.cutOff && cut.requests > 0 && cut.requests < 2000);
    few.mostIterations = 3;
    QVERIFY(!speed::simulate(scenario, Split(), cacheOf(60000), few, {}, refusal));
    QCOMPARE(refusal.code, std::string("speed.simulation.cut-off"));
    // A rate far beyond what is served neither fills the memory nor goes on for ever.
    QVERIFY(simulated(scenario, 60000, atRate(1e9, 500)).saturated);
}

void SimulationTest::trainingHasNoRequests()
{
    const Resolved scenario = resolved(R"({"model": "Llama-3.1-8B", "task": "lora", "card": "h100-sxm"})");
    Text refusal;
    QVERIFY(!speed::simulate(scenario, Split(), {}, {}, {}, refusal));
    QCOMPARE(refusal.code, std::string("speed.simulation.training"));
}

QTEST_APPLESS_MAIN(SimulationTest)
#include "tst_simulation.moc"
