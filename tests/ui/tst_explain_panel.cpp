#include "tests/ui/shown_window.h"

#include "core/plan/explain/explain.h"
#include "ui/charts/memory_chart_view.h"
#include "ui/charts/memory_plot.h"
#include "ui/inputs/bound_slider.h"
#include "ui/tables/explain_model.h"
#include "ui/windows/explain_panel.h"
#include "ui/windows/plan_page_view.h"

#include <QClipboard>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeView>

using namespace cardfit;
using namespace cardfit::ui;

class TestExplainPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_fixture = shownWindow();
        QCoreApplication::processEvents();
    }
    void cleanup() { m_fixture.reset(); }

    void aSegmentOfTheChosenBarIsExplained()
    {
        clickWeights();
        QVERIFY(panel().isVisible());
        QCOMPARE(panel().pointer(), std::string("/memory/per_card/weights"));
        const auto term = explain::explain(m_fixture->state().plan, panel().pointer());
        QVERIFY(bool(term));
        const auto rows = m_fixture->translator.explained(*term);
        QCOMPARE(rootValue(), QString::fromStdString(rows.front().value));
        QCOMPARE(m_fixture->document.undoStack().count(), 0); // looking changes nothing
    }

    void everyEntryOfTheLegendLeadsSomewhere()
    {
        auto& chart = this->chart();
        int explained = 0;
        std::string last;
        for (int x = 2; x < chart.width(); x += 4) {
            QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(x, 40));
            auto* open = m_fixture->window->findChild<ExplainPanel*>();
            if (!open || open->pointer() == last)
                continue;
            last = open->pointer();
            QVERIFY2(bool(explain::explain(m_fixture->state().plan, last)), last.c_str());
            ++explained;
        }
        QVERIFY2(explained >= 5, qPrintable(QString::number(explained))); // weights, cache, logits, engine, CUDA ...
    }

    void theTotalsOfTheTitleAreExplained_data()
    {
        QTest::addColumn<int>("fromRight");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("has") << 6 << QStringLiteral("/memory/capacity");
        QTest::newRow("reserves") << 80 << QStringLiteral("/memory/device");
        QTest::newRow("needs") << 250 << QStringLiteral("/memory/required");
    }
    void theTotalsOfTheTitleAreExplained()
    {
        QFETCH(int, fromRight);
        QTest::mouseClick(&chart(), Qt::LeftButton, {}, QPoint(chart().width() - fromRight, 15));
        QTEST(QString::fromStdString(panel().pointer()), "pointer");
    }

    void theTreeFollowsADragAndStaysExpanded()
    {
        clickWeights();
        QTreeView& tree = panel().tree();
        const QModelIndex inner = firstWithChildren(tree.model()->index(0, 0));
        QVERIFY(inner.isValid());
        tree.expand(inner);
        tree.setCurrentIndex(inner);
        const QString path = model().pathOf(inner);
        const QString before = rootValue();
        auto& slider = *m_fixture->find<BoundSlider>("model.parameters_b");
        const QPoint start = slider.handlePoint(slider.shownValue()).toPoint(), end = slider.handlePoint(32.76).toPoint();
        QTest::mousePress(&slider, Qt::LeftButton, {}, start);
        for (int i = 1; i <= 10; ++i) {
            QTest::mouseMove(&slider, start + (end - start) * i / 10);
            QCoreApplication::processEvents();
            QVERIFY(panel().isVisible());
            QVERIFY(tree.isExpanded(model().indexOf(path)));
        }
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, end);
        QCoreApplication::processEvents();
        QVERIFY(rootValue() != before);
        QCOMPARE(model().pathOf(tree.currentIndex()), path);
        const auto term = explain::explain(m_fixture->state().plan, panel().pointer());
        QCOMPARE(rootValue(), QString::fromStdString(m_fixture->translator.explained(*term).front().value));
    }

    // A task without a cache has no tree to show; with the cache it comes back as it was.
    void aNumberThatGoesAwayComesBack()
    {
        m_fixture->find<PlanPageView>("planPage")->explain(QStringLiteral("/kv/pool_bytes"));
        const QString before = rootValue();
        const Scenario served = m_fixture->document.scenario();
        Scenario trained = served;
        trained.task = Task::Lora;
        trained.engine = "peft";
        m_fixture->document.edit(QStringLiteral("task"), trained, m_fixture->document.newGesture());
        QCoreApplication::processEvents();
        QVERIFY(!panel().tree().isVisible());
        QVERIFY(!m_fixture->find<QPlainTextEdit>("explainDetail")->toPlainText().isEmpty());
        m_fixture->document.undoStack().undo();
        QCoreApplication::processEvents();
        QVERIFY(panel().tree().isVisible());
        QCOMPARE(rootValue(), before);
    }

    void keysOpenWalkAndClose()
    {
        chart().setFocus();
        QTest::keyClick(&chart(), Qt::Key_Return);
        QCOMPARE(panel().pointer(), std::string("/memory/required"));
        QTreeView& tree = panel().tree();
        QVERIFY(m_fixture->window->focusWidget() == &tree);
        QTest::keyClick(&tree, Qt::Key_Down);
        QVERIFY(tree.currentIndex().parent().isValid());
        QTest::keyClick(&tree, Qt::Key_Escape);
        QVERIFY(!panel().isVisible());
        QVERIFY(m_fixture->window->focusWidget() == &chart());
    }

    void theDetailSaysFormulaNumbersAndSource()
    {
        clickWeights();
        const QString detail = m_fixture->find<QPlainTextEdit>("explainDetail")->toPlainText();
        QVERIFY2(detail.count(QStringLiteral("= ")) >= 2, qPrintable(detail));
        QVERIFY2(detail.contains(QStringLiteral(" · ")), qPrintable(detail));
    }

    void copyGivesTheTreeAsText()
    {
        clickWeights();
        QTest::keyClick(&panel().tree(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(lines.size()), model().rows().size());
        QVERIFY(lines.front().startsWith(QString::fromStdString(model().rows().front().name)));
        QVERIFY(lines[1].startsWith(QStringLiteral("  ")));
    }

private:
    MemoryChartView& chart() { return *m_fixture->find<MemoryChartView>("memoryChart"); }
    ExplainPanel& panel() { return *m_fixture->find<ExplainPanel>("explain"); }
    ExplainModel& model() { return *static_cast<ExplainModel*>(panel().tree().model()); }
    QString rootValue() { return model().index(0, ExplainModel::Value).data().toString(); }
    QModelIndex firstWithChildren(const QModelIndex& parent)
    {
        for (int row = 0; row < model().rowCount(parent); ++row) {
            const QModelIndex child = model().index(row, 0, parent);
            if (model().rowCount(child) > 0)
                return child;
        }
        return {};
    }
    void clickWeights()
    {
        MemoryPlot& plot = chart().plot();
        const QPoint place(static_cast<int>(plot.xAxis->coordToPixel(0)) + 6, static_cast<int>(plot.yAxis->coordToPixel(0)));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, place);
        QCoreApplication::processEvents();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestExplainPanel)
#include "tst_explain_panel.moc"
