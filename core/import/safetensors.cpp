#include "core/import/safetensors.h"

#include "core/import/json_scanner.h"

#include <algorithm>
#include <iterator>

namespace cardfit::import {

namespace {

constexpr std::uint64_t kLengthBytes = 8, kMostHeader = 100'000'000; // the format's own limit
constexpr std::size_t kMostDimensions = 16;

struct DataType {
    std::string_view name;
    unsigned bits;
};
constexpr DataType kTypes[] = {{"BF16", 16},   {"F16", 16},        {"F32", 32},        {"F64", 64}, {"F8_E4M3", 8}, {"F8_E5M2", 8},
                               {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"F4", 4},   {"F6_E2M3", 6}, {"F6_E3M2", 6},
                               {"I8", 8},      {"U8", 8},          {"BOOL", 8},        {"I16", 16}, {"U16", 16},    {"I32", 32},
                               {"U32", 32},    {"I64", 64},        {"U64", 64},        {"C64", 64}};

struct Entry {
    StoredTensor tensor;
    std::uint64_t begin = 0, end = 0, place = 0;
};

class HeaderReader {
public:
    HeaderReader(std::string_view text, std::uint64_t dataBytes, json::Problems& problems)
        : m_json(text, kLengthBytes, problems), m_dataBytes(dataBytes)
    {
    }

    std::optional<std::vector<StoredTensor>> read()
    {
        std::string name;
        for (bool more = m_json.enterObject() && m_json.nextKey(name); more && m_json.ok(); more = m_json.nextKey(name)) {
            if (name == "__metadata__")
                readMetadata();
            else
                readEntry(name);
        }
        m_json.end();
        checkNames();
        checkPlaces();
        if (!m_json.ok())
            return std::nullopt;
        std::vector<StoredTensor> tensors;
        tensors.reserve(m_entries.size());
        for (Entry& entry : m_entries)
            tensors.push_back(std::move(entry.tensor));
        return tensors;
    }

private:
    void readMetadata()
    {
        std::string key;
        for (bool more = m_json.enterObject() && m_json.nextKey(key); more && m_json.ok(); more = m_json.nextKey(key))
            m_json.skipValue();
    }

    void readEntry(const std::string& name)
    {
        Entry entry;
        entry.place = m_json.position();
        entry.tensor.name = name;
        std::vector<std::uint64_t> offsets;
        bool shaped = false;
        std::string key;
        for (bool more = m_json.enterObject() && m_json.nextKey(key); more && m_json.ok(); more = m_json.nextKey(key)) {
            if (key == "dtype")
                entry.tensor.type = m_json.string();
            else if (key == "shape")
                shaped = readNumbers(entry.tensor.shape);
            else if (key == "data_offsets")
                readNumbers(offsets);
            else
                m_json.skipValue();
        }
        if (!m_json.ok())
            return;
        if (entry.tensor.type.empty() || !shaped || offsets.size() != 2) {
            m_json.failAt(entry.place, "dtype, shape and two data_offsets of tensor " + name, "not all of them");
            return;
        }
        entry.begin = offsets[0];
        entry.end = offsets[1];
        checkSize(entry);
        m_entries.push_back(std::move(entry));
    }

    bool readNumbers(std::vector<std::uint64_t>& numbers)
    {
        const std::uint64_t place = m_json.position();
        numbers.clear();
        for (bool more = m_json.enterList() && m_json.nextElement(); more && m_json.ok(); more = m_json.nextElement()) {
            numbers.push_back(m_json.whole());
            if (numbers.size() > kMostDimensions)
                m_json.failAt(place, "at most 16 numbers", "more");
        }
        return m_json.ok();
    }

