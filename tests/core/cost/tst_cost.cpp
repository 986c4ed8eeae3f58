// Lines add up to the cent, both sides are priced on one fleet, and what has no price is missing, never 0.
#include "core/plan/cost/flows.h"
#include "tests/core/cost/cost_case.h"

using namespace cardfit;
using namespace cardfit::test;

class CostTest : public QObject {
    Q_OBJECT

private slots:
    void tableOfTwoCards();
    void totalsAreSumsOfRoundedLines_data();
    void totalsAreSumsOfRoundedLines();
    void equalPaymentsHaveTheValueOfOwning();
    void missingCardPriceIsMissing();
    void amountsTooLargeAreMissing();
    void missingRentIsMissing();
    void currenciesNeverMix();
    void ownedCardsCostNoCapital();
    void surplusOfWholeInstances();
    void breakEvenIsInterpolated();
    void resaleBringsBreakEvenForward();
    void neverWithinTheHorizon();
    void energyIsNotCountedTwice();
    void networkFromTwoServersOn();
    void intervalHoldsTheFigure();
    void cashFlowsStartAndEndRight();
    void slowerThanTheDeclineOfPrices();
};

namespace {

const char* const kTwoA10 = R"({"card":"a10","cards":2,"rental":{"offer":{"per_hour":"0.86","cards":1}},)"
                            R"("ownership":{"card_price":"3000","power_price_per_kwh":"0.12"}})";

void compareSums(const cost::CostPlan& plan)
{
    Money rentMonth = Money::zero(plan.currency), ownMonth = rentMonth, rentTotal = rentMonth, ownTotal = rentMonth;
    for (const cost::CostLine& line : plan.lines) {
        if (!line.included || !line.perMonth)
            continue;
        QCOMPARE(line.perMonth->rounded(2), *line.perMonth);
        QCOMPARE(line.total->rounded(2), *line.total);
        (line.side == cost::Side::Rent ? rentMonth : ownMonth) += *line.perMonth;
        (line.side == cost::Side::Rent ? rentTotal : ownTotal) += *line.total;
    }
    if (plan.rentPerMonth)
        QVERIFY(*plan.rentPerMonth == rentMonth && *plan.rentTotal == rentTotal);
    if (plan.ownPerMonth)
        QVERIFY(*plan.ownPerMonth == ownMonth && *plan.ownTotal == ownTotal);
}

} // namespace

// By hand: 2 x 3,000 spread over 48 months at 8 % a year: i = 1.08^(1/12) - 1 = 0.643403 %, 6,000 x i / (1 - 1.08^-4) =
// 145.69; server 64 % of it; maintenance 9,840 x 5 % / 12 = 41.00; resale 18 % of 6,000 by the sinking fund
// 1,080 x i / (1.08^4 - 1) = 19.28; rent 2 x 0.86 x 730 = 1,255.60; energy 2 x 150 W x 1.92 x (0.75 x 0.7 + 0.3 x 0.3) =
// 354.24 W x 1.4 x 730 h x 0.12 = 43.44.
void CostTest::tableOfTwoCards()
{
    const cost::CostPlan plan = priced(kTwoA10, 2);
    const auto perMonth = [&](std::string_view name) { return amountOf(lineOf(plan, name)->perMonth); };
    QCOMPARE(perMonth("rent"), 1255.60);
    QCOMPARE(perMonth("cards"), 145.69);
    QCOMPARE(perMonth("server"), 93.24);
    QCOMPARE(perMonth("energy"), 43.44);
    QCOMPARE(perMonth("maintenance"), 41.00);
    QCOMPARE(perMonth("resale"), -19.28);
    QVERIFY(!lineOf(plan, "colocation")->included && !lineOf(plan, "staff")->included);
    QCOMPARE(amountOf(plan.ownPerMonth), 304.09);
    QCOMPARE(amountOf(plan.ownCapital), 9840.0);
    VERIFY_NEAR(plan.cash.month.value_or(0), 8.402, 0, 0.001);        // 9,840 / (1,255.60 - 84.44)
    VERIFY_NEAR(plan.withResale.month.value_or(0), 3.7604, 0, 0.001); // (9,840 - 6,000) / (1,255.60 - 84.44 - 6,000 x 0.30 / 12)
}

