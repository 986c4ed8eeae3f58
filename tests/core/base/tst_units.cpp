#include "core/base/basis.h"
#include "core/base/units.h"

#include <QtTest>

#include <type_traits>

using namespace cardfit;
using namespace cardfit::literals;

template <class A, class B>
concept Addable = requires(A a, B b)
{
    a + b;
};

// Protects: a GiB is not a GB, and quantities of different units do not mix.
class TestUnits : public QObject {
    Q_OBJECT
private slots:
    void binaryIsNotDecimal();
    void differentUnitsDoNotMix();
    void quotientsThatPhysicsHas();
    void roundsToWholeBytes();
    void basisIsThatOfTheWeakestTerm();
};

void TestUnits::binaryIsNotDecimal()
{
    QVERIFY(80_GiB != 80_GB);
    QCOMPARE((80_GiB).value(), std::int64_t(85'899'345'920)); // 80 * 2^30
    QCOMPARE((80_GB).value(), std::int64_t(80'000'000'000));
    QCOMPARE(80_GiB / 80_GB, 1.073741824); // 7.37 % more
    QCOMPARE(inGiB(80_GiB), 80.0);
    QCOMPARE(inMiB(81559_MiB), 81559.0); // what nvidia-smi prints for an H100
    QVERIFY(81559_MiB < 80_GiB);         // and it is less than 80 GiB
}

void TestUnits::differentUnitsDoNotMix()
{
    static_assert(Addable<Bytes, Bytes>);
    static_assert(!Addable<Bytes, Seconds>);
    static_assert(!Addable<Watts, KilowattHours>);
    static_assert(!Addable<Bytes, int>);
    static_assert(!std::is_convertible_v<int, Bytes>);
    static_assert(!std::is_convertible_v<Bytes, std::int64_t>);
}

void TestUnits::quotientsThatPhysicsHas()
{
    QCOMPARE((16_GB / BytesPerSecond::of(2e12)).value(), 0.008); // 16 GB at 2 TB/s
    QCOMPARE(energyOf(Watts::of(300), Hours::of(10)).value(), 3.0);
    QCOMPARE(inMilliseconds(Seconds::of(0.25)), 250.0);
}

void TestUnits::roundsToWholeBytes()
{
    QCOMPARE(bytesOf(0.5).value(), std::int64_t(1));
    QCOMPARE(bytesOf(1e15 + 0.4).value(), std::int64_t(1'000'000'000'000'000));
}

void TestUnits::basisIsThatOfTheWeakestTerm()
{
    QVERIFY(weaker(Basis::Measured, Basis::Assumed) == Basis::Assumed);
    QVERIFY(weaker(Basis::Derived, Basis::Measured) == Basis::Derived);
    QCOMPARE(nameOf(Basis::Derived), std::string_view("derived"));
}

QTEST_APPLESS_MAIN(TestUnits)
#include "tst_units.moc"
