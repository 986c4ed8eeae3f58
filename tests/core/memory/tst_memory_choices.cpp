#include "core/plan/memory/choices.h"
#include "tests/core/memory/memory_case.h"

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;

// What "auto" becomes in training, and the rules that are easy to get wrong.
class MemoryChoicesTest : public QObject {
    Q_OBJECT
private slots:
    void statesFollowTheEngine_data();
    void statesFollowTheEngine();
    void lossFollowsTheEngine();
    void targetsFollowTheEngine();
    void enginesThatShardUnasked();
    void sampleLengths();
    void referenceModelOfDpo();
    void quantizedExpertsAreThoseOfTheFormat();
    void mlaDownProjectionsAreReplicated();
    void poolBesideGraphs();
};

namespace {

Resolved training(const std::string& engine, const std::string& more = "")
{
    return resolved(R"({"model": "mistralai/Mistral-7B-v0.1", "task": "full", "engine": ")" + engine + "\"" + more + "}");
}

} // namespace

void MemoryChoicesTest::statesFollowTheEngine_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("more");
    QTest::addColumn<int>("zeroStage");
    QTest::addColumn<bool>("fsdp");
    QTest::addColumn<StateRow>("expected");
    const auto row = [](const char* name, const char* engine, const char* more, int stage, bool fsdp, StateRow expected) {
        QTest::newRow(name) << QString::fromUtf8(engine) << QString::fromUtf8(more) << stage << fsdp << expected;
    };
    row("one card keeps 16 bit", "transformers", "", 0, false, StateRow::Bf16True);
    row("FSDP1 keeps fp32 shards", "transformers", "", 0, true, StateRow::Bf16Mixed);
    row("FSDP2 keeps 16 bit", "transformers", R"(, "parallel": {"fsdp_version": 2})", 0, true, StateRow::Bf16True);
    row("ZeRO keeps masters", "transformers", "", 2, false, StateRow::DeepSpeed);
    row("no master weights beats FSDP1", "transformers", R"(, "training": {"master_weights": false})", 0, true, StateRow::Bf16True);
    row("mixed precision is fp32 weights", "transformers", R"(, "training": {"mixed_precision": "bf16-mixed"})", 0, false,
        StateRow::Bf16Mixed);
    row("an engine's own row", "megatron", "", 0, false, StateRow::Megatron);
    row("torchtitan keeps fp32", "torchtitan", "", 0, true, StateRow::Fp32);
    row("torchtitan told otherwise", "torchtitan", R"(, "training": {"mixed_precision": "bf16-true"})", 0, true, StateRow::Bf16True);
    row("torchtune keeps 16 bit", "torchtune", "", 0, true, StateRow::Bf16True);
}

void MemoryChoicesTest::statesFollowTheEngine()
{
    QFETCH(const QString, engine);
    QFETCH(const QString, more);
    QFETCH(const int, zeroStage);
    QFETCH(const bool, fsdp);
    QFETCH(const StateRow, expected);
    const Resolved scenario = training(engine.toStdString(), more.toStdString());
    QCOMPARE(memory::stateRow(scenario, Split{.data = 4, .zeroStage = zeroStage, .fsdp = fsdp}), expected);
}

void MemoryChoicesTest::lossFollowsTheEngine()
{
    QCOMPARE(memory::lossPath(training("transformers")), LossPath::Plain);
    QCOMPARE(memory::lossPath(training("unsloth")), LossPath::InPlace);
    QCOMPARE(memory::lossPath(training("torchtune")), LossPath::Chunked);
    QCOMPARE(memory::lossPath(training("torchtitan")), LossPath::Compiled);
    QCOMPARE(memory::lossPath(training("unsloth", R"(, "training": {"loss": "cut"})")), LossPath::Cut);
}

void MemoryChoicesTest::targetsFollowTheEngine()
{
    QCOMPARE(memory::adapterTargets(training("transformers")), kAllLinearTargets);
    QCOMPARE(memory::adapterTargets(training("axolotl")), kAttentionTargets);
    const TargetSet qkv = targetBit(AdapterTarget::Query) | targetBit(AdapterTarget::Key) | targetBit(AdapterTarget::Value);
    QCOMPARE(memory::adapterTargets(training("ms-swift")), qkv);
    QCOMPARE(memory::adapterTargets(training("ms-swift", R"(, "training": {"lora": {"targets": ["q"]}})")),
             targetBit(AdapterTarget::Query));
    QVERIFY(!memory::packing(training("ms-swift")));
    QVERIFY(memory::packing(training("axolotl")));
}

