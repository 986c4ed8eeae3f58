// Protects the rules by which `auto` is replaced (the scenario's fine print) and what is refused. Expected values are
// the rules' own words; cards and formats are those of the shipped catalog.
#include "tests/support/scenario_case.h"

using namespace cardfit;
using cardfit::test::catalog;
using cardfit::test::resolved;

namespace {

std::optional<Resolved> tryResolve(const std::string& text, Problems& problems)
{
    json::Problems found;
    const auto document = json::Document::parse(text, found);
    const auto scenario = document ? readScenario(json::Reader(document->root(), found), {}) : std::nullopt;
    return scenario ? resolve(*scenario, catalog(), problems) : std::nullopt;
}

std::string argument(const Text& text, std::string_view name)
{
    for (const TextArgument& entry : text.arguments) {
        if (entry.name == name)
            return std::get<std::string>(entry.value);
    }
    return {};
}

} // namespace

class TestResolve : public QObject {
    Q_OBJECT
private slots:
    void replacesAuto_data();
    void replacesAuto();
    void keepsCapacityOfCardOrUser();
    void readsCacheOfTwoFormats();
    void takesCheckpointLayout();
    void refusesWhatIsUnknown_data();
    void refusesWhatIsUnknown();
    void warns_data();
    void warns();
    void movesToAnotherCard();
    void movingIsResolving_data();
    void movingIsResolving();
    void completesSlices();
    void saysWhatCannotRun_data();
    void saysWhatCannotRun();
    void makesModelsBySize();
    void resolvesWithinBudget();
};

void TestResolve::replacesAuto_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // weights, kv_cache, compute, engine
    const auto row = [](const char* rule, const char* text, const char* expected) {
        QTest::newRow(rule) << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("nothing said", "{}", "bf16 bf16 bf16 vllm");
    row("16 bit on a card without BF16", R"({"card":"t4"})", "fp16 fp16 fp16 vllm");
    row("16 bit asked for, quantized checkpoint", R"({"model":"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4","weights":"16bit"})",
        "bf16 bf16 bf16 vllm");
    row("the checkpoint's own format", R"({"model":"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4"})", "int4-gptq bf16 bf16 vllm");
    row("the checkpoint's own format is for serving", R"({"model":"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4","task":"lora"})",
        "bf16 bf16 bf16 peft");
    row("fp32 throughout", R"({"weights":"fp32"})", "fp32 fp32 fp32 vllm");
    row("fp32 weights in 16-bit arithmetic", R"({"weights":"fp32","compute":"bf16"})", "fp32 bf16 bf16 vllm");
    row("fp16 asked for", R"({"weights":"fp16"})", "fp16 fp16 fp16 vllm");
    row("qlora", R"({"task":"qlora"})", "nf4-dq bf16 bf16 peft");
    row("nf4 stays nf4", R"({"task":"qlora","weights":"nf4"})", "nf4 bf16 bf16 peft");
    row("lora", R"({"task":"lora"})", "bf16 bf16 bf16 peft");
    row("full", R"({"task":"full"})", "bf16 bf16 bf16 fsdp");
    row("pre-training", R"({"task":"pretrain"})", "bf16 bf16 bf16 megatron");
    row("preferences", R"({"task":"dpo"})", "bf16 bf16 bf16 peft");
    row("8 bit in a server", R"({"weights":"int8"})", "int8 bf16 bf16 vllm");
    row("8 bit in a training library", R"({"weights":"int8","engine":"transformers"})", "int8-bnb bf16 bf16 transformers");
    row("a file of llama.cpp", R"({"weights":"gguf:Q4_K_M"})", "gguf:Q4_K_M bf16 bf16 llama.cpp");
    row("any case", R"({"weights":"INT4-AWQ","engine":"vLLM","card":"H100-SXM"})", "int4-awq bf16 bf16 vllm");
    row("an alias of an engine", R"({"engine":"trt-llm"})", "bf16 bf16 bf16 tensorrt-llm");
    row("8-bit cache of a TensorRT-LLM checkpoint", R"({"engine":"tensorrt-llm","weights":"fp8","card":"h100-sxm"})",
        "fp8 fp8 bf16 tensorrt-llm");
    row("8-bit cache with NVFP4", R"({"engine":"tensorrt-llm","weights":"nvfp4","card":"b200-sxm"})", "nvfp4 fp8 bf16 tensorrt-llm");
    row("16-bit cache with FP8 elsewhere", R"({"weights":"fp8","card":"h100-sxm"})", "fp8 bf16 bf16 vllm");
    row("a cache that was asked for", R"({"kv_cache":"fp8"})", "bf16 fp8 bf16 vllm");
}

