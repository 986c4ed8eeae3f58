#include "core/import/gguf.h"

#include "core/import/ggml_types.h"

#include <algorithm>
#include <bit>

namespace cardfit::import {

namespace {

constexpr std::uint64_t kMostHeader = 256u << 20;
constexpr std::uint64_t kMostEntries = 100'000, kMostTensors = 1'000'000;
constexpr std::size_t kMostKey = 65'535, kMostText = 1u << 20, kMostName = 1024, kMostKept = 10'000;
constexpr std::uint32_t kMostDimensions = 8;
constexpr int kMostNesting = 4;

// Value types of metadata, by their number in the file.
enum ValueType : std::uint32_t { kU8, kI8, kU16, kI16, kU32, kI32, kF32, kBool, kString, kList, kU64, kI64, kF64, kValueTypes };
constexpr std::uint64_t kWidths[kValueTypes] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

class Reading {
public:
    Reading(HeaderFile& file, json::Problems& problems) : m_bytes(file, kMostHeader, problems), m_fileSize(file.size()) {}

    std::optional<Gguf> read()
    {
        readHead();
        readMetadata();
        readTensors();
        checkPlaces();
        return m_bytes.ok() ? std::optional(std::move(m_gguf)) : std::nullopt;
    }

private:
    void readHead()
    {
        const std::uint32_t magic = m_bytes.u32();
        constexpr std::uint32_t kMagic = 0x46554747; // "GGUF"
        if (m_bytes.ok() && magic != kMagic) {
            constexpr std::uint32_t kOlder[] = {0x67676d6c, 0x67676d66, 0x67676a74}; // "ggml", "ggmf", "ggjt"
            const bool older = std::ranges::find(kOlder, magic) != std::end(kOlder);
            m_bytes.failAt(0, "a GGUF file", older ? "a GGML file of before August 2023, which GGUF replaced" : "another first four bytes");
        }
        const std::uint32_t version = m_bytes.u32();
        if (!m_bytes.ok())
            return;
        if (version == 1)
            m_bytes.failAt(4, "GGUF version 2 or 3", "version 1, of August 2023");
        else if (version != 0 && (version & 0xFFFF) == 0)
            m_bytes.failAt(4, "a little-endian GGUF file", "a big-endian one");
        else if (version != 2 && version != 3)
            m_bytes.failAt(4, "GGUF version 2 or 3", "version " + std::to_string(version));
        m_tensorCount = readCount(kMostTensors, "tensors");
        m_entryCount = readCount(kMostEntries, "metadata entries");
    }

    std::uint64_t readCount(std::uint64_t most, std::string_view what)
    {
        const std::uint64_t place = m_bytes.position();
        const std::uint64_t count = m_bytes.u64();
        if (m_bytes.ok() && count > most) {
            m_bytes.failAt(place, "at most " + std::to_string(most) + ' ' + std::string(what), std::to_string(count));
            return 0;
        }
        return count;
    }

    void readMetadata()
    {
        for (std::uint64_t i = 0; i < m_entryCount && m_bytes.ok(); ++i) {
            const std::uint64_t place = m_bytes.position();
            std::string key = m_bytes.string(kMostKey, "a key");
            const std::uint32_t type = m_bytes.u32();
            GgufValue value = readValue(type, 0);
            if (!m_bytes.ok())
                return;
            if (m_gguf.metadata.contains(key))
                m_bytes.failAt(place, "each key once", key + " twice");
            m_gguf.metadata.emplace(std::move(key), std::move(value));
        }
    }

    double readNumber(std::uint32_t type)
    {
        switch (type) {
        case kU8:
        case kBool: return m_bytes.u8();
        case kI8: return static_cast<std::int8_t>(m_bytes.u8());
        case kU16: return m_bytes.u16();
        case kI16: return static_cast<std::int16_t>(m_bytes.u16());
        case kU32: return m_bytes.u32();
        case kI32: return static_cast<std::int32_t>(m_bytes.u32());
        case kF32: return static_cast<double>(std::bit_cast<float>(m_bytes.u32()));
        case kU64: return static_cast<double>(m_bytes.u64());
        case kI64: return static_cast<double>(static_cast<std::int64_t>(m_bytes.u64()));
        default: return std::bit_cast<double>(m_bytes.u64());
        }
    }

