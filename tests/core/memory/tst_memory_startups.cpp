// Start-up lines that engines printed about their own memory, by version and card: each row is a log that somebody
// published. They hold the defaults of every vLLM generation (batch, sequences, sampler, scheduler) and SGLang's share.
#include "tests/core/memory/memory_case.h"

#include <QtTest>

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;

class MemoryStartupsTest : public QObject {
    Q_OBJECT

private slots:
    void profiledPeakIsThatOfTheLog_data();
    void profiledPeakIsThatOfTheLog();
    void poolIsThatOfTheLog_data();
    void poolIsThatOfTheLog();
    void shareOfSglangFollowsItsRule_data();
    void shareOfSglangFollowsItsRule();
};

void MemoryStartupsTest::profiledPeakIsThatOfTheLog_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("gib");
    const auto row = [](const char* name, const char* scenario, double gib) { QTest::newRow(name) << QString::fromUtf8(scenario) << gib; };
    row("0.6.6, 80 GB: Llama-3.1-8B, the sampler leads",
        R"({"model": "meta-llama/Meta-Llama-3.1-8B", "engine": "vllm", "engine_version": "0.6.6", "weights": "bf16", "card": "a100-sxm-80gb",
            "context_tokens": 2048})",
        1.19);
    row("0.7.2, T4: Qwen2.5-1.5B, a prompt of 32,768 in one step",
        R"({"model": "Qwen/Qwen2.5-1.5B-Instruct", "engine": "vllm", "engine_version": "0.7.2", "weights": "fp16", "card": "t4",
            "context_tokens": 32768})",
        2.02);
    row("0.8.5, V100: Qwen2.5-7B, cards without FlashAttention 2 keep the older engine",
        R"({"model": "Qwen/Qwen2.5-7B-Instruct", "engine": "vllm", "engine_version": "0.8.5", "weights": "fp16", "card": "v100-sxm2-32gb",
            "context_tokens": 32768})",
        4.35);
    row("0.8, RTX 2060: Qwen3-4B, one sequence of 10,000",
        R"({"model": "Qwen/Qwen3-4B", "engine": "vllm", "engine_version": "0.8", "weights": "fp16", "card": "t4", "context_tokens": 10000,
            "serving": {"max_sequences": 1}})",
        0.74);
    row("0.10.2, RTX 4090: Qwen3-8B-FP8",
        R"({"model": "Qwen/Qwen3-8B", "engine": "vllm", "engine_version": "0.10.2", "weights": "fp8", "card": "rtx-4090", "context_tokens": 1024})",
        1.40);
    row("0.11, two H100: Llama-3.3-70B-FP8, 1,024 sequences",
        R"({"model": "meta-llama/Llama-3.3-70B-Instruct", "engine": "vllm", "engine_version": "0.11.0", "weights": "fp8", "card": "h100-sxm",
            "cards": 2, "context_tokens": 16000, "parallel": {"tensor": 2, "auto": false}})",
        4.84);
    row("0.19, four H100: Qwen2.5-72B",
        R"({"model": "Qwen/Qwen2.5-72B-Instruct", "engine": "vllm", "engine_version": "0.19", "weights": "bf16", "card": "h100-sxm",
            "cards": 4, "context_tokens": 8192, "parallel": {"tensor": 4, "auto": false}})",
        2.29);
    row("0.19, fp32: Llama-3.1-8B",
        R"({"model": "meta-llama/Meta-Llama-3.1-8B", "engine": "vllm", "engine_version": "0.19", "weights": "fp32", "card": "h100-sxm",
            "context_tokens": 8192})",
        2.21);
}

void MemoryStartupsTest::profiledPeakIsThatOfTheLog()
{
    QFETCH(const QString, scenario);
    QFETCH(const double, gib);
    const memory::MemoryPlan plan = memoryOf(scenario.toStdString());
    VERIFY_BYTES((bytesOfPart(plan, Component::Activations) + bytesOfPart(plan, Component::Logits)) / kGiB, gib, 0.02);
}

