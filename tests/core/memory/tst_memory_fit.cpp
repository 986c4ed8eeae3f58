#include "core/plan/memory/choices.h"
#include "tests/core/memory/memory_case.h"

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;

// What a person who buys cards knows by heart must come out.
class MemoryFitTest : public QObject {
    Q_OBJECT
private slots:
    void fits_data();
    void fits();
    void sixteenBitWeightsAreTwoBytesAParameter();
    void statesOfFullFineTuning_data();
    void statesOfFullFineTuning();
};

void MemoryFitTest::fits_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, const char* scenario, bool expected) {
        QTest::newRow(name) << QString::fromUtf8(scenario) << expected;
    };
    row("14 B in FP16 is 28 GB: not one A10",
        R"({"model": "Qwen/Qwen2.5-14B", "weights": "fp16", "card": "a10", "context_tokens": 2048, "concurrency": 1})", false);
    row("14 B in INT8 on one A10",
        R"({"model": "Qwen/Qwen2.5-14B", "weights": "int8", "card": "a10", "context_tokens": 2048, "concurrency": 1})", true);
    row("14 B in FP16 on two A10",
        R"({"model": "Qwen/Qwen2.5-14B", "weights": "fp16", "card": "a10", "cards": 2, "parallel": {"tensor": 2, "auto": false},
            "context_tokens": 2048, "concurrency": 1})",
        true);
    row("QLoRA of 65 B not on a T4",
        R"({"model": "huggyllama/llama-65b", "task": "qlora", "card": "t4", "context_tokens": 512, "training": {"lora": {"rank": 16}}})",
        false);
    row("QLoRA of 65 B not on an A10",
        R"({"model": "huggyllama/llama-65b", "task": "qlora", "card": "a10", "context_tokens": 512, "training": {"lora": {"rank": 16}}})",
        false);
    row("QLoRA of 65 B on 48 GB at short lengths (Dettmers et al. 2023)",
        R"({"model": "huggyllama/llama-65b", "task": "qlora", "card": "rtx-a6000", "context_tokens": 512, "training": {"lora": {"rank": 16}}})",
        true);
    row("LoRA of 7 B on 24 GB",
        R"({"model": "mistralai/Mistral-7B-v0.1", "task": "lora", "card": "rtx-4090", "context_tokens": 1024, "training": {"lora": {"rank": 16}}})",
        true);
    row("full fine-tuning of 7 B not on one 80 GB card with fp32 masters",
        R"({"model": "mistralai/Mistral-7B-v0.1", "task": "full", "engine": "transformers", "card": "a100-sxm-80gb", "context_tokens": 1024,
            "training": {"mixed_precision": "bf16-mixed"}})",
        false);
}

// By the figure itself, not its interval.
void MemoryFitTest::fits()
{
    QFETCH(const QString, scenario);
    QFETCH(const bool, expected);
    const memory::MemoryPlan plan = memoryOf(scenario.toStdString());
    QVERIFY2((plan.required <= plan.available) == expected,
             qPrintable(QStringLiteral("%1 of %2 GiB").arg(inGiB(plan.required)).arg(inGiB(plan.available))));
}

void MemoryFitTest::sixteenBitWeightsAreTwoBytesAParameter()
{
    // Qwen2.5-14B has 14.77 billion parameters; a round 14 B is 28 GB
    const Resolved scenario = resolved(R"({"model": "Qwen/Qwen2.5-14B", "weights": "fp16", "card": "a10"})");
    const double bytes = asDouble(memory::weightBytes(scenario, Split{}));
    VERIFY_BYTES(bytes, 2 * scenario.architecture->totalParameters, 1e-9);
    VERIFY_BYTES(bytes / scenario.architecture->totalParameters * 14e9, 28e9, 1e-9);
}

void MemoryFitTest::statesOfFullFineTuning_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<double>("bytesPerParameter"); // 7 B x 16 = 112 GB, 7 B x 18 = 126 GB
    // Rajbhandari et al. 2020: 2 weights + 2 gradients + 12 of optimizer (fp32 master, two moments)
    QTest::newRow("mixed precision with fp32 masters") << R"("deepspeed", "parallel": {"zero_stage": 1, "auto": false})" << 16.0;
    // Megatron keeps fp32 gradients beside them
    QTest::newRow("Megatron") << R"("megatron")" << 18.0;
}

void MemoryFitTest::statesOfFullFineTuning()
{
    QFETCH(const QString, engine);
    QFETCH(const double, bytesPerParameter);
    const std::string text =
        R"({"model": "mistralai/Mistral-7B-v0.1", "task": "full", "context_tokens": 4096, "engine": )" + engine.toStdString() + "}";
    const Resolved scenario = resolved(text);
    const memory::MemoryPlan plan = memory::estimate(scenario, Split{.zeroStage = scenario.scenario.parallel.zeroStage});
    double states = bytesOfPart(plan, Component::Weights) + bytesOfPart(plan, Component::MasterWeights);
    const double parameters = scenario.architecture->totalParameters;
    if (plan.peakPhase == memory::Phase::Step) // the step's temporary is no state
        states += bytesOfPart(plan, Component::Gradients) + bytesOfPart(plan, Component::OptimizerStates) - 4 * parameters;
    else
        states += bytesOfPart(plan, Component::Gradients) + bytesOfPart(plan, Component::OptimizerStates);
    VERIFY_BYTES(states / parameters, bytesPerParameter, 1e-6);
    VERIFY_BYTES(states / parameters * 7e9, bytesPerParameter * 7e9, 1e-6);
}

QTEST_APPLESS_MAIN(MemoryFitTest)
#include "tst_memory_fit.moc"
