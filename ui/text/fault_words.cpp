#include "ui/text/fault_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>
#include <vector>

namespace cardfit::ui {

namespace {

// Whole texts; %1, %2 stand for what differs. Of two that match the first counts.
constexpr std::array kPatterns = {
    QT_TRANSLATE_NOOP("Faults", "\"attention\", \"all-linear\" or a list out of q, k, v, o, gate, up, down, lm_head"),
    QT_TRANSLATE_NOOP("Faults", "\"auto\", \"none\" or a list of shares of the price after 1, 2, ... years"),
    QT_TRANSLATE_NOOP("Faults", "\"auto\", the id of an offer, or {\"per_hour\": \"2.00\", \"cards\": 1}"),
    QT_TRANSLATE_NOOP("Faults", "a name that only one scenario has, or its place from 0"),
    QT_TRANSLATE_NOOP("Faults", "an id, a name, or the card it is a slice of (slice_of)"),
    QT_TRANSLATE_NOOP("Faults", "an attention whose cache and weights are understood"),
    QT_TRANSLATE_NOOP("Faults", "\"flat\", \"office\" or 24 shares of the peak"),
    QT_TRANSLATE_NOOP("Faults", "a bandwidth, or the card it is a slice of"),
    QT_TRANSLATE_NOOP("Faults", "the second half of a surrogate pair"),
    QT_TRANSLATE_NOOP("Faults", "the first half of a surrogate pair"),
    QT_TRANSLATE_NOOP("Faults", "a document that is not nested so deep"),
    QT_TRANSLATE_NOOP("Faults", "the name of a scenario of this study"),
    QT_TRANSLATE_NOOP("Faults", "a size, or the card it is a slice of"),
    QT_TRANSLATE_NOOP("Faults", "a version such as \"0.19\", or \"auto\""),
    QT_TRANSLATE_NOOP("Faults", "a study with at least one scenario"),
    QT_TRANSLATE_NOOP("Faults", "an amount from \"0\" to \"1000000000\""),
    QT_TRANSLATE_NOOP("Faults", "the id of a card, or a card object"),
    QT_TRANSLATE_NOOP("Faults", "a readable file that is not empty"),
    QT_TRANSLATE_NOOP("Faults", "a config this program cannot read"),
    QT_TRANSLATE_NOOP("Faults", "a file this program does not open"),
    QT_TRANSLATE_NOOP("Faults", "3 or 0 with fsdp: FSDP is stage 3"),
    QT_TRANSLATE_NOOP("Faults", "a decimal string such as \"2.49\""),
    QT_TRANSLATE_NOOP("Faults", "a digit after the decimal point"),
    QT_TRANSLATE_NOOP("Faults", "a number that a double can hold"),
    QT_TRANSLATE_NOOP("Faults", "a config.json of at most 64 MiB"),
    QT_TRANSLATE_NOOP("Faults", "a currency code such as \"USD\""),
    QT_TRANSLATE_NOOP("Faults", "a decoder-only language model"),
    QT_TRANSLATE_NOOP("Faults", "a whole number of at least 1"),
    QT_TRANSLATE_NOOP("Faults", "a file that can be written"),
    QT_TRANSLATE_NOOP("Faults", "nothing after the document"),
    QT_TRANSLATE_NOOP("Faults", "at least one hour above 0"),
    QT_TRANSLATE_NOOP("Faults", "the content just written"),
    QT_TRANSLATE_NOOP("Faults", "a folder, pipe or device"),
    QT_TRANSLATE_NOOP("Faults", "a file that can be read"),
    QT_TRANSLATE_NOOP("Faults", "room to write the study"),
    QT_TRANSLATE_NOOP("Faults", "the end of a string (\")"),
    QT_TRANSLATE_NOOP("Faults", "four hexadecimal digits"),
    QT_TRANSLATE_NOOP("Faults", "a digit of the exponent"),
    QT_TRANSLATE_NOOP("Faults", "a model of the catalog"),
    QT_TRANSLATE_NOOP("Faults", "a cache format, or K+V"),
    QT_TRANSLATE_NOOP("Faults", "a day as \"YYYY-MM-DD\""),
    QT_TRANSLATE_NOOP("Faults", "at least one scenario"),
    QT_TRANSLATE_NOOP("Faults", "a model that was read"),
    QT_TRANSLATE_NOOP("Faults", "no object around it"),
    QT_TRANSLATE_NOOP("Faults", "the name of a model"),
    QT_TRANSLATE_NOOP("Faults", "the end of the text"),
    QT_TRANSLATE_NOOP("Faults", "at most 1000 names"),
    QT_TRANSLATE_NOOP("Faults", "a key in quotes"),
    QT_TRANSLATE_NOOP("Faults", "':' after a key"),
    QT_TRANSLATE_NOOP("Faults", "a weight format"),
    QT_TRANSLATE_NOOP("Faults", "24 shares of 0"),
    QT_TRANSLATE_NOOP("Faults", "true or false"),
    QT_TRANSLATE_NOOP("Faults", "an empty file"),
    QT_TRANSLATE_NOOP("Faults", "other content"),
    QT_TRANSLATE_NOOP("Faults", "each key once"),
    QT_TRANSLATE_NOOP("Faults", "a config.json"),
    QT_TRANSLATE_NOOP("Faults", "a JSON value"),
    QT_TRANSLATE_NOOP("Faults", "none of them"),
    QT_TRANSLATE_NOOP("Faults", "no such key"),
    QT_TRANSLATE_NOOP("Faults", "a known key"),
    QT_TRANSLATE_NOOP("Faults", "',' or '}'"),
    QT_TRANSLATE_NOOP("Faults", "',' or ']'"),
    QT_TRANSLATE_NOOP("Faults", "an object"),
    QT_TRANSLATE_NOOP("Faults", "a string"),
    QT_TRANSLATE_NOOP("Faults", "an array"),
    QT_TRANSLATE_NOOP("Faults", "a value"),
    QT_TRANSLATE_NOOP("Faults", "none"),
    QT_TRANSLATE_NOOP("Faults", "version %1 or older; this file needs a newer Cardfit"),
    QT_TRANSLATE_NOOP("Faults", "the name of a model, or an object with one of %1"),
    QT_TRANSLATE_NOOP("Faults", "\"%1\" twice in one object"),
    QT_TRANSLATE_NOOP("Faults", "object with %1 entries"),
    QT_TRANSLATE_NOOP("Faults", "array with %1 entries"),
    QT_TRANSLATE_NOOP("Faults", "a known key (\"%1\"?)"),
    QT_TRANSLATE_NOOP("Faults", "more than %1 levels"),
    QT_TRANSLATE_NOOP("Faults", "one of %1"),
    QT_TRANSLATE_NOOP("Faults", "%1 bytes"),
    QT_TRANSLATE_NOOP("Faults", "byte %1"),
    QT_TRANSLATE_NOOP("Faults", "a whole number %1..%2"),
    QT_TRANSLATE_NOOP("Faults", "a number %1..%2"),
};

QRegularExpression expressionOf(const char* pattern)
{
    QString text = QRegularExpression::escape(QString::fromUtf8(pattern));
    for (const QString& gap : {QStringLiteral("\\%1"), QStringLiteral("\\%2")})
        text.replace(gap, QStringLiteral("(.+)"));
    return QRegularExpression(QRegularExpression::anchoredPattern(text));
}

} // namespace

QString faultWords(const std::string& english)
{
    static const std::vector<QRegularExpression> expressions = [] {
        std::vector<QRegularExpression> list;
        for (const char* pattern : kPatterns)
            list.push_back(expressionOf(pattern));
        return list;
    }();
    const QString text = QString::fromStdString(english);
    for (std::size_t i = 0; i < kPatterns.size(); ++i) {
        const QRegularExpressionMatch match = expressions[i].match(text);
        if (!match.hasMatch())
            continue;
        QString words = QCoreApplication::translate("Faults", kPatterns[i]);
        for (int gap = 1; gap <= match.lastCapturedIndex(); ++gap)
            words.replace(QLatin1Char('%') + QString::number(gap), match.captured(gap));
        return words;
    }
    return text;
}

} // namespace cardfit::ui
