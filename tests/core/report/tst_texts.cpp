#include "core/report/phrasebook.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

using namespace cardfit;
using namespace cardfit::report;

namespace {

Phrasebook bookOf(const char* language)
{
    std::vector<Error> problems;
    auto book = Phrasebook::load(std::string(CARDFIT_RESOURCE_DIR) + "/text/" + language + ".json", language, problems);
    for (const Error& error : problems)
        qWarning("%s", error.toString().c_str());
    return book ? std::move(*book) : Phrasebook();
}

// Every text code that the sources of a layer spell out: what is passed to Text(...), and, in core, every literal of a
// known domain ("headline.rent"), which catches codes chosen by ?: or kept in a table.
void collectCodes(const QString& layer, const QSet<QString>& domains, QMap<QString, QString>& codes)
{
    static const QRegularExpression direct(QStringLiteral("\\bText\\(\\s*\"([^\"]+)\"\\s*\\)"));
    static const QRegularExpression literal(QStringLiteral("\"([a-z][a-zA-Z0-9_-]*(?:\\.[a-zA-Z0-9_-]+)+)\""));
    static const QRegularExpression comment(QStringLiteral("//[^\n]*|#include[^\n]*"));
    QDirIterator files(QStringLiteral(CARDFIT_RESOURCE_DIR "/../") + layer, {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString place = layer + '/' + file.fileName().section('/' + layer + '/', -1);
        const QString source = QString::fromUtf8(file.readAll()).remove(comment);
        for (auto found = direct.globalMatch(source); found.hasNext();)
            codes.insert(found.next().captured(1), place);
        for (auto found = literal.globalMatch(source); layer == QLatin1String("core") && found.hasNext();) {
            const QString code = found.next().captured(1);
            if (domains.contains(code.section('.', 0, 0)) && !code.endsWith(QLatin1String(".json")))
                codes.insert(code, place);
        }
    }
}

} // namespace

class TextsTest : public QObject {
    Q_OBJECT
private slots:
    void bothLanguagesHaveTheSameCodes();
    void bothLanguagesTakeTheSameArguments();
    void everyCodeInTheSourcesHasASentence();
    void everyNamedValueHasASentence();
    void chineseIsSetAsChinese();
};

void TextsTest::bothLanguagesHaveTheSameCodes()
{
    const Phrasebook english = bookOf("en");
    const Phrasebook chinese = bookOf("zh");
    QVERIFY(!english.codes().empty());
    for (const std::string_view code : english.codes())
        QVERIFY2(chinese.has(code), std::string(code).c_str());
    for (const std::string_view code : chinese.codes())
        QVERIFY2(english.has(code), std::string(code).c_str());
}

void TextsTest::bothLanguagesTakeTheSameArguments()
{
    const Phrasebook english = bookOf("en");
    const Phrasebook chinese = bookOf("zh");
    for (const std::string_view code : english.codes())
        QVERIFY2(english.placeholders(code) == chinese.placeholders(code), std::string(code).c_str());
}

void TextsTest::everyCodeInTheSourcesHasASentence()
{
    const Phrasebook english = bookOf("en");
    QSet<QString> domains;
    for (const std::string_view code : english.codes())
        domains.insert(QString::fromUtf8(code.data(), static_cast<int>(code.find('.'))));
    QMap<QString, QString> codes;
    for (const char* layer : {"core", "ui", "app"})
        collectCodes(QString::fromLatin1(layer), domains, codes);
    QVERIFY(codes.size() > 50);
    bool complete = true;
    for (auto code = codes.begin(); code != codes.end(); ++code) {
        if (english.has(code.key().toStdString()))
            continue;
        qWarning("no sentence for %s (%s)", qPrintable(code.key()), qPrintable(code.value()));
        complete = false;
    }
    QVERIFY(complete);
}

// Codes that are put together from a name.
void TextsTest::everyNamedValueHasASentence()
{
    const Phrasebook english = bookOf("en");
    for (const char* code : {"task.inference",
                             "task.qlora",
                             "task.lora",
                             "task.full",
                             "task.pretrain",
                             "task.dpo",
                             "basis.measured",
                             "basis.derived",
                             "basis.assumed",
                             "component.weights",
                             "component.master_weights",
                             "component.adapters",
                             "component.gradients",
                             "component.optimizer_states",
                             "component.kv_cache",
                             "component.activations",
                             "component.logits",
                             "component.engine_buffers",
                             "component.non_torch",
                             "component.slack"})
        QVERIFY2(english.has(code), code);
}

// A half-width comma or colon between Han characters is a slip of the keyboard.
void TextsTest::chineseIsSetAsChinese()
{
    const Phrasebook chinese = bookOf("zh");
    static const QRegularExpression slip(QStringLiteral("[\\x{4E00}-\\x{9FFF}][,;:!?(]|[,;:!?)][\\x{4E00}-\\x{9FFF}]"));
    static const QRegularExpression crowded(QStringLiteral("[\\x{4E00}-\\x{9FFF}][A-Za-z0-9]|[A-Za-z0-9%][\\x{4E00}-\\x{9FFF}]"));
    for (const std::string_view code : chinese.codes()) {
        QString text = QString::fromStdString(chinese.renderPlain(Text(code), {}));
        static const QRegularExpression placeholder(QStringLiteral("\\{[^}]*\\}"));
        text.remove(placeholder);
        QVERIFY2(!text.contains(slip), qPrintable(text));
        QVERIFY2(!text.contains(crowded), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("token")) && !text.contains(QStringLiteral("令牌")), qPrintable(text));
    }
}

QTEST_APPLESS_MAIN(TextsTest)
#include "tst_texts.moc"