void CostTest::totalsAreSumsOfRoundedLines_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("cards");
    QTest::newRow("two cards") << kTwoA10 << 2;
    QTest::newRow("every line")
        << R"({"card":"h100-sxm","rental":{"offer":{"per_hour":"20.333333","cards":8},"price_decline_per_year":0.13,"uplift_percent":3.7},)"
           R"("ownership":{"years":3.5,"card_price":"31234.56","server_price":"98765.43","network_per_server":"11111.11",)"
           R"("site_capital":"7777.77","spares_percent":3,"installation_percent":2.5,"sales_tax_percent":19,"colocation_per_kw_month":"184.06",)"
           R"("licence_per_card_year":"123.45","staff_fte":0.25,"staff_cost_per_year":"90000","insurance_percent_per_year":0.7}})"
        << 24;
    QTest::newRow("spot") << R"({"card":"l4","rental":{"offer":{"per_hour":"0.333333","cards":1},"term":"spot"}})" << 7;
    QTest::newRow("nothing interest-bearing") << R"({"card":"a10","ownership":{"discount_rate":0,"card_price":"2999.99"}})" << 3;
}

void CostTest::totalsAreSumsOfRoundedLines()
{
    QFETCH(QString, scenario);
    QFETCH(int, cards);
    const cost::CostPlan plan = priced(scenario.toStdString(), cards);
    QVERIFY(plan.ownPerMonth);
    compareSums(plan);
}

// The equal payments of the table, discounted, are the net present value of owning.
void CostTest::equalPaymentsHaveTheValueOfOwning()
{
    const cost::CostPlan plan = priced(kTwoA10, 2);
    const cost::Spread spread = cost::spreadOver(48, std::pow(1.08, 1.0 / 12) - 1);
    VERIFY_NEAR(amountOf(plan.npvOwn) * spread.annuity, amountOf(plan.ownPerMonth), 0, 0.03);
}

void CostTest::missingCardPriceIsMissing()
{
    const cost::CostPlan plan = priced(R"({"card":"mi325x"})", 8); // no purchase price is on file for it
    QVERIFY(!plan.ownCapital && !plan.ownPerMonth && !plan.ownTotal && !plan.npvOwn && !plan.cash.month && !plan.breakEvenUtilization);
    QVERIFY(hasProblem(plan, "cost.no-card-price"));
    const cost::CostLine* cards = lineOf(plan, "cards");
    QVERIFY(cards && cards->included && !cards->perMonth);
    QVERIFY(lineOf(plan, "energy")->perMonth); // what is known is shown
}

// 1,000,000,000 a kWh over thirty years is more than whole cents can hold: said, not wrapped round.
void CostTest::amountsTooLargeAreMissing()
{
    const cost::CostPlan plan = priced(R"({"card":"a10","ownership":{"power_price_per_kwh":"1000000000","years":30}})", 16);
    QVERIFY(!plan.ownTotal && !plan.ownPerMonth && !plan.npvOwn);
    QVERIFY(hasProblem(plan, "cost.too-large"));
    QVERIFY(plan.rentTotal);
    const cost::CostPlan rented = priced(R"({"card":"a10","rental":{"offer":{"per_hour":"1000000000","cards":1}}})", 64);
    QVERIFY(!rented.rentPerHour && !rented.rentPerMonth && !rented.rentTotal && !rented.npvRent);
    QVERIFY(hasProblem(rented, "cost.too-large"));
    QVERIFY(rented.ownTotal);
}

void CostTest::missingRentIsMissing()
{
    const cost::CostPlan plan = priced(R"({"card":"l20"})", 2); // no offer is on file for it
    QVERIFY(!plan.offer && !plan.rentPerHour && !plan.rentPerMonth && !plan.rentTotal && !plan.npvRent && !plan.cash.month);
    QVERIFY(hasProblem(plan, "cost.no-rental-price"));
    QVERIFY(plan.ownPerMonth);
}

