#include "core/plan/speed/training.h"
#include "tests/core/speed/speed_case.h"

#include <cmath>

using namespace cardfit;
using namespace cardfit::test;

// Fifteen examples that a second implementation in another language computed from the same equations and constants: their
// terms are what explains a figure on screen, so the terms are compared too, not the results alone. The serving examples
// follow the equations of plan/speed/README.md 4 to 8 with the constants of December 2026: prompts that share chunks and
// launches that hide moved all of them, most the two maxima, where several prompts start in every iteration.
class WorkedExamplesTest : public QObject {
    Q_OBJECT
private slots:
    void serving_data();
    void serving();
    void training_data();
    void training();
    void utilizationIsAFraction_data();
    void utilizationIsAFraction();
};

namespace {

struct ServingRow {
    const char* name;
    const char* scenario;
    double cacheTokens, running;
    double dense, head, experts, cache, network, host, fixed, total; // ms, one decode step at the load
    double firstToken, perToken, output;                             // ms, ms, tokens/s
};

constexpr ServingRow kServing[] = {
    {"decode, one stream: Llama-2-7B",
     R"({"model": "Llama-2-7B", "engine": "lmdeploy", "weights": "fp16", "card": "a10", "cards": 1, "input_tokens": 32, "output_tokens": 256, "concurrency": 1})",
     15562, 1.00, 23.975, 0.485, 0.000, 0.164, 0.000, 1.720, 0.504, 26.849, 35.90, 26.847, 37.1},
    {"decode, one stream, GGUF: Llama-3-8B",
     R"({"model": "Llama-3-8B", "engine": "llama.cpp", "engine_version": "2024.05", "weights": "gguf:Q4_K_M", "card": "rtx-4090", "cards": 1, "input_tokens": 32, "output_tokens": 1024, "concurrency": 1})",
     0, 1.00, 4.673, 0.445, 0.000, 0.078, 0.000, 3.203, 0.512, 8.912, 23.01, 8.911, 111.9},
    {"eager, host bound: Qwen2.5-7B",
     R"({"model": "Qwen2.5-7B", "engine": "transformers", "weights": "bf16", "card": "a100-sxm-80gb", "cards": 1, "input_tokens": 1, "output_tokens": 2048, "concurrency": 1})",
     0, 1.00, 7.640, 0.638, 0.000, 0.036, 0.000, 21.944, 1.011, 23.346, 60.16, 23.346, 42.8},
    {"closed loop, benchmark: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "h100-sxm", "cards": 2, "input_tokens": 921, "output_tokens": 921, "concurrency": 16, "demand": {"arrival": "burst"}, "parallel": {"tensor": 2, "auto": false}})",
     210876, 16.00, 12.064, 0.367, 0.000, 1.303, 1.021, 4.317, 0.569, 19.640, 204.12, 20.629, 767.4},
    {"the same, steady: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "h100-sxm", "cards": 2, "input_tokens": 921, "output_tokens": 921, "concurrency": 16, "parallel": {"tensor": 2, "auto": false}})",
     210876, 16.00, 12.064, 0.367, 0.000, 1.303, 1.021, 4.317, 0.569, 19.640, 143.18, 20.639, 769.4},
    {"cache-limited closed loop: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "kv_cache": "fp8", "card": "h200-sxm", "cards": 1, "input_tokens": 7372, "output_tokens": 921, "concurrency": 64, "demand": {"arrival": "burst"}, "parallel": {"tensor": 1, "auto": false}})",
     348845, 44.54, 19.747, 0.580, 0.000, 14.347, 0.000, 4.317, 0.907, 39.898, 41092.36, 88.404, 481.1},
    {"experts: MiniMax-M2.5",
     R"({"model": "MiniMax-M2.5", "engine": "vllm", "engine_version": "0.19", "weights": "fp8", "kv_cache": "fp8", "card": "b200-sxm", "cards": 4, "input_tokens": 921, "output_tokens": 921, "concurrency": 64, "demand": {"arrival": "burst"}, "parallel": {"tensor": 4, "auto": false}})",
     3432125, 64.00, 0.130, 0.054, 8.835, 0.428, 0.894, 3.194, 1.137, 14.671, 140.04, 15.262, 4152.0},
    {"MLA, speculation 3 x 0.7: DeepSeek-V3",
     R"({"model": "DeepSeek-V3", "engine": "sglang", "weights": "fp8", "card": "b200-sxm", "cards": 8, "input_tokens": 1024, "output_tokens": 1024, "concurrency": 32, "speculative": {"tokens": 3, "acceptance": 0.7}, "parallel": {"tensor": 8, "auto": false}})",
     1134067, 32.00, 0.315, 0.037, 9.169, 0.526, 1.026, 5.401, 0.873, 16.969, 265.48, 12.177, 2573.2},
    {"attention data parallel, maximum: DeepSeek-R1",
     R"({"model": "DeepSeek-R1", "engine": "tensorrt-llm", "engine_version": "1.1", "weights": "nvfp4", "card": "b200-sxm", "cards": 4, "input_tokens": 1000, "output_tokens": 1000, "concurrency": "max", "serving": {"attention_data_parallel": true}, "parallel": {"tensor": 1, "data": 4, "expert": 4, "auto": false}})",
     8929565, 4464.78, 22.912, 1.666, 47.079, 25.939, 22.090, 4.888, 14.202, 125.598, 1060.50, 209.707, 21183.5},
    {"maximum over PCIe: Llama-3-70B",
     R"({"model": "Llama-3-70B", "engine": "tensorrt-llm", "engine_version": "0.14", "weights": "fp16", "card": "a100-pcie-80gb", "cards": 4, "interconnect": "pcie", "input_tokens": 128, "output_tokens": 128, "concurrency": "max", "parallel": {"tensor": 4, "auto": false}})",
     546106, 2048.00, 333.234, 5.096, 0.000, 21.011, 513.474, 4.519, 24.761, 877.832, 5244.41, 1689.848, 1183.3},
    {"finite run, varied lengths: Llama-3-8B",
     R"({"model": "Llama-3-8B", "engine": "vllm", "engine_version": "0.7.3", "weights": "bf16", "card": "a100-sxm-80gb", "cards": 1, "input_tokens": 280, "output_tokens": 310, "concurrency": "max", "demand": {"arrival": "burst", "requests": 100, "lengths": "varied"}})",
     455465, 100.00, 12.859, 0.943, 0.000, 3.529, 0.000, 2.098, 5.174, 24.603, 921.59, 24.603, 2326.1},
};

struct TrainingRow {
    const char* name;
    const char* scenario;
    double forward, backward, attention, recompute, elementWise; // us per token and model copy
    double step, communication, exposed, optimizer;              // s
    double tokens, mfu;
};

constexpr TrainingRow kTraining[] = {
    {"pre-training, FSDP: MPT-7B",
     R"({"model": "MPT-7B", "task": "pretrain", "engine": "fsdp", "card": "a100-sxm-80gb", "cards": 8, "context_tokens": 2048, "micro_batch": 6, "global_batch": 96, "training": {"checkpointing": "none"}, "parallel": {"data": 8, "fsdp": true, "auto": false}, "interconnect": "nvlink"})",
     56.701, 113.401, 10.656, 0.000, 19.620, 5.1842, 0.6137, 0.1105, 0.0153, 37924.8, 0.630},
    {"FP8 pre-training, ZeRO-3: Llama-3-8B",
     R"({"model": "Llama-3-8B", "task": "pretrain", "engine": "megatron-bridge", "card": "h100-sxm", "cards": 8, "compute": "fp8", "context_tokens": 8192, "micro_batch": 1, "global_batch": 128, "parallel": {"data": 8, "zero_stage": 3, "auto": false}, "interconnect": "nvlink"})",
     12.244, 24.489, 12.294, 2.966, 11.771, 9.7605, 3.9530, 0.7119, 0.0112, 107430.9, 0.349},
    {"QLoRA: Qwen-14B",
     R"({"model": "Qwen-14B", "task": "qlora", "engine": "deepspeed", "weights": "int4-gptq", "card": "a100-sxm-80gb", "cards": 1, "context_tokens": 2048, "micro_batch": 1, "global_batch": 8, "training": {"checkpointing": "full"}})",
     148.041, 148.041, 16.650, 151.976, 41.592, 11.6896, 0.0000, 0.0000, 0.0000, 1401.6, 0.372},
};

constexpr double kRelative = 0.005; // the examples were printed with three decimals

} // namespace

