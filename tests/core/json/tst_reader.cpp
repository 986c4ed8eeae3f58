#include "core/json/reader.h"

#include <QtTest>

using namespace cardfit;

// Protects: nothing in a file is ever read as something it is not, and every fault names its place.
class TestReader : public QObject {
    Q_OBJECT
private slots:
    void refusesSilentConversions_data();
    void refusesSilentConversions();
    void refusesBrokenText_data();
    void refusesBrokenText();
    void findsUnknownKeys_data();
    void findsUnknownKeys();
    void readsEveryProblemOfAFile();
    void missingParentIsReportedOnce();
    void placesAreJsonPointers();
    void deepNestingIsRefused();
    void keepsEveryKindOfValue();
    void readsDays_data();
    void readsDays();
    void absentAndNullAreTheSame();
    void messagesStayShortAndWhole();
    void longNamesAreComparedFast();
};

namespace {

QString firstProblem(const json::Problems& problems)
{
    return problems.empty() ? QString() : QString::fromStdString(problems.list.front().toString());
}

} // namespace

void TestReader::refusesSilentConversions_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("problem");
    // What nlohmann's get<>() would do: 3.9 -> 3, -1 -> 4294967295, true -> 1, "5" throws.
    QTest::newRow("3.9 is no whole number") << "3.9"
                                            << "integer"
                                            << "/x: expected a whole number 0..100, found 3.9";
    QTest::newRow("a negative is not unsigned") << "-1"
                                                << "integer"
                                                << "/x: expected a whole number 0..100, found -1";
    QTest::newRow("true is not 1") << "true"
                                   << "integer"
                                   << "/x: expected a whole number 0..100, found true";
    QTest::newRow("a text is not a number") << "\"5\""
                                            << "integer"
                                            << "/x: expected a whole number 0..100, found \"5\"";
    QTest::newRow("beyond 64 bits") << "18446744073709551615"
                                    << "integer"
                                    << "/x: expected a whole number 0..100, found 18446744073709551615";
    QTest::newRow("1.0 is no whole number") << "1.0"
                                            << "integer"
                                            << "/x: expected a whole number 0..100, found 1.0";
    QTest::newRow("true is not a number") << "true"
                                          << "number"
                                          << "/x: expected a number 0..100, found true";
    QTest::newRow("out of range") << "100.5"
                                  << "number"
                                  << "/x: expected a number 0..100, found 100.5";
    QTest::newRow("1 is not true") << "1"
                                   << "boolean"
                                   << "/x: expected true or false, found 1";
    QTest::newRow("a number is not a text") << "1"
                                            << "string"
                                            << "/x: expected a string, found 1";
    QTest::newRow("a number is not money") << "2.49"
                                           << "money"
                                           << "/x: expected a decimal string such as \"2.49\", found 2.49";
    QTest::newRow("a word is not money") << "\"free\""
                                         << "money"
                                         << "/x: expected a decimal string such as \"2.49\", found \"free\"";
    QTest::newRow("an object is not a list") << "{}"
                                             << "strings"
                                             << "/x: expected an array, found object with 0 entries";
    QTest::newRow("not among the words") << "\"c\""
                                         << "word"
                                         << "/x: expected one of a, b, found \"c\"";
}

void TestReader::refusesSilentConversions()
{
    QFETCH(QString, value);
    QFETCH(QString, kind);
    json::Problems problems;
    const auto document = json::Document::parse(("{\"x\":" + value + '}').toStdString(), problems);
    QVERIFY2(document.has_value(), qPrintable(firstProblem(problems)));
    const json::Reader reader = json::Reader(document->root(), problems).child("x");
    bool read = true;
    if (kind == "integer")
        read = reader.integer(0, 100).has_value();
    else if (kind == "number")
        read = reader.number(0, 100).has_value();
    else if (kind == "boolean")
        read = reader.boolean().has_value();
    else if (kind == "string")
        read = reader.string().has_value();
    else if (kind == "money")
        read = reader.money(Currency("USD")).has_value();
    else if (kind == "strings")
        read = reader.strings().has_value();
    else if (kind == "word")
        read = reader.oneOf({"a", "b"}).has_value();
    QVERIFY(!read);
    QTEST(firstProblem(problems), "problem");
}

