#include "core/catalog/catalog_loader.h"
#include "core/evidence/claims.h"
#include "core/import/model_readers.h"

#include <QtTest>

#include <QDir>
#include <QTemporaryDir>

#include <cmath>

namespace cardfit::evidence {

// Protects: what the program says of folk claims follows from its plans and from nothing else.
class TestClaims : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyClaimIsAnswered_data();
    void everyClaimIsAnswered();
    void theVerdictFollowsFromTheFigures_data() { everyClaimIsAnswered_data(); }
    void theVerdictFollowsFromTheFigures();
    void someConditionsMakeAVerdictWithConditions();
    void measuredRunsAreDividedCardByCard();
    void errorsOfBothSidesAreTakenAsIndependent();
    void whatDoesNotFitIsNotCompared();
    void mistakesAreNamed_data();
    void mistakesAreNamed();

private:
    const Claim& claim(const char* id) const
    {
        const auto found = std::find_if(m_claims.begin(), m_claims.end(), [id](const Claim& c) { return c.id == id; });
        if (found == m_claims.end())
            throw std::runtime_error(id);
        return *found;
    }
    const Catalog& catalog() const { return *m_catalog.catalog; }

    CatalogLoad m_catalog = loadCatalog(CARDFIT_DATA_DIR);
    std::vector<Claim> m_claims;
};

namespace {

ClaimSide sideOn(const char* card, const char* model = "Qwen/Qwen2.5-7B-Instruct")
{
    ClaimSide side;
    side.scenario.model.name = model;
    side.scenario.card.id = card;
    side.scenario.engine = "vllm";
    return side;
}

Claim claimOf(ClaimSide over, std::optional<ClaimSide> under)
{
    Claim claim;
    claim.figure = ClaimFigure::OutputRate;
    claim.tolerance = 0.05;
    claim.conditions.push_back({std::move(over), std::move(under), 1, Relation::About, {}});
    return claim;
}

} // namespace

void TestClaims::initTestCase()
{
    QVERIFY(m_catalog.catalog);
    ClaimsLoad load = loadClaims(CARDFIT_DATA_DIR, import::modelReaders());
    QVERIFY2(load.problems.empty(), load.problems.empty() ? "" : load.problems.front().toString().c_str());
    m_claims = std::move(load.claims);
    QVERIFY(m_claims.size() >= 7);
}

void TestClaims::everyClaimIsAnswered_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_claims.size(); ++i)
        QTest::newRow(m_claims[i].id.c_str()) << static_cast<int>(i);
}

void TestClaims::everyClaimIsAnswered()
{
    QFETCH(int, index);
    const Claim& claim = m_claims[static_cast<std::size_t>(index)];
    const ClaimAnswer found = answer(claim, catalog());
    QVERIFY(found.verdict != ClaimVerdict::Unanswered);
    QVERIFY(found.answered >= 2);
    QCOMPARE(found.results.size(), claim.conditions.size());
    for (const ClaimResult& result : found.results) {
        if (result.value && result.low)
            QVERIFY(*result.low <= *result.value && *result.value <= *result.high);
    }
}

// The claim's own figure is moved: to what came out, it holds everywhere; ten times as far, it holds nowhere.
void TestClaims::theVerdictFollowsFromTheFigures()
{
    QFETCH(int, index);
    Claim claim = m_claims[static_cast<std::size_t>(index)];
    const ClaimAnswer found = answer(claim, catalog());
    for (std::size_t i = 0; i < claim.conditions.size(); ++i)
        claim.conditions[i].value = found.results[i].value.value_or(1);
    QCOMPARE(answer(claim, catalog()).verdict, ClaimVerdict::Holds);
    for (ClaimCondition& condition : claim.conditions)
        condition.value *= condition.relation == Relation::AtMost ? 0.1 : 10;
    QCOMPARE(answer(claim, catalog()).verdict, ClaimVerdict::DoesNotHold);
}

