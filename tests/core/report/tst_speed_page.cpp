#include "core/report/speed_simulation.h"
#include "tests/core/report/report_fixture.h"

#include <cmath>

using namespace cardfit;
using namespace cardfit::report;

namespace {

Scenario training(int cards)
{
    Scenario scenario = supportBot("a100-sxm-80gb", cards);
    scenario.weights.clear();
    scenario.task = Task::Full;
    scenario.contextTokens = 4096;
    scenario.globalBatch = 64;
    return scenario;
}

} // namespace

class SpeedPageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(m_shipped.isRead()); }
    void marksAndTableSayWhatThePlanSays();
    void headlineNamesTheLimitAndHowFarItHolds();
    void brokenLimitIsSaidFirst();
    void withoutLimitsTheMostIsSaid();
    void starredCardsArePinnedUntilOthersAreChosen();
    void pinnedCardsHaveACurveOrAReason();
    void scenarioThatDoesNotFitHasNoCurveOfItsOwn();
    void wrongScenarioIsSaidNotDrawn();
    void readingNamesEveryCard();
    void trainingIsDrawnOverCards();
    void demandSizesTheFleetOnThePage();
    void simulatedPercentilesReplaceTheAnalyticOnes();
    void trainingAndWhatDoesNotFitAreNotSimulated();
    void cancelledSimulationHasNoResult();
    void everyTextHasASentenceInBothLanguages();

private:
    SpeedPage pageOf(const Scenario& scenario, const std::vector<SpeedPin>& pins = {})
    {
        const Planned planned(scenario, m_shipped.catalog());
        return buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), pins);
    }
    QString english(const Text& text) { return QString::fromStdString(m_shipped.english->renderPlain(text, {})); }
    const SpeedMark* markOf(const SpeedPage& page, SpeedMark::Kind kind)
    {
        const auto found = std::ranges::find(page.marks, kind, &SpeedMark::kind);
        return found == page.marks.end() ? nullptr : &*found;
    }
    Shipped m_shipped;
};

void SpeedPageTest::marksAndTableSayWhatThePlanSays()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.limits.tpotMsP95 = 50;
    const Planned planned(scenario, m_shipped.catalog());
    const SpeedPage page = buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {});
    QCOMPARE(page.charts.size(), std::size_t{3});
    QCOMPARE(markOf(page, SpeedMark::Kind::Now)->x, 16.0);
    const SpeedLine& token = page.charts[1].lines.front();
    const auto now = std::ranges::find(token.x, 16.0) - token.x.begin();
    const speed::CacheCapacity cache = speed::cacheCapacity(*planned.plan.resolved, planned.plan.split, *planned.plan.memory);
    QCOMPARE(token.middle[static_cast<std::size_t>(now)],
             speed::loadAt(*planned.plan.resolved, planned.plan.split, cache, 16).perToken.typical() * 1e3);
    QCOMPARE(english(page.tables.front().rows[1][1]), english(Text("value.time").with("value", *planned.plan.speed->timePerOutputToken)));
    const double within = markOf(page, SpeedMark::Kind::WithinLimits)->x, full = markOf(page, SpeedMark::Kind::Full)->x;
    QVERIFY(within >= 1 && within < full);
    QCOMPARE(*page.charts[1].limit->milliseconds, 50.0);
    QVERIFY(!page.charts[0].limit->milliseconds);
    QVERIFY(!page.charts[2].limit);
}

void SpeedPageTest::headlineNamesTheLimitAndHowFarItHolds()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.limits.tpotMsP95 = 90; // twice the mean of 16 users
    const SpeedPage page = pageOf(scenario);
    const auto within = static_cast<int>(markOf(page, SpeedMark::Kind::WithinLimits)->x);
    const QString sentence = english(page.headline);
    QVERIFY2(sentence.contains(QStringLiteral("TPOT p95 ≤ 90")) && sentence.contains(QStringLiteral("up to %1 users").arg(within)),
             qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("cache full at")) && sentence.contains(QStringLiteral("requests/s")), qPrintable(sentence));
    QCOMPARE(page.verdict, fleet::Verdict::Fits);
}

void SpeedPageTest::brokenLimitIsSaidFirst()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.limits.tpotMsP95 = 30;
    const SpeedPage page = pageOf(scenario);
    QCOMPARE(page.verdict, fleet::Verdict::Tight);
    QVERIFY2(english(page.headline).contains(QStringLiteral("only up to")), qPrintable(english(page.headline)));
    scenario.limits.tpotMsP95 = 1;
    const SpeedPage never = pageOf(scenario);
    QVERIFY2(english(never.headline).contains(QStringLiteral("even for one user")), qPrintable(english(never.headline)));
    QVERIFY(!markOf(never, SpeedMark::Kind::WithinLimits));
}

