#include "tests/core/speed/speed_case.h"

#include <initializer_list>

using namespace cardfit;
using namespace cardfit::test;

namespace {

// A scenario with a number of clients put in.
std::string withClients(const char* start, int clients)
{
    return std::string(start) + ", \"concurrency\": " + std::to_string(clients) + "}";
}

const char* const kLlamaOnL4 = R"({"model": "Llama-3.1-8B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "l4",
    "input_tokens": 512, "output_tokens": 256)";
const char* const kMixtralOnH100 = R"({"model": "Mixtral-8x7B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8",
    "card": "h100-sxm", "cards": 2, "parallel": {"tensor": 2, "auto": false}, "input_tokens": 1024, "output_tokens": 256)";
const char* const kDeepSeekOnB200 = R"({"model": "DeepSeek-V3", "engine": "sglang", "weights": "fp8", "card": "b200-sxm", "cards": 8,
    "parallel": {"tensor": 8, "auto": false}, "input_tokens": 1024, "output_tokens": 1024)";
const char* const kOldEngine = R"({"model": "Llama-3-8B", "engine": "vllm", "engine_version": "0.5", "weights": "bf16",
    "card": "a100-sxm-80gb", "input_tokens": 1024, "output_tokens": 256)";
const char* const kHuggingFace = R"({"model": "Qwen2.5-7B", "engine": "transformers", "weights": "bf16", "card": "a100-sxm-80gb",
    "input_tokens": 256, "output_tokens": 256)";

double perUser(const speed::SpeedPlan& plan) { return 1 / plan.timePerOutputToken->value(); }

} // namespace

// How figures move with the load, whatever the constants are.
class LoadTest : public QObject {
    Q_OBJECT
private slots:
    void moreClients_data();
    void moreClients();
    void beyondTheSeatsOnlyTheQueueGrows();
    void theStartBurstRaisesTheFirstTokenOnly();
    void maximumIsTheLimitOfManyClients();
    void aRateIsServedUntilCapacity();
    void aHigherRateIsSlower();
    void aLongQueueOfRequestsNearsTheMaximum();
    void variedLengthsDrainMoreSlowly();
    void copiesAddUp();
    void draftsSpeedUpOneStream();
    void longPromptsAreCutIntoChunks();
    void aCacheThatHardlyFitsIsRaised();
    void theBestSplitServesMostTokens();
};

void LoadTest::moreClients_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("cacheTokens");
    QTest::newRow("chunked prompts, small cache") << QString(kLlamaOnL4) << 60000.0;
    QTest::newRow("experts") << QString(kMixtralOnH100) << 600000.0;
    QTest::newRow("latent attention") << QString(kDeepSeekOnB200) << 1100000.0;
    QTest::newRow("engine that stops decoding for prompts") << QString(kOldEngine) << 450000.0;
    QTest::newRow("engine without a pool") << QString(kHuggingFace) << 0.0;
}

// More clients never make one of them faster, never lower the sum, and every figure stays finite and positive.
void LoadTest::moreClients()
{
    QFETCH(QString, scenario);
    QFETCH(double, cacheTokens);
    double user = 1e9, all = 0;
    for (const int clients : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 4096}) {
        const speed::SpeedPlan plan = speedOf(resolved(withClients(qPrintable(scenario), clients)), cacheTokens);
        QVERIFY2(perUser(plan) > 0 && perUser(plan) <= user * (1 + 1e-3), qPrintable(QString("%1 clients").arg(clients)));
        QVERIFY2(plan.outputTokens->value() >= all * (1 - 1e-3), qPrintable(QString("%1 clients").arg(clients)));
        QVERIFY(plan.running <= clients && plan.running > 0);
        QVERIFY(plan.firstTokenSeconds.low < plan.timeToFirstToken->value() &&
                plan.timeToFirstToken->value() < plan.firstTokenSeconds.high);
        QVERIFY(plan.taskFigure.low < plan.timePerOutputToken->value() && plan.timePerOutputToken->value() < plan.taskFigure.high);
        user = perUser(plan);
        all = plan.outputTokens->value();
    }
}

void LoadTest::beyondTheSeatsOnlyTheQueueGrows()
{
    // 60,000 cached tokens hold 60000 / (512 + 128) = 93.75 requests: half of the output is reserved at admission.
    const speed::SpeedPlan some = speedOf(resolved(withClients(kLlamaOnL4, 200)), 60000);
    const speed::SpeedPlan many = speedOf(resolved(withClients(kLlamaOnL4, 400)), 60000);
    QCOMPARE(some.running, 93.75);
    QCOMPARE(many.running, some.running);
    QVERIFY(some.saturated && many.saturated && some.atLimit);
    QCOMPARE(many.outputTokens->value(), some.outputTokens->value());
    QCOMPARE(many.timePerOutputToken->value(), some.timePerOutputToken->value());
    QVERIFY(many.timeToFirstToken->value() > 2 * some.timeToFirstToken->value());
    const speed::SpeedPlan few = speedOf(resolved(withClients(kLlamaOnL4, 16)), 60000);
    QVERIFY(!few.saturated && !few.atLimit);
    QCOMPARE(few.maxConcurrency, 78.0); // floor(60000 / 768)
}