void TestResolve::replacesAuto()
{
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    const Resolved result = resolved(text.toStdString());
    const Scenario& scenario = result.scenario;
    const std::string found = scenario.weights + ' ' + scenario.kvCache + ' ' + scenario.compute + ' ' + scenario.engine;
    QCOMPARE(QString::fromStdString(found), expected);
    QCOMPARE(result.asFp16, expected.startsWith("fp16") && !text.contains("\"weights\":\"fp16\""));
    QVERIFY(result.weights && result.keptFormat && result.architecture && result.card);
}

void TestResolve::keepsCapacityOfCardOrUser()
{
    // 79.15 GiB is what PyTorch reports on an A100 80 GB.
    QVERIFY(cardfit::test::isNear(inGiB(resolved("{}").capacity), 79.15, 1e-6));
    QVERIFY(cardfit::test::isNear(inGiB(resolved(R"({"card_memory_gib":44.4})").capacity), 44.4, 1e-9));
}

void TestResolve::readsCacheOfTwoFormats()
{
    // Keys in 4 bit with a scale per 64 elements: 0.5625 bytes; values in q8_0: 34 bytes for 32.
    const Resolved both = resolved(R"({"kv_cache":"int4+gguf:Q8_0"})");
    QCOMPARE(both.keyBytes, 0.5625);
    QCOMPARE(both.valueBytes, 1.0625);
    QCOMPARE(resolved(R"({"kv_cache":"bf16+q8_0"})").valueBytes, 1.0625);
    QCOMPARE(resolved(R"({"kv_cache":"fp8"})").keyBytes, 1.0);
}

void TestResolve::takesCheckpointLayout()
{
    QCOMPARE(resolved(R"({"weights":"int4-gptq"})").groupSize, 128);
    QCOMPARE(resolved(R"({"weights":"int4-gptq","weights_group_size":32})").groupSize, 32);
    // DeepSeek-V3 is stored in FP8 with a scale per 128 x 128 block.
    const Resolved blocks = resolved(R"({"model":"deepseek-ai/DeepSeek-V3","card":"h200-sxm","cards":8})");
    QCOMPARE(blocks.weights->id, std::string("fp8-block"));
    // Two bits more or less are another format: 4.25 bits are 0.53125 bytes.
    const Resolved exl = resolved(R"({"weights":"exl2:4.25"})");
    QCOMPARE(exl.weights->bytesPerWeight, 0.53125);
    QCOMPARE(exl.scenario.engine, std::string("exllama"));
}

void TestResolve::refusesWhatIsUnknown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* reason, const char* text, const char* message) {
        QTest::newRow(reason) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    row("model", R"({"model":"Qwen/Qwen2.5-7B-Instrcut"})",
        R"(/model: a model of the catalog ("Qwen/Qwen2.5-7B-Instruct"?) / "Qwen/Qwen2.5-7B-Instrcut")");
    row("family", R"({"model":{"parameters_b":7,"family":"qwen25"}})", R"(/model/family: a family of the catalog ("qwen2.5"?) / "qwen25")");
    row("card", R"({"card":"h100-sxn"})", R"(/card: a card of the catalog ("h100-sxm"?) / "h100-sxn")");
    row("weights", R"({"weights":"int4-awk"})", R"(/weights: a weight format ("int4-awq"?) / "int4-awk")");
    row("cache", R"({"kv_cache":"fp9"})", R"(/kv_cache: a cache format, or K+V ("fp8"?) / "fp9")");
    row("values of the cache", R"({"kv_cache":"int4+what"})", R"(/kv_cache: a cache format, or K+V / "int4+what")");
    row("compute", R"({"compute":"bf61"})", R"(/compute: one of auto, fp32, tf32, fp16, bf16, fp8, int8, nvfp4 / "bf61")");
    row("sharding twice", R"({"task":"full","parallel":{"fsdp":true,"zero_stage":1}})",
        R"(/parallel/zero_stage: 3 or 0 with fsdp: FSDP is stage 3 / 1)");
    row("more than any system holds", R"({"concurrency":10000000,"context_tokens":8192})",
        R"(/concurrency: at most 1220703 sequences of 8192 tokens / 10000000)");
    row("a batch beyond everything", R"({"task":"lora","micro_batch":1000000,"context_tokens":100000})",
        R"(/micro_batch: at most 100000 sequences of 100000 tokens / 1000000)");
    row("a card of nothing", R"({"card":{"id":"mine"}})", R"(/card/memory_gb: a size, or the card it is a slice of / none)");
    row("a slice of nothing", R"({"card":{"slice_of":"a100-sxm-80g"}})",
        R"(/card/slice_of: a card of the catalog ("a100-sxm-80gb"?) / "a100-sxm-80g")");
}

