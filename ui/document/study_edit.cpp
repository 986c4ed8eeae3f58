#include "ui/document/study_edit.h"

#include <utility>

namespace cardfit::ui {

StudyEdit::StudyEdit(StudyDocument& document, QString field, StudyDocument::Gesture gesture, StudyDocument::State before,
                     StudyDocument::State after)
    : m_document(document), m_field(std::move(field)), m_gesture(gesture), m_before(std::move(before)), m_after(std::move(after))
{
}

void StudyEdit::undo() { m_document.setState(m_before); }
void StudyEdit::redo() { m_document.setState(m_after); }

bool StudyEdit::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const StudyEdit*>(other);
    if (next->m_field != m_field || next->m_gesture != m_gesture)
        return false;
    m_after = next->m_after;
    setObsolete(m_after == m_before); // the hand came back to where it began
    return true;
}

} // namespace cardfit::ui
