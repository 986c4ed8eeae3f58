#pragma once

#include <filesystem>
#include <optional>

namespace cardfit {

// Where a program finds what ships with it.
struct Folders {
    std::filesystem::path data;      // cards, models, engines, prices
    std::filesystem::path resources; // texts, pictures
};

// `data` and `resources` are, in this order: what the user gave (--data), the environment (CARDFIT_DATA,
// CARDFIT_RESOURCES), ../share/cardfit/... beside an installed program, and the source folders of a build tree.
// `given` may be empty. Whether the folders can be read is for the loaders to say.
Folders findFolders(const std::filesystem::path& given);

} // namespace cardfit
