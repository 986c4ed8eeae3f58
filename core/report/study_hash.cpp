#include "core/report/report_model.h"

#include <cstdint>

namespace cardfit::report {

namespace {

// Fowler, Noll and Vo's hash 1a, 64 bit: offset basis and prime as published by its authors.
std::uint64_t fnv1a(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

} // namespace

// The program's version is left out: the same study keeps its hash through an update.
std::string studyHash(const Study& study, std::string_view catalogRevision)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr int kLength = 7;
    const std::uint64_t hash = fnv1a(writeStudy(study, "", catalogRevision));
    std::string text;
    for (int i = 0; i < kLength; ++i)
        text += kDigits[(hash >> (60 - 4 * i)) & 0xF];
    return text;
}

} // namespace cardfit::report
