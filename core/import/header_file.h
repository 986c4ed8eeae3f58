#pragma once

#include "core/json/reader.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace cardfit::import {

// A large file of which only a header is read: what is asked for, in small pieces, never the weights behind it.
class HeaderFile {
public:
    // A regular file; nullopt after adding the reason to `problems` (absent, a folder, a pipe that would never end).
    static std::optional<HeaderFile> open(const std::string& path, json::Problems& problems);

    std::uint64_t size() const { return m_size; }
    const std::string& path() const { return m_path; }
    // The bytes from `offset` on, fewer where the file ends.
    std::string read(std::uint64_t offset, std::size_t length);

private:
    HeaderFile(std::string path, std::ifstream stream, std::uint64_t size);
    std::string m_path;
    std::ifstream m_stream;
    std::uint64_t m_size = 0;
};

// Reads little-endian values one after the other. The first fault is reported with its place ("byte 24") and ends the
// reading: everything after it gives 0 or nothing, so callers check ok() where it matters and not after every value.
class ByteReader {
public:
    // `limit`: headers that go on beyond so many bytes are refused.
    ByteReader(HeaderFile& file, std::uint64_t limit, json::Problems& problems);

    bool ok() const { return m_ok; }
    std::uint64_t position() const { return m_position; }
    std::uint64_t left() const { return m_end - m_position; } // to the end of the file or the limit
    std::uint8_t u8() { return static_cast<std::uint8_t>(little(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(little(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(little(4)); }
    std::uint64_t u64() { return little(8); }
    // A string of 8 bytes of length and its text; longer than `longest` is a fault.
    std::string string(std::size_t longest, std::string_view what);
    void skipString(std::string_view what);
    void skip(std::uint64_t length, std::string_view what);
    // Reports at `position`, or where reading stands.
    void fail(std::string expected, std::string found);
    void failAt(std::uint64_t position, std::string expected, std::string found);

private:
    std::uint64_t little(std::size_t bytes);
    std::uint64_t stringLength(std::string_view what);
    bool fill(std::size_t bytes);

    HeaderFile& m_file;
    json::Problems& m_problems;
    std::string m_buffer;
    std::size_t m_at = 0; // in the buffer
    std::uint64_t m_position = 0, m_end = 0;
    bool m_ok = true;
};

} // namespace cardfit::import
