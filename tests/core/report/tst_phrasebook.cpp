#include "core/report/phrasebook.h"

#include <QtTest>

using namespace cardfit;
using namespace cardfit::literals;
using namespace cardfit::report;

namespace {

Phrasebook bookOf(const char* json)
{
    std::vector<Error> problems;
    std::optional<Phrasebook> book = Phrasebook::parse(json, "en", problems);
    for (const Error& error : problems)
        qWarning("%s", error.toString().c_str());
    return book ? std::move(*book) : Phrasebook();
}

} // namespace

class PhrasebookTest : public QObject {
    Q_OBJECT
private slots:
    void formsSayHowAFigureIsWritten();
    void pluralFollowsTheCount();
    void nestedTextsAreRenderedFirst();
    void marksAreKeptOrDropped();
    void aUsersNameCannotSwitchBold();
    void whatIsMissingIsShown();
    void faultsOfAFile_data();
    void faultsOfAFile();
    void allFaultsComeAtOnce();
};

void PhrasebookTest::formsSayHowAFigureIsWritten()
{
    const Phrasebook book =
        bookOf(R"({"a": "{need:gib} of {has}, {month:1}, {money:short} {money:unit}, {money:rate}, {free}, {size:params}",
                                       "currency.USD": "$"})");
    const Text text = Text("a")
                          .with("need", bytesOf(18.84 * kGiB))
                          .with("has", 31_MiB)
                          .with("month", 8.44)
                          .with("money", Money(1'255'600'000, Currency("USD")))
                          .with("free", Percent{6.6})
                          .with("size", 14.77e9);
    QCOMPARE(book.renderPlain(text, {}), std::string("18.8 of 31\u00A0MiB, 8.4, 1,256 $, 1,255.60, 7\u00A0%, 14.8\u00A0B"));
}

void PhrasebookTest::pluralFollowsTheCount()
{
    const Phrasebook book = bookOf(R"({"a": "{n} {n:plural|card carries|cards carry}"})");
    QCOMPARE(book.renderPlain(Text("a").with("n", 1), {}), std::string("1 card carries"));
    QCOMPARE(book.renderPlain(Text("a").with("n", 0), {}), std::string("0 cards carry"));
    QCOMPARE(book.renderPlain(Text("a").with("n", 1024), {}), std::string("1,024 cards carry"));
    const Phrasebook each = bookOf(R"({"a": "A100{n:plural|| (# cards)}"})");
    QCOMPARE(each.renderPlain(Text("a").with("n", 1), {}), std::string("A100"));
    QCOMPARE(each.renderPlain(Text("a").with("n", 8), {}), std::string("A100 (8 cards)"));
}

void PhrasebookTest::nestedTextsAreRenderedFirst()
{
    const Phrasebook book = bookOf(R"({"a": "{list}; {list:dots}", "b": "<{x}>", "list.comma": ", "})");
    Text text("a");
    text.arguments.push_back({"list", std::vector<Text>{Text("b").with("x", 1), Text("b").with("x", 2)}});
    QCOMPARE(book.renderPlain(text, {}), std::string("<1>, <2>; <1> · <2>"));
}

void PhrasebookTest::marksAreKeptOrDropped()
{
    const Phrasebook book = bookOf(R"({"a": "**{n}** of **2**"})");
    QCOMPARE(book.render(Text("a").with("n", 1), {}), std::string("**1** of **2**"));
    QCOMPARE(book.renderPlain(Text("a").with("n", 1), {}), std::string("1 of 2"));
}

void PhrasebookTest::aUsersNameCannotSwitchBold()
{
    const Phrasebook book = bookOf(R"({"a": "plan {name}"})");
    QVERIFY(book.render(Text("a").with("name", "a**b{c}"), {}).find("**") == std::string::npos);
    QCOMPARE(book.renderPlain(Text("a").with("name", "a**b{c}"), {}), std::string("plan a**b{c}"));
}

void PhrasebookTest::whatIsMissingIsShown()
{
    const Phrasebook book = bookOf(R"({"a": "plan {name}"})");
    QCOMPARE(book.renderPlain(Text("no.such"), {}), std::string("[no.such]"));
    QCOMPARE(book.renderPlain(Text("a"), {}), std::string("plan {name}"));
    QCOMPARE(book.renderPlain(Text(), {}), std::string());
}

void PhrasebookTest::faultsOfAFile_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("not an object") << QByteArray(R"(["a"])");
    QTest::newRow("not a text") << QByteArray(R"({"a": 3})");
    QTest::newRow("the same code twice") << QByteArray(R"({"a": "x", "a": "y"})");
    QTest::newRow("an open brace") << QByteArray(R"({"a": "x {name"})");
    QTest::newRow("a lone closing brace") << QByteArray(R"({"a": "x name}"})");
    QTest::newRow("a brace in a brace") << QByteArray(R"({"a": "x {na{me}}"})");
    QTest::newRow("an empty name") << QByteArray(R"({"a": "x {}"})");
    QTest::newRow("an unknown form") << QByteArray(R"({"a": "x {name:gibs}"})");
    QTest::newRow("a plural with one choice") << QByteArray(R"({"a": "x {name:plural|card}"})");
    QTest::newRow("a plural without choices") << QByteArray(R"({"a": "x {name:plural}"})");
    QTest::newRow("a code with a space") << QByteArray(R"({"a b": "x"})");
}

void PhrasebookTest::faultsOfAFile()
{
    QFETCH(QByteArray, json);
    std::vector<Error> problems;
    QVERIFY(!Phrasebook::parse(json.toStdString(), "en", problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(!problems.front().expected.empty());
}

void PhrasebookTest::allFaultsComeAtOnce()
{
    std::vector<Error> problems;
    QVERIFY(!Phrasebook::parse(R"({"a": "{", "b": "fine", "c": "{x:no}"})", "en", problems));
    QCOMPARE(problems.size(), std::size_t(2));
    QCOMPARE(problems[0].where, std::string("/a"));
    QCOMPARE(problems[1].where, std::string("/c"));
}

QTEST_APPLESS_MAIN(PhrasebookTest)
#include "tst_phrasebook.moc"
