#pragma once

#include "core/base/text.h"
#include "core/report/explain_rows.h"
#include "core/report/phrasebook.h"

#include <QLocale>
#include <QObject>
#include <QString>
#include <QTranslator>

#include <optional>
#include <vector>

namespace cardfit::ui {

// The one way from the core's texts to what the user reads: sentences out of resources/text/<language>.json, numbers in
// the style of the user's locale. Widget captions go through tr(), whose translator is switched here too.
class Translator : public QObject {
    Q_OBJECT
public:
    // `textFolder` holds en.json, zh.json ... (resources/text, as the program found it).
    Translator(QString textFolder, const QLocale& numbers, QObject* parent = nullptr);
    ~Translator() override;

    // False when the language's file cannot be read (see problems()); the language then stays as it was.
    bool setLanguage(const QString& language);
    const QString& language() const { return m_language; }
    static QStringList languages() { return {QStringLiteral("en"), QStringLiteral("zh")}; }
    static QString languageName(const QString& language); // "English", "简体中文"
    const std::vector<Error>& problems() const { return m_problems; }

    QString plain(const Text& text) const;
    QString marked(const Text& text) const; // with **bold** marks
    bool has(std::string_view code) const;
    std::vector<report::ExplainRow> explained(const explain::Term& term) const;

    const report::NumberStyle& style() const { return m_style; }
    // Reads a number as this style writes it; a plain decimal point is understood too. nullopt: not a number.
    std::optional<double> number(const QString& typed) const;
    QString currencyName(Currency currency) const; // "$", 美元

signals:
    void changed();

private:
    QString m_textFolder;
    QString m_language;
    report::NumberStyle m_style;
    std::optional<report::Phrasebook> m_phrases;
    std::vector<Error> m_problems;
    QTranslator m_captions;
    bool m_installed = false;
};

} // namespace cardfit::ui
