#include "app/cli/session.h"

#include "core/catalog/catalog_loader.h"
#include "core/import/model_readers.h"
#include "core/report/answer_json.h"
#include "core/scenario/study.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace cardfit::cli {

namespace {

std::string linesOf(const std::vector<Error>& errors)
{
    std::string text;
    for (const Error& error : errors)
        text += (text.empty() ? "" : "\n") + error.toString();
    return text;
}

} // namespace

BadInput::BadInput(const std::vector<Error>& errors) : BadInput(linesOf(errors)) {}

const Catalog& Session::catalog()
{
    if (!m_catalog) {
        CatalogLoad load = loadCatalog(folders().data);
        if (!load.catalog)
            throw BadInput(load.problems);
        m_catalog.emplace(std::move(*load.catalog));
    }
    return *m_catalog;
}

const report::Phrasebook& Session::phrases()
{
    if (!m_phrases) {
        std::vector<Error> problems;
        m_phrases = report::Phrasebook::load(folders().resources / "text" / (language + ".json"), language, problems);
        if (!m_phrases)
            throw BadInput(problems);
    }
    return *m_phrases;
}

const ModelReaders& Session::modelReaders()
{
    if (!m_readers)
        m_readers = import::modelReaders();
    return *m_readers;
}

ModelReaders Session::modelReadersFor(const std::string& path) { return modelReaders().beside(path); }

std::string readAll(const std::string& path)
{
    std::ostringstream content;
    if (path == "-") {
        content << std::cin.rdbuf();
        return content.str();
    }
    std::ifstream file(path, std::ios::binary);
    if (!file || !(content << file.rdbuf()))
        throw BadInput(path + ": expected a readable file that is not empty");
    return content.str();
}

Scenario readOneScenario(const std::string& path, Session& session)
{
    json::Problems problems;
    problems.file = nameOfInput(path);
    const auto document = json::Document::parse(readAll(path), problems);
    std::optional<Scenario> scenario;
    if (document) {
        const json::Reader root(document->root(), problems);
        const ModelReaders readers = session.modelReadersFor(path);
        if (!root.has("scenarios"))
            scenario = readScenario(root, readers);
        else if (const std::optional<Study> study = readStudy(root, readers))
            scenario = study->scenarios[study->baseline];
    }
    if (!scenario)
        throw BadInput(problems.list);
    return *scenario;
}

std::string nameOfInput(const std::string& path) { return path == "-" ? "standard input" : path; }

std::vector<Error> errorsOf(const Problems& problems, const std::string& path, Session& session)
{
    std::vector<Error> errors;
    for (const Problem& problem : problems) {
        if (problem.severity == Severity::Error)
            errors.push_back(report::errorOf(problem, session.phrases()));
    }
    for (Error& error : errors)
        error.file = nameOfInput(path);
    return errors;
}

bool print(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); }

} // namespace cardfit::cli
