#pragma once

#include "core/catalog/fact.h"
#include "core/json/reader.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cardfit {

// The "sources" table of a catalog file: a short key for each place that figures of the file were read at, and when it
// was written (or, where it does not say, looked at).
class Sources {
public:
    // Reads {"key": {"source": "...", "date": "2026-07-20"}, ...}; problems go to the reader's list.
    explicit Sources(const json::Reader& table);
    Sources() = default;

    const Fact* find(std::string_view key) const; // its field is empty; nullptr when unknown
    // Reports a key that the table does not have.
    const Fact* require(const json::Reader& key) const;

private:
    std::unordered_map<std::string, Fact> m_entries;
};

// A year, a month or a day: "2025", "2026-11", "2026-07-20".
bool isDateOrPart(std::string_view text);

// Reads the members of one object of a catalog file and remembers which keys it asked for, so that done() can report
// the ones nobody knows. Values that are missing or wrong are reported and leave the target as it was.
class Fields {
public:
    enum class Need { Required, Optional };

    explicit Fields(const json::Reader& object);

    void text(std::string_view key, std::string& target, Need need = Need::Required);
    void number(std::string_view key, double& target, double lowest, double highest, Need need = Need::Required);
    void integer(std::string_view key, int& target, int lowest, int highest, Need need = Need::Required);
    void flag(std::string_view key, bool& target);                      // absent: stays
    void texts(std::string_view key, std::vector<std::string>& target); // absent: stays
    std::optional<double> optionalNumber(std::string_view key, double lowest, double highest);

    // The word at `key` as the value of the same place in `values`; absent leaves the target as it was.
    template <class Value, std::size_t count>
    void choice(std::string_view key, Value& target, const std::array<std::string_view, count>& words,
                const std::array<Value, count>& values)
    {
        if (!has(key))
            return;
        const auto word = m_object.child(key).oneOf(words);
        for (std::size_t i = 0; word && i < count; ++i) {
            if (words[i] == *word)
                target = values[i];
        }
    }

    bool has(std::string_view key);           // and counts the key as known
    json::Reader child(std::string_view key); // reports a missing key
    void ignore(std::string_view key) { m_known.push_back(key); }

    // "cites": keys of the file's "sources", either a list that vouches for the whole object, or {"key": ["field", ...]}.
    // Every key in `figures` that is present must be vouched for.
    std::vector<Fact> facts(const Sources& sources, std::span<const std::string_view> figures = {});

    // "assumed": those of the object's own figures that rest on fewer than two sources; a name it lacks is reported.
    std::vector<std::string> assumed();

    void done() const; // reports keys nobody asked for
    const json::Reader& object() const { return m_object; }

private:
    json::Reader m_object;
    std::vector<std::string_view> m_known;
};

} // namespace cardfit
