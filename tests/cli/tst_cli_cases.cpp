// Runs every tests/cli/cases/*.case: a text file with what goes into the command line and what comes out. Its parts:
//   # ...           why the case is there
//   run: ARGUMENTS  words after cardfit-cli; {dir} is a folder that holds the case's files
//   file: NAME      what follows, up to the next part, is written to that file
//   bytes: NAME     the same for a binary file, one piece a line: "text ...", "u32 N", "u64 N" (little-endian), "zeros N"
//   input:          what follows goes to the standard input
//   exit: NUMBER
//   stdout:         what follows is the whole of the standard output
//   stdout has:     each line that follows stands somewhere in it, one after the other
//   stderr has:     the same for the standard error output
#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Case {
    QStringList arguments;
    QString input;
    QList<std::pair<QString, QByteArray>> files;
    int exitCode = 0;
    std::optional<QString> output;
    QStringList outputHas, errorsHave;
};

// Which list or text the lines after a head belong to.
enum class Part { None, File, Bytes, Input, Output, OutputHas, ErrorsHave };

class CaseReader {
public:
    Case read(const QString& text)
    {
        for (const QString& line : text.split('\n')) {
            if (!readHead(line))
                readBody(line);
        }
        return m_case;
    }

private:
    static std::optional<QString> after(const QString& line, const char* head)
    {
        return line.startsWith(QLatin1String(head)) ? std::optional(line.mid(static_cast<int>(qstrlen(head))).trimmed()) : std::nullopt;
    }

    // A head is a line of its own; the first three end whatever body was open, the others begin one.
    bool readHead(const QString& line)
    {
        if (line.startsWith('#') && m_part == Part::None)
            return true;
        if (const auto words = after(line, "run:")) {
            m_case.arguments = QProcess::splitCommand(*words);
            return begin(Part::None);
        }
        if (const auto number = after(line, "exit:")) {
            m_case.exitCode = number->toInt();
            return begin(Part::None);
        }
        if (const auto name = after(line, "file:")) {
            m_case.files.append({*name, {}});
            return begin(Part::File);
        }
        if (const auto name = after(line, "bytes:")) {
            m_case.files.append({*name, {}});
            return begin(Part::Bytes);
        }
        if (line == "stdout:")
            m_case.output = QString();
        static const QHash<QString, Part> bodies = {
            {"input:", Part::Input}, {"stdout:", Part::Output}, {"stdout has:", Part::OutputHas}, {"stderr has:", Part::ErrorsHave}};
        const auto body = bodies.find(line);
        return body != bodies.end() && begin(*body);
    }

    static QByteArray bytesOf(const QString& piece)
    {
        if (piece.startsWith("text "))
            return piece.mid(5).toUtf8();
        const qulonglong number = piece.section(' ', 1).toULongLong();
        if (piece.startsWith("zeros "))
            return QByteArray(static_cast<qsizetype>(number), '\0');
        QByteArray bytes;
        const int width = piece.startsWith("u64 ") ? 8 : piece.startsWith("u32 ") ? 4 : 0;
        for (int i = 0; i < width; ++i)
            bytes += static_cast<char>(number >> (8 * i) & 0xFF);
        return bytes;
    }

    bool begin(Part part)
    {
        m_part = part;
        return true;
    }

    void readBody(const QString& line)
    {
        switch (m_part) {
        case Part::None: break;
        case Part::File: m_case.files.back().second += (line + '\n').toUtf8(); break;
        case Part::Bytes: m_case.files.back().second += bytesOf(line); break;
        case Part::Input: m_case.input += line + '\n'; break;
        case Part::Output: *m_case.output += line + '\n'; break;
        case Part::OutputHas: m_case.outputHas += line; break;
        case Part::ErrorsHave: m_case.errorsHave += line; break;
        }
    }

    Case m_case;
    Part m_part = Part::None;
};

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The first of `lines` that does not follow the ones before it in `text`; empty: all do.
QString missing(const QString& text, const QStringList& lines)
{
    qsizetype from = 0;
    for (const QString& line : lines) {
        const qsizetype at = line.trimmed().isEmpty() ? from : text.indexOf(line, from);
        if (at < 0)
            return line;
        from = at;
    }
    return {};
}

} // namespace

class TestCliCases : public QObject {
    Q_OBJECT
private slots:
    void answers_data();
    void answers();
    void streamsInOrder();
    void answersBeforeTheNextQuestion();
};

void TestCliCases::answers_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(CARDFIT_TEST_DIR "/cli/cases"));
    for (const QString& name : folder.entryList({"*.case"}, QDir::Files, QDir::Name))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestCliCases::answers()
{
    QFETCH(const QString, path);
    Case test = CaseReader().read(contentOf(path));
    QTemporaryDir folder;
    for (const auto& [name, content] : test.files) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    test.arguments.replaceInStrings("{dir}", folder.path());
    QProcess program;
    program.start(CARDFIT_CLI, test.arguments);
    program.write(test.input.replace("{dir}", folder.path()).toUtf8());
    program.closeWriteChannel();
    QVERIFY(program.waitForFinished());
    const QString output = QString::fromUtf8(program.readAllStandardOutput());
    const QString errors = QString::fromUtf8(program.readAllStandardError());
    if (test.output)
        QCOMPARE(output.trimmed(), test.output->replace("{dir}", folder.path()).trimmed());
    const QString notPrinted = missing(output, test.outputHas.replaceInStrings("{dir}", folder.path()));
    QVERIFY2(notPrinted.isEmpty(), qPrintable("not in the output: " + notPrinted + "\n" + output));
    const QString notSaid = missing(errors, test.errorsHave.replaceInStrings("{dir}", folder.path()));
    QVERIFY2(notSaid.isEmpty(), qPrintable("not said: " + notSaid + "\n" + errors));
    QCOMPARE(program.exitCode(), test.exitCode);
}

// One answer a line, in order, however many there are.
void TestCliCases::streamsInOrder()
{
    const int count = 5000;
    QByteArray input;
    for (int i = 0; i < count; ++i)
        input += i % 100 == 50 ? QByteArray("{\"id\":") + QByteArray::number(i) + ",\"cards\":0}\n"
                               : QByteArray("{\"id\":") + QByteArray::number(i) + "}\n";
    QProcess program;
    program.start(CARDFIT_CLI, {"estimate", "-"});
    program.write(input);
    program.closeWriteChannel();
    QVERIFY(program.waitForFinished(60'000));
    const QList<QByteArray> lines = program.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.size(), count);
    for (int i = 0; i < count; ++i) {
        const QByteArray head = "{\"id\":" + QByteArray::number(i) + ",\"ok\":" + (i % 100 == 50 ? "false" : "true") + ',';
        QVERIFY2(lines[i].startsWith(head), lines[i].left(80).constData());
    }
    QCOMPARE(program.exitCode(), 2);
}

// A script that asks, waits and asks again must not wait for ever.
void TestCliCases::answersBeforeTheNextQuestion()
{
    QProcess program;
    program.start(CARDFIT_CLI, {"estimate", "-"});
    for (const char* id : {"1", "2", "3"}) {
        program.write(QByteArray("{\"id\":") + id + "}\n");
        while (!program.canReadLine())
            QVERIFY(program.waitForReadyRead(10'000));
        QVERIFY(program.readLine().startsWith(QByteArray("{\"id\":") + id + ",\"ok\":true"));
    }
    program.closeWriteChannel();
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestCliCases)
#include "tst_cli_cases.moc"