    bool isType(std::uint32_t type)
    {
        if (m_bytes.ok() && type >= kValueTypes)
            m_bytes.failAt(m_bytes.position() - 4, "a value type from 0 to 12", std::to_string(type));
        return m_bytes.ok();
    }

    GgufValue readValue(std::uint32_t type, int depth)
    {
        GgufValue value;
        if (!isType(type))
            return value;
        if (type == kString)
            value.content = m_bytes.string(kMostText, "a text");
        else if (type == kList)
            readList(value, depth + 1);
        else
            value.content = readNumber(type);
        return value;
    }

    void readList(GgufValue& value, int depth)
    {
        const std::uint64_t place = m_bytes.position();
        if (depth > kMostNesting) {
            m_bytes.fail("lists that are not nested so deep", "more than " + std::to_string(kMostNesting) + " levels");
            return;
        }
        const std::uint32_t type = m_bytes.u32();
        if (!isType(type))
            return;
        value.length = m_bytes.u64();
        const std::uint64_t width = type == kString ? 8 : type == kList ? 12 : kWidths[type];
        if (m_bytes.ok() && value.length > m_bytes.left() / width) {
            m_bytes.failAt(place, "a list of at most " + std::to_string(m_bytes.left() / width) + " entries", std::to_string(value.length));
            return;
        }
        std::vector<double> numbers;
        for (std::uint64_t i = 0; (type == kString || type == kList) && i < value.length && m_bytes.ok(); ++i) {
            if (type == kString)
                m_bytes.skipString("a text of a list");
            else
                readNested(depth);
        }
        if (type == kString || type == kList)
            return;
        if (value.length > kMostKept) {
            m_bytes.skip(value.length * width, "a list");
            return;
        }
        numbers.reserve(static_cast<std::size_t>(value.length));
        for (std::uint64_t i = 0; i < value.length && m_bytes.ok(); ++i)
            numbers.push_back(readNumber(type));
        value.content = std::move(numbers);
    }

    void readNested(int depth)
    {
        GgufValue inner;
        readList(inner, depth + 1);
    }

    void readTensors()
    {
        constexpr std::uint64_t kLeastBytes = 8 + 4 + 4 + 8; // of an entry: lengths, type and offset
        if (m_bytes.ok() && m_tensorCount > m_bytes.left() / kLeastBytes)
            m_bytes.failAt(8, "at most " + std::to_string(m_bytes.left() / kLeastBytes) + " tensors in what is left of the header",
                           std::to_string(m_tensorCount));
        for (std::uint64_t i = 0; i < m_tensorCount && m_bytes.ok(); ++i)
            readTensor();
    }

    void readTensor()
    {
        const std::uint64_t place = m_bytes.position();
        StoredTensor tensor;
        tensor.name = m_bytes.string(kMostName, "a tensor's name");
        const std::uint32_t dimensions = m_bytes.u32();
        if (m_bytes.ok() && dimensions > kMostDimensions)
            m_bytes.failAt(m_bytes.position() - 4, "at most 8 dimensions", std::to_string(dimensions));
        for (std::uint32_t i = 0; i < dimensions && m_bytes.ok(); ++i)
            tensor.shape.push_back(m_bytes.u64());
        const std::uint32_t id = m_bytes.u32();
        const std::uint64_t offset = m_bytes.u64();
        if (!m_bytes.ok())
            return;
        const GgmlType* type = ggmlType(id);
        if (!type) {
            m_bytes.failAt(place, "a type of ggml for tensor " + tensor.name, "type " + std::to_string(id));
            return;
        }
        tensor.type = type->name;
        if (!setBytes(tensor, *type, place))
            return;
        std::ranges::reverse(tensor.shape); // ggml writes the innermost dimension first
        m_places.push_back({offset, tensor.bytes, place, m_gguf.tensors.size()});
        m_gguf.tensors.push_back(std::move(tensor));
    }

