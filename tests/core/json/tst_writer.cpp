#include "core/json/reader.h"
#include "core/json/writer.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace cardfit;

// Protects: what is written reads back to the same values, in the order of the calls, and is always valid JSON.
class TestWriter : public QObject {
    Q_OBJECT
private slots:
    void writesInTheOrderOfTheCalls();
    void indents();
    void escapesWhatJsonForbids();
    void doublesReadBackTheSame_data();
    void doublesReadBackTheSame();
    void whatIsNotFiniteIsNull();
};

void TestWriter::writesInTheOrderOfTheCalls()
{
    json::Writer writer;
    writer.beginObject().member("b", 1).member("a", "x").key("list").beginArray().value(true).null().endArray();
    writer.nullMember("none").member("bytes", Bytes::of(7)).key("raw").raw("{}").endObject();
    QCOMPARE(writer.take(), std::string(R"({"b":1,"a":"x","list":[true,null],"none":null,"bytes":7,"raw":{}})"));
    QVERIFY(writer.text().empty());
}

void TestWriter::indents()
{
    json::Writer writer(json::Writer::Style::Indented);
    writer.beginObject().key("a").beginArray().value(1).value(2).endArray().key("e").beginObject().endObject().endObject();
    QCOMPARE(writer.take(), std::string("{\n  \"a\": [\n    1,\n    2\n  ],\n  \"e\": {}\n}"));
}

void TestWriter::escapesWhatJsonForbids()
{
    json::Writer writer;
    writer.value(std::string_view("a\"\\\n\t\x01\xc3\xa9", 8));
    QCOMPARE(writer.take(), std::string("\"a\\\"\\\\\\n\\t\\u0001\xc3\xa9\""));
}

void TestWriter::doublesReadBackTheSame_data()
{
    QTest::addColumn<double>("number");
    for (const double number : {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.123456789, -0.0001, 72434320960.0})
        QTest::newRow(qPrintable(QString::number(number))) << number;
}

void TestWriter::doublesReadBackTheSame()
{
    QFETCH(double, number);
    json::Writer writer;
    writer.value(number);
    json::Problems problems;
    const auto document = json::Document::parse(writer.text(), problems);
    QVERIFY2(document.has_value(), writer.text().c_str());
    QCOMPARE(*json::Reader(document->root(), problems).number(-1e308, 1e308), number);
}

void TestWriter::whatIsNotFiniteIsNull()
{
    json::Writer writer;
    writer.beginArray().value(std::nan("")).value(std::numeric_limits<double>::infinity()).endArray();
    QCOMPARE(writer.take(), std::string("[null,null]"));
}

QTEST_APPLESS_MAIN(TestWriter)
#include "tst_writer.moc"