void MemoryChoicesTest::enginesThatShardUnasked()
{
    QVERIFY(memory::shardsWeights(training("torchtitan"), Split{.data = 8}));
    QVERIFY(!memory::shardsWeights(training("torchtitan"), Split{}));
    QVERIFY(!memory::shardsWeights(training("torchtitan", R"(, "parallel": {"fsdp": false})"), Split{.data = 8}));
    QVERIFY(!memory::shardsWeights(training("transformers"), Split{.data = 8}));
    QVERIFY(memory::shardsWeights(training("transformers"), Split{.data = 8, .zeroStage = 3}));
}

void MemoryChoicesTest::sampleLengths()
{
    const auto tokens = [](const char* more) {
        return memory::sampleTokens(training("transformers", std::string(R"(, "context_tokens": 4096)") + more));
    };
    QCOMPARE(tokens(""), 4096.0);
    QCOMPARE(tokens(R"(, "training": {"longest_sample_tokens": 1304})"), 1304.0);
    QCOMPARE(tokens(R"(, "training": {"longest_sample_tokens": 9000})"), 4096.0);
    QCOMPARE(tokens(R"(, "training": {"mean_sample_tokens": 300, "packing": false})"), 600.0);
    QCOMPARE(tokens(R"(, "training": {"mean_sample_tokens": 300, "packing": true})"), 4096.0);
}

void MemoryChoicesTest::referenceModelOfDpo()
{
    const Resolved policy = training("transformers", R"(, "training": {"mixed_precision": "bf16-true"})");
    Resolved dpo = policy;
    dpo.scenario.task = Task::Dpo;
    const double frozen = bytesOfPart(memory::estimate(dpo, Split{}), Component::Weights) -
                          bytesOfPart(memory::estimate(policy, Split{}), Component::Weights);
    VERIFY_BYTES(frozen, 2 * policy.architecture->totalParameters, 1e-9);
}

// gpt-oss in vLLM: experts in mxfp4 padded from 2,880 to 3,072, everything else 16 bit. Logs: 13.47 and 64.38 GiB.
void MemoryChoicesTest::quantizedExpertsAreThoseOfTheFormat()
{
    const auto weights = [](const char* model) {
        const Resolved scenario =
            resolved(std::string(R"({"model": ")") + model + R"(", "engine": "vllm", "weights": "mxfp4", "card": "h100-sxm"})");
        return inGiB(memory::weightBytes(scenario, Split{}));
    };
    QVERIFY(std::abs(weights("openai/gpt-oss-20b") / 13.47 - 1) < 0.01);
    QVERIFY(std::abs(weights("openai/gpt-oss-120b") / 64.38 - 1) < 0.01);
}

// DeepSeek-V3 in 16 bit: q_a (7168 x 1536) and kv_a (7168 x 576) of 61 blocks are whole on all 8 ranks.
void MemoryChoicesTest::mlaDownProjectionsAreReplicated()
{
    const Resolved scenario = resolved(R"({"model": "deepseek-ai/DeepSeek-V3", "engine": "vllm", "weights": "bf16"})");
    const Architecture& a = *scenario.architecture;
    const double replicated = 2.0 * 61 * 7168 * (1536 + 576) + 2 * (a.normWeights + a.biasWeights + a.routerWeights);
    const double all = 2 * a.totalParameters;
    const double rank = asDouble(memory::weightBytes(scenario, Split{.tensor = 8}));
    VERIFY_BYTES(rank, (all - replicated) / 8 + replicated, 1e-9);
    const double experts = 2 * a.of(MatrixGroup::Experts).weights;
    const double spread = asDouble(memory::weightBytes(scenario, Split{.tensor = 8, .data = 4, .expert = 32}));
    VERIFY_BYTES(spread, rank - experts / 8 + experts / 32, 1e-9);
}

// At a utilization of 1 no room is left beside the pool, so the graphs count.
void MemoryChoicesTest::poolBesideGraphs()
{
    Resolved scenario = resolved(R"({"model": "Qwen/Qwen2.5-7B-Instruct", "engine": "vllm", "engine_version": "0.19", "card": "a10"})");
    const memory::MemoryPlan usual = memory::estimate(scenario, Split{});
    // vLLM 0.19 captures graphs beside its pool: the pool does not pay for them, but they count as needed
    QCOMPARE(usual.required, usual.card.allocated + usual.nonTorch);
    scenario.scenario.serving.cudaGraphs = false;
    const memory::MemoryPlan eager = memory::estimate(scenario, Split{});
    QCOMPARE(eager.pool, usual.pool);
    const Bytes difference = usual.required - eager.required - usual.cudaGraphs;
    QVERIFY(std::abs(difference.value()) <= 1); // each part is rounded to a byte
}

QTEST_APPLESS_MAIN(MemoryChoicesTest)
#include "tst_memory_choices.moc"
