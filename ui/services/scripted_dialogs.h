#pragma once

#include "ui/services/dialogs.h"

#include <QStringList>

namespace cardfit::ui {

// For tests: answers what it was told to, and remembers what it was asked.
class ScriptedDialogs : public Dialogs {
public:
    Unsaved nextAnswer = Unsaved::Cancel;
    std::optional<QString> nextFile;
    QStringList asked;

    Unsaved askUnsaved(const QString& studyName) override
    {
        asked.append(studyName);
        return nextAnswer;
    }
    std::optional<QString> openFile(const QString& title, const QString&, const QString&) override
    {
        asked.append(title);
        return nextFile;
    }
    std::optional<QString> saveFile(const QString& title, const QString&, const QString&) override
    {
        asked.append(title);
        return nextFile;
    }
};

} // namespace cardfit::ui
