#include "report_fixture.h"

#include "core/report/report_model.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace cardfit;
using namespace cardfit::report;

namespace {

Study studyOfThree()
{
    Study study;
    Scenario training = supportBot("h100-sxm", 8);
    training.name = "Tuning";
    training.task = Task::QLora;
    training.weights.clear();
    Scenario tooSmall = supportBot("t4", 1);
    tooSmall.name = "Too small";
    study.scenarios = {supportBot("a100-sxm-80gb", 1), training, tooSmall};
    return study;
}

void collect(const Table& table, std::vector<Text>& texts)
{
    texts.insert(texts.end(), table.heads.begin(), table.heads.end());
    for (const std::vector<Cell>& row : table.rows) {
        for (const Cell& cell : row)
            texts.push_back(cell.text);
    }
}

std::vector<Text> textsOf(const ReportModel& model)
{
    std::vector<Text> texts{model.kicker, model.scope, model.footer};
    for (const Section& section : model.sections) {
        texts.push_back(section.title);
        for (const Block& block : section.blocks) {
            if (const auto* paragraph = std::get_if<Paragraph>(&block))
                texts.push_back(paragraph->text);
            else if (const auto* table = std::get_if<Table>(&block))
                collect(*table, texts);
            else if (const auto* box = std::get_if<Recommendation>(&block))
                texts.push_back(box->text);
            else if (const auto* key = std::get_if<KeyFigures>(&block)) {
                for (const KeyFigure& figure : key->figures)
                    texts.insert(texts.end(), {figure.value, figure.label, figure.interval});
            }
        }
    }
    return texts;
}

} // namespace

class ReportTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everySentenceHasItsArguments();
    void tablesAreRectangular();
    void everyScenarioHasItsChapters();
    void csvSaysWhatTheScreenSays();
    void csvLinesAddUp();
    void emptyStudyGivesAnEmptyReport();
    void everyKeyOfAScenarioHasALabel();

private:
    const Observation* find(const char* part, const char* name, const char* unit) const;

    Shipped m_shipped;
    ReportModel m_report;
};

void ReportTest::initTestCase()
{
    QVERIFY(m_shipped.isRead());
    m_report = buildReport(studyOfThree(), m_shipped.catalog(), {"Support bot", "A. Architect", "Procurement", "2026-11-30"});
}

void ReportTest::everySentenceHasItsArguments()
{
    for (const Text& text : textsOf(m_report)) {
        for (const auto& book : {m_shipped.english, m_shipped.chinese}) {
            const std::string shown = m_shipped.in(book, text);
            QVERIFY2(shown.find_first_of("{}") == std::string::npos && shown.find("[") == std::string::npos, shown.c_str());
        }
    }
}

void ReportTest::tablesAreRectangular()
{
    for (const Section& section : m_report.sections) {
        for (const Block& block : section.blocks) {
            const auto* table = std::get_if<Table>(&block);
            if (!table)
                continue;
            QCOMPARE(table->rightAligned.size(), table->heads.size());
            for (const std::vector<Cell>& row : table->rows)
                QCOMPARE(row.size(), table->heads.size());
        }
    }
}

void ReportTest::everyScenarioHasItsChapters()
{
    for (const char* code : {"report.inputs", "report.memory", "report.fit", "report.speed", "report.cost"}) {
        const auto chapters =
            std::count_if(m_report.sections.begin(), m_report.sections.end(), [&](const Section& s) { return s.title.code == code; });
        QVERIFY2(chapters == 3, code);
    }
}

const Observation* ReportTest::find(const char* part, const char* name, const char* unit) const
{
    const auto found = std::find_if(m_report.observations.begin(), m_report.observations.end(), [&](const Observation& o) {
        return o.scenario == "Support bot" && o.part == part && o.name == name && o.unit == unit;
    });
    return found == m_report.observations.end() ? nullptr : &*found;
}

void ReportTest::csvSaysWhatTheScreenSays()
{
    const Plan plan = cardfit::plan(studyOfThree().scenarios.front(), m_shipped.catalog(), cost::Detail::Everything);
    const Observation* required = find("memory", "required", "bytes");
    QVERIFY(required);
    QCOMPARE(required->value, std::to_string(plan.memory->required.value()));
    QCOMPARE(required->low, std::to_string(plan.memory->requiredRange.low.value()));
    const Observation* rent = find("cost", "rent", "USD/month");
    QVERIFY(rent);
    QCOMPARE(rent->value, plan.cost->rentPerMonth->toRateString());
    QVERIFY(!rent->source.empty() && !rent->date.empty());
}

void ReportTest::csvLinesAddUp()
{
    for (const char* side : {"rent: ", "own: "}) {
        Money sum = Money::zero(Currency("USD"));
        for (const Observation& o : m_report.observations) {
            if (o.scenario == "Support bot" && o.part == "cost line" && o.name.starts_with(side) && !o.name.ends_with("total"))
                sum += *Money::parse(o.value, Currency("USD"));
        }
        const Observation* total = find("cost line", (std::string(side) + "total").c_str(), "USD/month");
        QVERIFY(total);
        QCOMPARE(*Money::parse(total->value, Currency("USD")), sum);
    }
}

void ReportTest::emptyStudyGivesAnEmptyReport()
{
    Study study;
    study.scenarios.clear();
    QVERIFY(buildReport(study, m_shipped.catalog(), {}).sections.empty());
}

namespace {

void collectKeys(const QJsonObject& object, const QString& prefix, QStringList& keys)
{
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const QString key = prefix + entry.key();
        if (entry->isObject())
            collectKeys(entry->toObject(), key + '.', keys);
        else
            keys << key;
    }
}

} // namespace

void ReportTest::everyKeyOfAScenarioHasALabel()
{
    Scenario scenario;
    scenario.speculative.emplace();
    scenario.rental.given.emplace();
    json::Writer writer;
    writeScenario(writer, scenario, true);
    QStringList keys;
    collectKeys(QJsonDocument::fromJson(QByteArray::fromStdString(writer.text())).object(), {}, keys);
    QVERIFY(keys.size() > 80);
    for (const QString& key : keys)
        QVERIFY2(m_shipped.english->has(("input." + key).toStdString()), qPrintable(key));
}

QTEST_APPLESS_MAIN(ReportTest)
#include "tst_report.moc"
