#include "tests/core/memory/memory_case.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>

namespace {
std::atomic<long> g_allocations{0};
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // sanitizers bring their own
// Counts what the heap is asked for in this program.
void* operator new(std::size_t size)
{
    ++g_allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#define CARDFIT_COUNTS_ALLOCATIONS
#endif

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;
using memory::MemoryPlan;

// Laws that hold whatever the constants are.
class MemoryPropertiesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void sumsHold_data();
    void sumsHold();
    void moreNeverNeedsLess_data();
    void moreNeverNeedsLess();
    void fewerBitsNeverNeedMore();
    void shardingNeverAddsStates();
    void sumsHoldBeyondAnySystem();
    void needIsThePlansOwn();
    void estimatesAllocateNothing();
    void assumedProfilesAreWider();
};

namespace {

struct Case {
    std::string name;
    Resolved scenario;
    Split split;
};

std::vector<Case> g_cases; // filled once per program: resolving is not what is tested

void addCase(const std::string& name, const std::string& text, Split split) { g_cases.push_back({name, resolved(text), split}); }

std::string scenarioText(const std::string& model, const std::string& task, const std::string& engine, const std::string& more)
{
    return R"({"model": ")" + model + R"(", "task": ")" + task + R"(", "engine": ")" + engine +
           R"(", "context_tokens": 4096, "concurrency": 8)" + more + "}";
}

const std::array<const char*, 4> kModels = {"Qwen/Qwen2.5-7B-Instruct", "deepseek-ai/DeepSeek-V2-Lite", "Qwen/Qwen3-30B-A3B",
                                            "google/gemma-3-27b-it"};

void addServing(const std::string& model)
{
    for (const char* engine :
         {"vllm", "sglang", "tensorrt-llm", "lmdeploy", "transformers", "litgpt", "llama.cpp", "exllama", "mlc", "gpt-fast", "autoawq"}) {
        const std::string weights = std::string_view(engine) == "autoawq" ? R"(, "weights": "int4-awq")" : R"(, "weights": "bf16")";
        for (const Split& split : {Split{}, Split{.tensor = 2}, Split{.pipeline = 4}, Split{.tensor = 2, .data = 2, .expert = 4}})
            addCase(model + " " + engine + " on " + std::to_string(split.cards()), scenarioText(model, "inference", engine, weights),
                    split);
    }
}

void addTraining(const std::string& model)
{
    for (const char* engine :
         {"transformers", "deepspeed", "ms-swift", "unsloth", "litgpt", "axolotl", "torchtune", "torchtitan", "fsdp", "megatron"}) {
        for (const char* task : {"lora", "qlora", "full", "pretrain", "dpo"}) {
            for (const Split& split : {Split{}, Split{.data = 4, .fsdp = true}, Split{.data = 4, .zeroStage = 2},
                                       Split{.tensor = 2, .pipeline = 2, .data = 2, .expert = 2}})
                addCase(model + " " + task + " " + engine + " on " + std::to_string(split.cards()), scenarioText(model, task, engine, ""),
                        split);
        }
    }
}

} // namespace

void MemoryPropertiesTest::initTestCase()
{
    for (const char* model : kModels) {
        addServing(model);
        addTraining(model);
    }
    QVERIFY(g_cases.size() > 900);
}

void MemoryPropertiesTest::sumsHold_data()
{
    QTest::addColumn<int>("checkpointing");
    QTest::newRow("engine's own") << -1;
    QTest::newRow("nothing recomputed") << static_cast<int>(Checkpointing::None);
    QTest::newRow("selective") << static_cast<int>(Checkpointing::Selective);
    QTest::newRow("full") << static_cast<int>(Checkpointing::Full);
    QTest::newRow("on the host") << static_cast<int>(Checkpointing::Offload);
}

void MemoryPropertiesTest::sumsHold()
{
    QFETCH(const int, checkpointing);
    for (const Case& one : g_cases) {
        Resolved scenario = one.scenario;
        if (checkpointing >= 0)
            scenario.scenario.training.checkpointing = static_cast<Checkpointing>(checkpointing);
        const MemoryPlan plan = memory::estimate(scenario, one.split);
        const Bytes sum = std::accumulate(plan.components.begin(), plan.components.end(), Bytes{});
        QVERIFY2(sum == plan.card.allocated, one.name.c_str());
        QVERIFY2(plan.card.allocated + plan.slack == plan.card.reserved, one.name.c_str());
        QVERIFY2(plan.card.reserved + plan.nonTorch == plan.card.device, one.name.c_str());
        for (const Bytes part : plan.components)
            QVERIFY2(part >= Bytes{}, one.name.c_str());
        QVERIFY2(plan.slack >= Bytes{} && plan.nonTorch >= Bytes{}, one.name.c_str());
        QVERIFY2(plan.requiredRange.low <= plan.required && plan.required <= plan.requiredRange.high, one.name.c_str());
        QVERIFY2(plan.device.low <= plan.card.device && plan.card.device <= plan.device.high, one.name.c_str());
        // the parts are those of the peak phase, where phases are told apart
        const auto& peak = plan.phases[static_cast<std::size_t>(plan.peakPhase)];
        QVERIFY2(!peak || std::abs(peak->value() - plan.card.allocated.value()) <= 16, one.name.c_str());
        for (const auto& phase : plan.phases)
            QVERIFY2(!phase || phase->value() <= plan.card.allocated.value() + 16, one.name.c_str());
    }
}