void CostTest::currenciesNeverMix()
{
    const cost::CostPlan plan = priced(R"({"card":"a10","currency":"EUR"})", 2);
    const cost::CostPlan dollars = priced(R"({"card":"a10"})", 2);
    for (const cost::CostLine& line : plan.lines)
        if (line.perMonth)
            QVERIFY(line.perMonth->currency() == Currency("EUR"));
    const CurrencyRate* euro = catalog().rate(Currency("EUR"));
    QVERIFY(euro);
    VERIFY_NEAR(amountOf(plan.ownCapital), amountOf(dollars.ownCapital) * euro->perUsd, 0, 0.01);
    QVERIFY(hasProblem(plan, "cost.converted"));

    const cost::CostPlan unknown = priced(R"({"card":"a10","currency":"XXX"})", 2); // no rate on file
    QVERIFY(!unknown.rentPerMonth && !unknown.ownPerMonth && hasProblem(unknown, "cost.no-rate"));
}

void CostTest::ownedCardsCostNoCapital()
{
    const cost::CostPlan plan = priced(R"({"card":"a10","cards":2,"ownership":{"card_price":"3000","owned_cards":2}})", 2);
    const cost::CostPlan bought = priced(kTwoA10, 2);
    QCOMPARE(amountOf(plan.ownCapital), 0.0);
    QCOMPARE(amountOf(plan.ownRunningPerMonth), amountOf(bought.ownRunningPerMonth)); // they keep their running cost
}

void CostTest::surplusOfWholeInstances()
{
    const cost::CostPlan plan = priced(R"({"card":"h100-sxm","rental":{"offer":{"per_hour":"20","cards":8}}})", 10);
    QCOMPARE(plan.instances, 2);
    QCOMPARE(plan.surplusCards, 6);
    QCOMPARE(amountOf(plan.rentPerHour), 40.0);
    QVERIFY(hasProblem(plan, "cost.surplus-cards"));
}

// Capital 1,000; rent 150 a month, running 50: after month 10 exactly; 155 a month: 1,000 / 105 = 9.52.
void CostTest::breakEvenIsInterpolated()
{
    cost::Inputs inputs;
    inputs.own.cards = inputs.own.bought = 1;
    inputs.own.cardPrice = 1000;
    inputs.own.serverOverCards = 1;
    inputs.own.maintenancePercent = 60; // 50 a month
    inputs.own.provisionedKilowatts = 0.0;
    inputs.rent = cost::RentInputs{150.0 / 730, 1, 730, 1, 0, 1};
    VERIFY_NEAR(cost::breakEvenMonth(inputs, cost::BreakEvenKind::Cash).value_or(0), 10.0, 1e-9, 0);
    inputs.rent->instanceHour = 155.0 / 730;
    VERIFY_NEAR(cost::breakEvenMonth(inputs, cost::BreakEvenKind::Cash).value_or(0), 1000.0 / 105, 1e-9, 0);
    inputs.rent->instanceHour = 50.0 / 730;
    QVERIFY(!cost::breakEvenMonth(inputs, cost::BreakEvenKind::Cash));
}

void CostTest::resaleBringsBreakEvenForward()
{
    const cost::CostPlan plan = priced(kTwoA10, 2);
    QVERIFY(plan.withResale.month && plan.cash.month && *plan.withResale.month < *plan.cash.month);
}

void CostTest::neverWithinTheHorizon()
{
    const cost::CostPlan plan = priced(R"({"card":"h100-sxm","rental":{"offer":{"per_hour":"0.50","cards":1}}})", 1);
    QVERIFY(plan.ownPerMonth && plan.rentPerMonth && !plan.cash.month);
    QVERIFY(plan.breakEvenUtilization.value_or(0) > 1); // not even at full use
}

