#include "core/plan/speed/training.h"
#include "tests/core/speed/speed_case.h"

#include <cmath>

using namespace cardfit;
using namespace cardfit::test;

// Fifteen examples that a second implementation in another language computed from the same equations and constants: their
// terms are what explains a figure on screen, so the terms are compared too, not the results alone.
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
     15562, 1.00, 23.810, 0.482, 0.000, 0.161, 0.000, 1.754, 0.485, 26.691, 33.46, 26.690, 37.3},
    {"decode, one stream, GGUF: Llama-3-8B",
     R"({"model": "Llama-3-8B", "engine": "llama.cpp", "engine_version": "2024.05", "weights": "gguf:Q4_K_M", "card": "rtx-4090", "cards": 1, "input_tokens": 32, "output_tokens": 1024, "concurrency": 1})",
     0, 1.00, 4.538, 0.443, 0.000, 0.076, 0.000, 3.277, 0.528, 8.863, 24.77, 8.862, 112.5},
    {"eager, host bound: Qwen2.5-7B",
     R"({"model": "Qwen2.5-7B", "engine": "transformers", "weights": "bf16", "card": "a100-sxm-80gb", "cards": 1, "input_tokens": 1, "output_tokens": 2048, "concurrency": 1})",
     0, 1.00, 7.683, 0.641, 0.000, 0.036, 0.000, 21.930, 1.011, 23.339, 56.66, 23.339, 42.8},
    {"closed loop, benchmark: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "h100-sxm", "cards": 2, "input_tokens": 921, "output_tokens": 921, "concurrency": 16, "demand": {"arrival": "burst"}, "parallel": {"tensor": 2, "auto": false}})",
     210876, 16.00, 12.022, 0.366, 0.000, 1.286, 0.946, 4.313, 0.541, 19.474, 191.90, 20.514, 772.1},
    {"the same, steady: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "card": "h100-sxm", "cards": 2, "input_tokens": 921, "output_tokens": 921, "concurrency": 16, "parallel": {"tensor": 2, "auto": false}})",
     210876, 16.00, 12.022, 0.366, 0.000, 1.286, 0.946, 4.313, 0.541, 19.474, 135.47, 20.523, 774.1},
    {"cache-limited closed loop: Llama-3.1-70B",
     R"({"model": "Llama-3.1-70B", "engine": "vllm", "engine_version": "0.11", "weights": "fp8", "kv_cache": "fp8", "card": "h200-sxm", "cards": 1, "input_tokens": 7372, "output_tokens": 921, "concurrency": 64, "demand": {"arrival": "burst"}, "parallel": {"tensor": 1, "auto": false}})",
     348845, 44.54, 19.359, 0.572, 0.000, 14.164, 0.000, 4.313, 0.897, 39.304, 40474.98, 87.021, 488.7},
    {"experts: MiniMax-M2.5",
     R"({"model": "MiniMax-M2.5", "engine": "vllm", "engine_version": "0.19", "weights": "fp8", "kv_cache": "fp8", "card": "b200-sxm", "cards": 4, "input_tokens": 921, "output_tokens": 921, "concurrency": 64, "demand": {"arrival": "burst"}, "parallel": {"tensor": 4, "auto": false}})",
     3432125, 64.00, 0.124, 0.051, 8.272, 0.408, 0.828, 3.342, 1.139, 14.164, 143.92, 15.229, 4159.8},
    {"MLA, speculation 3 x 0.7: DeepSeek-V3",
     R"({"model": "DeepSeek-V3", "engine": "sglang", "weights": "fp8", "card": "b200-sxm", "cards": 8, "input_tokens": 1024, "output_tokens": 1024, "concurrency": 32, "speculative": {"tokens": 3, "acceptance": 0.7}, "parallel": {"tensor": 8, "auto": false}})",
     1134067, 32.00, 0.311, 0.036, 7.270, 0.502, 0.953, 6.076, 0.840, 15.590, 219.43, 11.366, 2763.4},
    {"attention data parallel, maximum: DeepSeek-R1",
     R"({"model": "DeepSeek-R1", "engine": "tensorrt-llm", "engine_version": "1.1", "weights": "nvfp4", "card": "b200-sxm", "cards": 4, "input_tokens": 1000, "output_tokens": 1000, "concurrency": "max", "serving": {"attention_data_parallel": true}, "parallel": {"tensor": 1, "data": 4, "expert": 4, "auto": false}})",
     8929565, 4464.78, 22.699, 1.649, 52.021, 25.756, 21.824, 5.656, 15.309, 131.059, 2460.36, 483.691, 9183.9},
    {"maximum over PCIe: Llama-3-70B",
     R"({"model": "Llama-3-70B", "engine": "tensorrt-llm", "engine_version": "0.14", "weights": "fp16", "card": "a100-pcie-80gb", "cards": 4, "interconnect": "pcie", "input_tokens": 128, "output_tokens": 128, "concurrency": "max", "parallel": {"tensor": 4, "auto": false}})",
     546106, 2048.00, 334.728, 5.119, 0.000, 20.796, 510.488, 4.708, 26.003, 876.330, 8254.13, 1642.876, 1199.5},
    {"finite run, varied lengths: Llama-3-8B",
     R"({"model": "Llama-3-8B", "engine": "vllm", "engine_version": "0.7.3", "weights": "bf16", "card": "a100-sxm-80gb", "cards": 1, "input_tokens": 280, "output_tokens": 310, "concurrency": "max", "demand": {"arrival": "burst", "requests": 100, "lengths": "varied"}})",
     455465, 100.00, 12.559, 0.921, 0.000, 3.493, 0.000, 2.315, 5.407, 24.696, 911.96, 24.696, 2313.9},
    {"Poisson, 2 requests/s: Llama-3.1-8B",
     R"({"model": "Llama-3.1-8B", "engine": "vllm", "engine_version": "0.11", "weights": "bf16", "card": "l4", "cards": 1, "input_tokens": 512, "output_tokens": 256, "concurrency": 1, "demand": {"requests_per_second": 2, "peak_factor": 1, "arrival": "poisson"}, "allow": {"max_cards": 1}})",
     29354, 45.87, 56.113, 4.174, 0.000, 14.301, 0.000, 1.725, 0.913, 77.226, 262.92, 99.284, 462.0},
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
    speed::SpeedPlan plan = speedOf(scenario, expected.cacheTokens);
    if (const auto rate = scenario.scenario.demand.requestsPerSecond)
        speed::applyRate(plan, scenario, statedSplit(scenario), cacheOf(expected.cacheTokens), *rate, *rate);
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
