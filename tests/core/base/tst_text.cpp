#include "core/base/error.h"
#include "core/base/problem.h"
#include "core/base/text.h"

#include <QtTest>

using namespace cardfit;

// Protects: a sentence of the domain is a value that compares, and an error names what is known of its place.
class TestText : public QObject {
    Q_OBJECT
private slots:
    void keepsArgumentsInOrder();
    void comparesByValue();
    void errorNamesFilePlaceExpectedAndFound_data();
    void errorNamesFilePlaceExpectedAndFound();
    void severitiesHaveNames();
};

void TestText::keepsArgumentsInOrder()
{
    const Text text =
        Text("verdict.over").with("card", "A10").with("share", Percent{39}).with("inner", Text("card.usable").with("bytes", Bytes::of(1)));
    QCOMPARE(text.arguments.size(), std::size_t(3));
    QCOMPARE(text.arguments[0].name, std::string("card"));
    QVERIFY(std::holds_alternative<Percent>(text.arguments[1].value));
    QVERIFY(std::holds_alternative<std::vector<Text>>(text.arguments[2].value));
}

void TestText::comparesByValue()
{
    const auto make = [](int count) { return Text("fleet.cards").with("count", count); };
    QVERIFY(make(2) == make(2));
    QVERIFY(!(make(2) == make(3)));
    QVERIFY(Text().empty());
    // A count and a share of the same number are different arguments.
    QVERIFY(!(Text("x").with("n", 2.0) == Text("x").with("n", Percent{2.0})));
}

void TestText::errorNamesFilePlaceExpectedAndFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("text");
    QTest::newRow("all known") << "offers.json"
                               << "/3/price"
                               << "a decimal"
                               << "\"free\""
                               << "offers.json: /3/price: expected a decimal, found \"free\"";
    QTest::newRow("no file") << ""
                             << "line 2"
                             << "JSON"
                             << ""
                             << "line 2: expected JSON";
    QTest::newRow("only found") << ""
                                << ""
                                << ""
                                << "nothing"
                                << "nothing";
}

void TestText::errorNamesFilePlaceExpectedAndFound()
{
    QFETCH(QString, file);
    QFETCH(QString, where);
    QFETCH(QString, expected);
    QFETCH(QString, found);
    const Error error{file.toStdString(), where.toStdString(), expected.toStdString(), found.toStdString()};
    QTEST(QString::fromStdString(error.toString()), "text");
}

void TestText::severitiesHaveNames()
{
    QCOMPARE(nameOf(Severity::Note), std::string_view("note"));
    QCOMPARE(nameOf(Severity::Warning), std::string_view("warning"));
    QCOMPARE(nameOf(Severity::Error), std::string_view("error"));
}

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
