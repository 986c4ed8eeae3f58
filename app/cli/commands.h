#pragma once

#include "app/cli/session.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cardfit::cli {

// What a command does once its options are read. Set by the command that was named.
using Run = std::function<Exit()>;

// Each adds its command with its options, and sets `run` when it is the one that was called. One file a command.
void addEstimate(CLI::App& program, Session& session, Run& run);
void addMatrix(CLI::App& program, Session& session, Run& run);
void addSearch(CLI::App& program, Session& session, Run& run);
void addCheck(CLI::App& program, Session& session, Run& run);
void addCatalog(CLI::App& program, Session& session, Run& run);
void addEvidence(CLI::App& program, Session& session, Run& run);
void addImport(CLI::App& program, Session& session, Run& run);
void addReport(CLI::App& program, Session& session, Run& run);
void addSimulate(CLI::App& program, Session& session, Run& run);
void addExplain(CLI::App& program, Session& session, Run& run);

} // namespace cardfit::cli
