#include "core/report/format.h"

#include <QtTest>

using namespace cardfit;
using namespace cardfit::literals;
using namespace cardfit::report;

namespace {

// Expected texts write a no-break space as '~'.
std::string shown(std::string text)
{
    for (std::size_t at = text.find('~'); at != std::string::npos; at = text.find('~'))
        text.replace(at, 1, kNoBreakSpace);
    return text;
}

Bytes gibOf(double value) { return bytesOf(value * kGiB); }

Money dollars(const char* text) { return *Money::parse(text, Currency("USD")); }

} // namespace

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    void memory_data();
    void memory();
    void moneyIsShort_data();
    void moneyIsShort();
    void ratesKeepThreeDigits_data();
    void ratesKeepThreeDigits();
    void times_data();
    void times();
    void negativeNumbersCarryTheirSign();
    void filesAreWrittenPlain();
    void pricesOfAnHour();
    void sizesOfModels();
};

void FormatTest::memory_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("withUnit");
    QTest::addColumn<QString>("bare");
    QTest::newRow("one decimal from 1 GiB") << qint64(gibOf(18.84).value()) << "18.8~GiB"
                                            << "18.8";
    QTest::newRow("two decimals below") << qint64(gibOf(0.523).value()) << "0.52~GiB"
                                        << "0.52";
    QTest::newRow("rounding up to 1 drops a decimal") << qint64(gibOf(0.9961).value()) << "1.0~GiB"
                                                      << "1.0";
    QTest::newRow("MiB below 0.05 GiB") << qint64((31_MiB).value()) << "31~MiB"
                                        << "0.03";
    QTest::newRow("KiB below a MiB: cache of a token") << qint64(96 * 1024) << "96~KiB"
                                                       << "0.00";
    QTest::newRow("nothing") << qint64(0) << "0.0~GiB"
                             << "0.0";
    QTest::newRow("thousands are grouped") << qint64(gibOf(1536).value()) << "1,536.0~GiB"
                                           << "1,536.0";
}

void FormatTest::memory()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, withUnit);
    QFETCH(QString, bare);
    QCOMPARE(report::memory(Bytes::of(bytes), {}), shown(withUnit.toStdString()));
    QCOMPARE(gib(Bytes::of(bytes), {}), bare.toStdString());
}

void FormatTest::moneyIsShort_data()
{
    QTest::addColumn<QString>("money");
    QTest::addColumn<QString>("expected");
    QTest::newRow("whole units") << "1255.60"
                                 << "1,256";
    QTest::newRow("just below the k") << "99999.49"
                                      << "99,999";
    QTest::newRow("rounds into the k") << "99999.50"
                                       << "100~k";
    QTest::newRow("three digits with k") << "123456"
                                         << "123~k";
    QTest::newRow("rounds into the M") << "999500"
                                       << "1.00~M";
    QTest::newRow("three digits with M") << "12345678"
                                         << "12.3~M";
    QTest::newRow("nothing") << "0"
                             << "0";
    QTest::newRow("a negative sum") << "-250000"
                                    << "\u2212"
                                       "250~k";
}

void FormatTest::moneyIsShort()
{
    QFETCH(QString, money);
    QFETCH(QString, expected);
    QCOMPARE(amountShort(dollars(money.toStdString().c_str()), {}), shown(expected.toStdString()));
}

void FormatTest::ratesKeepThreeDigits_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("two decimals at most") << 2.0612 << "2.06";
    QTest::newRow("no closing zeros") << 2.1 << "2.1";
    QTest::newRow("small") << 0.354 << "0.35";
    QTest::newRow("one decimal above ten") << 37.46 << "37.5";
    QTest::newRow("large numbers lose digits, not size") << 12345.0 << "12,300";
    QTest::newRow("rounding carries") << 9.996 << "10";
    QTest::newRow("zero") << 0.0 << "0";
}

void FormatTest::ratesKeepThreeDigits()
{
    QFETCH(double, value);
    QFETCH(QString, expected);
    QCOMPARE(significant(value, 3, 2, {}), expected.toStdString());
}

void FormatTest::times_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("latency");
    QTest::addColumn<QString>("length");
    QTest::newRow("below ten milliseconds") << 0.0083 << "8.3~ms"
                                            << "8.3~ms";
    QTest::newRow("milliseconds are whole") << 0.0351 << "35~ms"
                                            << "35~ms";
    QTest::newRow("rounds into the second") << 0.9996 << "1.0~s"
                                            << "1,000~ms";
    QTest::newRow("minutes") << 720.0 << "720~s"
                             << "12~min";
    QTest::newRow("hours") << 11520.0 << "11,520~s"
                           << "3.2~h";
    QTest::newRow("days") << 354240.0 << "354,240~s"
                          << "4.1~d";
}

void FormatTest::times()
{
    QFETCH(double, seconds);
    QFETCH(QString, latency);
    QFETCH(QString, length);
    QCOMPARE(milliseconds(Seconds::of(seconds), {}), shown(latency.toStdString()));
    if (seconds < 0.9 || seconds > 1.1)
        QCOMPARE(duration(Seconds::of(seconds), {}), shown(length.toStdString()));
}

void FormatTest::negativeNumbersCarryTheirSign()
{
    QCOMPARE(percent(-19.3, {}), shown("\u2212"
                                       "19~%"));
    QCOMPARE(percent(-0.3, {}), shown("0~%")); // no sign on what rounds to nothing
    QCOMPARE(amount(dollars("-19.28"), 2, {}), std::string("\u2212"
                                                           "19.28"));
}

void FormatTest::filesAreWrittenPlain()
{
    QCOMPARE(fixed(-1234.5, 2, NumberStyle::plain()), std::string("-1234.50"));
    const NumberStyle german{",", ".", "\u2212"};
    QCOMPARE(fixed(1234567.891, 2, german), std::string("1.234.567,89"));
}

void FormatTest::pricesOfAnHour()
{
    QCOMPARE(hourly(dollars("1.72"), {}), std::string("1.72"));
    QCOMPARE(hourly(dollars("14.92"), {}), std::string("14.9"));
    QCOMPARE(hourly(dollars("9.996"), {}), std::string("10.0"));
    QCOMPARE(rate(dollars("0.000125"), {}), std::string("0.000125"));
}

void FormatTest::sizesOfModels()
{
    QCOMPARE(parametersShort(14.77e9, {}), shown("14.8~B"));
    QCOMPARE(parametersShort(494e6, {}), shown("494~M"));
    QCOMPARE(parametersShort(671e9, {}), shown("671~B"));
}

QTEST_APPLESS_MAIN(FormatTest)
#include "tst_format.moc"
