#include "tests/ui/shown_window.h"

#include "ui/charts/speed_plot.h"
#include "ui/inputs/choice_list.h"
#include "ui/tables/figure_list.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/headline_bar.h"
#include "ui/windows/plan_page_view.h"
#include "ui/windows/speed_page_view.h"

#include <QAbstractButton>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace cardfit;
using namespace cardfit::ui;

class TestSpeedPage : public QObject {
    Q_OBJECT
private slots:
    void init() { m_fixture = shownWindow(); }
    void cleanup() { m_fixture.reset(); }

    void pageIsBuiltOnItsFirstVisit()
    {
        QVERIFY(!m_fixture->window->findChild<SpeedPageView*>());
        QTest::keyClick(m_fixture->window.get(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_fixture->window->currentPage(), Page::Speed);
        QVERIFY(m_fixture->window->focusWidget() == &plot(0));
        QVERIFY(m_fixture->find<HeadlineBar>("headline")->sentence().contains(QStringLiteral("TPOT p95")));
        QVERIFY(m_fixture->find<FigureList>("speedFigures")->words().contains(QStringLiteral("At 16 users")));
    }

    void aDraggedLimitIsOneUndoStep()
    {
        visit();
        const auto before = document().scenario();
        const int steps = document().undoStack().count();
        const QPoint handle = plot(1).limitHandle().toPoint();
        QTest::mousePress(&plot(1), Qt::LeftButton, {}, handle);
        for (int y = 2; y <= 30; y += 4) {
            QTest::mouseMove(&plot(1), handle - QPoint(0, y));
            QCoreApplication::processEvents();
        }
        const double wanted = plot(1).limitAt(handle.y() - 30);
        QTest::mouseRelease(&plot(1), Qt::LeftButton, {}, handle - QPoint(0, 30));
        QCoreApplication::processEvents();
        QVERIFY(wanted > 50);
        QCOMPARE(document().scenario().limits.tpotMsP95, std::optional(wanted));
        QCOMPARE(document().undoStack().count(), steps + 1);
        QVERIFY(headline().contains(QStringLiteral("%1").arg(static_cast<int>(wanted))));
        document().undoStack().undo();
        QVERIFY(document().scenario() == before);
    }

    void theLimitFollowsTheHandNotTheAxis()
    {
        visit();
        const QPoint handle = plot(1).limitHandle().toPoint();
        QTest::mousePress(&plot(1), Qt::LeftButton, {}, handle);
        QTest::mouseMove(&plot(1), handle - QPoint(0, 40));
        QCoreApplication::processEvents();
        QVERIFY(std::abs(plot(1).limitHandle().y() - (handle.y() - 40)) < 4); // rounded to what a hand can mean
        QTest::mouseRelease(&plot(1), Qt::LeftButton, {}, handle - QPoint(0, 40));
    }

    void draggedOutAtTheTopTheLimitIsGone()
    {
        visit();
        const QPoint handle = plot(1).limitHandle().toPoint();
        QTest::mousePress(&plot(1), Qt::LeftButton, {}, handle);
        QTest::mouseMove(&plot(1), QPoint(handle.x(), -20));
        QTest::mouseRelease(&plot(1), Qt::LeftButton, {}, QPoint(handle.x(), -20));
        QCoreApplication::processEvents();
        QVERIFY(!document().scenario().limits.tpotMsP95);
        QVERIFY(plot(1).limitCross().isEmpty());
    }

    void theCrossRemovesTheLimit()
    {
        visit();
        QVERIFY(plot(1).limitCross().isEmpty()); // only shown near the limit, or with the focus
        QTest::mouseMove(&plot(1), plot(1).limitHandle().toPoint());
        const QRectF cross = plot(1).limitCross();
        QVERIFY(!cross.isEmpty());
        const int steps = document().undoStack().count();
        QTest::mouseClick(&plot(1), Qt::LeftButton, {}, cross.center().toPoint());
        QCoreApplication::processEvents();
        QVERIFY(!document().scenario().limits.tpotMsP95);
        QCOMPARE(document().undoStack().count(), steps + 1);
    }

    void aLimitThatIsNotSetIsPulledDownFromTheTop()
    {
        visit();
        QVERIFY(!document().scenario().limits.ttftMsP95);
        const QPoint handle = plot(0).limitHandle().toPoint();
        QTest::mousePress(&plot(0), Qt::LeftButton, {}, handle);
        QTest::mouseMove(&plot(0), handle + QPoint(0, 50));
        QCoreApplication::processEvents();
        const double wanted = plot(0).limitAt(handle.y() + 50);
        QTest::mouseRelease(&plot(0), Qt::LeftButton, {}, handle + QPoint(0, 50));
        QCOMPARE(document().scenario().limits.ttftMsP95, std::optional(wanted));
    }

    void keysMoveSetAndRemoveALimit()
    {
        visit();
        plot(1).setFocus();
        QTest::keyClick(&plot(1), Qt::Key_Up);
        QCoreApplication::processEvents();
        QCOMPARE(document().scenario().limits.tpotMsP95, std::optional(53.0)); // 5 % up, two digits
        QTest::keyClick(&plot(1), Qt::Key_Down);
        QCoreApplication::processEvents();
        QCOMPARE(document().scenario().limits.tpotMsP95, std::optional(50.0));
        QCOMPARE(document().undoStack().count(), 2); // every press of a key is a gesture
        QTest::keyClick(&plot(1), Qt::Key_Delete);
        QCoreApplication::processEvents();
        QVERIFY(!document().scenario().limits.tpotMsP95);
        QTest::keyClick(&plot(1), Qt::Key_Down);
        QCoreApplication::processEvents();
        QVERIFY(document().scenario().limits.tpotMsP95.has_value());
    }

    void arrowsReadTheCurve()
    {
        visit();
        plot(1).setFocus();
        QTest::keyClick(&plot(1), Qt::Key_Home);
        QCOMPARE(plot(1).walkedPoint(), std::optional<std::size_t>(0));
        QVERIFY2(plot(1).accessibleDescription().startsWith(QStringLiteral("1 user\n")), qPrintable(plot(1).accessibleDescription()));
        QTest::keyClick(&plot(1), Qt::Key_Right);
        QCOMPARE(plot(1).walkedPoint(), std::optional<std::size_t>(1));
        QTest::keyClick(&plot(1), Qt::Key_Escape);
        QVERIFY(!plot(1).walkedPoint());
    }

    void aPinnedCardShowsAndGoes()
    {
        visit();
        const std::size_t lines = page().page().charts.front().lines.size();
        QTest::mouseClick(m_fixture->find<QAbstractButton>("speedPins"), Qt::LeftButton);
        auto* list = m_fixture->window->findChild<ChoiceList*>();
        QVERIFY(list);
        auto* rows = list->findChild<QListWidget*>();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualItemRect(rows->item(0)).center());
        QCoreApplication::processEvents();
        QCOMPARE(page().page().charts.front().lines.size(), lines + 1);
        const report::SpeedPinChoice wanted = page().page().choices.front();
        QVERIFY(wanted.pinned);
        const QString label = m_fixture->translator.plain(wanted.label);
        QCOMPARE(m_fixture->translator.plain(page().page().charts.front().lines.back().label), label);
        QVERIFY(m_fixture->find<FigureList>("speedFigures")->words().contains(label));
        page().togglePin(wanted.pin);
        QCOMPARE(page().page().charts.front().lines.size(), lines);
        QVERIFY(!document().isDirty()); // what is looked at is no input
    }

