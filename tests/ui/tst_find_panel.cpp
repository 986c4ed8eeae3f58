// The Find button: searches beside the window's thread, shows the front over the page, and takes a row as one step.
#include "tests/ui/shown_window.h"

#include "ui/charts/search_plot.h"
#include "ui/inputs/buttons.h"
#include "ui/tables/search_table_view.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/find_panel.h"

#include <QSignalSpy>
#include <QTest>

using namespace cardfit;
using namespace cardfit::ui;

class TestFindPanel : public QObject {
    Q_OBJECT
private slots:
    void init() { open({1280, 800}); }
    void cleanup() { m_fixture.reset(); }

    void buttonOpensAndFinds()
    {
        search();
        QVERIFY(panel().isVisible());
        QCOMPARE(m_fixture->window->focusWidget(), static_cast<QWidget*>(&table()));
        const auto& result = panel().state()->result;
        QVERIFY(result.complete);
        QCOMPARE(table().model()->rowCount(), static_cast<int>(result.front.size()));
        const QString first = table().model()->index(0, 0).data().toString();
        QVERIFY2(first.contains(QString::fromStdString(result.front.front().card->shortName)), qPrintable(first));
        QVERIFY2(panel().sentences().contains(first), qPrintable(panel().sentences())); // the winner is named above the table
        QCOMPARE(m_fixture->document.undoStack().count(), 0);                           // looking changes nothing
    }

    void enterTakesARowAsOneStep()
    {
        search();
        const Scenario before = m_fixture->document.scenario();
        QTest::keyClick(&table(), Qt::Key_Down);
        const fleet::SearchPoint wanted = panel().state()->result.front[1];
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(!panel().isVisible());
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
        QVERIFY(m_fixture->document.scenario() == fleet::scenarioOf(before, wanted));
        QCoreApplication::processEvents();
        const Plan& plan = m_fixture->state().plan;
        QCOMPARE(plan.resolved->card->id, wanted.card->id);
        QCOMPARE(plan.split, wanted.split);
        QCOMPARE(plan.fit.verdict, fleet::Verdict::Fits);
        QCOMPARE(plan.speed->timePerOutputToken, wanted.speed.timePerOutputToken);
        m_fixture->document.undoStack().undo();
        QVERIFY(m_fixture->document.scenario() == before);
    }

    void doubleClickTakesARow()
    {
        search();
        const QRect row = table().visualRect(table().model()->index(2, 0));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, row.center());
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(!panel().isVisible());
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
    }

    void escapeCloses()
    {
        search();
        QTest::keyClick(&table(), Qt::Key_Escape);
        QVERIFY(!panel().isVisible());
        QCOMPARE(m_fixture->document.undoStack().count(), 0);
    }

    void stoppedSearchIsNotHeardOfAgain()
    {
        QTest::mouseClick(m_fixture->find<TextButton>("find"), Qt::LeftButton);
        QVERIFY(m_fixture->window->isBusy());
        QVERIFY(m_fixture->find<TextButton>("findStop")->isVisible());
        QTest::mouseClick(m_fixture->find<TextButton>("findStop"), Qt::LeftButton);
        QVERIFY(!panel().isVisible());
        QVERIFY(!m_fixture->window->isBusy());
        search(); // waits for the stopped one to end: its thread is the only one
        QVERIFY(panel().state()->result.complete);
    }

    // What is shown was asked of the scenario as it was.
    void anEditClosesIt()
    {
        search();
        Scenario changed = m_fixture->document.scenario();
        changed.inputTokens *= 2;
        m_fixture->document.edit(QStringLiteral("input_tokens"), changed, m_fixture->document.newGesture(), QStringLiteral("Input"));
        QVERIFY(!panel().isVisible());
    }

    void clickIntoThePlotMarksItsRow()
    {
        search();
        auto& plot = *m_fixture->find<SearchPlot>("findPlot");
        QVERIFY(plot.isVisible());
        const std::size_t last = panel().state()->result.front.size() - 1;
        QSignalSpy chosen(&plot, &SearchPlot::pointChosen);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.placeOf(last).toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(static_cast<std::size_t>(table().currentIndex().row()), chosen.front().front().value<std::size_t>());
    }

    void nothingIsCutOff_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        for (const QSize size : {QSize(1100, 700), QSize(1280, 800), QSize(1920, 1080)})
            for (const char* language : {"en", "zh"})
                QTest::addRow("%d %s", size.width(), language) << size << QString::fromLatin1(language);
    }
    void nothingIsCutOff()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        m_fixture.reset();
        open(size);
        QVERIFY(m_fixture->translator.setLanguage(language));
        m_fixture->appearance.setLanguage(language);
        QCoreApplication::processEvents();
        search();
        QStringList elided;
        const ElisionWatch watch([&elided](const QString& text) { elided << text; });
        table().grab();
        QVERIFY2(elided.isEmpty(), qPrintable(elided.join(QLatin1Char('\n'))));
        QVERIFY(m_fixture->window->rect().contains(QRect(panel().mapTo(m_fixture->window.get(), QPoint()), panel().size())));
    }

private:
    void open(QSize size)
    {
        m_fixture = shownWindow(size);
        QCoreApplication::processEvents();
    }
    FindPanel& panel() { return *m_fixture->find<FindPanel>("findPanel"); }
    SearchTableView& table() { return *m_fixture->find<SearchTableView>("findTable"); }
    void search()
    {
        QTest::mouseClick(m_fixture->find<TextButton>("find"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->isBusy(), 60'000);
        QVERIFY(panel().state());
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestFindPanel)
#include "tst_find_panel.moc"
