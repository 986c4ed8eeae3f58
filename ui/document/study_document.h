#pragma once

#include "core/base/error.h"
#include "core/scenario/study.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <concepts>
#include <string>
#include <vector>

namespace cardfit::ui {

// The study being edited: the one place where inputs live. Every edit is an undo step (edits of one field within one
// gesture are one step), every change is announced once by changed(), and views are set from it, never the other way.
class StudyDocument : public QObject {
    Q_OBJECT
public:
    struct Writing { // what a saved file says of its writer
        std::string appVersion, catalogRevision;
    };
    StudyDocument(ModelReaders readers, Writing writing, QObject* parent = nullptr);

    const Study& study() const { return m_state.study; }
    std::size_t currentIndex() const { return m_state.current; }
    const Scenario& scenario() const { return m_state.study.scenarios[m_state.current]; }
    QUndoStack& undoStack() { return m_undo; }
    const QUndoStack& undoStack() const { return m_undo; }

    // A gesture is one movement of the hand: a drag, a key press, one visit to a text field. Ask for a new one when it
    // begins and pass it with every edit that belongs to it.
    using Gesture = int;
    Gesture newGesture() { return ++m_lastGesture; }

    // Makes `after` the current scenario. Does nothing when it is equal to what is there. Merges with the last step if
    // that was of the same field and gesture; a step that is merged back to where it began disappears.
    void edit(const QString& field, Scenario after, Gesture gesture, const QString& caption = {});
    template <std::invocable<Scenario&> Change>
    void change(const QString& field, Gesture gesture, Change apply, const QString& caption = {})
    {
        Scenario after = scenario();
        apply(after);
        edit(field, std::move(after), gesture, caption);
    }

    void selectScenario(std::size_t index); // not an undo step
    void addScenario();                     // a copy of the current one, after the last, selected
    void addScenario(Scenario scenario);    // the same with another one
    void duplicateScenario(std::size_t index);
    void removeScenario(std::size_t index); // the last one stays
    void renameScenario(std::size_t index, const QString& name);
    void moveScenario(std::size_t from, std::size_t to);
    static constexpr std::size_t kMostScenarios = 26; // letters A to Z

    const QString& path() const { return m_path; } // empty: never saved
    QString displayName() const;                   // file name without folder, or the first scenario's name
    bool isDirty() const { return !m_undo.isClean() || m_recovered; }

    // All problems of the file; empty: it was opened. On any problem the document stays as it was.
    std::vector<Error> open(const QString& path);
    // Opens a copy of `path` that has no path of its own: the sample study.
    std::vector<Error> openAsNew(const QString& path);
    // Whether a file describes a model, told by its content: config.json, safetensors, its index, GGUF.
    bool isModelFile(const QString& path) const;
    // Makes such a file the model of the current scenario, in the format that it holds: one undo step. All problems of the
    // file; on any the scenario stays as it was.
    std::vector<Error> openModel(const QString& path);
    // Replaces the file in one step, checked by reading it back; the previous content is kept beside it as .bak.
    std::vector<Error> save();
    std::vector<Error> saveAs(const QString& path);

signals:
    void changed();     // the study, or which scenario is current
    void fileChanged(); // path or dirty state

private:
    friend class StudyEdit;
    struct State {
        Study study;
        std::size_t current = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    void push(const QString& field, State after, Gesture gesture, const QString& caption);
    void setState(const State& state);
    void replace(Study study, const QString& path);

    ModelReaders m_readers;
    Writing m_writing;
    State m_state;
    QUndoStack m_undo;
    QString m_path;
    Gesture m_lastGesture = 0;
    bool m_recovered = false;
};

} // namespace cardfit::ui
