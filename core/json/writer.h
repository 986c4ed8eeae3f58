#pragma once

#include "core/base/money.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardfit::json {

// Writes JSON text in the order of the calls: no tree, no locale, shortest digits that read back to the same double.
// Compact (one line) or indented by two spaces. A double that is not finite is written as null.
class Writer {
public:
    enum class Style { Compact, Indented };
    explicit Writer(Style style = Style::Compact) : m_style(style) {}

    Writer& beginObject();
    Writer& endObject();
    Writer& beginArray();
    Writer& endArray();
    Writer& key(std::string_view name);

    Writer& value(std::string_view text);
    Writer& value(const char* text) { return value(std::string_view(text)); }
    Writer& value(const std::string& text) { return value(std::string_view(text)); }
    Writer& value(bool flag);
    Writer& value(double number);
    Writer& value(std::int64_t number);
    Writer& value(int number) { return value(static_cast<std::int64_t>(number)); }
    Writer& value(Bytes bytes) { return value(bytes.value()); }
    Writer& null();
    Writer& raw(std::string_view json); // a complete JSON value, already written

    template <class Value>
    Writer& value(const std::optional<Value>& maybe)
    {
        return maybe ? value(*maybe) : null();
    }
    template <class Value>
    Writer& member(std::string_view name, const Value& content)
    {
        key(name);
        return value(content);
    }
    Writer& nullMember(std::string_view name)
    {
        key(name);
        return null();
    }

    const std::string& text() const { return m_text; }
    std::string take(); // the text; the writer is empty again
    void clear();

private:
    void separate();
    void newline();

    Style m_style;
    std::string m_text;
    int m_depth = 0;
    bool m_needsComma = false;
    bool m_afterKey = false;
};

} // namespace cardfit::json