void MemoryStartupsTest::poolIsThatOfTheLog_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("gib");
    const auto row = [](const char* name, const char* scenario, double gib) { QTest::newRow(name) << QString::fromUtf8(scenario) << gib; };
    row("vLLM 0.6.6: Llama-3.1-8B on 79.14 GiB",
        R"({"model": "meta-llama/Meta-Llama-3.1-8B", "engine": "vllm", "engine_version": "0.6.6", "weights": "bf16", "card": "a100-sxm-80gb",
            "card_memory_gib": 79.14, "context_tokens": 2048})",
        54.93);
    row("vLLM 0.7.2: half a T4", R"({"model": "Qwen/Qwen2.5-1.5B-Instruct", "engine": "vllm", "engine_version": "0.7.2", "weights": "fp16",
            "card": "t4", "card_memory_gib": 14.56, "memory_utilization": 0.5, "context_tokens": 32768})",
        2.36);
    row("vLLM 0.8.5: Qwen2.5-7B on V100",
        R"({"model": "Qwen/Qwen2.5-7B-Instruct", "engine": "vllm", "engine_version": "0.8.5", "weights": "fp16", "card": "v100-sxm2-32gb",
            "card_memory_gib": 31.74, "context_tokens": 32768})",
        9.88);
    // 16.00 GiB free after the weights, 23.08 before: 16.00 - 0.2 x 23.08, as printed
    row("SGLang: Qwen3-14B on four 24 GB cards",
        R"({"model": "Qwen/Qwen3-14B", "engine": "sglang", "engine_version": "0.5", "weights": "bf16", "card": "rtx-3090", "cards": 4,
            "memory_utilization": 0.8, "context_tokens": 8192, "parallel": {"tensor": 4, "auto": false}})",
        11.38);
    row("SGLang: Qwen3-235B-FP8 on four H100",
        R"({"model": "Qwen/Qwen3-235B-A22B", "engine": "sglang", "engine_version": "0.4", "weights": "fp8", "card": "h100-sxm", "cards": 4,
            "memory_utilization": 0.93, "context_tokens": 8192, "parallel": {"tensor": 4, "auto": false}})",
        16.46);
}

void MemoryStartupsTest::poolIsThatOfTheLog()
{
    QFETCH(const QString, scenario);
    QFETCH(const double, gib);
    // engines print two decimals of each part, and memory that PyTorch does not see varies by a tenth of a GiB
    const double pool = inGiB(memoryOf(scenario.toStdString()).pool);
    QVERIFY2(std::abs(pool - gib) <= std::max(0.1, 0.045 * gib), qPrintable(QStringLiteral("%1 GiB, the log says %2").arg(pool).arg(gib)));
}

void MemoryStartupsTest::shareOfSglangFollowsItsRule_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("share");
    const auto row = [](const char* name, const char* scenario, double share) { QTest::newRow(name) << QString::fromUtf8(scenario) << share; };
    // 24,564 MiB: 512 + 2,048 x 1.5 + 24 x 2 + 128 = 3,760 stay free
    row("0.5, one 24 GB card", R"({"engine": "sglang", "engine_version": "0.5", "card": "rtx-4090"})", (24'564 - 3'760) / 24'564.0);
    // 81,559 MiB: 512 + 8,192 x 1.5 + 512 x 2 + 8 x 128 = 14,848
    row("0.5, eight H100", R"({"engine": "sglang", "engine_version": "0.5", "card": "h100-sxm", "cards": 8})", (81'559 - 14'848) / 81'559.0);
    row("0.4, eight cards", R"({"engine": "sglang", "engine_version": "0.4", "card": "h100-sxm", "cards": 8})", 0.81);
    row("0.4, one card", R"({"engine": "sglang", "engine_version": "0.4", "card": "a10"})", 0.88);
}

void MemoryStartupsTest::shareOfSglangFollowsItsRule()
{
    QFETCH(const QString, scenario);
    QFETCH(const double, share);
    const Resolved scenarioOfRow = resolved(scenario.toStdString());
    QVERIFY(std::abs(scenarioOfRow.scenario.memoryUtilization.value() - share) < 1e-3);
}

QTEST_APPLESS_MAIN(MemoryStartupsTest)
#include "tst_memory_startups.moc"