void SpeedPageTest::withoutLimitsTheMostIsSaid()
{
    const SpeedPage page = pageOf(supportBot("a10", 2));
    QVERIFY2(english(page.headline).contains(QStringLiteral("at most")), qPrintable(english(page.headline)));
    QVERIFY(!markOf(page, SpeedMark::Kind::WithinLimits));
}

void SpeedPageTest::starredCardsArePinnedUntilOthersAreChosen()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    const std::vector<SpeedPin> pins = usualPins(planned.plan, planned.matrix);
    std::size_t starred = 0;
    for (const fleet::FitCell& cell : planned.matrix.cells)
        starred += cell.cheapestToRent || cell.cheapestToOwn;
    QVERIFY(!pins.empty() && pins.size() <= starred);
    const SpeedPage page = buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), pins);
    for (const SpeedPin& pin : pins)
        QVERIFY(std::ranges::any_of(page.choices, [&](const SpeedPinChoice& choice) { return choice.pin == pin && choice.pinned; }));
}

void SpeedPageTest::pinnedCardsHaveACurveOrAReason()
{
    const SpeedPage page = pageOf(supportBot("a10", 2), {{"a100-sxm-80gb", 1}, {"t4", 1}, {"a10", 2}});
    QCOMPARE(page.pins.size(), std::size_t{2}); // the chosen card is not pinned beside itself
    QCOMPARE(page.charts.front().lines.size(), std::size_t{2});
    QCOMPARE(english(page.charts.front().lines[1].label).replace(QChar(0xA0), QLatin1Char(' ')), QStringLiteral("1 × A100 80 GB"));
    QCOMPARE(page.missingPins.size(), std::size_t{1});
    QVERIFY(english(page.missingPins.front()).contains(QStringLiteral("T4")));
}

void SpeedPageTest::scenarioThatDoesNotFitHasNoCurveOfItsOwn()
{
    const SpeedPage page = pageOf(supportBot("t4", 1), {{"a100-sxm-80gb", 1}});
    QVERIFY(!page.missing.empty());
    QCOMPARE(page.charts.front().lines.size(), std::size_t{1});
    QVERIFY(!page.charts.front().lines.front().chosen);
    QCOMPARE(page.verdict, fleet::Verdict::No);
    QVERIFY(page.marks.empty());
}

void SpeedPageTest::wrongScenarioIsSaidNotDrawn()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.model.name = "no-such-model";
    const SpeedPage page = pageOf(scenario);
    QVERIFY(!page.missing.empty());
    QVERIFY(page.charts.empty());
}

void SpeedPageTest::readingNamesEveryCard()
{
    const SpeedPage page = pageOf(supportBot("a10", 2), {{"a100-sxm-80gb", 1}});
    const std::vector<Text> lines = readingOf(page, 1, 15.6);
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(english(lines[0]), QStringLiteral("16 users"));
    QVERIFY(english(lines[1]).contains(QStringLiteral("ms")) && english(lines[2]).contains(QStringLiteral("A100")));
}

void SpeedPageTest::trainingIsDrawnOverCards()
{
    const Planned planned(training(8), m_shipped.catalog());
    const SpeedPage page = buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {});
    QVERIFY(page.training && page.charts.size() == 3);
    QCOMPARE(page.charts.front().figure, SpeedFigure::JobTime);
    const SpeedLine& time = page.charts.front().lines.front();
    QVERIFY(time.chosen);
    const auto own = static_cast<std::size_t>(std::ranges::find(time.x, 8.0) - time.x.begin());
    QVERIFY(own < time.x.size());
    QVERIFY(std::abs(time.middle[own] * page.charts.front().perUnit - planned.plan.speed->jobTime->value()) < 1e-6);
    QCOMPARE(english(page.charts.front().lines[0].label), QStringLiteral("NVLink"));
    QCOMPARE(english(page.charts.front().lines[1].label), QStringLiteral("PCIe"));
    QCOMPARE(*page.tables[1].emphasized, static_cast<std::size_t>(own));
    QVERIFY(!page.charts.front().limit);
}

void SpeedPageTest::demandSizesTheFleetOnThePage()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.demand.requestsPerSecond = 5;
    scenario.demand.spareReplicas = 1;
    const Planned planned(scenario, m_shipped.catalog());
    const SpeedPage page = buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {});
    const auto table = std::ranges::find_if(page.tables, [](const SpeedTable& t) { return t.title.code == "speed.page.demand"; });
    QVERIFY(table != page.tables.end());
    QCOMPARE(english(table->title), QStringLiteral("For 12.5 requests/s at the peak")); // 5 x the usual peak factor of 2.5
    QCOMPARE(english(table->rows[0][1]), QStringLiteral("%1 + 1 spare").arg(planned.plan.fleet.replicas));
}

