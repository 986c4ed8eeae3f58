#include "ui/document/study_document.h"

#include "core/json/reader.h"
#include "core/json/writer.h"
#include "ui/document/study_edit.h"
#include "ui/document/study_file.h"

#include <QFileInfo>

#include <utility>

namespace cardfit::ui {

namespace {

constexpr int kUndoLimit = 1000;

} // namespace

StudyDocument::StudyDocument(ModelReaders readers, Writing writing, QObject* parent)
    : QObject(parent), m_readers(std::move(readers)), m_writing(std::move(writing))
{
    m_undo.setUndoLimit(kUndoLimit);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &StudyDocument::fileChanged);
}

void StudyDocument::push(const QString& field, State after, Gesture gesture, const QString& caption)
{
    if (after == m_state)
        return;
    auto* step = new StudyEdit(*this, field, gesture, m_state, std::move(after));
    step->setText(caption);
    m_undo.push(step); // runs redo(), which announces the change
}

void StudyDocument::setState(const State& state)
{
    if (state == m_state)
        return;
    m_state = state;
    emit changed();
}

void StudyDocument::edit(const QString& field, Scenario after, Gesture gesture, const QString& caption)
{
    if (after == scenario())
        return;
    State state = m_state;
    state.study.scenarios[state.current] = std::move(after);
    push(field, std::move(state), gesture, caption);
}

void StudyDocument::selectScenario(std::size_t index)
{
    if (index >= m_state.study.scenarios.size() || index == m_state.current)
        return;
    m_state.current = index;
    emit changed();
}

void StudyDocument::addScenario() { duplicateScenario(m_state.current); }

void StudyDocument::duplicateScenario(std::size_t index)
{
    if (index >= m_state.study.scenarios.size())
        return;
    Scenario copy = m_state.study.scenarios[index];
    copy.name = tr("What if").toStdString();
    addScenario(std::move(copy));
}

void StudyDocument::addScenario(Scenario scenario)
{
    if (m_state.study.scenarios.size() >= kMostScenarios)
        return;
    State state = m_state;
    state.study.scenarios.push_back(std::move(scenario));
    state.current = state.study.scenarios.size() - 1;
    push(QStringLiteral("scenarios"), std::move(state), newGesture(), tr("Add scenario"));
}

void StudyDocument::removeScenario(std::size_t index)
{
    if (m_state.study.scenarios.size() < 2 || index >= m_state.study.scenarios.size())
        return;
    State state = m_state;
    state.study.scenarios.erase(state.study.scenarios.begin() + static_cast<std::ptrdiff_t>(index));
    const auto shifted = [index](std::size_t position) {
        return position > index || (position == index && position > 0) ? position - 1 : position;
    };
    state.current = shifted(state.current);
    state.study.baseline = shifted(state.study.baseline);
    push(QStringLiteral("scenarios"), std::move(state), newGesture(), tr("Remove scenario"));
}

void StudyDocument::renameScenario(std::size_t index, const QString& name)
{
    if (index >= m_state.study.scenarios.size())
        return;
    State state = m_state;
    state.study.scenarios[index].name = name.trimmed().toStdString();
    push(QStringLiteral("name"), std::move(state), newGesture(), tr("Rename scenario"));
}

void StudyDocument::moveScenario(std::size_t from, std::size_t to)
{
    const std::size_t count = m_state.study.scenarios.size();
    if (from >= count || to >= count || from == to)
        return;
    State state = m_state;
    auto& scenarios = state.study.scenarios;
    Scenario moved = std::move(scenarios[from]);
    scenarios.erase(scenarios.begin() + static_cast<std::ptrdiff_t>(from));
    scenarios.insert(scenarios.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    const auto followed = [from, to](std::size_t position) {
        if (position == from)
            return to;
        if (from < to)
            return position > from && position <= to ? position - 1 : position;
        return position >= to && position < from ? position + 1 : position;
    };
    state.current = followed(state.current);
    state.study.baseline = followed(state.study.baseline);
    push(QStringLiteral("scenarios"), std::move(state), newGesture(), tr("Move scenario"));
}

QString StudyDocument::displayName() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).completeBaseName();
    const QString first = QString::fromStdString(m_state.study.scenarios.front().name);
    return first.isEmpty() ? tr("Untitled study") : first;
}

void StudyDocument::replace(Study study, const QString& path)
{
    m_state = {std::move(study), 0};
    m_path = path;
    m_recovered = false;
    m_undo.clear();
    emit changed();
    emit fileChanged();
}

std::vector<Error> StudyDocument::open(const QString& path)
{
    Study study;
    std::vector<Error> problems = readStudyFile(path, m_readers, study);
    if (problems.empty())
        replace(std::move(study), path);
    return problems;
}

std::vector<Error> StudyDocument::openAsNew(const QString& path)
{
    Study study;
    std::vector<Error> problems = readStudyFile(path, m_readers, study);
    if (problems.empty())
        replace(std::move(study), {});
    return problems;
}

bool StudyDocument::isModelFile(const QString& path) const { return m_readers.keyOf && !m_readers.keyOf(path.toStdString()).empty(); }

std::vector<Error> StudyDocument::openModel(const QString& path)
{
    ModelChoice choice;
    choice.name.clear();
    choice.customSource = QFileInfo(path).absoluteFilePath().toStdString();
    choice.customKey = m_readers.keyOf(choice.customSource);
    json::Writer quoted;
    quoted.value(choice.customSource);
    json::Problems problems;
    if (const auto document = json::Document::parse(quoted.text(), problems))
        choice.custom = m_readers.file(json::Reader(document->root(), problems), choice.customKey, {});
    if (!choice.custom)
        return problems.list;
    const auto take = [&choice](Scenario& changed) {
        changed.model = choice;
        changed.weights.clear(); // as the file holds them
        changed.weightsGroupSize.reset();
    };
    change(QStringLiteral("model"), newGesture(), take, tr("Open model"));
    return {};
}

std::vector<Error> StudyDocument::save() { return saveAs(m_path); }

std::vector<Error> StudyDocument::saveAs(const QString& path)
{
    std::vector<Error> problems =
        writeStudyFile(path, writeStudy(asWrittenTo(path, m_state.study), m_writing.appVersion, m_writing.catalogRevision));
    if (!problems.empty())
        return problems;
    m_path = path;
    m_recovered = false;
    m_undo.setClean();
    emit fileChanged();
    return {};
}

} // namespace cardfit::ui
