#pragma once

#include "app/paths.h"
#include "core/base/problem.h"
#include "core/catalog/catalog.h"
#include "core/report/phrasebook.h"
#include "core/scenario/scenario_json.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cardfit::cli {

// How a command ended, as scripts see it.
enum class Exit { Answered = 0, Negative = 1, BadInput = 2 };
constexpr int codeOf(Exit end) { return static_cast<int>(end); }
// The more serious of two.
constexpr Exit worse(Exit a, Exit b) { return a > b ? a : b; }

// Ends a command with exit code 2 and its messages on stderr.
class BadInput : public std::runtime_error {
public:
    explicit BadInput(const std::string& message) : std::runtime_error(message) {}
    explicit BadInput(const std::vector<Error>& errors);
};

// What every command shares: the options before it, and what is loaded when it is first needed.
class Session {
public:
    std::string dataFolder, language = "en"; // --data, --lang

    const Catalog& catalog();
    const report::Phrasebook& phrases();
    const ModelReaders& modelReaders();
    // For what stands in this file: relative paths begin in its folder ("-": in the working directory).
    ModelReaders modelReadersFor(const std::string& path);
    Folders folders() const { return findFolders(dataFolder); }

private:
    std::optional<Catalog> m_catalog;
    std::optional<report::Phrasebook> m_phrases;
    std::optional<ModelReaders> m_readers;
};

// The whole of a file, or of the standard input for "-".
std::string readAll(const std::string& path);
// One scenario out of a file or the standard input; of a study, its baseline. For commands that plan one.
Scenario readOneScenario(const std::string& path, Session& session);
// How messages name an input: its path, or the standard input.
std::string nameOfInput(const std::string& path);
// The errors among problems of the input `path`, in the language of the session.
std::vector<Error> errorsOf(const Problems& problems, const std::string& path, Session& session);
// Writes to the standard output; false when nobody reads it any more.
bool print(std::string_view text);

} // namespace cardfit::cli