    bool setBytes(StoredTensor& tensor, const GgmlType& type, std::uint64_t place)
    {
        constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
        const std::uint64_t row = tensor.shape.empty() ? 1 : tensor.shape.front();
        std::uint64_t rows = 1;
        bool fits = row < kMost / type.bytes;
        for (std::size_t i = 1; i < tensor.shape.size() && fits; ++i) {
            fits = tensor.shape[i] == 0 || rows <= kMost / tensor.shape[i];
            rows *= fits ? tensor.shape[i] : 1;
        }
        if (row % type.elements != 0) {
            m_bytes.failAt(place, "rows of whole blocks of " + std::to_string(type.elements) + " for tensor " + tensor.name,
                           std::to_string(row));
            return false;
        }
        const std::uint64_t rowBytes = fits ? row / type.elements * type.bytes + type.rowBytes : 0;
        if (!fits || (rowBytes > 0 && rows > kMost / rowBytes)) {
            m_bytes.failAt(place, "fewer than 2^62 bytes for tensor " + tensor.name, "dimensions beyond them");
            return false;
        }
        tensor.bytes = rows * rowBytes;
        return true;
    }

    std::uint64_t alignment()
    {
        constexpr std::uint64_t kUsual = 32, kMost = 1u << 20;
        const auto stated = m_gguf.number("general.alignment");
        if (!stated)
            return kUsual;
        if (!(*stated >= 1 && *stated <= kMost)) {
            m_bytes.failAt(0, "general.alignment from 1 to " + std::to_string(kMost), std::to_string(*stated));
            return kUsual;
        }
        return static_cast<std::uint64_t>(*stated);
    }

    void checkPlaces()
    {
        if (!m_bytes.ok() || m_places.empty())
            return;
        const std::uint64_t step = alignment();
        const std::uint64_t data = (m_bytes.position() + step - 1) / step * step;
        std::ranges::sort(m_places, {}, &Place::offset);
        std::uint64_t next = 0;
        for (const Place& at : m_places) {
            const std::string& name = m_gguf.tensors[at.tensor].name;
            if (at.offset < next || at.offset % step != 0) {
                m_bytes.failAt(at.entry,
                               "tensor " + name + " at a multiple of " + std::to_string(step) + " from " + std::to_string(next) + " on",
                               std::to_string(at.offset));
                return;
            }
            if (data > m_fileSize || at.offset > m_fileSize - data || at.bytes > m_fileSize - data - at.offset) {
                m_bytes.failAt(at.entry,
                               "a file that holds the " + std::to_string(at.bytes) + " bytes of tensor " + name + " from byte " +
                                   std::to_string(data) + " + " + std::to_string(at.offset),
                               "the end of the file at " + std::to_string(m_fileSize));
                return;
            }
            next = at.offset + at.bytes;
        }
        checkNames();
    }

    void checkNames()
    {
        std::vector<std::string_view> names;
        for (const StoredTensor& tensor : m_gguf.tensors)
            names.emplace_back(tensor.name);
        std::ranges::sort(names);
        if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
            m_bytes.failAt(8, "each tensor once", std::string(*twice) + " twice");
    }

    struct Place {
        std::uint64_t offset, bytes, entry;
        std::size_t tensor;
    };
    ByteReader m_bytes;
    std::uint64_t m_fileSize;
    std::uint64_t m_tensorCount = 0, m_entryCount = 0;
    std::vector<Place> m_places;
    Gguf m_gguf;
};

} // namespace

std::optional<double> Gguf::number(std::string_view key) const
{
    const std::vector<double> all = numbers(key);
    return all.empty() ? std::nullopt : std::optional(*std::ranges::max_element(all));
}

std::vector<double> Gguf::numbers(std::string_view key) const
{
    const auto at = metadata.find(key);
    if (at == metadata.end())
        return {};
    if (const auto* number = std::get_if<double>(&at->second.content); number && at->second.length == 0)
        return {*number};
    const auto* list = std::get_if<std::vector<double>>(&at->second.content);
    return list ? *list : std::vector<double>();
}

std::string_view Gguf::text(std::string_view key) const
{
    const auto at = metadata.find(key);
    const auto* text = at == metadata.end() ? nullptr : std::get_if<std::string>(&at->second.content);
    return text ? std::string_view(*text) : std::string_view();
}

std::uint64_t Gguf::lengthOf(std::string_view key) const
{
    const auto at = metadata.find(key);
    return at == metadata.end() ? 0 : at->second.length;
}

std::optional<Gguf> readGguf(HeaderFile& file, json::Problems& problems) { return Reading(file, problems).read(); }

} // namespace cardfit::import