void LoadTest::theStartBurstRaisesTheFirstTokenOnly()
{
    const std::string burst = std::string(kMixtralOnH100) + R"(, "concurrency": 32, "demand": {"arrival": "burst"}})";
    const speed::SpeedPlan together = speedOf(resolved(burst), 600000);
    const speed::SpeedPlan steady = speedOf(resolved(withClients(kMixtralOnH100, 32)), 600000);
    QVERIFY(together.timeToFirstToken->value() > 1.2 * steady.timeToFirstToken->value());
    VERIFY_NEAR(together.timePerOutputToken->value(), steady.timePerOutputToken->value(), 0.02, 0);
}

void LoadTest::maximumIsTheLimitOfManyClients()
{
    const speed::SpeedPlan most = speedOf(resolved(std::string(kLlamaOnL4) + R"(, "concurrency": "max"})"), 60000);
    const speed::SpeedPlan many = speedOf(resolved(withClients(kLlamaOnL4, 100000)), 60000);
    QVERIFY(most.saturated);
    QCOMPARE(most.outputTokens->value(), many.outputTokens->value());
    QVERIFY(most.timeToFirstToken->value() < many.timeToFirstToken->value()); // of a running request, not of the queue
    QCOMPARE(most.maxRequestsPerSecond, most.requestsPerSecond);
}

void LoadTest::aRateIsServedUntilCapacity()
{
    const Resolved scenario = resolved(withClients(kLlamaOnL4, 1));
    const Split split;
    const double capacity = speed::openLoop(scenario, split, cacheOf(60000), 0.1).maxRate;
    QVERIFY(capacity > 0);
    const speed::OpenLoop below = speed::openLoop(scenario, split, cacheOf(60000), 0.9 * capacity);
    const speed::OpenLoop above = speed::openLoop(scenario, split, cacheOf(60000), 1.5 * capacity);
    QVERIFY(!below.saturated && above.saturated);
    // Little's law: as many run as arrive during their time of decoding.
    VERIFY_NEAR(below.running, 0.9 * capacity * 256 * below.timePerOutputToken.value(), 1e-5, 0);

    Text refusal;
    const Resolved asked = resolved(std::string(kLlamaOnL4) + R"(, "demand": {"requests_per_second": 100, "peak_factor": 1}})");
    auto plan = speed::estimate(asked, split, cacheOf(60000), refusal);
    QVERIFY(plan && !plan->saturated); // sized: 80 % of capacity until the fleet says otherwise
    VERIFY_NEAR(plan->requestsPerSecond, 0.8 * capacity, 1e-9, 0);
    speed::applyRate(*plan, asked, split, cacheOf(60000), 100, 100);
    QVERIFY(plan->saturated);
    VERIFY_NEAR(plan->requestsPerSecond, capacity, 1e-9, 0);
    speed::applyRate(*plan, asked, split, cacheOf(60000), 0.2 * capacity, 0.5 * capacity);
    VERIFY_NEAR(plan->outputTokens->value(), 0.2 * capacity * 256, 1e-9, 0);
}

void LoadTest::aHigherRateIsSlower()
{
    const Resolved scenario = resolved(withClients(kMixtralOnH100, 1));
    const Split split = statedSplit(scenario);
    const double capacity = speed::openLoop(scenario, split, cacheOf(600000), 1).maxRate;
    speed::OpenLoop last = speed::openLoop(scenario, split, cacheOf(600000), 0.01 * capacity);
    for (const double share : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97}) {
        const speed::OpenLoop next = speed::openLoop(scenario, split, cacheOf(600000), share * capacity);
        QVERIFY(next.running > last.running && next.timePerOutputToken > last.timePerOutputToken);
        QVERIFY(next.timeToFirstTokenP95 >= next.timeToFirstToken && next.timePerOutputTokenP95 >= next.timePerOutputToken);
        QVERIFY(next.timeToFirstTokenP95 >= last.timeToFirstTokenP95);
        last = next;
    }
}

void LoadTest::aLongQueueOfRequestsNearsTheMaximum()
{
    const auto run = [](int requests) {
        const std::string text =
            std::string(kOldEngine) + R"(, "concurrency": "max", "demand": {"requests": )" + std::to_string(requests) + "}}";
        return speedOf(resolved(text), 450000);
    };
    double last = 0;
    for (const int requests : {1, 10, 100, 1000, 10000, 100000}) {
        const double tokens = run(requests).outputTokens->value();
        QVERIFY(tokens > last * 0.99); // waves of equal length end with a full one
        last = tokens;
    }
    // A full batch decodes, and the prompts take their own time between: 100 times as many requests change 2 % at most.
    VERIFY_NEAR(run(100000).outputTokens->value(), run(1000000).outputTokens->value(), 0.02, 0);
}