void WorkedExamplesTest::serving_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kServing); ++i)
        QTest::newRow(kServing[i].name) << static_cast<int>(i);
}

void WorkedExamplesTest::serving()
{
    QFETCH(int, row);
    const ServingRow& expected = kServing[row];
    const Resolved scenario = resolved(expected.scenario);
    const speed::SpeedPlan plan = speedOf(scenario, expected.cacheTokens);
    VERIFY_NEAR(plan.running, expected.running, kRelative, 0.005);
    const auto term = [](double seconds) { return seconds * 1e3; };
    VERIFY_NEAR(term(plan.step.dense), expected.dense, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.head), expected.head, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.experts), expected.experts, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.cache), expected.cache, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.network), expected.network, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.host), expected.host, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.fixed), expected.fixed, kRelative, 0.001);
    VERIFY_NEAR(term(plan.step.total), expected.total, kRelative, 0.001);
    VERIFY_NEAR(inMilliseconds(*plan.timeToFirstToken), expected.firstToken, kRelative, 0.01);
    VERIFY_NEAR(inMilliseconds(*plan.timePerOutputToken), expected.perToken, kRelative, 0.001);
    VERIFY_NEAR(plan.outputTokens->value(), expected.output, kRelative, 0.1);
}

void WorkedExamplesTest::training_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kTraining); ++i)
        QTest::newRow(kTraining[i].name) << static_cast<int>(i);
}