void TestResolve::refusesWhatIsUnknown()
{
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    Problems problems;
    QVERIFY(!tryResolve(text.toStdString(), problems));
    QVERIFY(!problems.empty());
    const Problem& first = problems.front();
    QVERIFY(first.severity == Severity::Error);
    const std::string found = first.where + ": " + argument(first.text, "expected") + " / " + argument(first.text, "found");
    QCOMPARE(QString::fromStdString(found), message);
}

void TestResolve::warns_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* reason, const char* text, const char* code) {
        QTest::newRow(reason) << QString::fromUtf8(text) << QString::fromUtf8(code);
    };
    row("an engine nobody knows", R"({"engine":"vlmm"})", "engine.unknown");
    row("a request longer than the context", R"({"input_tokens":8000,"output_tokens":500,"context_tokens":8192})",
        "context.shorter-than-request");
    row("a context longer than the positions", R"({"model":"mistralai/Mistral-7B-v0.1","context_tokens":200000})",
        "context.beyond-positions");
    row("a misspelt permission", R"({"allow":{"cards":["a10","h100-sxn"]}})", "card.allowed-unknown");
    row("a slice whose bandwidth nobody said", R"({"card":{"slice_of":"a100-sxm-80gb","memory_gb":20}})", "card.slice-bandwidth");
}

void TestResolve::warns()
{
    QFETCH(const QString, text);
    QFETCH(const QString, code);
    const Resolved result = resolved(text.toStdString());
    const auto said = [&code](const Problem& problem) { return problem.text.code == code.toStdString(); };
    QCOMPARE(std::count_if(result.problems.begin(), result.problems.end(), said), 1);
}

void TestResolve::movesToAnotherCard()
{
    Resolved result = resolved(R"({"card_memory_gib":70})");
    moveToCard(result, *catalog().card("t4"), catalog());
    QCOMPARE(result.scenario.weights, std::string("fp16"));
    QVERIFY(result.asFp16);
    QVERIFY(!result.scenario.cardMemoryGib); // it was read off the A100
    QVERIFY(result.capacity == catalog().card("t4")->cudaMemory);
    moveToCard(result, *catalog().card("h100-sxm"), catalog());
    QCOMPARE(result.scenario.weights, std::string("bf16"));
    QVERIFY(!result.asFp16);
}

void TestResolve::movingIsResolving_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"{}", R"({"weights":"int4-awq"})", R"({"weights":"fp32"})", R"({"task":"qlora"})", R"({"task":"full"})",
                             R"({"engine":"tensorrt-llm","weights":"fp8"})", R"({"kv_cache":"fp8"})", R"({"compute":"bf16"})"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

// Moving is a shortcut: on every card it must give what resolving there gives.
void TestResolve::movingIsResolving()
{
    QFETCH(const QString, text);
    Resolved moved = resolved(text.toStdString());
    for (const Card& card : catalog().cards()) {
        moveToCard(moved, card, catalog());
        Scenario scenario = resolved(text.toStdString()).scenario;
        json::Problems found;
        const auto document = json::Document::parse(text.toStdString(), found);
        scenario = *readScenario(json::Reader(document->root(), found), {});
        scenario.card.id = card.id;
        Problems problems;
        const auto there = resolve(scenario, catalog(), problems);
        QVERIFY(there);
        QVERIFY2(moved.scenario == there->scenario, card.id.c_str());
        QVERIFY(moved.weights == there->weights && moved.keptFormat == there->keptFormat);
        QVERIFY(moved.capacity == there->capacity && moved.asFp16 == there->asFp16);
        QVERIFY(unsupportedReason(moved) == unsupportedReason(*there));
    }
}

