#pragma once

#include "ui/document/study_document.h"

#include <QUndoCommand>

namespace cardfit::ui {

// One undo step: the study before and after. Copies of values, so there is no command class per kind of edit.
class StudyEdit : public QUndoCommand {
public:
    StudyEdit(StudyDocument& document, QString field, StudyDocument::Gesture gesture, StudyDocument::State before,
              StudyDocument::State after);

    void undo() override;
    void redo() override;
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    StudyDocument& m_document;
    QString m_field;
    StudyDocument::Gesture m_gesture;
    StudyDocument::State m_before, m_after;
};

} // namespace cardfit::ui
