#include "tests/ui/shown_window.h"

#include "ui/charts/evidence_plot.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/segmented.h"
#include "ui/tables/evidence_table_view.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/evidence_page_view.h"
#include "ui/windows/headline_bar.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <algorithm>

using namespace cardfit;
using namespace cardfit::ui;

class TestEvidencePage : public QObject {
    Q_OBJECT
private slots:
    void init() { m_fixture = shownWindow(); }
    void cleanup() { m_fixture.reset(); }

    void nothingIsReadBeforeTheFirstVisit()
    {
        QVERIFY(!m_fixture->window->findChild<EvidencePageView*>());
        QVERIFY(!m_fixture->window->isBusy());
        visit();
        QVERIFY(m_fixture->window->findChild<EvidencePageView*>());
    }

    void tabAndKeysTurnPagesAndTheFocusGoesAlong()
    {
        MainWindow& window = *m_fixture->window;
        auto* slider = m_fixture->find<QWidget>("context_tokens");
        slider->setFocus();
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), Page::Evidence);
        waitForMeasurements();
        QVERIFY(window.focusWidget() == plot());
        QTest::keyClick(&window, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), Page::Speed);
        QTest::keyClick(&window, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), Page::Plan);
        QVERIFY(window.focusWidget() == slider);
        QTest::keyClick(&window, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), Page::Speed);
        QTest::keyClick(&window, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), Page::Evidence);
        QTest::mouseClick(m_fixture->find<QAbstractButton>("page.0"), Qt::LeftButton);
        QCOMPARE(window.currentPage(), Page::Plan);
        QVERIFY(m_fixture->find<QAbstractButton>("page.0")->isChecked());
    }

    void headlineAndTableSayWhatTheReportSays()
    {
        visit();
        const auto evidence = evidence::loadEvidence(CARDFIT_DATA_DIR, evidence::Set::Memory, import::modelReaders());
        QVERIFY(evidence.evidence.has_value());
        const auto outcomes = evidence::evaluate(*evidence.evidence, WindowFixture::catalog());
        const report::EvidencePage page = report::buildEvidencePage(*evidence.evidence, outcomes, WindowFixture::catalog());
        QCOMPARE(m_fixture->find<HeadlineBar>("headline")->sentence(), withoutMarks(m_fixture->translator.marked(page.headline)));
        QCOMPARE(static_cast<std::size_t>(table().tableModel().rowCount()), page.classes.size() + 1);
        QCOMPARE(plot()->points().size(), page.points.size());
        QTest::mouseClick(m_fixture->find<QAbstractButton>("page.0"), Qt::LeftButton);
        QCOMPARE(m_fixture->find<HeadlineBar>("headline")->sentence(),
                 withoutMarks(m_fixture->translator.marked(m_fixture->state().page.headline)));
    }

    void theOtherSetHasFiguresOfItsOwn()
    {
        visit();
        const auto before = page().page().classes.front().rows;
        auto& sets = *m_fixture->find<Segmented>("evidenceSet");
        QTest::mouseClick(&sets, Qt::LeftButton, {}, sets.partRect(1).center());
        waitForMeasurements();
        QCOMPARE(sets.currentPart(), 1);
        QVERIFY(!page().page().points.empty());
        QVERIFY(page().page().classes.front().rows != before);
    }

    void filtersNarrowPointsTableAndHeadline()
    {
        visit();
        const std::size_t all = plot()->points().size();
        auto& engines = *m_fixture->find<ChoiceBox>("evidenceEngine");
        const Choice first = engines.choices()[1];
        engines.choose(first.id);
        QVERIFY(plot()->points().size() < all);
        QCOMPARE(page().page().all.rows, first.aside.toInt()); // as many as the list promised
        QCOMPARE(engines.shownLabel(), first.label);
        engines.choose(QString());
        QCOMPARE(plot()->points().size(), all);
    }

    void aClassOfTheTableShowsItsPointsAlone()
    {
        visit();
        EvidenceTableModel& model = table().tableModel();
        const int row = rowOf("LoRA, QLoRA device");
        const QRect cell = table().visualRect(model.index(row, 0));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(page().filter().figure, std::optional(evidence::Figure::AdapterDevice));
        QVERIFY(std::ranges::any_of(plot()->points(), [](const report::EvidencePoint& p) { return !p.chosen; }));
        QTest::keyClick(&table(), Qt::Key_Escape);
        QVERIFY(!page().filter().figure);
    }

    void hoverTellsMeasuredPredictedAndSource()
    {
        visit();
        const std::size_t point = lonelyPoint();
        QTest::mouseMove(plot(), plot()->placeOf(point).toPoint());
        QCOMPARE(plot()->markedPoint(), std::optional(point));
        const QString tip = plot()->accessibleDescription();
        QCOMPARE(tip.count(QLatin1Char('\n')), 2); // what, figures, source
        QVERIFY2(tip.contains(QStringLiteral("measured")) && tip.contains(QStringLiteral("predicted")), qPrintable(tip));
    }

    void arrowsWalkThePointsByMeasuredValue()
    {
        visit();
        plot()->setFocus();
        double last = 0;
        for (int step = 0; step < 25; ++step) {
            QTest::keyClick(plot(), Qt::Key_Right);
            QVERIFY(plot()->markedPoint().has_value());
            const double measured = plot()->points()[*plot()->markedPoint()].measured;
            QVERIFY(measured >= last);
            last = measured;
        }
        QTest::keyClick(plot(), Qt::Key_Escape);
        QVERIFY(!plot()->markedPoint());
    }

    void aPointLoadsItsRunAsOneUndoStep()
    {
        visit();
        const std::size_t scenarios = m_fixture->document.study().scenarios.size();
        const std::size_t point = lonelyPoint();
        QTest::mouseClick(plot(), Qt::LeftButton, {}, plot()->placeOf(point).toPoint());
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->window->currentPage(), Page::Plan);
        QCOMPARE(m_fixture->document.study().scenarios.size(), scenarios + 1);
        QCOMPARE(m_fixture->document.currentIndex(), scenarios);
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
        QVERIFY(m_fixture->state().plan.memory.has_value());
        m_fixture->document.undoStack().undo();
        QCOMPARE(m_fixture->document.study().scenarios.size(), scenarios);
    }

    // The figure that was predicted on the page is the one that the loaded scenario shows.
    void theLoadedRunPredictsWhatThePageSaid()
    {
        visit();
        m_fixture->find<ChoiceBox>("evidenceTask")->choose(QStringLiteral("inference"));
        const int row = rowOf("Inference device");
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(table().tableModel().index(row, 0)).center());
        plot()->setFocus();
        QTest::keyClick(plot(), Qt::Key_Home);
        QTest::keyClick(plot(), Qt::Key_Right);
        const report::EvidencePoint point = plot()->points()[*plot()->markedPoint()];
        QTest::keyClick(plot(), Qt::Key_Return);
        QCoreApplication::processEvents();
        const memory::MemoryPlan& memory = *m_fixture->state().plan.memory;
        const bool same = std::abs(inGiB(memory.card.device) - point.predicted) < 1e-6 ||
                          std::abs(inGiB(memory.allCards.device) - point.predicted) < 1e-6;
        QVERIFY2(same, qPrintable(QStringLiteral("%1 against %2").arg(inGiB(memory.card.device)).arg(point.predicted)));
    }

    void measurementsThatCannotBeReadAreAProblemNotACrash()
    {
        const auto load = [](evidence::Set) {
            return evidence::EvidenceLoad{std::nullopt, {{"memory.json", "/runs/3", "a number", "\"free\""}}};
        };
        MainWindow window({m_fixture->appearance, m_fixture->translator, WindowFixture::catalog(), m_fixture->document, m_fixture->dialogs,
                           m_fixture->settings, load});
        window.show();
        window.showPage(Page::Evidence);
        QVERIFY(QTest::qWaitFor([&window] { return !window.isBusy(); }, 60'000));
        QVERIFY(!window.problems().empty());
        QVERIFY(window.problems().front().where.contains(QStringLiteral("memory.json")));
    }

private:
    EvidencePageView& page() { return *m_fixture->find<EvidencePageView>("evidencePage"); }
    EvidencePlot* plot() { return m_fixture->find<EvidencePlot>("evidencePlot"); }
    EvidenceTableView& table() { return *m_fixture->find<EvidenceTableView>("evidenceTable"); }

    void waitForMeasurements()
    {
        QVERIFY(QTest::qWaitFor([this] { return !m_fixture->window->isBusy(); }, 60'000));
        QCoreApplication::processEvents();
    }
    void visit()
    {
        QTest::mouseClick(m_fixture->find<QAbstractButton>("page.2"), Qt::LeftButton);
        QCoreApplication::processEvents();
        waitForMeasurements();
    }
    int rowOf(const char* label)
    {
        EvidenceTableModel& model = table().tableModel();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data().toString() == QLatin1String(label))
                return row;
        }
        throw std::runtime_error(label);
    }
    // A point that no other covers.
    std::size_t lonelyPoint()
    {
        for (std::size_t point = 0; point < plot()->points().size(); ++point) {
            if (plot()->pointAt(plot()->placeOf(point).toPoint()) == point)
                return point;
        }
        throw std::runtime_error("no point stands alone");
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestEvidencePage)
#include "tst_evidence_view.moc"
