#include "report_fixture.h"

#include "core/report/verdict_words.h"

using namespace cardfit;
using namespace cardfit::report;

class PlanPageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void headline_data();
    void headline();
    void headlineWithoutPrices();
    void headlineOfAWrongScenario();
    void chosenBarComesFirst();
    void barsAreOrderedByCapacity();
    void stackAddsUpToTheDevice();
    void totalIsTheSumOfTheLines();
    void missingPriceMakesTheTotalIncomplete();
    void breakEvenLiesOnTheCurves();
    void justEnoughNamesTheStar();
    void everySentenceHasItsArguments();
    void verdictWords_data();
    void verdictWords();
    void worstProblemsComeFirst();
    void pageBuildsFastEnough();

private:
    Shipped m_shipped;
};

void PlanPageTest::initTestCase()
{
    for (const Error& error : m_shipped.load.problems)
        qWarning("%s", error.toString().c_str());
    QVERIFY(m_shipped.isRead());
}

void PlanPageTest::headline_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<int>("cards");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    // Beginnings only: figures move with the catalog.
    QTest::newRow("carries") << "a100-sxm-80gb" << 1 << "int4-awq"
                             << "**1~×~A100 SXM 80 GB** carries Qwen2.5-14B in 4~bit: **"
                             << "**1~×~A100 SXM 80 GB** 可承载 4~位 Qwen2.5-14B：**余";
    QTest::newRow("plural") << "a100-sxm-80gb" << 2 << "int4-awq"
                            << "**2~×~A100 SXM 80 GB** carry Qwen2.5-14B in 4~bit: **"
                            << "**2~×~A100 SXM 80 GB** 可承载 4~位 Qwen2.5-14B：**余";
    QTest::newRow("does not carry") << "t4" << 1 << "16bit"
                                    << "**1~×~T4** does not carry Qwen2.5-14B in 16~bit: **"
                                    << "**1~×~T4** 承载不了 16~位 Qwen2.5-14B：**超";
    QTest::newRow("cannot run") << "v100-sxm2-16gb" << 1 << "int4-awq"
                                << "**1~×~V100 16 GB** cannot run Qwen2.5-14B in 4~bit: **no AWQ**"
                                << "**1~×~V100 16 GB** 无法运行 4~位 Qwen2.5-14B：**无 AWQ**";
}

void PlanPageTest::headline()
{
    QFETCH(QString, card);
    QFETCH(int, cards);
    QFETCH(QString, weights);
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    Scenario scenario = supportBot(card.toStdString().c_str(), cards);
    scenario.weights = weights.toStdString();
    const Planned planned(scenario, m_shipped.catalog());
    const QString name = QString::fromStdString(planned.plan.resolved->card->shortName);
    const QString given = english.section("**", 1, 1).section(QStringLiteral("×~"), 1);
    const auto expected = [&](QString text) { return text.replace(given, name).replace('~', QChar(0x00A0)); };
    QCOMPARE(QString::fromStdString(m_shipped.in(m_shipped.english, planned.page.headline)).left(expected(english).size()),
             expected(english));
    QCOMPARE(QString::fromStdString(m_shipped.in(m_shipped.chinese, planned.page.headline)).left(expected(chinese).size()),
             expected(chinese));
}

void PlanPageTest::headlineWithoutPrices()
{
    Planned planned(supportBot("a100-sxm-80gb", 1), m_shipped.catalog());
    planned.plan.cost->rentPerMonth.reset();
    planned.plan.cost->ownPerMonth.reset();
    const PlanPage page = buildPlanPage(planned.scenario, planned.plan, planned.matrix, m_shipped.catalog());
    QVERIFY(m_shipped.in(m_shipped.english, page.headline).ends_with("**no price on file**"));
}

void PlanPageTest::headlineOfAWrongScenario()
{
    Scenario scenario = supportBot("no-such-card", 1);
    const Planned planned(scenario, m_shipped.catalog());
    QVERIFY(m_shipped.in(m_shipped.english, planned.page.headline).starts_with("**This scenario cannot be planned**: "));
    QVERIFY(planned.page.memory.bars.empty());
    QCOMPARE(planned.page.problems.front().severity, Severity::Error);
}

void PlanPageTest::chosenBarComesFirst()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    const std::vector<MemoryBar>& bars = planned.page.memory.bars;
    QCOMPARE(bars.size(), std::size_t(5));
    QVERIFY(bars.front().chosen);
    QCOMPARE(bars.front().cardId, std::string("a10"));
    QCOMPARE(bars.front().cards, 2);
    for (std::size_t i = 1; i < bars.size(); ++i)
        QVERIFY(!bars[i].chosen && !(bars[i].cardId == "a10" && bars[i].cards == 2));
}

