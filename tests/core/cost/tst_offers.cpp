// Which rental price a plan takes by itself: newest snapshot, trusted, fresh, allowed and plausible.
#include "tests/core/cost/cost_case.h"

using namespace cardfit;
using namespace cardfit::test;

class OffersTest : public QObject {
    Q_OBJECT

private slots:
    void chosenOfferKeepsTheRules_data();
    void chosenOfferKeepsTheRules();
    void cheapestForTheWholeFleet();
    void onlyAllowedProviders();
    void staleOnlyWhereNothingIsFresh();
    void namedOfferIsTaken();
    void rankedFromUsableToDoubtful();
};

void OffersTest::chosenOfferKeepsTheRules_data()
{
    QTest::addColumn<QString>("card");
    for (const Card& card : catalog().cards())
        QTest::newRow(card.id.c_str()) << QString::fromStdString(card.id);
}

void OffersTest::chosenOfferKeepsTheRules()
{
    QFETCH(QString, card);
    const Resolved scenario = resolved(R"({"card":")" + card.toStdString() + "\"}");
    const auto offer = cost::chooseOffer(scenario, *scenario.card, catalog());
    const std::vector<cost::RankedOffer> ranked = cost::rankOffers(scenario, *scenario.card, catalog());
    const auto usable = [](const cost::RankedOffer& entry) { return entry.newest && entry.gradeOk && entry.allowed && !entry.implausible; };
    const bool any = std::any_of(ranked.begin(), ranked.end(), usable);
    QCOMPARE(offer.has_value(), any);
    if (!offer)
        return;
    QVERIFY(offer->offer->newest);
    QVERIFY(offer->offer->grade == Grade::A || offer->offer->grade == Grade::B);
    const bool fresh =
        std::any_of(ranked.begin(), ranked.end(), [&](const cost::RankedOffer& entry) { return usable(entry) && !entry.stale; });
    QCOMPARE(offer->stale, !fresh);
    QCOMPARE(offer->stale, offer->ageDays > scenario.ownership->staleAfterDays);
}

// One card of an eight-card instance costs the whole instance: what counts is the price of the fleet.
void OffersTest::cheapestForTheWholeFleet()
{
    const Resolved scenario = resolved(R"({"card":"h100-sxm"})");
    for (const int cards : {1, 2, 8, 64}) {
        const auto offer = cost::chooseOffer(scenario, *scenario.card, catalog(), cards);
        QVERIFY(offer);
        const cost::CardPrices prices(scenario, *scenario.card, catalog());
        const int instances = (cards + offer->cardsPerInstance - 1) / offer->cardsPerInstance;
        VERIFY_NEAR(amountOf(prices.rentPerHour(cards)), instances * offer->perInstanceHour.amount.toDouble(), 1e-6, 0);
    }
}

void OffersTest::onlyAllowedProviders()
{
    const Resolved scenario = resolved(R"({"card":"a10","allow":{"providers":["alibaba cloud"]}})");
    const auto offer = cost::chooseOffer(scenario, *scenario.card, catalog());
    if (offer)
        QCOMPARE(QString::fromStdString(offer->offer->provider).toLower(), QStringLiteral("alibaba cloud"));
    const Resolved nowhere = resolved(R"({"card":"a10","allow":{"regions":["atlantis"]}})");
    QVERIFY(!cost::chooseOffer(nowhere, *nowhere.card, catalog()));
}

// Two years later every snapshot is stale: the newest is taken, and marked.
void OffersTest::staleOnlyWhereNothingIsFresh()
{
    const Resolved later = resolved(R"({"card":"a10","as_of":"2028-11-30"})");
    const auto offer = cost::chooseOffer(later, *later.card, catalog());
    QVERIFY(offer && offer->stale && offer->ageDays > 180);
    const cost::CostPlan plan = cost::price(later, fleetOf(1), std::nullopt, catalog(), cost::Detail::Totals);
    QVERIFY(hasProblem(plan, "cost.stale-offer"));
    const Resolved now = resolved(R"({"card":"a10"})");
    const auto fresh = cost::chooseOffer(now, *now.card, catalog());
    QVERIFY(fresh && !fresh->stale);
}

void OffersTest::namedOfferIsTaken()
{
    const Resolved scenario = resolved(R"({"card":"a10"})");
    const std::vector<cost::RankedOffer> ranked = cost::rankOffers(scenario, *scenario.card, catalog());
    QVERIFY(ranked.size() > 1);
    const std::string id = ranked.back().offer->id;
    const Resolved named = resolved(R"({"card":"a10","rental":{"offer":")" + id + "\"}}");
    const auto offer = cost::chooseOffer(named, *named.card, catalog());
    QVERIFY(offer && offer->offer->id == id);
    const Resolved wrong = resolved(R"({"card":"a10","rental":{"offer":"nobody/nothing"}})");
    const cost::CostPlan plan = cost::price(wrong, fleetOf(1), std::nullopt, catalog(), cost::Detail::Totals);
    QVERIFY(!plan.offer && hasProblem(plan, "cost.offer-unusable"));
}

void OffersTest::rankedFromUsableToDoubtful()
{
    const Resolved scenario = resolved(R"({"card":"a100-sxm-80gb"})");
    const std::vector<cost::RankedOffer> ranked = cost::rankOffers(scenario, *scenario.card, catalog());
    QVERIFY(!ranked.empty());
    const auto usable = [](const cost::RankedOffer& entry) {
        return entry.newest && !entry.stale && entry.gradeOk && entry.allowed && !entry.implausible;
    };
    bool stillUsable = true;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        QVERIFY(!usable(ranked[i]) || stillUsable);
        stillUsable = usable(ranked[i]);
        if (i > 0 && usable(ranked[i]))
            QVERIFY(!ranked[i].perCardHour.amount.isLessThan(ranked[i - 1].perCardHour.amount));
    }
}

QTEST_APPLESS_MAIN(OffersTest)
#include "tst_offers.moc"
