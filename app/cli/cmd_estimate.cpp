#include "app/cli/answerer.h"
#include "app/cli/commands.h"
#include "app/cli/records.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cardfit::cli {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const
    {
        if (file != stdin)
            std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open(const std::string& path)
{
    File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file)
        throw BadInput(path + ": expected a file that can be read");
    return file;
}

Exit estimate(const std::string& path, Session& session)
{
    const File file = open(path);
    Records records(file.get());
    Answerer answerer(session);
    json::Writer writer;
    Exit end = Exit::Answered;
    std::string text;
    std::size_t line = 0, count = 0;
    while (records.next(text, line)) {
        writer.clear();
        end = worse(end, answerer.answer(text, line, writer));
        ++count;
        if (!print(writer.text()) || !print("\n"))
            return Exit::BadInput; // the reader went away
    }
    if (count == 0)
        throw BadInput(nameOfInput(path) + ": expected a scenario, found nothing");
    return end;
}

} // namespace

void addEstimate(CLI::App& program, Session& session, Run& run)
{
    auto path = std::make_shared<std::string>("-");
    CLI::App* command = program.add_subcommand("estimate", "Memory, speed and cost of scenarios: one JSON line each");
    command->add_option("FILE", *path, "A scenario, or JSON Lines of scenarios; - is the standard input")->capture_default_str();
    command->footer("Exit code: 0 answered, 1 answered and something does not fit, 2 bad input (the other lines are answered).");
    command->callback([path, &session, &run] { run = [path, &session] { return estimate(*path, session); }; });
}

} // namespace cardfit::cli
