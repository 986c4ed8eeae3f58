#include "ui/text/fault_words.h"
#include "ui/text/translator.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace cardfit::ui;

class TestFaultWords : public QObject {
    Q_OBJECT
private slots:
    void valuesStayAsTheyAre_data()
    {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("chinese");
        QTest::newRow("range") << QStringLiteral("a whole number 1..64") << QStringLiteral("1 至 64 的整数");
        QTest::newRow("near key") << QStringLiteral("a known key (\"engine\"?)") << QStringLiteral("已知的键（是否为“engine”？）");
        QTest::newRow("a value") << QStringLiteral("\"free\"") << QStringLiteral("\"free\"");
        QTest::newRow("a list") << QStringLiteral("one of lora, full") << QStringLiteral("以下之一：lora, full");
        QTest::newRow("digits that look like a gap") << QStringLiteral("\"%1\" twice in one object") << QStringLiteral("同一对象中“%1”出现两次");
    }
    void valuesStayAsTheyAre()
    {
        QFETCH(QString, english);
        QFETCH(QString, chinese);
        Translator translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English));
        QVERIFY(translator.setLanguage(QStringLiteral("zh")));
        QCOMPARE(faultWords(english.toStdString()), chinese);
        QVERIFY(translator.setLanguage(QStringLiteral("en")));
        QCOMPARE(faultWords(english.toStdString()), english);
    }

    // What the readers of studies and scenarios say, out of their own code: a new fault without a pattern fails here.
    void everyFaultOfTheReadersHasAPattern()
    {
        Translator translator(QStringLiteral(CARDFIT_RESOURCE_DIR "/text"), QLocale(QLocale::English));
        QVERIFY(translator.setLanguage(QStringLiteral("zh")));
        const QString core = QStringLiteral(CARDFIT_TEST_DIR "/../core/");
        const QRegularExpression whole(QStringLiteral("fail\\(\"((?:[^\"\\\\]|\\\\.)*)\"[,)]"));
        int found = 0;
        for (const char* folder : {"json", "scenario"}) {
            QDirIterator files(core + QLatin1String(folder), {QStringLiteral("*.cpp")});
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto matches = whole.globalMatch(QString::fromUtf8(file.readAll()));
                while (matches.hasNext()) {
                    QString english = matches.next().captured(1);
                    english.replace(QStringLiteral("\\\""), QStringLiteral("\""));
                    if (english.contains(QLatin1Char('\\')))
                        continue; // escapes of C++ beyond quotes
                    QVERIFY2(faultWords(english.toStdString()) != english, qPrintable(english));
                    ++found;
                }
            }
        }
        QVERIFY2(found > 30, qPrintable(QString::number(found))); // the expression still finds them
    }
};

QTEST_MAIN(TestFaultWords)
#include "tst_fault_words.moc"
