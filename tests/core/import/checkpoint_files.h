#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cardfit::test {

// Writes little-endian values as GGUF and safetensors files hold them.
class Bytes8 {
public:
    Bytes8& u8(std::uint8_t value) { return add(value, 1); }
    Bytes8& u32(std::uint32_t value) { return add(value, 4); }
    Bytes8& u64(std::uint64_t value) { return add(value, 8); }
    Bytes8& raw(std::string_view text)
    {
        m_bytes.append(text);
        return *this;
    }
    Bytes8& string(std::string_view text) { return u64(text.size()).raw(text); }
    const std::string& bytes() const { return m_bytes; }

private:
    Bytes8& add(std::uint64_t value, int count)
    {
        for (int i = 0; i < count; ++i)
            m_bytes += static_cast<char>(value >> (8 * i) & 0xFF);
        return *this;
    }
    std::string m_bytes;
};

// A file whose `size` bytes begin with `head`; the rest is a hole that takes no room on the disk.
inline std::string writeFile(const QTemporaryDir& folder, const char* name, const std::string& head, std::uint64_t size = 0)
{
    QFile file(folder.filePath(QString::fromUtf8(name)));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write a test file");
    file.write(head.data(), static_cast<qint64>(head.size()));
    if (size > head.size() && !file.resize(static_cast<qint64>(size)))
        qFatal("cannot make a sparse test file");
    return file.fileName().toStdString();
}

struct TensorSpec {
    std::string name, type; // a dtype of safetensors, or the number of a ggml type
    std::vector<std::uint64_t> shape;
    std::uint64_t bytes = 0;
};

// Header and the length before it; the data behind it begin at head.size() and take `data` bytes.
inline std::string safetensorsHead(const std::vector<TensorSpec>& tensors, std::uint64_t& data)
{
    std::string json = R"({"__metadata__":{"format":"pt"})";
    data = 0;
    for (const TensorSpec& tensor : tensors) {
        std::string shape;
        for (const std::uint64_t size : tensor.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        json += ",\"" + tensor.name + "\":{\"dtype\":\"" + tensor.type + "\",\"shape\":[" + shape + "],\"data_offsets\":[" +
                std::to_string(data) + "," + std::to_string(data + tensor.bytes) + "]}";
        data += tensor.bytes;
    }
    json += "}";
    return Bytes8().u64(json.size()).raw(json).bytes();
}

inline std::string writeSafetensors(const QTemporaryDir& folder, const char* name, const std::vector<TensorSpec>& tensors)
{
    std::uint64_t data = 0;
    const std::string head = safetensorsHead(tensors, data);
    return writeFile(folder, name, head, head.size() + data);
}

// A GGUF file of version 3, built entry by entry.
class GgufWriter {
public:
    GgufWriter& text(std::string_view key, std::string_view value) { return entry(key, 8, Bytes8().string(value).bytes()); }
    GgufWriter& number(std::string_view key, std::uint32_t value) { return entry(key, 4, Bytes8().u32(value).bytes()); }
    GgufWriter& numbers(std::string_view key, const std::vector<std::uint32_t>& values)
    {
        Bytes8 list;
        list.u32(4).u64(values.size());
        for (const std::uint32_t value : values)
            list.u32(value);
        return entry(key, 9, list.bytes());
    }
    GgufWriter& texts(std::string_view key, std::size_t count)
    {
        Bytes8 list;
        list.u32(8).u64(count);
        for (std::size_t i = 0; i < count; ++i)
            list.string("t");
        return entry(key, 9, list.bytes());
    }
    GgufWriter& entry(std::string_view key, std::uint32_t type, std::string_view value)
    {
        m_entries.string(key).u32(type).raw(value);
        ++m_entryCount;
        return *this;
    }
    // `shape` as ggml writes it: the inputs first.
    GgufWriter& tensor(std::string_view name, std::uint32_t type, const std::vector<std::uint64_t>& shape, std::uint64_t bytes)
    {
        m_tensors.string(name).u32(static_cast<std::uint32_t>(shape.size()));
        for (const std::uint64_t size : shape)
            m_tensors.u64(size);
        m_tensors.u32(type).u64(m_data);
        m_data += (bytes + 31) / 32 * 32;
        ++m_tensorCount;
        return *this;
    }
    std::string head() const
    {
        std::string all =
            Bytes8().raw("GGUF").u32(3).u64(m_tensorCount).u64(m_entryCount).raw(m_entries.bytes()).raw(m_tensors.bytes()).bytes();
        all.resize((all.size() + 31) / 32 * 32, '\0');
        return all;
    }
    std::string write(const QTemporaryDir& folder, const char* name) const
    {
        return writeFile(folder, name, head(), head().size() + m_data);
    }

private:
    Bytes8 m_entries, m_tensors;
    std::uint64_t m_entryCount = 0, m_tensorCount = 0, m_data = 0;
};

} // namespace cardfit::test
