#include "ui/document/study_document.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace cardfit;
using namespace cardfit::ui;

namespace {

void setInput(StudyDocument& document, StudyDocument::Gesture gesture, int tokens)
{
    document.change(QStringLiteral("input_tokens"), gesture, [tokens](Scenario& scenario) { scenario.inputTokens = tokens; });
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class TestStudyDocument : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<StudyDocument>(ModelReaders{}, StudyDocument::Writing{"0.1.0", "2026-11-30"});
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void oneGestureIsOneStep()
    {
        const auto gesture = m_document->newGesture();
        for (int tokens = 1025; tokens < 1085; ++tokens)
            setInput(*m_document, gesture, tokens);
        QCOMPARE(m_document->undoStack().count(), 1);
        m_document->undoStack().undo();
        QCOMPARE(m_document->scenario().inputTokens, 1024);
    }

    void anotherGestureIsAnotherStep()
    {
        setInput(*m_document, m_document->newGesture(), 2048);
        setInput(*m_document, m_document->newGesture(), 4096);
        QCOMPARE(m_document->undoStack().count(), 2);
    }

    void anotherFieldIsAnotherStepEvenInOneGesture()
    {
        const auto gesture = m_document->newGesture();
        setInput(*m_document, gesture, 2048);
        m_document->change(QStringLiteral("output_tokens"), gesture, [](Scenario& scenario) { scenario.outputTokens = 99; });
        QCOMPARE(m_document->undoStack().count(), 2);
    }

    void aDragThatComesBackLeavesNoStep()
    {
        const auto gesture = m_document->newGesture();
        setInput(*m_document, gesture, 2048);
        setInput(*m_document, gesture, 1024);
        QCOMPARE(m_document->undoStack().count(), 0);
        QVERIFY(!m_document->isDirty());
    }

    void anEqualValueIsNoEdit()
    {
        QSignalSpy changed(m_document.get(), &StudyDocument::changed);
        setInput(*m_document, m_document->newGesture(), 1024);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(m_document->undoStack().count(), 0);
    }

    void everyEditIsAnnouncedOnce()
    {
        QSignalSpy changed(m_document.get(), &StudyDocument::changed);
        setInput(*m_document, m_document->newGesture(), 7);
        QCOMPARE(changed.size(), 1);
        m_document->undoStack().undo();
        QCOMPARE(changed.size(), 2);
    }

    void scenariosCanBeAddedMovedAndRemoved()
    {
        m_document->addScenario();
        m_document->addScenario();
        QCOMPARE(m_document->study().scenarios.size(), std::size_t(3));
        QCOMPARE(m_document->currentIndex(), std::size_t(2));
        m_document->renameScenario(2, QStringLiteral(" last "));
        m_document->moveScenario(2, 0);
        QCOMPARE(m_document->study().scenarios[0].name, std::string("last"));
        QCOMPARE(m_document->currentIndex(), std::size_t(0));
        QCOMPARE(m_document->study().baseline, std::size_t(1)); // followed its scenario
        m_document->removeScenario(0);
        QCOMPARE(m_document->study().scenarios.size(), std::size_t(2));
        QCOMPARE(m_document->study().baseline, std::size_t(0));
        while (m_document->undoStack().canUndo())
            m_document->undoStack().undo();
        QCOMPARE(m_document->study().scenarios.size(), std::size_t(1));
    }

    void theLastScenarioStays()
    {
        m_document->removeScenario(0);
        QCOMPARE(m_document->study().scenarios.size(), std::size_t(1));
    }

    void undoReturnsToTheScenarioItWasMadeIn()
    {
        m_document->addScenario();
        setInput(*m_document, m_document->newGesture(), 555);
        m_document->selectScenario(0);
        m_document->undoStack().undo();
        QCOMPARE(m_document->study().scenarios[1].inputTokens, 1024);
        QCOMPARE(m_document->currentIndex(), std::size_t(1));
    }

    void savedAndOpenedIsTheSame()
    {
        setInput(*m_document, m_document->newGesture(), 777);
        m_document->addScenario();
        const QString path = m_folder->filePath(QStringLiteral("a.cardfit"));
        QVERIFY(m_document->saveAs(path).empty());
        QVERIFY(!m_document->isDirty());
        StudyDocument other(ModelReaders{}, {"0.1.0", "x"});
        QVERIFY(other.open(path).empty());
        QCOMPARE(other.study().scenarios.size(), std::size_t(2));
        QCOMPARE(other.study().scenarios[0].inputTokens, 777);
        QCOMPARE(other.path(), path);
        QVERIFY(!other.isDirty());
    }

    void aModelsFileIsNamedFromTheStudy()
    {
        ModelReaders readers;
        readers.keyOf = [](const std::string&) { return std::string_view("gguf_path"); };
        readers.file = [](const json::Reader&, std::string_view, const std::string&) { return std::make_shared<const Model>(); };
        StudyDocument document(readers, {"0.1.0", "x"});
        const QString model = m_folder->filePath(QStringLiteral("m.gguf"));
        QVERIFY(document.openModel(model).empty());
        const QString beside = m_folder->filePath(QStringLiteral("a.cardfit"));
        QVERIFY(document.saveAs(beside).empty());
        QVERIFY(contentOf(beside).contains(R"("m.gguf")"));
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("below")));
        const QString elsewhere = m_folder->filePath(QStringLiteral("below/a.cardfit"));
        QVERIFY(document.saveAs(elsewhere).empty());
        QVERIFY(contentOf(elsewhere).contains(model.toUtf8()));
        StudyDocument other(readers, {"0.1.0", "x"});
        QVERIFY(other.open(beside).empty());
        QCOMPARE(QString::fromStdString(other.scenario().model.customSource), model);
    }

    void savingKeepsThePreviousFileBesideIt()
    {
        const QString path = m_folder->filePath(QStringLiteral("a.cardfit"));
        QVERIFY(m_document->saveAs(path).empty());
        const QByteArray first = contentOf(path);
        QVERIFY(!QFile::exists(path + QStringLiteral(".bak")));
        setInput(*m_document, m_document->newGesture(), 777);
        QVERIFY(m_document->save().empty());
        QCOMPARE(contentOf(path + QStringLiteral(".bak")), first);
        QVERIFY(contentOf(path) != first);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2); // no temporary file stays behind
    }

    void undoneToTheSavedStateIsNotDirty()
    {
        QVERIFY(m_document->saveAs(m_folder->filePath(QStringLiteral("a.cardfit"))).empty());
        setInput(*m_document, m_document->newGesture(), 777);
        QVERIFY(m_document->isDirty());
        m_document->undoStack().undo();
        QVERIFY(!m_document->isDirty());
    }

    void aFileThatCannotBeWrittenIsReported()
    {
        const std::vector<Error> problems = m_document->saveAs(m_folder->filePath(QStringLiteral("missing/a.cardfit")));
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(m_document->path().isEmpty());
    }

    void aBadFileChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("where");
        QTest::newRow("newer version") << QByteArray(R"({"format":"cardfit.study","version":99,"scenarios":[{}]})")
                                       << QStringLiteral("/version");
        QTest::newRow("no JSON") << QByteArray("{\"format\":") << QString();
        QTest::newRow("wrong value") << QByteArray(R"({"format":"cardfit.study","version":1,"scenarios":[{"input_tokens":"many"}]})")
                                     << QStringLiteral("/scenarios/0/input_tokens");
        QTest::newRow("unknown key") << QByteArray(R"({"format":"cardfit.study","version":1,"scenarios":[{"inputtokens":5}]})")
                                     << QStringLiteral("/scenarios/0/inputtokens");
        QTest::newRow("no scenario") << QByteArray(R"({"format":"cardfit.study","version":1,"scenarios":[]})")
                                     << QStringLiteral("/scenarios");
    }
    void aBadFileChangesNothing()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, where);
        const QString path = m_folder->filePath(QStringLiteral("bad.cardfit"));
        write(path, content);
        setInput(*m_document, m_document->newGesture(), 777);
        const std::vector<Error> problems = m_document->open(path);
        QVERIFY(!problems.empty());
        if (!where.isEmpty())
            QCOMPARE(QString::fromStdString(problems.front().where), where);
        QCOMPARE(m_document->scenario().inputTokens, 777);
        QVERIFY(m_document->path().isEmpty());
    }

    void aBareScenarioBecomesAStudyOfOne()
    {
        const QString path = m_folder->filePath(QStringLiteral("one.json"));
        write(path, R"({"input_tokens": 321})");
        QVERIFY(m_document->open(path).empty());
        QCOMPARE(m_document->scenario().inputTokens, 321);
    }

    void anOpenedSampleHasNoPath()
    {
        const QString path = m_folder->filePath(QStringLiteral("one.json"));
        write(path, "{}");
        QVERIFY(m_document->openAsNew(path).empty());
        QVERIFY(m_document->path().isEmpty());
    }

private:
    std::unique_ptr<StudyDocument> m_document;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestStudyDocument)
#include "tst_study_document.moc"
