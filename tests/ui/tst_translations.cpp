#include <QFile>
#include <QTest>
#include <QXmlStreamReader>

// Every caption is translated, with as many plural forms as the language has.
class TestTranslations : public QObject {
    Q_OBJECT
private slots:
    void nothingIsUnfinished_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("forms");
        QTest::newRow("Chinese: one form") << QStringLiteral("cardfit_zh_CN.ts") << 1;
        QTest::newRow("English: singular and plural") << QStringLiteral("cardfit_en.ts") << 2;
    }
    void nothingIsUnfinished()
    {
        QFETCH(QString, file);
        QFETCH(int, forms);
        QFile ts(QStringLiteral(CARDFIT_RESOURCE_DIR "/translations/") + file);
        QVERIFY(ts.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&ts);
        QString source;
        int counted = -1;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("message"))
                counted = xml.attributes().hasAttribute(QStringLiteral("numerus")) ? 0 : -1;
            else if (xml.isStartElement() && xml.name() == QLatin1String("source"))
                source = xml.readElementText();
            else if (xml.isStartElement() && xml.name() == QLatin1String("translation"))
                QVERIFY2(!xml.attributes().hasAttribute(QStringLiteral("type")), qPrintable(source));
            else if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
                ++counted;
            else if (xml.isEndElement() && xml.name() == QLatin1String("message") && counted >= 0)
                QCOMPARE(counted, forms);
        }
        QVERIFY(!xml.hasError());
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
