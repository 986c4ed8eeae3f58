#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/json/reader.h"
#include "core/report/report_model.h"
#include "core/scenario/study.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#ifdef __unix__
#include <unistd.h>
#endif

namespace cardfit::cli {

namespace {

struct Options {
    std::string study, pdf, csv, paper = "a4";
    report::ReportOptions report;
};

Study readStudyFile(const std::string& path, Session& session)
{
    json::Problems problems;
    const auto document = json::Document::load(path, problems);
    std::optional<Study> study;
    if (document)
        study = readStudy(json::Reader(document->root(), problems), session.modelReadersFor(path));
    if (!study)
        throw BadInput(problems.list);
    return std::move(*study);
}

// Beside the old file first, then in its place: a full disk leaves the old one whole.
void writeFile(const std::string& path, const std::string& content)
{
    const std::string draft = path + ".part";
    std::ofstream stream(draft, std::ios::binary | std::ios::trunc);
    stream << content;
    stream.close();
    std::error_code error;
    if (stream)
        std::filesystem::rename(draft, path, error);
    if (!stream || error)
        throw BadInput({Error{path, "", "a file that can be written", error ? error.message() : std::strerror(errno)}});
}

// The PDF is laid out with the window's own charts, by the other program, so that this one starts without a GUI.
[[noreturn]] void runPainter(const Options& options, const Session& session)
{
    std::vector<std::string> words = {"cardfit",
                                      "--report",
                                      options.study,
                                      "--pdf",
                                      options.pdf,
                                      "--paper",
                                      options.paper,
                                      "--lang",
                                      session.language,
                                      "--title",
                                      options.report.title,
                                      "--author",
                                      options.report.author,
                                      "--for",
                                      options.report.preparedFor,
                                      "--date",
                                      options.report.date};
    if (!session.dataFolder.empty())
        words.insert(words.end(), {"--data", session.dataFolder});
#ifdef __unix__
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "cardfit";
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // pages need no display
    execv(program.c_str(), arguments.data());
    throw BadInput({Error{program.string(), "", "the program that paints the PDF", std::strerror(errno)}});
#else
    throw BadInput({Error{"", "", "a system with fork and exec", "none"}});
#endif
}

Exit writeReport(const Options& options, Session& session)
{
    if (options.pdf.empty() && options.csv.empty())
        throw BadInput("Nothing to write: give --pdf FILE, --csv FILE or both");
    const Study study = readStudyFile(options.study, session);
    if (!options.csv.empty())
        writeFile(options.csv, report::writeCsv(report::buildReport(study, session.catalog(), options.report)));
    if (!options.pdf.empty())
        runPainter(options, session);
    return Exit::Answered;
}

} // namespace

void addReport(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("report", "Write the report of a study as PDF, CSV or both");
    command->add_option("STUDY", options->study, "A .cardfit file")->required();
    command->add_option("--pdf", options->pdf, "File to write the pages to");
    command->add_option("--csv", options->csv, "File to write every figure to, one a line");
    command->add_option("--paper", options->paper, "a4 or letter")->check(CLI::IsMember({"a4", "letter"}));
    command->add_option("--title", options->report.title, "Title of the cover; otherwise made of the study's name");
    command->add_option("--author", options->report.author, "Author on the cover");
    command->add_option("--for", options->report.preparedFor, "For whom, on the cover");
    command->add_option("--date", options->report.date, "Day on the cover; otherwise the day the prices are looked at");
    command->callback([options, &session, &run] { run = [options, &session] { return writeReport(*options, session); }; });
}

} // namespace cardfit::cli
