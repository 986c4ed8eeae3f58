#include "ui/inputs/bound_slider.h"

#include <QSignalSpy>
#include <QTest>

using namespace cardfit::ui;

namespace {

SliderScale sizes()
{
    std::vector<Detent> detents;
    for (const double size : {0.494, 1.54, 3.09, 7.62, 14.77, 32.76, 72.71})
        detents.push_back({size, QString::number(size)});
    return SliderScale::logarithmic(0.494, 72.71, std::move(detents), 3, false);
}

void drag(BoundSlider& slider, double from, double toX, int moves = 12)
{
    const QPoint start = slider.handlePoint(from).toPoint();
    QTest::mousePress(&slider, Qt::LeftButton, {}, start);
    for (int i = 1; i <= moves; ++i)
        QTest::mouseMove(&slider, QPoint(qRound(start.x() + (toX - start.x()) * i / moves), start.y()));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, QPoint(qRound(toX), start.y()));
}

} // namespace

class TestBoundSlider : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_appearance = std::make_unique<Appearance>();
        m_slider = std::make_unique<BoundSlider>(*m_appearance, BoundSlider::Look::Big);
        m_slider->resize(248, m_slider->height());
        m_slider->setScale(sizes());
        m_slider->showValue(14.77);
        m_slider->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_slider.get()));
    }
    void cleanup() { m_slider.reset(); }

    void showingAValueKeepsItExactly()
    {
        m_slider->showValue(11.234567);
        QCOMPARE(m_slider->shownValue(), 11.234567);
    }

    void magneticWithinFourPixels()
    {
        const double x = m_slider->handlePoint(32.76).x();
        drag(*m_slider, 14.77, x - 3);
        QCOMPARE(m_slider->shownValue(), 32.76);
    }

    void betweenMarksEveryValueCanBeChosen()
    {
        const double x = m_slider->handlePoint(32.76).x();
        drag(*m_slider, 14.77, x - 12);
        QVERIFY(m_slider->shownValue() > 14.77 && m_slider->shownValue() < 32.76);
        QCOMPARE(m_slider->scale().detentOf(m_slider->shownValue()), -1);
    }

    void aDragIsOneGesture()
    {
        const int before = m_slider->gesturesBegun();
        QSignalSpy edited(m_slider.get(), &BoundSlider::edited);
        drag(*m_slider, 14.77, 30);
        QCOMPARE(m_slider->gesturesBegun(), before + 1);
        QVERIFY(edited.size() > 5);
    }

    void grabbingTheHandleOffCentreDoesNotMoveIt()
    {
        const QPoint place = m_slider->handlePoint(14.77).toPoint() + QPoint(4, 0);
        QTest::mousePress(m_slider.get(), Qt::LeftButton, {}, place);
        QTest::mouseRelease(m_slider.get(), Qt::LeftButton, {}, place);
        QCOMPARE(m_slider->shownValue(), 14.77);
    }

    void keysGoFromMarkToMark_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<double>("value");
        QTest::newRow("right: the next") << int(Qt::Key_Right) << 32.76;
        QTest::newRow("left: the one before") << int(Qt::Key_Left) << 7.62;
        QTest::newRow("page up: two on") << int(Qt::Key_PageUp) << 72.71;
        QTest::newRow("page down: two back") << int(Qt::Key_PageDown) << 3.09;
        QTest::newRow("home: the smallest") << int(Qt::Key_Home) << 0.494;
        QTest::newRow("end: the largest") << int(Qt::Key_End) << 72.71;
    }
    void keysGoFromMarkToMark()
    {
        QFETCH(int, key);
        QFETCH(double, value);
        QTest::keyClick(m_slider.get(), static_cast<Qt::Key>(key));
        QCOMPARE(m_slider->shownValue(), value);
    }

    void fromBetweenTwoMarksAKeyGoesToTheNearerSide()
    {
        m_slider->showValue(20);
        QTest::keyClick(m_slider.get(), Qt::Key_Left);
        QCOMPARE(m_slider->shownValue(), 14.77);
        m_slider->showValue(20);
        QTest::keyClick(m_slider.get(), Qt::Key_Right);
        QCOMPARE(m_slider->shownValue(), 32.76);
    }

    void controlAndArrowGoOnePercent()
    {
        const double before = m_slider->scale().placeOf(14.77);
        QTest::keyClick(m_slider.get(), Qt::Key_Right, Qt::ControlModifier);
        const double moved = m_slider->scale().placeOf(m_slider->shownValue()) - before;
        QVERIFY(moved > 0.005 && moved < 0.015);
    }

    void stepsAllowNothingBetween()
    {
        m_slider->setScale(SliderScale::steps({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
        m_slider->showValue(0);
        const double x = (m_slider->handlePoint(1).x() + m_slider->handlePoint(2).x()) / 2 - 5;
        drag(*m_slider, 0, x);
        QCOMPARE(m_slider->shownValue(), 1.0);
    }

    void theWheelBelongsToThePane()
    {
        QWheelEvent wheel(QPointF(50, 10), QPointF(50, 10), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_slider.get(), &wheel);
        QVERIFY(!wheel.isAccepted());
        QCOMPARE(m_slider->shownValue(), 14.77);
    }

    void accessibilityToolsCanSetIt()
    {
        QSignalSpy edited(m_slider.get(), &BoundSlider::edited);
        m_slider->setValue(0);
        QCOMPARE(edited.last().first().toDouble(), 0.494);
    }

private:
    std::unique_ptr<Appearance> m_appearance;
    std::unique_ptr<BoundSlider> m_slider;
};

QTEST_MAIN(TestBoundSlider)
#include "tst_bound_slider.moc"
