#include "tests/core/speed/speed_case.h"

using namespace cardfit;
using namespace cardfit::test;

// Where the model has no equation it says so instead of guessing, and what no measurement covers is marked.
class RefusalsTest : public QObject {
    Q_OBJECT
private slots:
    void refused_data();
    void refused();
    void indicative_data();
    void indicative();
    void unmeasuredCardsHaveWiderIntervals();
    void unknownEnginesHaveWiderIntervals();
};

void RefusalsTest::refused_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("code");
    QTest::newRow("weights on the host while serving") << R"({"parallel": {"offload": "parameters"}})"
                                                       << "speed.refused.offload";
    QTest::newRow("vision tower") << R"({"images_per_request": 1})"
                                  << "speed.refused.images";
    QTest::newRow("tensor parallel across servers") << R"({"cards": 16, "parallel": {"tensor": 16, "auto": false}})"
                                                    << "speed.refused.tensor-across-servers";
    QTest::newRow("experts over Ethernet") << R"({"model": "DeepSeek-V3", "cards": 16, "interconnect": "ethernet",
        "parallel": {"tensor": 8, "data": 2, "expert": 16, "auto": false}})"
                                           << "speed.refused.expert-over-ethernet";
    QTest::newRow("slice without bandwidth of its own") << R"({"card": {"slice_of": "a100-sxm-80gb", "memory_gb": 20}})"
                                                        << "speed.refused.bandwidth";
    QTest::newRow("training with tensor ranks across servers")
        << R"({"task": "pretrain", "cards": 16, "parallel": {"tensor": 16, "auto": false}})"
        << "";
    QTest::newRow("plain serving") << "{}"
                                   << "";
    QTest::newRow("host optimizer in training") << R"({"task": "full", "parallel": {"offload": "optimizer"}})"
                                                << "";
}

void RefusalsTest::refused()
{
    QFETCH(QString, scenario);
    QFETCH(QString, code);
    const Resolved asked = resolved(qPrintable(scenario));
    Text refusal;
    const auto plan = speed::estimate(asked, statedSplit(asked), cacheOf(500000), refusal);
    QCOMPARE(QString::fromStdString(refusal.code), code);
    QCOMPARE(plan.has_value(), code.isEmpty());
}

void RefusalsTest::indicative_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<bool>("indicative");
    QTest::newRow("serving on A100") << R"({"card": "a100-sxm-80gb"})" << false;
    QTest::newRow("drafts") << R"({"speculative": {"tokens": 3}})" << true;
    QTest::newRow("32k of context") << R"({"input_tokens": 40000})" << true;
    QTest::newRow("4-bit weights, small batch") << R"({"weights": "int4-awq", "concurrency": 16})" << false;
    QTest::newRow("4-bit weights, large batch") << R"({"weights": "int4-awq", "concurrency": 200})" << true;
    QTest::newRow("H20") << R"({"card": "h20"})" << true;
    QTest::newRow("LoRA on A100") << R"({"task": "lora"})" << false;
    QTest::newRow("training with tensor ranks across servers")
        << R"({"task": "pretrain", "cards": 16, "parallel": {"tensor": 16, "auto": false}})" << true;
    QTest::newRow("LoRA on A10") << R"({"task": "lora", "card": "a10"})" << true;
    QTest::newRow("LoRA on RTX 4090") << R"({"task": "lora", "card": "rtx-4090"})" << false;
    QTest::newRow("preference training") << R"({"task": "dpo"})" << true;
}

void RefusalsTest::indicative()
{
    QFETCH(QString, scenario);
    QFETCH(bool, indicative);
    QCOMPARE(speedOf(resolved(qPrintable(scenario)), 500000).indicative, indicative);
}

void RefusalsTest::unmeasuredCardsHaveWiderIntervals()
{
    const speed::SpeedPlan known = speedOf(resolved(R"({"card": "a100-sxm-80gb"})"), 500000);
    const speed::SpeedPlan other = speedOf(resolved(R"({"card": "gaudi3"})"), 500000);
    const auto width = [](const speed::SpeedPlan& plan) { return plan.taskFigure.high / plan.taskFigure.low; };
    QVERIFY(width(other) > 2 * width(known));
    QCOMPARE(other.basis, Basis::Assumed);
}

void RefusalsTest::unknownEnginesHaveWiderIntervals()
{
    const speed::SpeedPlan known = speedOf(resolved(R"({"engine": "transformers"})"), 0);
    const speed::SpeedPlan unknown = speedOf(resolved(R"({"engine": "homemade"})"), 0);
    QCOMPARE(unknown.timePerOutputToken->value(), known.timePerOutputToken->value());
    QVERIFY(unknown.taskFigure.high > known.taskFigure.high && unknown.taskFigure.low < known.taskFigure.low);
}

QTEST_APPLESS_MAIN(RefusalsTest)
#include "tst_refusals.moc"