void PlanPageTest::barsAreOrderedByCapacity()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    const std::vector<MemoryBar>& bars = planned.page.memory.bars;
    for (std::size_t i = 2; i < bars.size(); ++i)
        QVERIFY(bars[i - 1].has <= bars[i].has);
}

void PlanPageTest::stackAddsUpToTheDevice()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    const MemoryBar& bar = planned.page.memory.bars.front();
    Bytes sum = bar.nonTorch + bar.reservedBeyondNeed;
    for (const Bytes part : bar.components)
        sum += part;
    QCOMPARE(sum, planned.plan.memory->card.device);
}

void PlanPageTest::totalIsTheSumOfTheLines()
{
    const Planned planned(supportBot("a100-sxm-80gb", 1), m_shipped.catalog());
    const std::vector<CostRow>& rows = planned.page.costRows;
    QVERIFY(rows.size() > 3);
    QVERIFY(rows.back().isTotal);
    Money rent = Money::zero(Currency("USD"));
    Money own = rent;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        if (rows[i].rent)
            rent += *rows[i].rent;
        if (rows[i].own)
            own += *rows[i].own;
    }
    QCOMPARE(rows.back().rent, std::optional(rent));
    QCOMPARE(rows.back().own, std::optional(own));
    // And the headline says the same as the table.
    QCOMPARE(planned.plan.cost->rentPerMonth->rounded(2), rent);
    QCOMPARE(planned.plan.cost->ownPerMonth->rounded(2), own);
}

void PlanPageTest::missingPriceMakesTheTotalIncomplete()
{
    Planned planned(supportBot("a100-sxm-80gb", 1), m_shipped.catalog());
    for (cost::CostLine& line : planned.plan.cost->lines) {
        if (line.name == "cards")
            line.perMonth.reset();
    }
    const PlanPage page = buildPlanPage(planned.scenario, planned.plan, planned.matrix, m_shipped.catalog());
    QVERIFY(page.costRows.back().ownMissing);
    QVERIFY(!page.costRows.back().own);
    QVERIFY(page.costRows.back().rent);
}

void PlanPageTest::breakEvenLiesOnTheCurves()
{
    const Planned planned(supportBot("a100-sxm-80gb", 1), m_shipped.catalog());
    const MoneyChart& chart = planned.page.money;
    QVERIFY(!chart.curves.empty());
    for (const MoneyCurve& curve : chart.curves)
        QCOMPARE(curve.cumulative.size(), static_cast<std::size_t>(chart.months) + 1);
    if (!chart.breakEven)
        QSKIP("owning does not pay with the present prices");
    const MoneyCurve& rent = chart.curves.front();
    QCOMPARE(rent.kind, MoneyCurve::Kind::OnDemand);
    const auto month = static_cast<std::size_t>(chart.breakEven->month);
    QVERIFY(chart.breakEven->amount >= rent.cumulative[month] - 1);
    QVERIFY(chart.breakEven->amount <= rent.cumulative[month + 1] + 1);
}

void PlanPageTest::justEnoughNamesTheStar()
{
    const Planned planned(supportBot("h100-sxm", 8), m_shipped.catalog());
    QVERIFY(planned.page.justEnough);
    const std::string text = m_shipped.in(m_shipped.english, planned.page.justEnough->text);
    QVERIFY2(text.starts_with("Just enough: **"), text.c_str());
    QVERIFY2(text.find("\u2212") != std::string::npos, text.c_str()); // eight H100 are not the cheapest
    const Planned chosen(supportBot(planned.page.justEnough->cardId.c_str(), planned.page.justEnough->cards), m_shipped.catalog());
    QCOMPARE(m_shipped.in(m_shipped.english, chosen.page.justEnough->text), std::string("**Just enough**"));
}

