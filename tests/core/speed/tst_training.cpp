#include "core/plan/speed/training.h"
#include "tests/core/speed/speed_case.h"

using namespace cardfit;
using namespace cardfit::test;

// How a training step answers to links, lengths and kernels: what must be faster is, and by what the equations say.
class TrainingTest : public QObject {
    Q_OBJECT
private slots:
    void pcieScalesWorseThanNvlink();
    void aServerSharesItsNetworkCards();
    void expertCopiesLieFurtherApart();
    void sourcesOfWasteCost_data();
    void sourcesOfWasteCost();
    void paddingIsComputedButNotCounted();
    void cardHoursAreCardsTimesTheRun();
};

namespace {

speed::TrainingStep step(const QString& scenario)
{
    const Resolved asked = resolved(qPrintable(scenario));
    return speed::trainingStep(asked, statedSplit(asked));
}

QString onCards(int cards, const char* link)
{
    return QString(R"({"model": "Llama-2-7B", "task": "full", "engine": "deepspeed", "card": "a100-sxm-80gb", "cards": %1,
        "interconnect": "%2", "context_tokens": 512, "micro_batch": 1, "global_batch": %1,
        "parallel": {"data": %1, "zero_stage": 2, "auto": false}})")
        .arg(cards)
        .arg(link);
}

double efficiency(const char* link) { return step(onCards(8, link)).tokensPerSecond / step(onCards(1, link)).tokensPerSecond / 8; }

} // namespace

void TrainingTest::pcieScalesWorseThanNvlink()
{
    QVERIFY2(efficiency("nvlink") > efficiency("pcie") + 0.1,
             qPrintable(QString("%1 %2").arg(efficiency("nvlink")).arg(efficiency("pcie"))));
    QVERIFY(efficiency("nvlink") < 1.1);
}

// Two servers of eight: each byte crosses the network once and eight cards carry it, so one rank a server (tensor 8) with an
// eighth of the parameters moves as long as eight ranks with all of them.
void TrainingTest::aServerSharesItsNetworkCards()
{
    const QString scenario = R"({"model": "Llama-2-70B", "task": "pretrain", "engine": "megatron", "card": "h100-sxm", "cards": 16,
        "interconnect": "ib", "context_tokens": 4096, "micro_batch": 1, "global_batch": 16,
        "parallel": {"tensor": %1, "data": %2, "auto": false}})";
    const double narrow = step(scenario.arg(8).arg(2)).terms.communication;
    const double wide = step(scenario.arg(1).arg(16)).terms.communication;
    const TrainingConstants constants = resolved(qPrintable(scenario.arg(8).arg(2))).speed->training;
    const double linkInside = 450e9 * constants.nvl, networkCards = 8 * 50e9 * constants.nic; // H100: NVLink one way, 8 x 400 Gbit/s
    QVERIFY(narrow > 0);
    // wide: the ring inside the server, which carries all of the bytes, is the slower one; narrow: the network, half of an eighth
    const double expected = (7.0 / 8 / linkInside) / (0.5 / networkCards);
    QVERIFY2(std::abs(wide / narrow / expected - 1) < 0.01, qPrintable(QString("%1 %2").arg(wide / narrow).arg(expected)));
}

// Experts that fill a server are copied from server to server by one network card each; a dense model of as many bytes a
// card shares eight.
void TrainingTest::expertCopiesLieFurtherApart()
{
    const QString scenario = R"({"model": "gpt-oss-120b", "task": "pretrain", "engine": "megatron", "card": "b200-sxm", "cards": 64,
        "interconnect": "ib", "context_tokens": 4096, "micro_batch": 4, "global_batch": 512,
        "parallel": {"data": 64, "expert": %1, "auto": false}})";
    QVERIFY(step(scenario.arg(8)).terms.communication > step(scenario.arg(64)).terms.communication * 2);
}

void TrainingTest::sourcesOfWasteCost_data()
{
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    const QString base = R"({"model": "Llama-3-8B", "task": "lora", "engine": "transformers", "card": "a100-sxm-80gb",
        "context_tokens": 4096, "micro_batch": 1, "global_batch": 8%1})";
    QTest::newRow("scores in memory") << base.arg("") << base.arg(R"(, "training": {"flash_attention": false})");
    QTest::newRow("no fused kernels") << base.arg(R"(, "training": {"fused_kernels": true})") << base.arg("");
    QTest::newRow("logits in memory") << base.arg(R"(, "training": {"loss": "fused-linear"})") << base.arg("");
    QTest::newRow("TF32") << base.arg("") << base.arg(R"(, "compute": "tf32")");
    QTest::newRow("plain fp32") << base.arg(R"(, "compute": "tf32")") << base.arg(R"(, "compute": "fp32")");
}

void TrainingTest::sourcesOfWasteCost()
{
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(step(better).step < step(worse).step);
}

// Mean 500, longest 1,000, four in a batch: padded to 500 + 500 * 3/5 = 800, of which 500 count.
void TrainingTest::paddingIsComputedButNotCounted()
{
    const QString scenario = R"({"model": "Llama-3-8B", "task": "full", "engine": "ms-swift", "card": "h200-sxm", "context_tokens": %1,
        "micro_batch": 4, "global_batch": 8, "training": {%2}})";
    const auto padded = step(scenario.arg(4096).arg(R"("packing": false, "mean_sample_tokens": 500, "longest_sample_tokens": 1000)"));
    const auto full = step(scenario.arg(800).arg(R"("packing": true)"));
    QVERIFY(std::abs(padded.step / full.step - 1) < 1e-9);
    QVERIFY(std::abs(padded.tokensPerSecond / full.tokensPerSecond - 500.0 / 800) < 1e-9);
}

void TrainingTest::cardHoursAreCardsTimesTheRun()
{
    const speed::SpeedPlan plan = speedOf(resolved(qPrintable(onCards(8, "nvlink"))), 0);
    QVERIFY(plan.cardHours && plan.jobTime);
    QCOMPARE(*plan.cardHours, plan.jobTime->value() / 3600 * 8);
}

QTEST_APPLESS_MAIN(TrainingTest)
#include "tst_training.moc"
