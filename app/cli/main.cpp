#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace {

using namespace cardfit::cli;

int runProgram(int argc, char** argv)
{
    CLI::App program("Cardfit: which card, how many, rent or own", "cardfit-cli");
    program.set_version_flag("--version", std::string("cardfit-cli ") + CARDFIT_VERSION);
    program.require_subcommand(1);
    program.fallthrough();
    constexpr std::size_t kOutputBuffer = 1 << 16;
    std::setvbuf(stdout, nullptr, _IOFBF, kOutputBuffer);
    Session session;
    program.add_option("--data", session.dataFolder, "Folder of the catalog instead of the one that ships with the program");
    program.add_option("--lang", session.language, "Language of sentences: en or zh")->check(CLI::IsMember({"en", "zh"}));
    Run run;
    for (const auto add :
         {addEstimate, addMatrix, addSearch, addCheck, addCatalog, addImport, addEvidence, addExplain, addReport, addSimulate})
        add(program, session, run);
    try {
        program.parse(argc, argv);
        return codeOf(run());
    } catch (const CLI::Success& done) { // --help, --version
        return program.exit(done);
    } catch (const CLI::ParseError& error) {
        program.exit(error);
        return codeOf(Exit::BadInput);
    } catch (const BadInput& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return codeOf(Exit::BadInput);
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return runProgram(argc, argv);
    } catch (const std::exception& error) { // a fault of the program: say what is known, promise nothing
        std::fprintf(stderr, "cardfit-cli: %s\n", error.what());
        return codeOf(Exit::BadInput);
    }
}