void WorkedExamplesTest::training()
{
    QFETCH(int, row);
    const TrainingRow& expected = kTraining[row];
    const speed::SpeedPlan plan = speedOf(resolved(expected.scenario), 0);
    const auto term = [](double seconds) { return seconds * 1e6; };
    VERIFY_NEAR(term(plan.training.forward), expected.forward, kRelative, 0.001);
    VERIFY_NEAR(term(plan.training.backward), expected.backward, kRelative, 0.001);
    VERIFY_NEAR(term(plan.training.attention), expected.attention, kRelative, 0.001);
    VERIFY_NEAR(term(plan.training.recompute), expected.recompute, kRelative, 0.001);
    VERIFY_NEAR(term(plan.training.elementWise), expected.elementWise, kRelative, 0.001);
    VERIFY_NEAR(plan.training.communication, expected.communication, kRelative, 0.0001);
    VERIFY_NEAR(plan.training.exposed, expected.exposed, kRelative, 0.0001);
    VERIFY_NEAR(plan.training.optimizer, expected.optimizer, kRelative, 0.0001);
    VERIFY_NEAR(plan.stepTime->value(), expected.step, kRelative, 0.0001);
    VERIFY_NEAR(plan.trainingTokens->value(), expected.tokens, kRelative, 0.1);
    VERIFY_NEAR(*plan.mfu, expected.mfu, kRelative, 0.001);
}

// What is not computed is not counted: positions beyond a window, blocks without attention, tables that are looked up.
void WorkedExamplesTest::utilizationIsAFraction_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::newRow("windows") << R"({"model":"bigcode/starcoder2-7b","task":"full","card":"h200-nvl","context_tokens":20000000})";
    QTest::newRow("against the peak in 4 bit")
        << R"({"model":"mistralai/Mistral-7B-Instruct-v0.3","task":"dpo","engine":"megatron","card":"rtx-5090","compute":"nvfp4"})";
    QTest::newRow("few blocks with attention")
        << R"({"model":"nvidia/NVIDIA-Nemotron-3.5-Lightning-30B-A3B-BF16","task":"lora","card":"l40","context_tokens":20000000})";
}

void WorkedExamplesTest::utilizationIsAFraction()
{
    QFETCH(const QString, scenario);
    const speed::TrainingStep step = speed::trainingStep(resolved(scenario.toStdString()), Split{});
    QVERIFY2(step.mfu > 0 && step.mfu < 1, qPrintable(QString::number(step.mfu)));
}

QTEST_APPLESS_MAIN(WorkedExamplesTest)
#include "tst_worked_examples.moc"
