#include "ui/windows/problem_items.h"

#include "ui/text/fault_words.h"

#include <QCoreApplication>

namespace cardfit::ui {

namespace {

// "/training/lora/rank" is the input "training.lora.rank"; other places have none.
QString fieldOf(const std::string& where)
{
    if (!where.starts_with('/'))
        return {};
    return QString::fromStdString(where.substr(1)).replace(QLatin1Char('/'), QLatin1Char('.'));
}

// What core found is English inside the sentence.
Text inWindowLanguage(Text text)
{
    for (TextArgument& argument : text.arguments) {
        auto* words = std::get_if<std::string>(&argument.value);
        if (words && (argument.name == "expected" || argument.name == "found"))
            *words = faultWords(*words).toStdString();
    }
    return text;
}

} // namespace

std::vector<ProblemItem> itemsOf(const Problems& problems, const Translator& translator)
{
    std::vector<ProblemItem> items;
    for (const Problem& problem : problems)
        items.push_back({problem.severity, translator.plain(inWindowLanguage(problem.text)), QString::fromStdString(problem.where),
                         translator.plain(problem.wayOut), fieldOf(problem.where)});
    return items;
}

std::vector<ProblemItem> itemsOf(const std::vector<Error>& errors, const QString& head)
{
    std::vector<ProblemItem> items;
    for (const Error& error : errors) {
        ProblemItem item;
        item.severity = Severity::Error;
        item.what = items.empty() ? head : QString();
        const QString file = QString::fromStdString(error.file).section(QLatin1Char('/'), -1);
        item.where = (file + QStringLiteral("  ") + QString::fromStdString(error.where)).trimmed();
        item.wayOut = QCoreApplication::translate("ProblemItems", "Expected %1, found %2")
                          .arg(faultWords(error.expected), faultWords(error.found));
        items.push_back(std::move(item));
    }
    return items;
}

} // namespace cardfit::ui
