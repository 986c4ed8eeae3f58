#include "tests/ui/shown_window.h"

#include "ui/charts/memory_chart_view.h"
#include "ui/inputs/bound_slider.h"
#include "ui/inputs/choice_box.h"
#include "ui/inputs/segmented.h"
#include "ui/inputs/value_box.h"
#include "ui/tables/fit_matrix_model.h"
#include "ui/tables/fit_matrix_view.h"
#include "ui/theme/paint_text.h"
#include "ui/windows/cell_tip.h"
#include "ui/windows/headline_bar.h"
#include "ui/windows/problem_list.h"

#include <QAbstractButton>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

using namespace cardfit;
using namespace cardfit::ui;

namespace {

// Drags a slider by hand from where it stands to the place of `value`, in `moves` steps with the event loop turning.
void drag(BoundSlider& slider, double value, int moves = 20)
{
    const QPoint start = slider.handlePoint(slider.shownValue()).toPoint();
    const QPoint end = slider.handlePoint(value).toPoint();
    QTest::mousePress(&slider, Qt::LeftButton, {}, start);
    for (int i = 1; i <= moves; ++i) {
        QTest::mouseMove(&slider, start + (end - start) * i / moves);
        QCoreApplication::processEvents();
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, end);
    QCoreApplication::processEvents();
}

void typeInto(ValueBox& box, const QString& text)
{
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, text);
    QTest::keyClick(&box, Qt::Key_Return);
    QCoreApplication::processEvents();
}

constexpr const char* kTinyConfig = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 1,
    "num_attention_heads": 4, "vocab_size": 256, "max_position_embeddings": 512})";

void dropFile(MainWindow& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    QCoreApplication::processEvents();
}