void TestClaims::someConditionsMakeAVerdictWithConditions()
{
    Claim claim = claimOf(sideOn("a100-sxm-80gb"), sideOn("a100-sxm-80gb"));
    claim.conditions.push_back(claim.conditions.front());
    QCOMPARE(answer(claim, catalog()).verdict, ClaimVerdict::Holds); // a card is as fast as itself
    claim.conditions.back().value = 2;
    const ClaimAnswer found = answer(claim, catalog());
    QCOMPARE(found.verdict, ClaimVerdict::UnderConditions);
    QCOMPARE(found.holding, 1);
    QCOMPARE(found.answered, 2);
}

// llm-foundry, MPT-7B at 2,048 on 8 cards: 10,643 tokens/s a card on H100, 4,641 on A100 80 GB.
void TestClaims::measuredRunsAreDividedCardByCard()
{
    const Claim& training = claim("h100-trains-2.4-times-a100");
    const ClaimAnswer found = answer(training, catalog());
    for (std::size_t i = 0; i < training.conditions.size(); ++i) {
        if (training.conditions[i].over.run != "p0887")
            continue;
        QVERIFY(std::abs(*found.results[i].measured - 10643.0 / 4641.0) < 1e-9);
        QVERIFY(found.results[i].value.has_value());
        return;
    }
    QFAIL("the claim has no such run");
}

void TestClaims::errorsOfBothSidesAreTakenAsIndependent()
{
    const ClaimAnswer alone = answer(claimOf(sideOn("a100-sxm-80gb"), std::nullopt), catalog());
    const ClaimAnswer both = answer(claimOf(sideOn("a100-sxm-80gb"), sideOn("a100-sxm-80gb")), catalog());
    const double up = std::log(*alone.results[0].high / *alone.results[0].value);
    const double down = std::log(*alone.results[0].value / *alone.results[0].low);
    QVERIFY(std::abs(std::log(*both.results[0].high) - std::hypot(up, down)) < 1e-9);
    QVERIFY(std::abs(std::log(*both.results[0].low) + std::hypot(up, down)) < 1e-9);
}

// 7.6 billion parameters of 16 bit are 14.2 GiB; a T4 has 14.6 and needs room to run.
void TestClaims::whatDoesNotFitIsNotCompared()
{
    const ClaimAnswer found = answer(claimOf(sideOn("a10"), sideOn("t4")), catalog());
    QVERIFY(!found.results[0].value);
    QVERIFY(!found.results[0].underFits);
    QCOMPARE(found.verdict, ClaimVerdict::Unanswered);
}

void TestClaims::mistakesAreNamed_data()
{
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QString>("problem");
    const QString head = QStringLiteral(R"({"id": "a", "figure": "%1", "value": 2, "relation": "%2", "tolerance": 0.1, "cites": ["s"], )");
    const QString plain = head.arg(QStringLiteral("weights"), QStringLiteral("about"));
    QTest::newRow("unknown figure") << head.arg(QStringLiteral("beauty"), QStringLiteral("about")) + R"("conditions": [{"over": {}}]})"
                                    << "/claims/0/figure: one of ttft_ms";
    QTest::newRow("unknown relation") << head.arg(QStringLiteral("weights"), QStringLiteral("roughly")) + R"("conditions": [{"over": {}}]})"
                                      << "/claims/0/relation: one of about";
    QTest::newRow("wrong scenario") << plain + R"("conditions": [{"over": {"modle": "x"}}]})"
                                    << "/claims/0/conditions/0/over/modle";
    QTest::newRow("unknown set") << plain + R"("conditions": [{"set": "weather", "over": "p0001"}]})"
                                 << "/claims/0/conditions/0/set: the name of a set";
}

void TestClaims::mistakesAreNamed()
{
    QFETCH(QString, claim);
    QFETCH(QString, problem);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("claims.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"sources": {"s": {"source": "x", "date": "2026"}}, "claims": [%1]})").arg(claim).toUtf8());
    file.close();
    const ClaimsLoad load = loadClaims(folder.path().toStdString(), import::modelReaders());
    QVERIFY(load.claims.empty());
    QStringList lines;
    for (const Error& error : load.problems)
        lines += QString::fromStdString(error.where + ": " + error.expected + ", " + error.found);
    QVERIFY2(lines.join('\n').contains(problem), qPrintable(lines.join('\n')));
}

} // namespace cardfit::evidence

QTEST_APPLESS_MAIN(cardfit::evidence::TestClaims)
#include "tst_claims.moc"