void CostTest::energyIsNotCountedTwice()
{
    const cost::CostPlan apart = priced(R"({"card":"a10","ownership":{"colocation_per_kw_month":"200"}})", 2);
    const cost::CostPlan inside =
        priced(R"({"card":"a10","ownership":{"colocation_per_kw_month":"200","colocation_includes_energy":true}})", 2);
    QVERIFY(lineOf(apart, "energy")->included && lineOf(apart, "colocation")->included);
    QVERIFY(!lineOf(inside, "energy")->included && lineOf(inside, "colocation")->included);
    QVERIFY(inside.ownRunningPerMonth->isLessThan(*apart.ownRunningPerMonth));
}

// One server needs no network between servers; from two on, the interconnect is 19 % of the cluster.
void CostTest::networkFromTwoServersOn()
{
    QVERIFY(!lineOf(priced(R"({"card":"h100-sxm"})", 8), "network"));
    const cost::CostPlan plan = priced(R"({"card":"h100-sxm","ownership":{"card_price":"30000"}})", 16);
    VERIFY_NEAR(amountOf(lineOf(plan, "network")->total), 16 * 30'000 * 1.64 * 0.19 / 0.81, 0, 0.01);
}

void CostTest::intervalHoldsTheFigure()
{
    const cost::CostPlan plan =
        priced(R"({"card":"a10","cards":2,"rental":{"offer":{"per_hour":"0.86","cards":1}}})", 2, cost::Detail::Everything);
    QVERIFY(plan.cash.month && plan.cash.low && plan.cash.high);
    QVERIFY(*plan.cash.low < *plan.cash.month && *plan.cash.month < *plan.cash.high);
    VERIFY_NEAR(*plan.cash.low, 6.92, 0, 0.01);   // rent 20 % dearer: 9,840 / (1,506.72 - 84.44)
    VERIFY_NEAR(*plan.cash.high, 10.70, 0, 0.01); // 20 % cheaper: 9,840 / (1,004.48 - 84.44)
    QVERIFY(plan.tornado.size() >= 4);
    QCOMPARE(plan.tornado.front().name, std::string("hours"));
    VERIFY_NEAR(*plan.tornado.front().lowMonth, 12.47, 0, 0.02); // 500 h: 9,840 / (860 - 70.75)
    double before = 1e9;
    for (const cost::TornadoBar& bar : plan.tornado) {
        const double reach = std::abs(bar.highMonth.value_or(96) - bar.lowMonth.value_or(96));
        QVERIFY(reach <= before);
        before = reach;
    }
}

void CostTest::cashFlowsStartAndEndRight()
{
    const cost::CostPlan plan = priced(kTwoA10, 2, cost::Detail::Everything);
    QCOMPARE(plan.months, 48);
    QVERIFY(plan.onDemand && plan.own && plan.ownLow && plan.ownHigh);
    QCOMPARE(plan.onDemand->cumulative.size(), std::size_t(49));
    QCOMPARE(amountOf(plan.onDemand->cumulative.front()), 0.0);
    QCOMPARE(plan.onDemand->cumulative.back(), *plan.rentTotal);
    QCOMPARE(plan.own->cumulative.front(), *plan.ownCapital);
    for (std::size_t month = 0; month < plan.own->cumulative.size(); ++month) {
        QVERIFY(!plan.own->cumulative[month].isLessThan(plan.ownLow->cumulative[month]));
        QVERIFY(!plan.ownHigh->cumulative[month].isLessThan(plan.own->cumulative[month]));
    }
    for (const cost::CostLine& line : plan.lines)
        QVERIFY(!line.label.empty());
}

// Falling market prices make renting cheaper and owning pay later.
void CostTest::slowerThanTheDeclineOfPrices()
{
    const cost::CostPlan steady = priced(R"({"card":"a10","rental":{"offer":{"per_hour":"0.86","cards":1}}})", 2);
    const cost::CostPlan falling =
        priced(R"({"card":"a10","rental":{"offer":{"per_hour":"0.86","cards":1},"price_decline_per_year":0.3}})", 2);
    QVERIFY(falling.rentTotal->isLessThan(*steady.rentTotal));
    QCOMPARE(falling.rentPerMonth, steady.rentPerMonth); // the first month is the same
    QVERIFY(*falling.cash.month > *steady.cash.month);
}

QTEST_APPLESS_MAIN(CostTest)
#include "tst_cost.moc"