void SpeedPageTest::simulatedPercentilesReplaceTheAnalyticOnes()
{
    Scenario scenario = supportBot("a10", 2);
    scenario.limits.tpotMsP95 = 50;
    const Planned planned(scenario, m_shipped.catalog());
    SpeedPage page = buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {});
    SimulatedSpeed simulated;
    for (const double users : {1.0, 16.0, 64.0}) { // hand-made: a percentile is a multiple of the users
        speed::SimulatedLoad load;
        load.timeToFirstToken = {Seconds::of(users / 10), Seconds::of(users / 20), Seconds::of(users / 12), Seconds::of(users / 5),
                                 Seconds::of(users)};
        load.timePerOutputToken = load.timeToFirstToken;
        load.requests = 1500;
        simulated.points.push_back({users, load});
    }
    simulated.now = simulated.points[1].load;
    showSimulated(page, planned.plan, simulated);
    const SpeedLine& first = page.charts[0].lines.front();
    QCOMPARE(first.x, (std::vector<double>{1, 16, 64}));
    QCOMPARE(first.low[1], 16.0 / 20);
    QCOMPARE(first.middle[1], 16.0 / 12);
    QCOMPARE(first.high[1], 16.0 / 5);
    QCOMPARE(page.charts[1].lines.front().high[1], 16.0 / 5 * 1000); // milliseconds
    QVERIFY(page.charts[2].lines.front().high.empty());
    QCOMPARE(english(page.tables.front().rows[0][2]), english(Text("value.time").with("value", Seconds::of(16.0 / 5))));
    QVERIFY(std::ranges::any_of(page.notes,
                                [&](const Text& note) { return english(note).startsWith(QStringLiteral("Simulated: 1,500 requests")); }));
    QVERIFY(std::ranges::none_of(page.notes, [](const Text& note) { return note.code == "speed.page.note.analytic"; }));
}

void SpeedPageTest::trainingAndWhatDoesNotFitAreNotSimulated()
{
    for (const Scenario& scenario : {training(8), supportBot("t4", 1)}) {
        const Planned planned(scenario, m_shipped.catalog());
        QVERIFY(!speedRunOf(planned.plan, buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {})));
    }
}

void SpeedPageTest::cancelledSimulationHasNoResult()
{
    const Planned planned(supportBot("a10", 2), m_shipped.catalog());
    const auto run = speedRunOf(planned.plan, buildSpeedPage(planned.plan, planned.matrix, m_shipped.catalog(), {}));
    QVERIFY(run.has_value());
    QVERIFY(!simulateSpeed(*run, [] { return true; }));
    int asked = 0;
    QVERIFY(!simulateSpeed(*run, [&asked] { return ++asked > 200; })); // in the middle of the curve
}

void SpeedPageTest::everyTextHasASentenceInBothLanguages()
{
    Scenario demand = supportBot("a10", 2);
    demand.demand.requestsPerSecond = 5;
    demand.limits.ttftMsP95 = 2000;
    demand.limits.tpotMsP95 = 50;
    for (const Scenario& scenario : {supportBot("a10", 2), supportBot("t4", 1), demand, training(8), training(1)}) {
        const SpeedPage page = pageOf(scenario, {{"t4", 1}, {"l4", 2}});
        std::vector<Text> texts{page.headline, page.axis, page.bandLabel, page.missing};
        for (const SpeedChart& chart : page.charts) {
            texts.insert(texts.end(), {chart.title, chart.unit});
            if (chart.limit)
                texts.push_back(chart.limit->label);
            for (const SpeedLine& line : chart.lines)
                texts.push_back(line.label);
        }
        for (const SpeedMark& mark : page.marks)
            texts.push_back(mark.label);
        for (const SpeedTable& table : page.tables) {
            texts.insert(texts.end(), {table.title, table.aside});
            texts.insert(texts.end(), table.heads.begin(), table.heads.end());
            for (const std::vector<Text>& row : table.rows)
                texts.insert(texts.end(), row.begin(), row.end());
        }
        texts.insert(texts.end(), page.notes.begin(), page.notes.end());
        for (const Text& text : texts) {
            if (text.empty())
                continue;
            for (const auto* book : {&m_shipped.english, &m_shipped.chinese}) {
                const std::string words = (*book)->renderPlain(text, {});
                QVERIFY2(!words.empty() && words.find('{') == std::string::npos && words.find('[') == std::string::npos,
                         (text.code + ": " + words).c_str());
            }
        }
    }
}

QTEST_APPLESS_MAIN(SpeedPageTest)
#include "tst_speed_page.moc"
