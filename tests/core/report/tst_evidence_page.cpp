#include "report_fixture.h"

#include "core/evidence/evidence_loader.h"
#include "core/import/model_readers.h"
#include "core/report/evidence_page.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

// Protects: the Evidence page says the same as its rows: points, counts, choices, sentences.
class EvidencePageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void legendCountsThePoints_data();
    void legendCountsThePoints();
    void axesHoldEveryPoint_data() { legendCountsThePoints_data(); }
    void axesHoldEveryPoint();
    void aPointLeadsToItsRun();
    void classesAddUpToTheTotal_data() { legendCountsThePoints_data(); }
    void classesAddUpToTheTotal();
    void aFilterLeavesOnlyItsRuns();
    void aClassKeepsTheOthersPale();
    void tokensHaveAnAxisOfTheirOwn();
    void timesAndRatesHaveAnAxisOfTheirOwn_data();
    void timesAndRatesHaveAnAxisOfTheirOwn();
    void aRunMeasuredPerCardOrStepIsDrawnAmongTheOthers();
    void nothingFoundIsSaid();
    void everySentenceHasItsArguments_data() { legendCountsThePoints_data(); }
    void everySentenceHasItsArguments();

private:
    EvidencePage pageOf(int set, const EvidenceFilter& filter = {}) const
    {
        const auto i = static_cast<std::size_t>(set);
        return buildEvidencePage(m_sets[i], m_outcomes[i], m_shipped.catalog(), filter);
    }

    Shipped m_shipped;
    std::vector<evidence::Evidence> m_sets;
    std::vector<std::vector<evidence::Outcome>> m_outcomes;
};

void EvidencePageTest::initTestCase()
{
    QVERIFY(m_shipped.isRead());
    for (std::size_t i = 0; i < evidence::kSets; ++i) {
        auto load = evidence::loadEvidence(CARDFIT_DATA_DIR, static_cast<evidence::Set>(i), import::modelReaders());
        QVERIFY(load.evidence);
        m_sets.push_back(std::move(*load.evidence));
        m_outcomes.push_back(evaluate(m_sets.back(), m_shipped.catalog()));
    }
}

void EvidencePageTest::legendCountsThePoints_data()
{
    QTest::addColumn<int>("set");
    QTest::newRow("memory") << 0;
    QTest::newRow("startups") << 1;
    QTest::newRow("speed") << 2;
    QTest::newRow("serving") << 3;
    QTest::newRow("further") << 4;
}

void EvidencePageTest::legendCountsThePoints()
{
    QFETCH(int, set);
    const EvidencePage page = pageOf(set);
    QVERIFY(page.series.size() >= 2);
    for (std::size_t i = 0; i < page.series.size(); ++i) {
        const auto points = std::count_if(page.points.begin(), page.points.end(), [i](const EvidencePoint& p) { return p.series == i; });
        QCOMPARE(page.series[i].points, int(points));
        QVERIFY(points > 0);
    }
}

void EvidencePageTest::axesHoldEveryPoint()
{
    QFETCH(int, set);
    const EvidencePage page = pageOf(set);
    for (const EvidencePoint& point : page.points) {
        QVERIFY(point.measured > page.low && point.measured < page.high);
        QVERIFY(point.predicted > page.low && point.predicted < page.high);
        QVERIFY(point.chosen);
    }
}

void EvidencePageTest::aPointLeadsToItsRun()
{
    const EvidencePage page = pageOf(0);
    for (const EvidencePoint& point : page.points) {
        const evidence::Outcome& outcome = m_outcomes[0][point.outcome];
        QCOMPARE(outcome.run, point.run);
        QCOMPARE(point.measured, outcome.measured / kGiB);
    }
    // the first of the file: LoRA of Qwen-1.8B on one A100, 6.7 "G" by the README of Qwen
    const EvidencePoint& first = page.points.front();
    QCOMPARE(m_sets[0].runs[first.run].scenario.model.name, std::string("Qwen/Qwen-1.8B-Chat"));
    const EvidenceNote note = evidenceNoteOf(m_sets[0], m_outcomes[0][first.outcome], m_shipped.catalog());
    const std::string title = m_shipped.in(m_shipped.english, note.title);
    QVERIFY2(title == std::string("Qwen/Qwen-1.8B-Chat · LoRA · peft · 1\u00a0×\u00a0A100 80 GB"), title.c_str());
    QCOMPARE(m_shipped.in(m_shipped.english, note.source), std::string("Qwen README: profiling of memory and speed, 2023-12"));
}

void EvidencePageTest::classesAddUpToTheTotal()
{
    QFETCH(int, set);
    const EvidencePage page = pageOf(set);
    int rows = 0;
    for (const EvidenceClass& row : page.classes) {
        const auto isAside = [&](const evidence::Outcome& outcome) {
            const evidence::Measured& m = m_sets[std::size_t(set)].runs[outcome.run].figures[outcome.figure];
            return m.figure == row.figure && m.aside;
        };
        rows += std::any_of(m_outcomes[std::size_t(set)].begin(), m_outcomes[std::size_t(set)].end(), isAside) ? 0 : row.rows;
        QVERIFY(row.rows > 0 && row.median && row.p90);
    }
    QCOMPARE(page.all.rows, rows);
}

void EvidencePageTest::aFilterLeavesOnlyItsRuns()
{
    EvidenceFilter filter;
    filter.engine = std::string("litgpt");
    const EvidencePage page = pageOf(0, filter);
    QVERIFY(!page.points.empty());
    for (const EvidencePoint& point : page.points)
        QCOMPARE(m_sets[0].runs[point.run].scenario.engine, std::string("litgpt"));
    QVERIFY(page.all.rows < pageOf(0).all.rows);
    QCOMPARE(page.engines.size(), pageOf(0).engines.size()); // the choices stay, or there would be no way back
}

