#pragma once

#include "core/base/error.h"
#include "core/base/money.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::json {

// Everything found wrong in one file, in the order of reading. Reading goes on after a problem, so that all of a
// file's problems come at once.
struct Problems {
    std::string file;
    std::vector<Error> list;

    bool empty() const { return list.empty(); }
    // Nobody reads on: what comes after the first hundred is left out, and readers of long lists may stop.
    bool isFull() const { return list.size() >= 100; }
    void add(std::string where, std::string expected, std::string found);
};

// A parsed document. Syntax errors, duplicate keys, numbers that are not finite and too deep nesting are reported,
// never repaired.
class Document {
public:
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;
    ~Document();
    const nlohmann::json& root() const { return *m_root; }

    // nullopt after adding one problem ("line 3, column 8": expected ...) to `problems`.
    static std::optional<Document> parse(std::string_view text, Problems& problems);
    static std::optional<Document> load(const std::string& path, Problems& problems); // sets problems.file

private:
    explicit Document(std::unique_ptr<nlohmann::json> root);
    std::unique_ptr<nlohmann::json> m_root;
};

// One node of a document, its place in it, and the list its problems go to. Reads exactly what is asked for: a
// number is never made out of a string, a whole number never out of 3.9, and a missing key is only ever nullopt from
// the optional... functions. The place is spelled out only when there is something to report.
class Reader {
public:
    Reader(const nlohmann::json& node, Problems& problems);

    bool isObject() const;
    bool isArray() const;
    bool isString() const;
    bool isNumber() const;
    bool isBoolean() const;
    bool isNull() const;
    bool has(std::string_view key) const; // present and not null
    std::size_t size() const;
    std::string_view typeName() const; // "object", "string", ...

    // A key that must be there: reports its absence. The child of a missing key reads as null and reports nothing more.
    Reader child(std::string_view key) const;
    Reader at(std::size_t index) const;
    std::vector<std::string_view> keys() const; // of an object, in the file's order of parsing (sorted)

    // Value readers: nullopt after reporting what was expected and found.
    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer(std::int64_t lowest, std::int64_t highest) const;
    std::optional<double> number(double lowest, double highest) const; // integers are numbers, NaN is not
    std::optional<std::string_view> string() const;
    std::optional<std::string_view> oneOf(std::initializer_list<std::string_view> choices) const;
    std::optional<std::string_view> oneOf(std::span<const std::string_view> choices) const;
    std::optional<Money> money(Currency currency) const; // a decimal string, "2.49"
    std::optional<std::string_view> date() const;        // an ISO day, "2026-11-30"
    std::optional<std::vector<std::string>> strings() const;

    // The same for a key that may be absent or null: absent is nullopt without a report.
    std::optional<bool> optionalBoolean(std::string_view key) const;
    std::optional<std::int64_t> optionalInteger(std::string_view key, std::int64_t lowest, std::int64_t highest) const;
    std::optional<double> optionalNumber(std::string_view key, double lowest, double highest) const;
    std::optional<std::string_view> optionalString(std::string_view key) const;
    std::optional<std::vector<std::string>> optionalStrings(std::string_view key) const;

    // Reports every key of this object that is not among `known`, with the nearest known name.
    void allowKeys(std::initializer_list<std::string_view> known) const;
    void allowKeys(std::span<const std::string_view> known) const;
    bool requireObject() const; // reports if it is not one
    bool requireArray() const;

    // Adds a problem at this place; found() is the node as short JSON text.
    void fail(std::string expected) const;
    void fail(std::string expected, std::string found) const;
    std::string where() const; // JSON pointer
    std::string found() const;
    std::string text() const; // the node as compact JSON
    const nlohmann::json& node() const { return *m_node; }
    Problems& problems() const { return *m_problems; }

private:
    // The steps from the root to this node, so that the place can be spelled out later. Documents are shallow; a
    // deeper step than kMaxDepth is left out of the spelled place only.
    struct Step {
        std::string_view key; // into the document or the caller's literal; empty: index
        std::size_t index = 0;
    };
    static constexpr std::size_t kMaxDepth = 10;
    Reader step(const nlohmann::json* node, Step step) const;
    const nlohmann::json* find(std::string_view key) const;

    const nlohmann::json* m_node;
    Problems* m_problems;
    std::array<Step, kMaxDepth> m_path;
    std::size_t m_depth = 0;
    bool m_missing = false;
};

// The known name nearest to a misspelt one (edit distance at most a third of its length), or empty.
std::string_view nearestName(std::string_view name, std::span<const std::string_view> known);

} // namespace cardfit::json
