#include "app/cli/answerer.h"
#include "app/cli/commands.h"
#include "app/cli/fail_if.h"
#include "app/cli/records.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace cardfit::cli {

namespace {

struct Options {
    std::string path = "-";
    std::vector<std::string> failIf;
};

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

Exit estimate(const Options& options, Session& session)
{
    const FailIf failIf(options.failIf);
    const File file = open(options.path);
    // Whoever asks line by line waits for the answer before the next line comes.
    Records records(file.get(), [] { std::fflush(stdout); });
    Answerer answerer(session, options.path);
    json::Writer writer;
    Exit end = Exit::Answered;
    std::string text;
    std::size_t line = 0, count = 0;
    while (records.next(text, line)) {
        writer.clear();
        end = worse(end, answerer.answer(text, line, writer));
        if (!failIf.empty() && failIf.isMetBy(writer.text()))
            end = worse(end, Exit::Negative);
        ++count;
        if (!print(writer.text()) || !print("\n"))
            return Exit::BadInput; // the reader went away
    }
    if (count == 0)
        throw BadInput(nameOfInput(options.path) + ": expected a scenario, found nothing");
    return end;
}

} // namespace

void addEstimate(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("estimate", "Memory, speed and cost of scenarios: one JSON line each");
    command->add_option("FILE", options->path, "A scenario, or JSON Lines of scenarios; - is the standard input")->capture_default_str();
    command->add_option("--fail-if", options->failIf, "Exit with 1 when an answer meets this, e.g. /fit/headroom<0.1 (may be repeated)");
    command->footer("Exit code: 0 answered, 1 answered and something does not fit, 2 bad input (the other lines are answered).");
    command->callback([options, &session, &run] { run = [options, &session] { return estimate(*options, session); }; });
}

} // namespace cardfit::cli