void TestReader::refusesBrokenText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found"); // a part of it
    QTest::newRow("two equal keys") << QByteArray("{\"a\":1,\"b\":{\"a\":2},\n\"a\":3}") << "line 2, column 1"
                                    << "\"a\" twice in one object";
    QTest::newRow("two equal keys inside") << QByteArray("[{\"b\":{\"a\":2,\"a\":2}}]") << "line 1, column 14"
                                           << "\"a\" twice in one object";
    QTest::newRow("equal keys, one escaped") << QByteArray("{\"a\":1,\"\\u0061\":2}") << "line 1, column 8"
                                             << "\"a\" twice";
    QTest::newRow("NaN") << QByteArray("{\"a\":NaN}") << "line 1, column 6"
                         << "\"NaN}\"";
    QTest::newRow("infinity by overflow") << QByteArray("{\n\"a\":1e999}") << "line 2, column 5"
                                          << "\"1e999}\"";
    QTest::newRow("leading zero") << QByteArray("[007]") << "line 1, column 2"
                                  << "\"007]\"";
    QTest::newRow("no digit after the point") << QByteArray("[1.]") << "line 1, column 4"
                                              << "\"]\"";
    QTest::newRow("trailing comma") << QByteArray("[1,\n2,]") << "line 2, column 3"
                                    << "\"]\"";
    QTest::newRow("second document") << QByteArray("{} {}") << "line 1, column 4"
                                     << "\"{}\"";
    QTest::newRow("cut off") << QByteArray("{\"a\":") << "line 1, column 6"
                             << "the end of the text";
    QTest::newRow("cut off in a string") << QByteArray("[\"abc") << "line 1, column 6"
                                         << "the end of the text";
    QTest::newRow("empty") << QByteArray("") << "line 1, column 1"
                           << "the end of the text";
    QTest::newRow("comment") << QByteArray("// x\n{}") << "line 1, column 1"
                             << "\"//\"";
    QTest::newRow("single quotes") << QByteArray("{'a':1}") << "line 1, column 2"
                                   << "\"'a':1}\"";
    QTest::newRow("line break in a string") << QByteArray("[\"a\nb\"]") << "line 1, column 4"
                                            << "byte 0x0a";
    QTest::newRow("zero byte in a string") << QByteArray("[\"a\0\"]", 6) << "line 1, column 4"
                                           << "byte 0x00";
    QTest::newRow("broken UTF-8") << QByteArray("[\"\xff\"]") << "line 1, column 3"
                                  << "byte 0xff";
    QTest::newRow("overlong UTF-8") << QByteArray("[\"\xc0\x80\"]") << "line 1, column 3"
                                    << "byte 0xc0";
    QTest::newRow("surrogate in UTF-8") << QByteArray("[\"\xed\xa0\x80\"]") << "line 1, column 3"
                                        << "byte 0xed";
    QTest::newRow("lone surrogate") << QByteArray("[\"\\ud83d\"]") << "line 1, column 9"
                                    << "\"\"]\"";
    QTest::newRow("unknown escape") << QByteArray("[\"\\x41\"]") << "line 1, column 4"
                                    << "\"x41";
}

void TestReader::refusesBrokenText()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    QFETCH(QString, found);
    json::Problems problems;
    QVERIFY(!json::Document::parse(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), problems));
    QCOMPARE(problems.list.size(), std::size_t(1));
    if (!where.isEmpty())
        QCOMPARE(QString::fromStdString(problems.list[0].where), where);
    QVERIFY2(QString::fromStdString(problems.list[0].found).contains(found), problems.list[0].found.c_str());
}

void TestReader::findsUnknownKeys_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a letter missing") << "bandwith"
                                      << "a known key (\"bandwidth\"?)";
    QTest::newRow("two letters changed") << "capicaty"
                                         << "a known key (\"capacity\"?)";
    QTest::newRow("nothing near") << "colour"
                                  << "a known key";
}

void TestReader::findsUnknownKeys()
{
    QFETCH(QString, key);
    json::Problems problems;
    const auto document = json::Document::parse(("{\"" + key + "\":1}").toStdString(), problems);
    json::Reader(document->root(), problems).allowKeys({"bandwidth", "capacity"});
    QCOMPARE(problems.list.size(), std::size_t(1));
    QTEST(QString::fromStdString(problems.list[0].expected), "expected");
    QCOMPARE(QString::fromStdString(problems.list[0].found), '"' + key + '"');
    QCOMPARE(QString::fromStdString(problems.list[0].where), '/' + key);
}

void TestReader::readsEveryProblemOfAFile()
{
    json::Problems problems;
    const auto document = json::Document::parse(R"({"a":"x","b":[1,"y"]})", problems);
    const json::Reader root(document->root(), problems);
    QVERIFY(!root.child("a").number(0, 1));
    QVERIFY(root.child("b").strings());
    QCOMPARE(problems.list.size(), std::size_t(2));
    QCOMPARE(problems.list[1].where, std::string("/b/0"));
}

void TestReader::missingParentIsReportedOnce()
{
    json::Problems problems;
    const auto document = json::Document::parse("{}", problems);
    const json::Reader parent = json::Reader(document->root(), problems).child("parent");
    QVERIFY(!parent.child("a").number(0, 1));
    QVERIFY(!parent.child("b").string());
    QCOMPARE(problems.list.size(), std::size_t(1));
    QCOMPARE(firstProblem(problems), QStringLiteral("/parent: expected a value, found no such key"));
}

