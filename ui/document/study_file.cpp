#include "ui/document/study_file.h"

#include "core/json/reader.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <optional>

namespace cardfit::ui {

namespace {

Error fileError(const QString& path, const char* expected, const QString& found)
{
    return {path.toStdString(), {}, expected, found.toStdString()};
}

std::optional<QByteArray> contentOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll();
}

std::optional<Error> replaceFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return fileError(path, "a file that can be written", file.errorString());
    if (file.write(content) != content.size() || !file.commit())
        return fileError(path, "room to write the study", file.errorString());
    if (contentOf(path) != content)
        return fileError(path, "the content just written", QStringLiteral("other content"));
    return std::nullopt;
}

std::optional<Study> studyOf(const json::Reader& root, const ModelReaders& readers)
{
    if (root.isObject() && !root.has("format")) { // a bare scenario, as the command line reads it
        auto scenario = readScenario(root, readers);
        if (!scenario)
            return std::nullopt;
        Study study;
        study.scenarios = {*std::move(scenario)};
        return study;
    }
    return readStudy(root, readers);
}

bool isFile(const ModelChoice& model) { return !model.customKey.empty() && model.customKey != "config"; }

void nameAbsolutely(Study& study, const QString& path)
{
    const QDir folder = QFileInfo(path).absoluteDir();
    for (Scenario& scenario : study.scenarios) {
        if (isFile(scenario.model))
            scenario.model.customSource =
                QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(scenario.model.customSource))).toStdString();
    }
}

} // namespace

Study asWrittenTo(const QString& path, Study study)
{
    const QDir folder = QFileInfo(path).absoluteDir();
    for (Scenario& scenario : study.scenarios) {
        const QString relative = folder.relativeFilePath(QString::fromStdString(scenario.model.customSource));
        if (isFile(scenario.model) && !relative.startsWith(QLatin1String("..")))
            scenario.model.customSource = relative.toStdString();
    }
    return study;
}

std::vector<Error> readStudyFile(const QString& path, const ModelReaders& readers, Study& study)
{
    const auto content = contentOf(path);
    if (!content)
        return {fileError(path, "a file that can be read", QStringLiteral("none"))};
    json::Problems problems;
    problems.file = path.toStdString();
    const auto document =
        json::Document::parse(std::string_view(content->constData(), static_cast<std::size_t>(content->size())), problems);
    if (!document)
        return problems.list;
    auto read = studyOf(json::Reader(document->root(), problems), readers.beside(path.toStdString()));
    if (problems.empty() && read && !read->scenarios.empty()) {
        study = *std::move(read);
        nameAbsolutely(study, path);
        return {};
    }
    if (problems.empty())
        problems.add("", "a study with at least one scenario", "none");
    return problems.list;
}

std::vector<Error> writeStudyFile(const QString& path, const std::string& content)
{
    const QByteArray bytes = QByteArray::fromStdString(content);
    const auto previous = contentOf(path);
    if (previous && *previous == bytes)
        return {};
    if (previous) {
        if (auto error = replaceFile(path + QStringLiteral(".bak"), *previous))
            return {*error};
    }
    if (auto error = replaceFile(path, bytes))
        return {*error};
    return {};
}

} // namespace cardfit::ui
