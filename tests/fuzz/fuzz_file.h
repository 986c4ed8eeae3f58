#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace cardfit::fuzz {

// A file of the given bytes that never reaches a disk, with a path for readers that open one.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size) : m_handle(memfd_create("fuzz", 0))
    {
        if (m_handle < 0 || write(m_handle, data, size) != static_cast<ssize_t>(size))
            std::abort();
    }
    ~MemoryFile() { close(m_handle); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(m_handle); }

private:
    int m_handle;
};

} // namespace cardfit::fuzz
