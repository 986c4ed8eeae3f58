// Protects the study file: what is saved is what is opened, parts that this version does not edit survive, and a file
// that is too new or broken is refused with its reason.
#include "core/scenario/study.h"

#include <QTest>

using namespace cardfit;

namespace {

std::optional<Study> readText(std::string_view text, json::Problems& problems)
{
    const auto document = json::Document::parse(text, problems);
    return document ? readStudy(json::Reader(document->root(), problems), {}) : std::nullopt;
}

Study sample()
{
    Study study;
    study.scenarios.resize(2);
    study.scenarios[0].name = "Support bot";
    study.scenarios[1].name = "Bigger model";
    study.scenarios[1].model.name = "Qwen/Qwen2.5-72B-Instruct";
    study.scenarios[1].cards.reset();
    study.baseline = 1;
    return study;
}

} // namespace

class TestStudy : public QObject {
    Q_OBJECT
private slots:
    void savesAndOpens();
    void carriesUnknownPartsThrough();
    void refusesBadFiles_data();
    void refusesBadFiles();
};

void TestStudy::savesAndOpens()
{
    json::Problems problems;
    const auto opened = readText(writeStudy(sample(), "0.1.0", "2026-11-30"), problems);
    QVERIFY2(opened, problems.empty() ? "nothing read" : problems.list.front().toString().c_str());
    QVERIFY(*opened == sample());

    Study unnamed = sample(); // the baseline is then counted
    unnamed.scenarios[0].name = unnamed.scenarios[1].name = "";
    const auto again = readText(writeStudy(unnamed, "0.1.0", "2026-11-30"), problems);
    QVERIFY(again);
    QVERIFY(*again == unnamed);
}

void TestStudy::carriesUnknownPartsThrough()
{
    Study study = sample();
    study.tiersJson = R"({"baseline":{},"tiers":[{"name":"chat","share":0.8}]})";
    study.overridesJson = R"({"prices":[]})";
    json::Problems problems;
    const auto opened = readText(writeStudy(study, "0.1.0", "2026-11-30"), problems);
    QVERIFY(opened);
    QCOMPARE(opened->tiersJson, study.tiersJson);
    QCOMPARE(opened->overridesJson, study.overridesJson);
}

void TestStudy::refusesBadFiles_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* reason, const char* text, const char* message) {
        QTest::newRow(reason) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    row("of a newer program", R"({"format":"cardfit.study","version":2,"scenarios":[{}]})",
        R"(/version: expected version 1 or older; this file needs a newer Cardfit, found version 2)");
    row("of another program", R"({"format":"plan","version":1,"scenarios":[{}]})",
        R"(/format: expected one of cardfit.study, found "plan")");
    row("without scenarios", R"({"format":"cardfit.study","version":1,"scenarios":[]})",
        R"(/scenarios: expected at least one scenario, found array with 0 entries)");
    row("a mistake in a scenario", R"({"format":"cardfit.study","version":1,"scenarios":[{},{"task":"chat"}]})",
        R"(/scenarios/1/task: expected one of inference, qlora, lora, full, pretrain, dpo, found "chat")");
    row("a baseline that is not there", R"({"format":"cardfit.study","version":1,"scenarios":[{"name":"a"}],"baseline":"b"})",
        R"(/baseline: expected the name of a scenario of this study, found "b")");
    row("a baseline that could be either",
        R"({"format":"cardfit.study","version":1,"scenarios":[{"name":"a"},{"name":"a"}],"baseline":"a"})",
        R"(/baseline: expected a name that only one scenario has, or its place from 0, found "a")");
    row("a key too many", R"({"format":"cardfit.study","version":1,"scenarios":[{}],"scenario":{}})",
        R"(/scenario: expected a known key ("scenarios"?), found "scenario")");
}

void TestStudy::refusesBadFiles()
{
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    json::Problems problems;
    QVERIFY(!readText(text.toStdString(), problems));
    QCOMPARE(problems.list.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(problems.list.front().toString()), message);
}

QTEST_APPLESS_MAIN(TestStudy)
#include "tst_study.moc"
