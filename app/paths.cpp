#include "app/paths.h"

#include <cstdlib>

namespace cardfit {

namespace {

std::filesystem::path programFolder()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path();
}

std::filesystem::path find(const char* variable, const char* name, const char* buildTree)
{
    if (const char* chosen = std::getenv(variable); chosen && *chosen)
        return chosen;
    std::error_code error;
    const std::filesystem::path installed = programFolder().parent_path() / "share" / "cardfit" / name;
    return std::filesystem::is_directory(installed, error) ? installed : std::filesystem::path(buildTree);
}

} // namespace

Folders findFolders(const std::filesystem::path& given)
{
    Folders folders;
    folders.data = given.empty() ? find("CARDFIT_DATA", "data", CARDFIT_DATA_DIR) : given;
    folders.resources = find("CARDFIT_RESOURCES", "resources", CARDFIT_RESOURCE_DIR);
    return folders;
}

} // namespace cardfit