void MemoryPropertiesTest::moreNeverNeedsLess_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"context", "input", "output", "concurrency", "micro-batch", "rank"})
        QTest::newRow(what) << QString::fromUtf8(what);
}

void MemoryPropertiesTest::moreNeverNeedsLess()
{
    QFETCH(const QString, what);
    const auto grow = [&what](Scenario& scenario) {
        if (what == "context")
            scenario.contextTokens += scenario.contextTokens / 3 + 1;
        else if (what == "input")
            scenario.inputTokens += scenario.inputTokens / 3 + 1;
        else if (what == "output")
            scenario.outputTokens += scenario.outputTokens / 3 + 1;
        else if (what == "concurrency")
            scenario.concurrency = *scenario.concurrency + 1;
        else if (what == "micro-batch")
            scenario.microBatch += 1;
        else
            scenario.training.lora.rank += 8;
    };
    for (const Case& one : g_cases) {
        if (what == "micro-batch" && one.split.pipeline > 1)
            continue; // a pipeline cuts the batch into its stages
        Resolved scenario = one.scenario;
        Bytes last;
        for (int step = 0; step < 12; ++step) {
            const Bytes required = memory::need(scenario, one.split).required;
            QVERIFY2(required >= last, one.name.c_str());
            last = required;
            grow(scenario.scenario);
        }
    }
}

void MemoryPropertiesTest::fewerBitsNeverNeedMore()
{
    for (const char* model : kModels) {
        Bytes last = Bytes::of(std::int64_t{1} << 62);
        for (const char* weights : {"fp32", "bf16", "int8", "int4-awq"}) {
            const Resolved scenario = resolved(std::string(R"({"model": ")") + model + R"(", "weights": ")" + weights + R"("})");
            const Bytes bytes = memory::weightBytes(scenario, Split{});
            QVERIFY2(bytes < last, model);
            last = bytes;
        }
    }
}

void MemoryPropertiesTest::shardingNeverAddsStates()
{
    const Resolved scenario = resolved(scenarioText("Qwen/Qwen2.5-7B-Instruct", "full", "deepspeed", ""));
    const auto states = [&scenario](const Split& split) {
        const MemoryPlan plan = memory::estimate(scenario, split);
        return plan.of(Component::Weights) + plan.of(Component::MasterWeights) + plan.of(Component::OptimizerStates) +
               plan.of(Component::Gradients);
    };
    Bytes last = Bytes::of(std::int64_t{1} << 62);
    for (const int stage : {1, 2, 3}) {
        const Bytes bytes = states(Split{.data = 8, .zeroStage = stage});
        QVERIFY(bytes < last);
        last = bytes;
    }
    QVERIFY(states(Split{.data = 16, .zeroStage = 3}) < last);
}

// The largest batch a scenario may ask for, on a thousand cards: an answer that is too large, never one that wrapped round.
void MemoryPropertiesTest::sumsHoldBeyondAnySystem()
{
    const Resolved scenario = resolved(R"({"model":"moonshotai/Kimi-K2-Instruct","task":"pretrain","micro_batch":1000000})");
    const MemoryPlan plan = memory::estimate(scenario, Split{.data = 1024});
    const Bytes sum = std::accumulate(plan.components.begin(), plan.components.end(), Bytes{});
    QVERIFY(sum == plan.card.allocated && sum > plan.capacity);
    QVERIFY(plan.allCards.allocated >= plan.card.allocated && plan.allCards.device >= plan.allCards.allocated);
    QVERIFY(plan.required <= plan.requiredRange.high && plan.requiredRange.low > plan.available);
}

void MemoryPropertiesTest::needIsThePlansOwn()
{
    for (const Case& one : g_cases) {
        const MemoryPlan plan = memory::estimate(one.scenario, one.split);
        const memory::Need need = memory::need(one.scenario, one.split);
        QVERIFY2(need.required == plan.required && need.available == plan.available, one.name.c_str());
        QVERIFY2(need.requiredLow == plan.requiredRange.low && need.requiredHigh == plan.requiredRange.high, one.name.c_str());
    }
}

// A slider asks for hundreds of estimates in a frame.
void MemoryPropertiesTest::estimatesAllocateNothing()
{
#ifndef CARDFIT_COUNTS_ALLOCATIONS
    QSKIP("allocations are the sanitizer's");
#endif
    Bytes sum;
    const long before = g_allocations;
    for (const Case& one : g_cases)
        sum += memory::estimate(one.scenario, one.split).card.device + memory::need(one.scenario, one.split).required;
    QCOMPARE(g_allocations - before, 0L);
    QVERIFY(sum > Bytes{});
}

void MemoryPropertiesTest::assumedProfilesAreWider()
{
    Resolved scenario = resolved(scenarioText("Qwen/Qwen2.5-7B-Instruct", "lora", "transformers", ""));
    const MemoryPlan known = memory::estimate(scenario, Split{});
    scenario.assumedProfile = true;
    const MemoryPlan assumed = memory::estimate(scenario, Split{});
    QCOMPARE(assumed.card.device, known.card.device);
    QCOMPARE(assumed.basis, Basis::Assumed);
    VERIFY_BYTES(asDouble(assumed.device.high - assumed.card.device), 1.5 * asDouble(known.device.high - known.card.device), 1e-6);
    VERIFY_BYTES(asDouble(assumed.card.device - assumed.device.low), 1.5 * asDouble(known.card.device - known.device.low), 1e-6);
}

QTEST_APPLESS_MAIN(MemoryPropertiesTest)
#include "tst_memory_properties.moc"
