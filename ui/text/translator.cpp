#include "ui/text/translator.h"

#include <QCoreApplication>

#include <utility>

namespace cardfit::ui {

namespace {

report::NumberStyle styleOf(const QLocale& locale) { return {locale.decimalPoint().toStdString(), locale.groupSeparator().toStdString()}; }

QString captionFile(const QString& language)
{
    const QString name = language == QLatin1String("zh") ? QStringLiteral("zh_CN") : language;
    return QStringLiteral(":/translations/cardfit_%1.qm").arg(name);
}

} // namespace

Translator::Translator(QString textFolder, const QLocale& numbers, QObject* parent)
    : QObject(parent), m_textFolder(std::move(textFolder)), m_style(styleOf(numbers))
{
    setLanguage(QStringLiteral("en"));
}

Translator::~Translator()
{
    if (m_installed)
        QCoreApplication::removeTranslator(&m_captions);
}

bool Translator::setLanguage(const QString& language)
{
    if (language == m_language)
        return true;
    m_problems.clear();
    const QString file = m_textFolder + QLatin1Char('/') + language + QStringLiteral(".json");
    auto phrases = report::Phrasebook::load(file.toStdString(), language.toStdString(), m_problems);
    if (!phrases)
        return false;
    m_phrases = std::move(phrases);
    m_language = language;
    if (m_installed)
        QCoreApplication::removeTranslator(&m_captions);
    m_installed = m_captions.load(captionFile(language)) && QCoreApplication::installTranslator(&m_captions);
    emit changed();
    return true;
}

QString Translator::languageName(const QString& language)
{
    return language == QLatin1String("zh") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

QString Translator::plain(const Text& text) const
{
    if (text.empty())
        return {};
    return QString::fromStdString(m_phrases ? m_phrases->renderPlain(text, m_style) : "[" + text.code + "]");
}

QString Translator::marked(const Text& text) const
{
    if (text.empty())
        return {};
    return QString::fromStdString(m_phrases ? m_phrases->render(text, m_style) : "[" + text.code + "]");
}

std::vector<report::ExplainRow> Translator::explained(const explain::Term& term) const
{
    return m_phrases ? report::explainRows(term, *m_phrases, m_style) : std::vector<report::ExplainRow>();
}

bool Translator::has(std::string_view code) const { return m_phrases && m_phrases->has(code); }

std::optional<double> Translator::number(const QString& typed) const
{
    const QString decimal = QString::fromStdString(m_style.decimalPoint);
    const QString group = QString::fromStdString(m_style.groupSeparator);
    QString text = typed.trimmed();
    text.replace(QChar(0x2212), QLatin1Char('-'));
    text.remove(QLatin1Char(' ')).remove(QChar(0xA0)).remove(QChar(0x202F));
    if (!group.isEmpty())
        text.remove(group);
    text.replace(decimal, QLatin1String("."));
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    return ok ? std::optional(value) : std::nullopt;
}

QString Translator::currencyName(Currency currency) const
{
    return QString::fromStdString(m_phrases ? m_phrases->currencyName(currency) : std::string(currency.code()));
}

} // namespace cardfit::ui