void TestReader::placesAreJsonPointers()
{
    json::Problems problems;
    const auto document = json::Document::parse(R"({"a/b":[{"~":1}]})", problems);
    const json::Reader reader = json::Reader(document->root(), problems).child("a/b").at(0).child("~");
    QCOMPARE(reader.where(), std::string("/a~1b/0/~0")); // RFC 6901
}

void TestReader::deepNestingIsRefused()
{
    // A hundred thousand brackets are a file of 100 kB that would overflow the stack of a recursive reader.
    json::Problems problems;
    const std::string open(100'000, '[');
    QVERIFY(!json::Document::parse(open + std::string(100'000, ']'), problems));
    QVERIFY(firstProblem(problems).contains("more than 200 levels"));
    problems.list.clear();
    QVERIFY(json::Document::parse(open.substr(0, 100) + std::string(100, ']'), problems).has_value());
}

void TestReader::keepsEveryKindOfValue()
{
    json::Problems problems;
    const auto document = json::Document::parse(
        " {\"s\":\"\\u00e9\\ud83d\\ude00\\n\",\"i\":-7,\"d\":0.1,\"e\":1E-3,\"t\":true,\"n\":null,\"a\":[[],{}]} ", problems);
    QVERIFY2(document.has_value(), qPrintable(firstProblem(problems)));
    const json::Reader root(document->root(), problems);
    QCOMPARE(*root.child("s").string(), std::string_view("\xc3\xa9\xf0\x9f\x98\x80\n"));
    QCOMPARE(*root.child("i").integer(-10, 10), std::int64_t(-7));
    QCOMPARE(*root.child("d").number(0, 1), 0.1);
    QCOMPARE(*root.child("e").number(0, 1), 0.001);
    QCOMPARE(*root.child("i").number(-10, 10), -7.0); // whole numbers are numbers
    QVERIFY(*root.child("t").boolean());
    QCOMPARE(root.child("a").size(), std::size_t(2));
    QVERIFY(root.child("a").at(1).isObject());
    QVERIFY(problems.empty());
}

void TestReader::readsDays_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("valid");
    QTest::newRow("a day") << "2026-11-30" << true;
    QTest::newRow("month 13") << "2026-13-01" << false;
    QTest::newRow("day 0") << "2026-01-00" << false;
    QTest::newRow("February 30") << "2026-02-30" << false;
    QTest::newRow("leap day of a common year") << "2026-02-29" << false;
    QTest::newRow("leap day") << "2028-02-29" << true;
    QTest::newRow("another order") << "30.11.2026" << false;
    QTest::newRow("with a time") << "2026-11-30T00:00" << false;
}

void TestReader::readsDays()
{
    QFETCH(QString, text);
    json::Problems problems;
    const auto document = json::Document::parse(("\"" + text + '"').toStdString(), problems);
    QTEST(json::Reader(document->root(), problems).date().has_value(), "valid");
}

void TestReader::absentAndNullAreTheSame()
{
    json::Problems problems;
    const auto document = json::Document::parse(R"({"n":null})", problems);
    const json::Reader root(document->root(), problems);
    QVERIFY(!root.has("n") && !root.has("absent"));
    QVERIFY(!root.optionalNumber("n", 0, 1) && !root.optionalNumber("absent", 0, 1));
    QVERIFY(problems.empty());
}

// Values and keys are cut for messages, never inside a character; a file of nothing but mistakes names a hundred of them.
void TestReader::messagesStayShortAndWhole()
{
    const std::string faces = "x" + QStringLiteral("\U0001F600").repeated(60).toStdString(); // 4 bytes each: 77 is inside one
    std::string text = "{\"task\":\"" + faces + "\",\"" + faces + "\":1";
    for (int i = 0; i < 5000; ++i)
        text += ",\"k" + std::to_string(i) + "\":1";
    json::Problems problems;
    const auto document = json::Document::parse(text + "}", problems);
    const json::Reader root(document->root(), problems);
    root.child("task").oneOf({"inference"});
    root.allowKeys({"task"});
    QCOMPARE(problems.list.size(), std::size_t(100));
    for (const Error& error : problems.list) {
        QVERIFY(error.found.size() <= 80);
        QCOMPARE(QString::fromStdString(error.found).toStdString(), error.found);
    }
}

// A name of a megabyte resembles nothing: comparing it letter by letter with a catalog would take half a minute.
void TestReader::longNamesAreComparedFast()
{
    const std::string name(1 << 20, 'x');
    const std::vector<std::string_view> known(1000, "Qwen/Qwen2.5-7B-Instruct");
    QVERIFY(json::nearestName(name, known).empty());
    QCOMPARE(json::nearestName("Qwen2.5-7B", std::array<std::string_view, 2>{"Qwen2.5-72B", "x"}), std::string_view("Qwen2.5-72B"));
}

QTEST_APPLESS_MAIN(TestReader)
#include "tst_reader.moc"
