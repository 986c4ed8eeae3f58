// Protects: where a scenario asks for a checkpoint's own format, its weights are the bytes that its files hold.
#include "core/plan/memory/weights.h"
#include "tests/core/memory/memory_case.h"

using namespace cardfit;
using namespace cardfit::test;
using memory::Component;

namespace {

constexpr double kMib = 1024.0 * 1024;

// Bytes that no formula makes, so that a computed figure cannot pass for a stored one.
StoredWeights oddBytes()
{
    StoredWeights stored;
    stored.groups = {100 * kMib, 7 * kMib, 200 * kMib, 0, 0, 0};
    stored.embedding = 40 * kMib;
    stored.head = 30 * kMib;
    stored.rest = 3 * kMib;
    stored.towers = 20 * kMib;
    stored.draft = 500 * kMib;
    return stored;
}

Resolved stored(const std::string& format, const std::string& scenario, bool tied = false)
{
    auto model = std::make_shared<Model>(*catalog().findModels("Qwen/Qwen2.5-7B-Instruct").front());
    model->architecture.quantization.format = format;
    model->architecture.stored = oddBytes();
    if (tied)
        model->architecture.stored->head = 0;
    json::Problems found;
    const auto document = json::Document::parse(scenario, found);
    auto asked = readScenario(json::Reader(document->root(), found), {});
    asked->model = ModelChoice{};
    asked->model.name.clear();
    asked->model.customKey = "safetensors_path";
    asked->model.custom = model;
    Problems problems;
    auto result = resolve(*asked, catalog(), problems);
    if (!result)
        qFatal("not a valid scenario");
    return *std::move(result);
}

double weightsMib(const Resolved& scenario, const Split& split)
{
    const memory::MemoryPlan plan = memory::estimate(scenario, split);
    return bytesOfPart(plan, Component::Weights) / kMib;
}

} // namespace

class StoredWeightsTest : public QObject {
    Q_OBJECT
private slots:
    void fillTheCard_data();
    void fillTheCard();
    void giveWayToAnotherFormat();
    void serveTrainingIn16Bit();
};

void StoredWeightsTest::fillTheCard_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<bool>("tied");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<double>("mib");
    QTest::newRow("every tensor but the draft heads") << ""
                                                      << R"({})" << false << 1 << 400.0;
    QTest::newRow("latent projections and norms are whole on both ranks") << ""
                                                                          << R"({"cards": 2})" << false << 2 << 10 + 390 / 2.0;
    QTest::newRow("GGUF in llama.cpp: embedding on the host, tower in a file of its own") << "gguf:Q4_K_M"
                                                                                          << R"({})" << false << 1 << 400.0 - 40 - 20;
    QTest::newRow("GGUF with a tied head: the embedding's tensor is needed on the card") << "gguf:Q4_K_M"
                                                                                         << R"({})" << true << 1 << 350.0;
    QTest::newRow("the format may be named") << "int4-awq"
                                             << R"({"weights": "int4-awq"})" << false << 1 << 400.0;
    QTest::newRow("bits of EXL2 are part of the name") << "exl2:4.25"
                                                       << R"({"engine": "exllama"})" << false << 1 << 360.0;
}

void StoredWeightsTest::fillTheCard()
{
    QFETCH(const QString, format);
    QFETCH(const QString, scenario);
    QFETCH(const bool, tied);
    QFETCH(const int, tensor);
    QFETCH(const double, mib);
    QCOMPARE(weightsMib(stored(format.toStdString(), scenario.toStdString(), tied), Split{.tensor = tensor}), mib);
}

void StoredWeightsTest::giveWayToAnotherFormat()
{
    const double computed = weightsMib(resolved(R"({"weights": "int4-awq"})"), Split{});
    QCOMPARE(weightsMib(stored("", R"({"weights": "int4-awq"})"), Split{}), computed);
    QCOMPARE(weightsMib(stored("fp8", R"({"weights": "int4-awq"})"), Split{}), computed);
}

void StoredWeightsTest::serveTrainingIn16Bit()
{
    QCOMPARE(weightsMib(stored("", R"({"task": "lora"})"), Split{}), 400.0);
    QCOMPARE(weightsMib(stored("fp8", R"({"task": "lora"})"), Split{}), weightsMib(resolved(R"({"task": "lora"})"), Split{}));
}

QTEST_APPLESS_MAIN(StoredWeightsTest)
#include "tst_stored_weights.moc"
