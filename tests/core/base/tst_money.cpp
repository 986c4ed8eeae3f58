#include "core/base/money.h"

#include <QtTest>

using namespace cardfit;

// Protects: money is exact, rounds once and half away from zero, and never reads a text that is not a plain decimal.
class TestMoney : public QObject {
    Q_OBJECT
private slots:
    void readsDecimals_data();
    void readsDecimals();
    void refusesWhatIsNoDecimal_data();
    void refusesWhatIsNoDecimal();
    void rounds_data();
    void rounds();
    void writesRates_data();
    void writesRates();
    void addsUpExactly();
    void ratesMultiplyByTheirUnit();
    void amountsBeyondCountingStayInRange();
};

namespace {
const Currency kUsd("USD");
}

void TestMoney::readsDecimals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("micros");
    QTest::newRow("whole") << "12" << qint64(12'000'000);
    QTest::newRow("two decimals") << "12.50" << qint64(12'500'000);
    QTest::newRow("six decimals") << "0.000125" << qint64(125);
    QTest::newRow("negative") << "-3" << qint64(-3'000'000);
    QTest::newRow("leading zeros") << "007.1" << qint64(7'100'000);
    QTest::newRow("largest that fits 64 bits") << "9000000000000" << qint64(9'000'000'000'000'000'000);
}

void TestMoney::readsDecimals()
{
    QFETCH(QString, text);
    const Result<Money> money = Money::parse(text.toStdString(), kUsd);
    QVERIFY(money.hasValue());
    QTEST(qint64(money->micros()), "micros");
}

void TestMoney::refusesWhatIsNoDecimal_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "-", ".", ".5", "5.", "1,5", "1 000", "1e3", "0x10", "+1", "1.2345678", "free", "NaN", "inf", "1.2.3",
                             "９", "9000000000001", "99999999999999999999"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestMoney::refusesWhatIsNoDecimal()
{
    QFETCH(QString, text);
    const Result<Money> money = Money::parse(text.toStdString(), kUsd);
    QVERIFY(!money.hasValue());
    QVERIFY(!money.error().expected.empty());
    QVERIFY(money.error().found.find(text.toStdString()) != std::string::npos);
}

void TestMoney::rounds_data()
{
    QTest::addColumn<qint64>("micros");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("text");
    QTest::newRow("half goes up") << qint64(1'005'000) << 2 << "1.01";
    QTest::newRow("half of a negative goes down") << qint64(-1'005'000) << 2 << "-1.01";
    QTest::newRow("below half") << qint64(1'004'999) << 2 << "1.00";
    QTest::newRow("to whole units") << qint64(1'500'000) << 0 << "2";
    QTest::newRow("to zero keeps no sign") << qint64(-1'000) << 2 << "0.00";
    QTest::newRow("all digits") << qint64(125) << 6 << "0.000125";
}

void TestMoney::rounds()
{
    QFETCH(qint64, micros);
    QFETCH(int, decimals);
    const Money money(micros, kUsd);
    QTEST(QString::fromStdString(money.toString(decimals)), "text");
    QCOMPARE(QString::fromStdString(money.rounded(decimals).toString(decimals)), QString::fromStdString(money.toString(decimals)));
}

void TestMoney::writesRates_data()
{
    QTest::addColumn<qint64>("micros");
    QTest::addColumn<QString>("text");
    QTest::newRow("at least two decimals") << qint64(2'000'000) << "2.00";
    QTest::newRow("as many as needed") << qint64(526'000) << "0.526";
    QTest::newRow("up to six") << qint64(125) << "0.000125";
    QTest::newRow("zero") << qint64(0) << "0.00";
}

void TestMoney::writesRates()
{
    QFETCH(qint64, micros);
    QTEST(QString::fromStdString(Money(micros, kUsd).toRateString()), "text");
}

void TestMoney::addsUpExactly()
{
    // 0.1 as a double does not add up to 100; a thousand times a dime does.
    Money sum = Money::zero(kUsd);
    for (int i = 0; i < 1000; ++i)
        sum += *Money::parse("0.10", kUsd);
    QCOMPARE(sum, *Money::parse("100", kUsd));
    QCOMPARE(sum - sum, Money::zero(kUsd));
    QVERIFY((-sum).isLessThan(sum));
    QVERIFY(!(Money(1, kUsd) == Money(1, Currency("EUR"))));
}

void TestMoney::ratesMultiplyByTheirUnit()
{
    const MoneyPerHour rate{*Money::parse("1.006", kUsd)}; // AWS g5.xlarge, us-east-1, 2026-07-20
    QCOMPARE(QString::fromStdString(rate.times(Hours::of(730)).toString(2)), QStringLiteral("734.38"));
    const MoneyPerKilowattHour tariff{*Money::parse("0.12", kUsd)};
    QCOMPARE(QString::fromStdString(tariff.times(energyOf(Watts::of(700), Hours::of(1000))).toString(2)), QStringLiteral("84.00"));
}

// Sixteen of the largest amounts add up inside 64 bits, and what no fleet costs does not wrap round.
void TestMoney::amountsBeyondCountingStayInRange()
{
    QVERIFY(Money::canHold(5e11) && Money::canHold(-5e11));
    QVERIFY(!Money::canHold(5.1e11) && !Money::canHold(-1e300) && !Money::canHold(std::nan("")));
    QCOMPARE(qint64(Money::fromDouble(1e300, kUsd).micros()), qint64(500'000'000'000'000'000));
    QCOMPARE(qint64(Money::fromDouble(-1e300, kUsd).micros()), qint64(-500'000'000'000'000'000));
}

QTEST_APPLESS_MAIN(TestMoney)
#include "tst_money.moc"