void TestResolve::completesSlices()
{
    // A quarter of the memory, the bandwidth that is given, everything else of the whole card.
    const Resolved slice = resolved(R"({"card":{"slice_of":"a100-sxm-80gb","memory_gb":20,"bandwidth_gbs":500}})");
    QVERIFY(cardfit::test::isNear(inGiB(slice.capacity), 79.15 / 4, 1e-6));
    QCOMPARE(slice.card->bandwidth.value(), 500e9);
    QCOMPARE(slice.card->speedClass, catalog().card("a100-sxm-80gb")->speedClass);
    QVERIFY(slice.card->features.bf16);
    QVERIFY(slice.card->link.isZero());
    // A card that the catalog does not hold.
    const Resolved own = resolved(R"({"card":{"id":"mine","memory_gb":24,"bandwidth_gbs":600,"dense_bf16_tflops":100}})");
    QCOMPARE(own.card->speedClass, std::string("other"));
    QVERIFY(cardfit::test::isNear(asDouble(own.capacity), 24e9 * catalog().memory().cudaShareOfDriver, 1e-9));
}

void TestResolve::saysWhatCannotRun_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* reason, const char* text, const char* code) {
        QTest::newRow(reason) << QString::fromUtf8(text) << QString::fromUtf8(code);
    };
    row("16 bit runs everywhere", R"({"card":"t4"})", "");
    row("BF16 asked for where it is not", R"({"card":"t4","weights":"bf16"})", "unsupported.bf16");
    row("BF16 arithmetic where it is not", R"({"card":"v100-sxm2-32gb","compute":"bf16"})", "unsupported.bf16");
    row("AWQ kernels begin with Turing", R"({"card":"v100-sxm2-32gb","weights":"int4-awq"})", "unsupported.awq");
    row("AWQ on Turing", R"({"card":"t4","weights":"int4-awq"})", "");
    row("FP8 weights are widened on Ampere", R"({"weights":"fp8"})", "");
    row("FP8 weights on Volta", R"({"card":"v100-sxm2-32gb","weights":"fp8"})", "unsupported.fp8");
    row("FP8 arithmetic on Ampere", R"({"task":"pretrain","compute":"fp8"})", "unsupported.fp8");
    row("FP8 arithmetic on Hopper", R"({"card":"h100-sxm","task":"pretrain","compute":"fp8"})", "");
    row("4-bit arithmetic on Hopper", R"({"card":"h100-sxm","task":"pretrain","compute":"nvfp4"})", "unsupported.fp4");
    row("EXL2 in vLLM", R"({"weights":"exl2:4","engine":"vllm"})", "unsupported.engine");
    row("4-bit weights that would have to move", R"({"task":"full","weights":"nf4"})", "unsupported.training");
    row("no compute capability to judge by", R"({"card":"mi300x","weights":"int4-awq"})", "");
}

void TestResolve::saysWhatCannotRun()
{
    QFETCH(const QString, text);
    QFETCH(const QString, code);
    QCOMPARE(QString::fromStdString(unsupportedReason(resolved(text.toStdString())).code), code);
}

void TestResolve::makesModelsBySize()
{
    QVERIFY(cardfit::test::isNear(resolved(R"({"model":{"parameters_b":13}})").architecture->totalParameters, 13e9, 0.001));
    const Resolved between = resolved(R"({"model":{"parameters_b":20,"family":"qwen2.5"}})");
    QVERIFY(cardfit::test::isNear(between.architecture->totalParameters, 20e9, 0.001));
    QVERIFY(between.ownedModel);
}

// On the slider's path: a microsecond or so. Ten times that here, for slow and busy machines.
void TestResolve::resolvesWithinBudget()
{
    const Scenario scenario;
    const int runs = 2000;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < runs; ++i) {
        Problems problems;
        QVERIFY(resolve(scenario, catalog(), problems));
    }
    const double microseconds = static_cast<double>(timer.nsecsElapsed()) / 1e3 / runs;
    qInfo("resolve: %.2f us", microseconds);
    QVERIFY(microseconds < 20);
}

QTEST_APPLESS_MAIN(TestResolve)
#include "tst_resolve.moc"