    void checkSize(Entry& entry)
    {
        const std::string& type = entry.tensor.type;
        const auto* known = std::ranges::find(kTypes, std::string_view(type), &DataType::name);
        if (known == std::end(kTypes)) {
            m_json.failAt(entry.place, "a dtype of the format for tensor " + entry.tensor.name, type);
            return;
        }
        // All products stay below 2^63 or are refused: no file is that large.
        constexpr std::uint64_t kMostBits = std::uint64_t{1} << 63;
        std::uint64_t bits = known->bits;
        for (const std::uint64_t size : entry.tensor.shape) {
            if (size != 0 && bits > kMostBits / size) {
                m_json.failAt(entry.place, "a shape of fewer than 2^63 bits for tensor " + entry.tensor.name, "a larger one");
                return;
            }
            bits *= size;
        }
        entry.tensor.bytes = (bits + 7) / 8;
        if (entry.begin > entry.end || entry.end > m_dataBytes)
            m_json.failAt(entry.place,
                          "data_offsets of tensor " + entry.tensor.name + " within " + std::to_string(m_dataBytes) + " bytes of data",
                          std::to_string(entry.begin) + " to " + std::to_string(entry.end));
        else if (entry.end - entry.begin != entry.tensor.bytes)
            m_json.failAt(entry.place,
                          std::to_string(entry.tensor.bytes) + " bytes for tensor " + entry.tensor.name + ", by its dtype and shape",
                          std::to_string(entry.end - entry.begin));
    }

    void checkNames()
    {
        if (!m_json.ok())
            return;
        std::ranges::sort(m_entries, {}, [](const Entry& entry) { return std::string_view(entry.tensor.name); });
        const auto twice =
            std::ranges::adjacent_find(m_entries, {}, [](const Entry& entry) { return std::string_view(entry.tensor.name); });
        if (twice != m_entries.end())
            m_json.failAt(std::max(twice->place, std::next(twice)->place), "each tensor once", twice->tensor.name + " twice");
    }

    // The data of the tensors follow one another without gap from the first byte to the last.
    void checkPlaces()
    {
        if (!m_json.ok())
            return;
        std::vector<const Entry*> inOrder;
        for (const Entry& entry : m_entries)
            inOrder.push_back(&entry);
        std::ranges::sort(inOrder,
                          [](const Entry* a, const Entry* b) { return a->begin != b->begin ? a->begin < b->begin : a->end < b->end; });
        std::uint64_t next = 0;
        for (const Entry* entry : inOrder) {
            if (entry->begin != next) {
                m_json.failAt(entry->place,
                              "tensor " + entry->tensor.name + " to begin at " + std::to_string(next) + ", where the one before ends",
                              std::to_string(entry->begin));
                return;
            }
            next = entry->end;
        }
        if (next != m_dataBytes)
            m_json.failAt(kLengthBytes, std::to_string(next) + " bytes of data behind the header", std::to_string(m_dataBytes));
    }

    JsonScanner m_json;
    std::uint64_t m_dataBytes;
    std::vector<Entry> m_entries;
};

std::uint64_t littleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

} // namespace

std::optional<std::vector<StoredTensor>> readSafetensors(HeaderFile& file, json::Problems& problems)
{
    const std::string first = file.read(0, kLengthBytes);
    if (first.size() < kLengthBytes) {
        problems.add("byte 0", "8 bytes that tell the length of the header", "a file of " + std::to_string(file.size()) + " bytes");
        return std::nullopt;
    }
    const std::uint64_t length = littleEndian(first);
    if (length > kMostHeader || length > file.size() - kLengthBytes) {
        problems.add("byte 0",
                     "a header of at most " + std::to_string(std::min<std::uint64_t>(kMostHeader, file.size() - kLengthBytes)) + " bytes",
                     std::to_string(length));
        return std::nullopt;
    }
    const std::string text = file.read(kLengthBytes, static_cast<std::size_t>(length));
    if (text.size() < length) {
        problems.add("byte 8", std::to_string(length) + " bytes of header", std::to_string(text.size()));
        return std::nullopt;
    }
    return HeaderReader(text, file.size() - kLengthBytes - length, problems).read();
}

} // namespace cardfit::import