    void pinsAreLimited()
    {
        visit();
        for (std::size_t i = 0; i < 6; ++i)
            page().togglePin(report::SpeedPin(page().page().choices[i].pin));
        QCOMPARE(page().page().pins.size(), report::kMostPins);
    }

    void simulatedPercentilesTakeThePlaceOfTheAnalytic()
    {
        m_fixture->window->showPage(Page::Speed); // no turn of the event loop yet: nothing can have arrived
        QVERIFY(page().page().bandLabel.code != "speed.page.band-simulated");
        QVERIFY(QTest::qWaitFor([this] { return !m_fixture->window->isBusy(); }, 60'000));
        QCOMPARE(page().page().bandLabel.code, std::string("speed.page.band-simulated"));
        const report::SpeedLine& token = page().page().charts[1].lines.front();
        QCOMPARE(token.high.size(), token.x.size());
        for (std::size_t i = 0; i < token.x.size(); ++i)
            QVERIFY(token.high[i] >= token.middle[i]);
        QVERIFY(m_fixture->find<FigureList>("speedFigures")->words().contains(QStringLiteral("Simulated")));
    }

    void anEditForgetsTheSimulationOfTheOldLoad()
    {
        visit();
        QVERIFY(QTest::qWaitFor([this] { return !m_fixture->window->isBusy(); }, 60'000));
        document().edit(QStringLiteral("card"), withCard(document().scenario(), "h100-sxm", 1), document().newGesture());
        m_fixture->window->recalculator().recalculate();
        QVERIFY(m_fixture->window->isBusy());
        QVERIFY(page().page().bandLabel.code != "speed.page.band-simulated"); // analytic at once
        document().undoStack().undo();                                        // while it runs or waits: the newest wins
        m_fixture->window->recalculator().recalculate();
        QVERIFY(QTest::qWaitFor([this] { return !m_fixture->window->isBusy(); }, 60'000));
        QCOMPARE(page().page().bandLabel.code, std::string("speed.page.band-simulated"));
        QVERIFY(headline().contains(QStringLiteral("A10")));
    }

    void aLimitChangesNothingOfTheSimulation()
    {
        visit();
        QVERIFY(QTest::qWaitFor([this] { return !m_fixture->window->isBusy(); }, 60'000));
        plot(1).setFocus();
        QTest::keyClick(&plot(1), Qt::Key_Up);
        QCoreApplication::processEvents();
        QVERIFY(!m_fixture->window->isBusy());
        QCOMPARE(page().page().bandLabel.code, std::string("speed.page.band-simulated"));
    }

    void anotherCardMovesTheCurves()
    {
        visit();
        const double before = page().page().charts[2].lines.front().middle.back();
        document().edit(QStringLiteral("card"), withCard(document().scenario(), "h100-sxm", 1), document().newGesture());
        QCoreApplication::processEvents();
        QVERIFY(page().page().charts[2].lines.front().middle.back() > 2 * before);
        QVERIFY(headline().contains(QStringLiteral("H100")));
    }

    // While another page shows, it costs nothing and is up to date on the next visit.
    void hiddenItIsNotBuiltAnew()
    {
        visit();
        m_fixture->window->showPage(Page::Plan);
        const QString before = page().headline();
        document().edit(QStringLiteral("card"), withCard(document().scenario(), "h100-sxm", 1), document().newGesture());
        QCoreApplication::processEvents();
        QCOMPARE(page().headline(), before);
        m_fixture->window->showPage(Page::Speed);
        QVERIFY(page().headline() != before);
        QVERIFY(headline().contains(QStringLiteral("H100")));
    }

    void trainingIsDrawnOverTheCards()
    {
        visit();
        document().change(QStringLiteral("task"), document().newGesture(), [](Scenario& s) {
            s.task = Task::Full;
            s.weights.clear();
            s.card = CardChoice{"h100-sxm", nullptr, {}};
            s.cards = 8;
            s.globalBatch = 64;
        });
        QCoreApplication::processEvents();
        QVERIFY(page().page().training);
        QCOMPARE(plot(0).chart().figure, report::SpeedFigure::JobTime);
        QVERIFY(!plot(0).canHaveLimit());
        QVERIFY(plot(2).isVisible());
        plot(0).setFocus();
        const Scenario before = document().scenario();
        QTest::keyClick(&plot(0), Qt::Key_Up);
        QTest::keyClick(&plot(0), Qt::Key_Delete);
        QVERIFY(document().scenario() == before); // nothing to move or remove here
        QTest::keyClick(&plot(0), Qt::Key_End);
        QVERIFY(plot(0).accessibleDescription().contains(QStringLiteral("cards")));
    }

    void aScenarioThatDoesNotFitSaysSo()
    {
        visit();
        document().edit(QStringLiteral("card"), withCard(document().scenario(), "t4", 1), document().newGesture());
        QCoreApplication::processEvents();
        QVERIFY(!page().page().missing.empty());
        QCOMPARE(headline(), withoutMarks(m_fixture->translator.marked(m_fixture->state().page.headline)));
    }

    void nothingIsCutInEitherLanguageAtTheSmallestSize_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const char* language : {"en", "zh"}) {
            QTest::addRow("%s 1100x700", language) << QString::fromLatin1(language) << QSize(1100, 700);
            QTest::addRow("%s 1280x800", language) << QString::fromLatin1(language) << QSize(1280, 800);
        }
    }
    void nothingIsCutInEitherLanguageAtTheSmallestSize()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        m_fixture->window->resize(size);
        QVERIFY(m_fixture->translator.setLanguage(language));
        m_fixture->appearance.setLanguage(language);
        visit();
        QStringList elided;
        const ElisionWatch watch([&elided](const QString& text) { elided << text; });
        page().grab();
        QVERIFY2(elided.isEmpty(), qPrintable(elided.join(QStringLiteral(" | "))));
    }

private:
    StudyDocument& document() { return m_fixture->document; }
    SpeedPageView& page() { return *m_fixture->find<SpeedPageView>("speedPage"); }
    SpeedPlot& plot(std::size_t index) { return page().plot(index); }
    QString headline() { return m_fixture->find<HeadlineBar>("headline")->sentence(); }
    void visit()
    {
        QTest::mouseClick(m_fixture->find<QAbstractButton>("page.1"), Qt::LeftButton);
        QCoreApplication::processEvents();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestSpeedPage)
#include "tst_speed_view.moc"
