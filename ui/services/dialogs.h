#pragma once

#include <QString>

#include <optional>

namespace cardfit::ui {

// Questions that need an answer before anything can go on, and file choosers. Problems are never reported this way.
class Dialogs {
public:
    enum class Unsaved { Save, Discard, Cancel };

    virtual ~Dialogs() = default;
    virtual Unsaved askUnsaved(const QString& studyName) = 0;
    virtual std::optional<QString> openFile(const QString& title, const QString& folder, const QString& filter) = 0;
    virtual std::optional<QString> saveFile(const QString& title, const QString& suggestion, const QString& filter) = 0;
};

} // namespace cardfit::ui