void EvidencePageTest::aClassKeepsTheOthersPale()
{
    EvidenceFilter filter;
    filter.figure = evidence::Figure::AdapterDevice;
    const EvidencePage page = pageOf(0, filter);
    QCOMPARE(page.points.size(), pageOf(0).points.size());
    const auto chosen = std::count_if(page.points.begin(), page.points.end(), [](const EvidencePoint& p) { return p.chosen; });
    QVERIFY(chosen > 0 && chosen < std::ptrdiff_t(page.points.size()));
}

void EvidencePageTest::tokensHaveAnAxisOfTheirOwn()
{
    EvidenceFilter filter;
    filter.figure = evidence::Figure::KvTokens;
    const EvidencePage page = pageOf(1, filter);
    QCOMPARE(page.points.size(), 43U);
    QCOMPARE(page.series.size(), 1U);
    QCOMPARE(m_shipped.in(m_shipped.english, page.measuredAxis), std::string("measured, tokens"));
    QVERIFY(page.points.front().measured > 1000);
}

void EvidencePageTest::timesAndRatesHaveAnAxisOfTheirOwn_data()
{
    using evidence::Figure;
    QTest::addColumn<int>("set");
    QTest::addColumn<std::optional<Figure>>("figure");
    QTest::addColumn<QString>("axis");
    QTest::newRow("speed: rates at first") << 2 << std::optional<Figure>() << QStringLiteral("measured, tokens/s");
    QTest::newRow("speed: a class of times") << 2 << std::optional(Figure::FirstToken) << QStringLiteral("measured, ms");
    QTest::newRow("speed: a class of rates") << 2 << std::optional(Figure::LoraTraining) << QStringLiteral("measured, tokens/s");
    QTest::newRow("serving") << 3 << std::optional<Figure>() << QStringLiteral("measured, ms");
}

void EvidencePageTest::timesAndRatesHaveAnAxisOfTheirOwn()
{
    QFETCH(int, set);
    QFETCH(std::optional<evidence::Figure>, figure);
    QFETCH(QString, axis);
    EvidenceFilter filter;
    filter.figure = figure;
    const EvidencePage page = pageOf(set, filter);
    QCOMPARE(QString::fromStdString(m_shipped.in(m_shipped.english, page.measuredAxis)), axis);
    const evidence::Evidence& all = m_sets[std::size_t(set)];
    const auto unit = commonUnitOf(all.runs[page.points.front().run].figures.front().figure);
    for (const EvidencePoint& point : page.points)
        QCOMPARE(commonUnitOf(all.runs[point.run].figures.front().figure), unit);
}

// A step of 3.2 s and 2,560 tokens/s of one card are runs of the same class: both are drawn as tokens/s of all cards.
void EvidencePageTest::aRunMeasuredPerCardOrStepIsDrawnAmongTheOthers()
{
    int steps = 0, perCard = 0;
    for (const EvidencePoint& point : pageOf(2).points) {
        const evidence::Outcome& outcome = m_outcomes[2][point.outcome];
        const evidence::Run& run = m_sets[2].runs[point.run];
        const evidence::Unit unit = run.figures.front().unit;
        const double ratio = outcome.measured / outcome.predicted, drawn = point.measured / point.predicted;
        if (unit == evidence::Unit::SecondsPerStep) {
            ++steps;
            QVERIFY(std::abs(ratio * drawn - 1) < 1e-9); // twice the time is half the rate
        } else if (unit == evidence::Unit::TokensPerSecondAndCard) {
            ++perCard;
            QVERIFY(std::abs(point.measured / (outcome.measured * run.scenario.cards.value_or(1)) - 1) < 1e-9);
        }
    }
    QVERIFY(steps > 0 && perCard > 0);
}

void EvidencePageTest::nothingFoundIsSaid()
{
    EvidenceFilter filter;
    filter.engine = std::string("mlc");
    filter.card = std::string("t4");
    const EvidencePage page = pageOf(0, filter);
    QVERIFY(page.points.empty());
    QVERIFY(!page.good);
    QCOMPARE(m_shipped.in(m_shipped.english, page.headline), std::string("No published measurement is like that"));
    QVERIFY(!page.all.median);
}

// A missing code shows in brackets, a missing argument in braces.
void EvidencePageTest::everySentenceHasItsArguments()
{
    QFETCH(int, set);
    const EvidencePage page = pageOf(set);
    std::vector<Text> texts{page.headline,      page.subtitle, page.bandLabel, page.measuredAxis,
                            page.predictedAxis, page.poorNote, page.all.label};
    texts.insert(texts.end(), page.notes.begin(), page.notes.end());
    for (const EvidenceClass& row : page.classes)
        texts.push_back(row.label);
    for (const EvidenceSeries& series : page.series)
        texts.push_back(series.label);
    for (const auto* choices : {&page.engines, &page.tasks, &page.cards}) {
        for (const EvidenceChoice& choice : *choices)
            texts.push_back(choice.label);
    }
    for (const EvidencePoint& point : page.points) {
        const EvidenceNote note =
            evidenceNoteOf(m_sets[std::size_t(set)], m_outcomes[std::size_t(set)][point.outcome], m_shipped.catalog());
        texts.insert(texts.end(), {note.title, note.figures});
    }
    for (const Text& text : texts) {
        for (const auto& book : {m_shipped.english, m_shipped.chinese}) {
            const std::string shown = text.empty() ? std::string() : m_shipped.in(book, text);
            QVERIFY2(shown.find_first_of("[]{}") == std::string::npos, shown.c_str());
        }
    }
}

} // namespace cardfit::report

QTEST_APPLESS_MAIN(cardfit::report::EvidencePageTest)
#include "tst_evidence_page.moc"