// A missing code shows in brackets, a missing argument in braces.
void PlanPageTest::everySentenceHasItsArguments()
{
    for (const char* card : {"a10", "t4", "v100-sxm2-16gb", "h100-sxm", "l40s", "mi300x", "rtx-4090"}) {
        for (const Task task : {Task::Inference, Task::QLora, Task::Full}) {
            Scenario scenario = supportBot(card, 2);
            scenario.task = task;
            scenario.weights.clear();
            const Planned planned(scenario, m_shipped.catalog());
            std::vector<Text> texts{planned.page.headline,           planned.page.memory.totals,
                                    planned.page.memory.record,      planned.page.money.breakEvenText,
                                    planned.page.money.intervalText, planned.page.money.missing};
            for (const MemoryBar& bar : planned.page.memory.bars)
                texts.insert(texts.end(), {bar.label, bar.caption});
            const MemoryChart& chart = planned.page.memory;
            texts.insert(texts.end(), chart.recordOfPart.begin(), chart.recordOfPart.end());
            texts.insert(texts.end(), {chart.recordOfNonTorch, chart.recordOfSlack});
            for (const CostRow& row : planned.page.costRows)
                texts.insert(texts.end(), {row.label, row.basis});
            for (const TornadoRow& row : planned.page.tornado)
                texts.insert(texts.end(), {row.label, row.lowText, row.highText, row.rangeText});
            for (const Problem& problem : planned.page.problems)
                texts.insert(texts.end(), {problem.text, problem.wayOut});
            texts.insert(texts.end(), planned.page.assumptions.begin(), planned.page.assumptions.end());
            texts.insert(texts.end(), planned.plan.fit.reasons.begin(), planned.plan.fit.reasons.end());
            texts.insert(texts.end(), planned.plan.fit.wayOut.begin(), planned.plan.fit.wayOut.end());
            for (const Text& text : texts) {
                for (const auto& book : {m_shipped.english, m_shipped.chinese}) {
                    const std::string shown = m_shipped.in(book, text);
                    QVERIFY2(shown.find_first_of("[]{}") == std::string::npos, shown.c_str());
                }
            }
        }
    }
}

void PlanPageTest::verdictWords_data()
{
    QTest::addColumn<int>("verdict");
    QTest::addColumn<double>("headroom");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    using fleet::Verdict;
    QTest::newRow("free") << int(Verdict::Fits) << 0.07 << "7~% free"
                          << "余 7~%";
    QTest::newRow("tight") << int(Verdict::Tight) << 0.02 << "2~% tight"
                           << "仅 2~%";
    QTest::newRow("tight, the middle is over") << int(Verdict::Tight) << -0.01 << "1~% over"
                                               << "超 1~%";
    QTest::newRow("over") << int(Verdict::No) << -0.39 << "39~% over"
                          << "超 39~%";
    QTest::newRow("barely over") << int(Verdict::No) << -0.004 << "<~1~% over"
                                 << "超 <~1~%";
    QTest::newRow("rounds to a factor of two") << int(Verdict::No) << -0.996 << "needs 2.0~×"
                                               << "需 2.0 倍";
    QTest::newRow("factor") << int(Verdict::No) << -1.6 << "needs 2.6~×"
                            << "需 2.6 倍";
    QTest::newRow("not modelled") << int(Verdict::NotModelled) << 0.0 << "not modelled"
                                  << "未建模";
}

void PlanPageTest::verdictWords()
{
    QFETCH(int, verdict);
    QFETCH(double, headroom);
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    const Text words = report::verdictWords(static_cast<fleet::Verdict>(verdict), headroom);
    QCOMPARE(QString::fromStdString(m_shipped.in(m_shipped.english, words)), english.replace('~', QChar(0x00A0)));
    QCOMPARE(QString::fromStdString(m_shipped.in(m_shipped.chinese, words)), chinese.replace('~', QChar(0x00A0)));
}

void PlanPageTest::worstProblemsComeFirst()
{
    Planned planned(supportBot("a10", 2), m_shipped.catalog());
    planned.plan.problems = {{Severity::Note, "/a", Text("speed.indicative"), {}},
                             {Severity::Error, "/b", Text("speed.indicative"), {}},
                             {Severity::Warning, "/c", Text("speed.indicative"), {}},
                             {Severity::Error, "/b", Text("speed.indicative"), {}}};
    const PlanPage page = buildPlanPage(planned.scenario, planned.plan, planned.matrix, m_shipped.catalog());
    QCOMPARE(page.problems.size(), std::size_t(3)); // each once
    QCOMPARE(page.problems[0].where, std::string("/b"));
    QCOMPARE(page.problems[1].where, std::string("/c"));
}

void PlanPageTest::pageBuildsFastEnough()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    QBENCHMARK
    {
        const PlanPage page = buildPlanPage(planned.scenario, planned.plan, planned.matrix, m_shipped.catalog());
        QVERIFY(!page.memory.bars.empty());
    }
}

QTEST_APPLESS_MAIN(PlanPageTest)
#include "tst_plan_page.moc"