void LoadTest::variedLengthsDrainMoreSlowly()
{
    const auto run = [](const char* lengths) {
        const std::string text =
            std::string(kOldEngine) + R"(, "concurrency": "max", "demand": {"requests": 100, "lengths": ")" + lengths + "\"}}";
        return speedOf(resolved(text), 450000).outputTokens->value();
    };
    QVERIFY(run("varied") < run("fixed"));
}

void LoadTest::copiesAddUp()
{
    const std::string model =
        R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "a100-sxm-80gb", "input_tokens": 512,
        "output_tokens": 256)";
    const speed::SpeedPlan one = speedOf(resolved(model + R"(, "concurrency": 8})"), 400000);
    const speed::SpeedPlan four =
        speedOf(resolved(model + R"(, "concurrency": 32, "cards": 4, "parallel": {"data": 4, "auto": false}})"), 400000);
    QCOMPARE(four.dataReplicas, 4);
    QCOMPARE(four.timePerOutputToken->value(), one.timePerOutputToken->value());
    QCOMPARE(four.outputTokens->value(), 4 * one.outputTokens->value());
    QCOMPARE(four.running, 4 * one.running);
}

void LoadTest::draftsSpeedUpOneStream()
{
    const auto plan = [](const char* drafts) {
        return speedOf(resolved(std::string(kDeepSeekOnB200) + ", \"concurrency\": 1" + drafts + "}"), 1100000);
    };
    const speed::SpeedPlan none = plan(""), half = plan(R"(, "speculative": {"tokens": 3, "acceptance": 0.5})");
    const speed::SpeedPlan all = plan(R"(, "speculative": {"tokens": 3, "acceptance": 1})");
    QVERIFY(perUser(half) > perUser(none) && perUser(all) > perUser(half));
    QVERIFY(perUser(all) < 4 * perUser(none)); // four tokens a pass, and the drafts are not free
    QVERIFY(half.indicative);
}

void LoadTest::longPromptsAreCutIntoChunks()
{
    const auto firstToken = [](int input) {
        const std::string text =
            R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "a100-sxm-80gb", "concurrency": 1,
            "output_tokens": 16, "input_tokens": )" +
            std::to_string(input) + "}";
        return speedOf(resolved(text), 1e7).timeToFirstToken->value();
    };
    double last = 0;
    for (int input = 256; input <= 1 << 20; input *= 2) {
        const double next = firstToken(input);
        QVERIFY(next > last);
        last = next;
    }
    // Attention grows with the square of the length: 64 times the prompt takes more than 64 times as long.
    QVERIFY(firstToken(1 << 20) > 64 * firstToken(1 << 14));
}

void LoadTest::aCacheThatHardlyFitsIsRaised()
{
    Resolved scenario = resolved(withClients(kLlamaOnL4, 1));
    memory::MemoryPlan memory;
    memory.preallocates = true;
    memory.cacheBytesPerToken = 131072;
    memory.of(memory::Component::Weights) = bytesOf(0.9 * asDouble(scenario.capacity));
    memory.pool = bytesOf(0.05 * asDouble(scenario.capacity));
    const Split split;
    QCOMPARE(speed::cacheCapacity(scenario, split, memory).tokens, asDouble(memory.pool) / 131072); // enough: as it is
    memory.pool = Bytes::of(0);
    memory.of(memory::Component::Weights) = bytesOf(0.8 * asDouble(scenario.capacity));
    // 97 % of the card less weights and 1.5 GiB for the run.
    const double room = (0.97 - 0.8) * asDouble(scenario.capacity) - 1.5 * kGiB;
    VERIFY_NEAR(speed::cacheCapacity(scenario, split, memory).tokens, room / 131072, 1e-6, 0);
    const Resolved generate = resolved(withClients(kHuggingFace, 1));
    QVERIFY(!speed::cacheCapacity(generate, split, memory).limited);
}

void LoadTest::theBestSplitServesMostTokens()
{
    const Resolved scenario = resolved(R"({"model": "Llama-3.1-8B", "engine": "vllm", "weights": "bf16", "card": "a100-sxm-80gb",
        "cards": 8, "concurrency": "max", "input_tokens": 1024, "output_tokens": 256})");
    const Split best = speed::bestSplitForMaximum(scenario, 8);
    QCOMPARE(best.cards(), 8);
    const auto tokens = [&](const Split& split) {
        Text refusal;
        const auto plan =
            speed::estimate(scenario, split, speed::cacheCapacity(scenario, split, memory::estimate(scenario, split)), refusal);
        return plan->outputTokens->value();
    };
    for (const int tensor : {1, 2, 4, 8}) {
        Split other;
        other.tensor = tensor;
        other.data = 8 / tensor;
        QVERIFY(tokens(best) >= tokens(other));
    }
    const Resolved layers = resolved(withClients(kHuggingFace, 1)); // no tensor parallelism
    QCOMPARE(speed::bestSplitForMaximum(layers, 4).pipeline, 4);
}

QTEST_APPLESS_MAIN(LoadTest)
#include "tst_load.moc"