Bytes weightsOf(const PlanState& state)
{
    return state.page.memory.bars.front().components[static_cast<std::size_t>(memory::Component::Weights)];
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { m_fixture = shownWindow(); }
    void cleanup() { m_fixture.reset(); }

    void draggingTheModelSizeMovesTheWholePage()
    {
        auto& slider = *m_fixture->find<BoundSlider>("model.parameters_b");
        const QString headline = m_fixture->find<HeadlineBar>("headline")->sentence();
        const Bytes weights = weightsOf(m_fixture->state());
        drag(slider, 32.76);
        QVERIFY2(m_fixture->document.scenario().model.name.find("32B") != std::string::npos,
                 m_fixture->document.scenario().model.name.c_str());
        QVERIFY(weightsOf(m_fixture->state()) > weights);
        QCOMPARE(m_fixture->find<MemoryChartView>("memoryChart")->chart().bars.front().need,
                 m_fixture->state().page.memory.bars.front().need);
        QVERIFY(m_fixture->find<HeadlineBar>("headline")->sentence() != headline);
    }

    void aDragIsOneUndoStep()
    {
        const Scenario before = m_fixture->document.scenario();
        drag(*m_fixture->find<BoundSlider>("model.parameters_b"), 72.7);
        drag(*m_fixture->find<BoundSlider>("context_tokens"), 32768);
        QCOMPARE(m_fixture->document.scenario().contextTokens, 32768);
        QCOMPARE(m_fixture->document.undoStack().count(), 2);
        QTest::mouseClick(m_fixture->find<QAbstractButton>("undo"), Qt::LeftButton);
        QTest::mouseClick(m_fixture->find<QAbstractButton>("undo"), Qt::LeftButton);
        QVERIFY(m_fixture->document.scenario() == before);
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->find<BoundSlider>("context_tokens")->shownValue(), 8192.0);
    }

    void onePlanForEachTurnOfTheEventLoop()
    {
        QSignalSpy planned(&m_fixture->window->recalculator(), &Recalculator::planned);
        const auto gesture = m_fixture->document.newGesture();
        for (int tokens = 2000; tokens < 2050; ++tokens)
            m_fixture->document.change(QStringLiteral("input_tokens"), gesture, [tokens](Scenario& s) { s.inputTokens = tokens; });
        QCOMPARE(planned.size(), 0);
        QCoreApplication::processEvents();
        QCOMPARE(planned.size(), 1);
    }

    void aDroppedModelBecomesTheModel()
    {
        const Scenario before = m_fixture->document.scenario();
        dropFile(*m_fixture->window, writeFile(QStringLiteral("config.json"), kTinyConfig));
        QCOMPARE(m_fixture->document.scenario().model.customKey, std::string("config_path"));
        QVERIFY(m_fixture->document.scenario().weights.empty());
        QVERIFY(m_fixture->find<HeadlineBar>("headline")->sentence().contains("llama"));
        QTest::mouseClick(m_fixture->find<QAbstractButton>("undo"), Qt::LeftButton);
        QVERIFY(m_fixture->document.scenario() == before);
    }

    void aRefusedModelIsInTheProblemStrip_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("found");
        QTest::newRow("an encoder") << "config.json" << QByteArray(R"({"model_type": "bert"})") << "bert";
        QTest::newRow("a cut GGUF file") << "x.gguf" << QByteArray("GGUF\3\0\0\0\1", 9) << "the end of the file";
        QTest::newRow("a cut safetensors file") << "x.safetensors" << QByteArray("\2\0\0\0\0\0\0\0{", 9) << "2";
        QTest::newRow("GGUF of another age") << "x.gguf" << QByteArray("ggjt") << "another first four bytes";
    }

    void aRefusedModelIsInTheProblemStrip()
    {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, content);
        QFETCH(const QString, found);
        const Scenario before = m_fixture->document.scenario();
        dropFile(*m_fixture->window, writeFile(name, content));
        QVERIFY(m_fixture->document.scenario() == before);
        const auto& items = m_fixture->window->problems();
        QVERIFY(items.front().what.contains(name));
        QVERIFY2(items.front().wayOut.contains(found), qPrintable(items.front().wayOut));
        QVERIFY(m_fixture->find<ProblemList>("problemList")->isVisible());
    }

    void betweenSizesTheFamilyIsScaled()
    {
        typeInto(*m_fixture->find<ValueBox>("model.parameters_b.box"), QStringLiteral("20"));
        const ModelChoice& model = m_fixture->document.scenario().model;
        QCOMPARE(model.parametersBillions, std::optional(20.0));
        QVERIFY(!model.family.empty());
        QVERIFY(m_fixture->state().plan.memory.has_value());
    }

    void everySizeOfTheSliderCanBePlanned()
    {
        typeInto(*m_fixture->find<ValueBox>("cards"), QStringLiteral("1"));
        auto& slider = *m_fixture->find<BoundSlider>("model.parameters_b");
        Bytes last;
        for (int step = 0; step <= 20; ++step) {
            drag(slider, slider.scale().valueAt(step / 20.0), 2);
            QVERIFY(m_fixture->state().plan.memory.has_value());
            // monotone along the slider
            QVERIFY2(weightsOf(m_fixture->state()) >= last, qPrintable(QStringLiteral("%1 B: %2 after %3 GiB")
                                                                           .arg(slider.shownValue())
                                                                           .arg(inGiB(weightsOf(m_fixture->state())))
                                                                           .arg(inGiB(last))));
            last = weightsOf(m_fixture->state());
        }
    }

    void precisionGoesAndComesBackWithItsScheme()
    {
        auto& slider = *m_fixture->find<BoundSlider>("weights");
        drag(slider, 1);
        QCOMPARE(m_fixture->document.scenario().weights, std::string("16bit"));
        drag(slider, 4);
        QCOMPARE(m_fixture->document.scenario().weights, std::string("int4-awq"));
        drag(slider, 2);
        QCOMPARE(m_fixture->document.scenario().weights, std::string("fp8"));
        QCOMPARE(m_fixture->document.undoStack().count(), 3);
    }

    void anotherFamilyIsOneStepAndKeepsTheSize()
    {
        m_fixture->find<ChoiceBox>("model")->choose(QStringLiteral("llama-3"));
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
        QCOMPARE(m_fixture->state().plan.resolved->model->family, std::string("llama-3"));
        m_fixture->document.undoStack().undo();
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.undoStack().index(), 0); // showing a study never edits it
        QCOMPARE(m_fixture->find<ChoiceBox>("model")->currentId(), QStringLiteral("qwen2.5"));
    }

    void lookingAtScenariosNeverEditsThem()
    {
        drag(*m_fixture->find<BoundSlider>("weights"), 0);
        m_fixture->document.change(QStringLiteral("task"), m_fixture->document.newGesture(), [](Scenario& scenario) {
            scenario = Scenario();
            scenario.task = Task::QLora; // its weights are auto: NF4
        });
        QCoreApplication::processEvents();
        const Study before = m_fixture->document.study();
        for (std::size_t i = 0; i < before.scenarios.size(); ++i) {
            m_fixture->document.selectScenario(i);
            QCoreApplication::processEvents();
        }
        QVERIFY(m_fixture->document.study() == before);
        QCOMPARE(m_fixture->document.undoStack().count(), 2);
    }

    void aValueSetByHandGoesBackToAuto()
    {
        auto& box = *m_fixture->find<ValueBox>("ownership.utilization.box");
        const QString automatic = box.text();
        typeInto(box, QStringLiteral("35"));
        QCOMPARE(m_fixture->document.scenario().ownership.utilization, std::optional(0.35));
        QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(9, 12));
        QCoreApplication::processEvents();
        QVERIFY(!m_fixture->document.scenario().ownership.utilization);
        QCOMPARE(box.text(), automatic);
    }

    void passingOverTasksLeavesNoTrace()
    {
        const Scenario before = m_fixture->document.scenario();
        auto& slider = *m_fixture->find<BoundSlider>("task");
        const QPoint start = slider.handlePoint(0).toPoint();
        QTest::mousePress(&slider, Qt::LeftButton, {}, start);
        for (const int step : {1, 2, 3, 4, 3, 2, 1, 0}) {
            QTest::mouseMove(&slider, slider.handlePoint(step).toPoint());
            QCoreApplication::processEvents();
        }
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, start);
        QVERIFY(m_fixture->document.scenario() == before);
        QCOMPARE(m_fixture->document.undoStack().count(), 0);
    }

    void theInputsFollowTheTask_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<QStringList>("shown");
        QTest::addColumn<QStringList>("gone");
        const QStringList serving{QStringLiteral("input_tokens"), QStringLiteral("output_tokens"), QStringLiteral("concurrency")};
        const QStringList training{QStringLiteral("micro_batch"), QStringLiteral("global_batch")};
        const QStringList adapters{QStringLiteral("training.lora.rank")};
        QTest::newRow("QLoRA has a rank and no users") << 1 << training + adapters << serving;
        QTest::newRow("LoRA") << 2 << training + adapters << serving;
        QTest::newRow("full fine-tuning has no rank") << 3 << training << serving + adapters;
        QTest::newRow("pre-training") << 4 << training << serving + adapters;
    }
    void theInputsFollowTheTask()
    {
        QFETCH(int, step);
        QFETCH(QStringList, shown);
        QFETCH(QStringList, gone);
        drag(*m_fixture->find<BoundSlider>("task"), step);
        for (const QString& name : shown)
            QVERIFY2(m_fixture->window->findChild<BoundSlider*>(name), qPrintable(name));
        for (const QString& name : gone)
            QVERIFY2(!m_fixture->window->findChild<BoundSlider*>(name), qPrintable(name));
        QVERIFY(m_fixture->state().plan.resolved.has_value());
    }

    void typedValues_data()
    {
        QTest::addColumn<QByteArray>("box");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("taken");
        QTest::newRow("a number") << QByteArray("context_tokens.box") << QStringLiteral("4096") << true;
        QTest::newRow("with thousands") << QByteArray("context_tokens.box") << QStringLiteral("16,384") << true;
        QTest::newRow("below the range") << QByteArray("context_tokens.box") << QStringLiteral("0") << false;
        QTest::newRow("no number") << QByteArray("input_tokens.box") << QStringLiteral("many") << false;
        QTest::newRow("as many as fit") << QByteArray("concurrency.box") << QStringLiteral("max") << true;
        QTest::newRow("as few cards as fit") << QByteArray("cards") << QStringLiteral("auto") << true;
        QTest::newRow("no cards") << QByteArray("cards") << QStringLiteral("0") << false;
    }
    void typedValues()
    {
        QFETCH(QByteArray, box);
        QFETCH(QString, typed);
        QFETCH(bool, taken);
        auto& edit = *m_fixture->find<ValueBox>(box.constData());
        const QString before = edit.text();
        typeInto(edit, typed);
        QCOMPARE(m_fixture->document.undoStack().count(), taken ? 1 : 0);
        if (!taken) {
            QCOMPARE(edit.text(), before);
            QVERIFY(m_fixture->window->problems().front().what.contains(typed));
        }
    }

    void usersCanBeMax()
    {
        typeInto(*m_fixture->find<ValueBox>("concurrency.box"), QStringLiteral("max"));
        QCOMPARE(m_fixture->document.scenario().concurrency, std::optional<int>());
        QCOMPARE(m_fixture->find<ValueBox>("concurrency.box")->text(), QStringLiteral("max"));
        QTest::keyClick(m_fixture->find<BoundSlider>("concurrency"), Qt::Key_Left);
        QVERIFY(m_fixture->document.scenario().concurrency.has_value());
    }

    void aClickOnACellChoosesIt()
    {
        auto& matrix = *m_fixture->find<FitMatrixView>("fitMatrix");
        const int row = matrix.matrixModel().rowOfCard("a40");
        const QModelIndex cell = matrix.matrixModel().index(row, 1);
        matrix.scrollTo(cell);
        QTest::mouseClick(matrix.viewport(), Qt::LeftButton, {}, matrix.visualRect(cell).center());
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.scenario().card.id, std::string("a40"));
        QCOMPARE(m_fixture->document.scenario().cards, std::optional(1));
        QVERIFY(matrix.isChosen(cell));
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
    }

    void aCellThatDoesNotFitOffersWaysOut()
    {
        auto& matrix = *m_fixture->find<FitMatrixView>("fitMatrix");
        const QModelIndex cell = matrix.matrixModel().index(matrix.matrixModel().rowOfCard("t4"), 2);
        matrix.scrollTo(cell);
        const QPoint place = matrix.visualRect(cell).center();
        QHelpEvent help(QEvent::ToolTip, place, matrix.viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(matrix.viewport(), &help);
        auto& tip = *m_fixture->find<CellTip>("cellTip");
        QVERIFY(tip.isVisible());
        QCOMPARE(tip.content().verdict, fleet::Verdict::No);
        QVERIFY(!tip.content().ways.empty());
        for (std::size_t i = 1; i < tip.content().ways.size(); ++i)
            QVERIFY(tip.content().ways[i - 1].perHour <= tip.content().ways[i].perHour);
        const Scenario wanted = tip.content().ways.front().scenario;
        const QString picture = qEnvironmentVariable("CARDFIT_TIP_PICTURE"); // for looking at it
        if (!picture.isEmpty())
            m_fixture->window->grab().save(picture);
        QTest::mouseClick(&tip, Qt::LeftButton, {}, tip.wayRect(0).center());
        QCoreApplication::processEvents();
        QVERIFY(m_fixture->document.scenario() == wanted);
        QCOMPARE(m_fixture->document.undoStack().count(), 1);
        QVERIFY(m_fixture->state().page.verdict != fleet::Verdict::No);
        QVERIFY(!tip.isVisible());
    }

    void theMatrixCanRunAlongEveryAxis_data()
    {
        QTest::addColumn<int>("axis");
        QTest::newRow("model size") << 1;
        QTest::newRow("precision") << 2;
        QTest::newRow("task") << 3;
        QTest::newRow("context") << 4;
    }
    void theMatrixCanRunAlongEveryAxis()
    {
        QFETCH(int, axis);
        auto& segments = *m_fixture->find<Segmented>("axis");
        QTest::mouseClick(&segments, Qt::LeftButton, {}, segments.partRect(axis).center());
        QCoreApplication::processEvents();
        QCOMPARE(static_cast<int>(m_fixture->state().shown.axis), axis);
        QCOMPARE(segments.currentPart(), axis);
        QVERIFY(!m_fixture->state().shown.columns.empty());
    }

    void justEnoughChoosesTheStarredCell()
    {
        QVERIFY(m_fixture->state().page.justEnough.has_value());
        const auto wanted = *m_fixture->state().page.justEnough;
        QTest::mouseClick(m_fixture->find<QAbstractButton>("justEnough"), Qt::LeftButton);
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.scenario().card.id, wanted.cardId);
        QCOMPARE(m_fixture->document.scenario().cards, std::optional(wanted.cards));
    }

    void scenariosAreChosenAddedAndRenamed()
    {
        QTest::mouseClick(m_fixture->find<QAbstractButton>("scenario.B"), Qt::LeftButton);
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.currentIndex(), std::size_t(1));
        QCOMPARE(m_fixture->document.undoStack().count(), 0); // looking is no edit
        QTest::mouseClick(m_fixture->find<QAbstractButton>("addScenario"), Qt::LeftButton);
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->document.study().scenarios.size(), std::size_t(5));
        QTest::keyClick(m_fixture->window.get(), Qt::Key_F2);
        auto& editor = *m_fixture->find<QLineEdit>("rename");
        QTest::keyClicks(&editor, QStringLiteral("Cheaper"));
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(m_fixture->document.scenario().name, std::string("Cheaper"));
    }

    void theProblemListOpensAndCloses()
    {
        auto& list = *m_fixture->find<ProblemList>("problemList");
        QVERIFY(!list.isVisible());
        QTest::keyClick(m_fixture->window.get(), Qt::Key_F6);
        QVERIFY(list.isVisible());
        QTest::keyClick(&list, Qt::Key_Escape);
        QVERIFY(!list.isVisible());
    }

    void aBadFileIsReportedAndChangesNothing()
    {
        const QString path = m_fixture->folder.filePath(QStringLiteral("support.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"training": {"lora": {"rank": "64a"}}, "input_tokens": -1})");
        file.close();
        const Study before = m_fixture->document.study();
        QVERIFY(!m_fixture->window->openStudy(path));
        QVERIFY(m_fixture->document.study() == before);
        QVERIFY(m_fixture->find<ProblemList>("problemList")->isVisible());
        QCOMPARE(m_fixture->window->problems()[0].severity, Severity::Error);
        QVERIFY(m_fixture->window->problems()[0].what.contains(QStringLiteral("support.json")));
        QVERIFY(m_fixture->window->problems().size() >= 2);
    }

    void unsavedWorkIsAskedFor_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<bool>("closed");
        QTest::newRow("cancel keeps the window") << int(Dialogs::Unsaved::Cancel) << false;
        QTest::newRow("discard closes it") << int(Dialogs::Unsaved::Discard) << true;
        QTest::newRow("save closes it") << int(Dialogs::Unsaved::Save) << true;
    }
    void unsavedWorkIsAskedFor()
    {
        QFETCH(int, answer);
        QFETCH(bool, closed);
        m_fixture->dialogs.nextAnswer = static_cast<Dialogs::Unsaved>(answer);
        m_fixture->dialogs.nextFile = m_fixture->folder.filePath(QStringLiteral("mine.cardfit"));
        typeInto(*m_fixture->find<ValueBox>("input_tokens.box"), QStringLiteral("99"));
        QCOMPARE(m_fixture->window->close(), closed);
        QCOMPARE(QFile::exists(*m_fixture->dialogs.nextFile), m_fixture->dialogs.nextAnswer == Dialogs::Unsaved::Save);
    }

    void everyInputHasANameForEverybody()
    {
        auto* panel = m_fixture->find<QWidget>("inputs");
        int inputs = 0;
        for (QWidget* control : panel->findChildren<QWidget*>()) {
            if (!qobject_cast<BoundSlider*>(control) && !qobject_cast<ValueBox*>(control) && !qobject_cast<ChoiceBox*>(control))
                continue;
            ++inputs;
            QVERIFY2(!control->objectName().isEmpty(), control->metaObject()->className());
            QVERIFY2(!control->accessibleName().isEmpty(), qPrintable(control->objectName()));
            QVERIFY2(!control->toolTip().isEmpty(), qPrintable(control->objectName()));
        }
        QVERIFY(inputs > 20);
    }

    void themeAndLanguageSwitchWhileRunning()
    {
        m_fixture->appearance.setChoice(Appearance::Choice::Dark);
        QVERIFY(m_fixture->translator.setLanguage(QStringLiteral("zh")));
        m_fixture->appearance.setLanguage(QStringLiteral("zh"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the captions of the other language
        QCoreApplication::processEvents();
        QCOMPARE(m_fixture->find<QAbstractButton>("file")->text(), QStringLiteral("导出"));
        QVERIFY(m_fixture->find<HeadlineBar>("headline")->sentence().contains(QStringLiteral("承载")));
        drag(*m_fixture->find<BoundSlider>("model.parameters_b"), 7.6);
        QVERIFY(m_fixture->document.scenario().model.name.find("7B") != std::string::npos);
    }

    void noInputIsCutOff_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        QTest::newRow("English, usual") << QStringLiteral("en") << QSize(1280, 800);
        QTest::newRow("Chinese, usual") << QStringLiteral("zh") << QSize(1280, 800);
        QTest::newRow("English, smallest") << QStringLiteral("en") << QSize(1100, 700);
        QTest::newRow("Chinese, smallest") << QStringLiteral("zh") << QSize(1100, 700);
        QTest::newRow("English, large") << QStringLiteral("en") << QSize(1920, 1080);
    }
    void noInputIsCutOff()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        m_fixture->translator.setLanguage(language);
        m_fixture->appearance.setLanguage(language);
        m_fixture->window->resize(size);
        QCoreApplication::processEvents();
        QStringList elided;
        const ElisionWatch watch([&elided](const QString& text) { elided << text; });
        m_fixture->find<QWidget>("inputs")->grab();
        QVERIFY2(elided.isEmpty(), qPrintable(elided.join(QStringLiteral(" | "))));
    }

private:
    QString writeFile(const QString& name, const QByteArray& content) const
    {
        QFile file(m_fixture->folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            throw std::runtime_error("cannot write a test file");
        return file.fileName();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
