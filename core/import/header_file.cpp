#include "core/import/header_file.h"

#include <algorithm>
#include <filesystem>

namespace cardfit::import {

namespace {

constexpr std::size_t kPiece = 64u << 10;

} // namespace

HeaderFile::HeaderFile(std::string path, std::ifstream stream, std::uint64_t size)
    : m_path(std::move(path)), m_stream(std::move(stream)), m_size(size)
{
}

std::optional<HeaderFile> HeaderFile::open(const std::string& path, json::Problems& problems)
{
    std::error_code fault;
    const std::filesystem::file_status status = std::filesystem::status(path, fault);
    if (!std::filesystem::exists(status)) {
        problems.add("", "a file that can be read", fault ? fault.message() : "none");
        return std::nullopt;
    }
    if (!std::filesystem::is_regular_file(status)) {
        problems.add("", "a file", std::filesystem::is_directory(status) ? "a folder" : "a pipe or device");
        return std::nullopt;
    }
    const std::uintmax_t size = std::filesystem::file_size(path, fault);
    std::ifstream stream(path, std::ios::binary);
    if (fault || !stream) {
        problems.add("", "a file that can be read", fault ? fault.message() : "no permission");
        return std::nullopt;
    }
    return HeaderFile(path, std::move(stream), size);
}

std::string HeaderFile::read(std::uint64_t offset, std::size_t length)
{
    if (offset >= m_size)
        return {};
    std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(length, m_size - offset)), '\0');
    m_stream.clear();
    m_stream.seekg(static_cast<std::streamoff>(offset));
    m_stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, m_stream.gcount())));
    return bytes;
}

ByteReader::ByteReader(HeaderFile& file, std::uint64_t limit, json::Problems& problems)
    : m_file(file), m_problems(problems), m_end(std::min(file.size(), limit))
{
}

bool ByteReader::fill(std::size_t bytes)
{
    if (!m_ok)
        return false;
    if (left() < bytes) {
        fail(std::to_string(bytes) + " more bytes of the header", m_end < m_file.size()
                                                                      ? "a header of more than " + std::to_string(m_end) + " bytes"
                                                                      : "the end of the file after " + std::to_string(left()));
        return false;
    }
    if (m_buffer.size() - m_at >= bytes)
        return true;
    m_buffer = m_file.read(m_position, kPiece);
    m_at = 0;
    if (m_buffer.size() >= bytes)
        return true;
    fail("a file that stays readable", "nothing at this place");
    return false;
}

std::uint64_t ByteReader::little(std::size_t bytes)
{
    if (!fill(bytes))
        return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_buffer[m_at + i])) << (8 * i);
    m_at += bytes;
    m_position += bytes;
    return value;
}

std::uint64_t ByteReader::stringLength(std::string_view what)
{
    const std::uint64_t begin = m_position;
    const std::uint64_t length = u64();
    if (m_ok && length > left()) {
        failAt(begin, std::string(what) + " of at most " + std::to_string(left()) + " bytes", std::to_string(length));
        return 0;
    }
    return length;
}

std::string ByteReader::string(std::size_t longest, std::string_view what)
{
    const std::uint64_t begin = m_position;
    const std::uint64_t length = stringLength(what);
    if (length > longest) {
        failAt(begin, std::string(what) + " of at most " + std::to_string(longest) + " bytes", std::to_string(length));
        return {};
    }
    std::string text;
    while (m_ok && text.size() < length) {
        if (!fill(1))
            return {};
        const std::size_t piece = std::min<std::size_t>(m_buffer.size() - m_at, static_cast<std::size_t>(length) - text.size());
        text.append(m_buffer, m_at, piece);
        m_at += piece;
        m_position += piece;
    }
    return text;
}

void ByteReader::skipString(std::string_view what) { skip(stringLength(what), what); }

void ByteReader::skip(std::uint64_t length, std::string_view what)
{
    if (!m_ok)
        return;
    if (length > left()) {
        fail(std::string(what) + " of at most " + std::to_string(left()) + " bytes", std::to_string(length));
        return;
    }
    m_position += length;
    if (length <= m_buffer.size() - m_at) {
        m_at += static_cast<std::size_t>(length);
    } else {
        m_buffer.clear();
        m_at = 0;
    }
}

void ByteReader::fail(std::string expected, std::string found) { failAt(m_position, std::move(expected), std::move(found)); }

void ByteReader::failAt(std::uint64_t position, std::string expected, std::string found)
{
    if (m_ok)
        m_problems.add("byte " + std::to_string(position), std::move(expected), std::move(found));
    m_ok = false;
}

} // namespace cardfit::import
