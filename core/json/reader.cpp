#include "core/json/reader.h"

#include "core/json/parser.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace cardfit::json {

namespace {

const nlohmann::json kNull;

constexpr std::size_t kMostShown = 80; // bytes of a value in a message

// Cut before a character, never inside one: messages stay UTF-8.
std::string shortened(std::string text)
{
    if (text.size() <= kMostShown)
        return text;
    std::size_t end = kMostShown - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    text.resize(end);
    return text += "...";
}

std::string shortText(const nlohmann::json& node)
{
    if (node.is_structured())
        return fmt::format("{} with {} entries", node.type_name(), node.size());
    std::string text = node.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return shortened(std::move(text));
}

std::string escapedStep(std::string_view key)
{
    std::string text;
    for (const char c : key)
        text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return text;
}

// "2026-11-30", a day that the calendar has.
bool isDay(std::string_view text)
{
    bool shaped = text.size() == 10;
    for (std::size_t i = 0; shaped && i < text.size(); ++i)
        shaped = i == 4 || i == 7 ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
    if (!shaped)
        return false;
    const auto number = [text](std::size_t at, std::size_t digits) {
        unsigned value = 0;
        for (std::size_t i = at; i < at + digits; ++i)
            value = value * 10 + static_cast<unsigned>(text[i] - '0');
        return value;
    };
    using namespace std::chrono;
    return year_month_day(year(static_cast<int>(number(0, 4))), month(number(5, 2)), day(number(8, 2))).ok();
}

} // namespace

void Problems::add(std::string where, std::string expected, std::string found)
{
    if (!isFull())
        list.push_back({file, std::move(where), std::move(expected), std::move(found)});
}

Document::Document(std::unique_ptr<nlohmann::json> root) : m_root(std::move(root)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

std::optional<Document> Document::parse(std::string_view text, Problems& problems)
{
    auto root = std::make_unique<nlohmann::json>();
    if (const auto fault = parseTree(text, *root)) {
        problems.add(fault->where, fault->expected, fault->found);
        return std::nullopt;
    }
    return Document(std::move(root));
}

std::optional<Document> Document::load(const std::string& path, Problems& problems)
{
    problems.file = path;
    std::error_code unreadable;
    const std::uintmax_t size = std::filesystem::file_size(path, unreadable);
    std::ifstream stream(path, std::ios::binary);
    if (unreadable || !stream || size == 0) {
        problems.add("", "a readable file that is not empty", unreadable ? unreadable.message() : "an empty file");
        return std::nullopt;
    }
    std::string content(static_cast<std::size_t>(size), '\0');
    stream.read(content.data(), static_cast<std::streamsize>(size));
    content.resize(static_cast<std::size_t>(stream.gcount()));
    return parse(content, problems);
}

Reader::Reader(const nlohmann::json& node, Problems& problems) : m_node(&node), m_problems(&problems) {}

bool Reader::isObject() const { return m_node->is_object(); }
bool Reader::isArray() const { return m_node->is_array(); }
bool Reader::isString() const { return m_node->is_string(); }
bool Reader::isNumber() const { return m_node->is_number(); }
bool Reader::isBoolean() const { return m_node->is_boolean(); }
bool Reader::isNull() const { return m_node->is_null(); }
std::size_t Reader::size() const { return m_node->is_structured() ? m_node->size() : 0; }
std::string_view Reader::typeName() const { return m_node->type_name(); }

const nlohmann::json* Reader::find(std::string_view key) const
{
    if (!m_node->is_object())
        return nullptr;
    const auto found = m_node->find(key);
    return found == m_node->end() || found->is_null() ? nullptr : &*found;
}

bool Reader::has(std::string_view key) const { return find(key) != nullptr; }

Reader Reader::step(const nlohmann::json* node, Step step) const
{
    Reader next = *this;
    next.m_node = node ? node : &kNull;
    if (m_depth < kMaxDepth)
        next.m_path[next.m_depth++] = step;
    return next;
}

Reader Reader::child(std::string_view key) const
{
    const nlohmann::json* node = find(key);
    Reader next = step(node, {key, 0});
    if (!node && !m_missing) {
        next.fail("a value", m_node->is_object() ? "no such key" : "no object around it");
        next.m_missing = true;
    }
    return next;
}

Reader Reader::at(std::size_t index) const
{
    const bool inside = m_node->is_array() && index < m_node->size();
    return step(inside ? &(*m_node)[index] : nullptr, {{}, index});
}

std::vector<std::string_view> Reader::keys() const
{
    std::vector<std::string_view> names;
    if (m_node->is_object()) {
        for (auto entry = m_node->begin(); entry != m_node->end(); ++entry)
            names.emplace_back(entry.key());
    }
    return names;
}

std::optional<bool> Reader::boolean() const
{
    if (m_node->is_boolean())
        return m_node->get<bool>();
    fail("true or false");
    return std::nullopt;
}

std::optional<std::int64_t> Reader::integer(std::int64_t lowest, std::int64_t highest) const
{
    if (m_node->is_number_integer()) {
        const bool beyond = m_node->is_number_unsigned() && m_node->get<std::uint64_t>() > INT64_MAX;
        const std::int64_t value = beyond ? INT64_MAX : m_node->get<std::int64_t>();
        if (!beyond && value >= lowest && value <= highest)
            return value;
    }
    fail(fmt::format("a whole number {}..{}", lowest, highest));
    return std::nullopt;
}

std::optional<double> Reader::number(double lowest, double highest) const
{
    if (m_node->is_number()) {
        const double value = m_node->get<double>();
        if (std::isfinite(value) && value >= lowest && value <= highest)
            return value;
    }
    fail(fmt::format("a number {}..{}", lowest, highest));
    return std::nullopt;
}

std::optional<std::string_view> Reader::string() const
{
    if (m_node->is_string())
        return std::string_view(m_node->get_ref<const std::string&>());
    fail("a string");
    return std::nullopt;
}

std::optional<std::string_view> Reader::oneOf(std::initializer_list<std::string_view> choices) const
{
    return oneOf(std::span<const std::string_view>(choices.begin(), choices.size()));
}

std::optional<std::string_view> Reader::oneOf(std::span<const std::string_view> choices) const
{
    if (m_node->is_string()) {
        const std::string_view text = m_node->get_ref<const std::string&>();
        if (std::find(choices.begin(), choices.end(), text) != choices.end())
            return text;
    }
    std::string list;
    for (const std::string_view choice : choices)
        list += (list.empty() ? "one of " : ", ") + std::string(choice);
    fail(std::move(list));
    return std::nullopt;
}

std::optional<Money> Reader::money(Currency currency) const
{
    if (m_node->is_string()) {
        if (const Result<Money> amount = Money::parse(m_node->get_ref<const std::string&>(), currency))
            return *amount;
    }
    fail("a decimal string such as \"2.49\"");
    return std::nullopt;
}

std::optional<std::string_view> Reader::date() const
{
    if (m_node->is_string()) {
        const std::string_view text = m_node->get_ref<const std::string&>();
        if (isDay(text))
            return text;
    }
    fail("a day as \"YYYY-MM-DD\"");
    return std::nullopt;
}

std::optional<std::vector<std::string>> Reader::strings() const
{
    if (!requireArray())
        return std::nullopt;
    std::vector<std::string> list;
    for (std::size_t i = 0; i < size() && !m_problems->isFull(); ++i) {
        if (const auto text = at(i).string())
            list.emplace_back(*text);
    }
    return list;
}

std::optional<bool> Reader::optionalBoolean(std::string_view key) const { return has(key) ? child(key).boolean() : std::nullopt; }

std::optional<std::int64_t> Reader::optionalInteger(std::string_view key, std::int64_t lowest, std::int64_t highest) const
{
    return has(key) ? child(key).integer(lowest, highest) : std::nullopt;
}

std::optional<double> Reader::optionalNumber(std::string_view key, double lowest, double highest) const
{
    return has(key) ? child(key).number(lowest, highest) : std::nullopt;
}

std::optional<std::string_view> Reader::optionalString(std::string_view key) const { return has(key) ? child(key).string() : std::nullopt; }

std::optional<std::vector<std::string>> Reader::optionalStrings(std::string_view key) const
{
    return has(key) ? child(key).strings() : std::nullopt;
}

void Reader::allowKeys(std::initializer_list<std::string_view> known) const
{
    allowKeys(std::span<const std::string_view>(known.begin(), known.size()));
}

void Reader::allowKeys(std::span<const std::string_view> known) const
{
    if (!m_node->is_object())
        return;
    for (auto entry = m_node->begin(); entry != m_node->end() && !m_problems->isFull(); ++entry) {
        const std::string& name = entry.key();
        if (std::find(known.begin(), known.end(), name) != known.end())
            continue;
        const std::string_view near = nearestName(name, known);
        step(&*entry, {name, 0})
            .fail(near.empty() ? "a known key" : fmt::format("a known key (\"{}\"?)", near), shortened(fmt::format("\"{}\"", name)));
    }
}

bool Reader::requireObject() const
{
    if (!m_node->is_object())
        fail("an object");
    return m_node->is_object();
}

bool Reader::requireArray() const
{
    if (!m_node->is_array())
        fail("an array");
    return m_node->is_array();
}

void Reader::fail(std::string expected) const
{
    if (!m_missing)
        fail(std::move(expected), found());
}

void Reader::fail(std::string expected, std::string found) const
{
    if (!m_missing)
        m_problems->add(where(), std::move(expected), std::move(found));
}

std::string Reader::where() const
{
    std::string text;
    for (std::size_t i = 0; i < m_depth; ++i)
        text += '/' + (m_path[i].key.data() ? escapedStep(m_path[i].key) : std::to_string(m_path[i].index));
    return text;
}

std::string Reader::found() const { return shortText(*m_node); }

std::string Reader::text() const { return m_node->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

std::string_view nearestName(std::string_view name, std::span<const std::string_view> known)
{
    std::string_view best;
    std::size_t bestDistance = name.size() / 3 + 1;
    std::vector<std::size_t> row;
    for (const std::string_view candidate : known) {
        const std::size_t lengths[] = {name.size(), candidate.size()};
        if (std::max(lengths[0], lengths[1]) - std::min(lengths[0], lengths[1]) >= bestDistance)
            continue; // that many letters are missing already
        row.resize(candidate.size() + 1);
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = j;
        for (std::size_t i = 1; i <= name.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j < row.size(); ++j) {
                const std::size_t substituted = diagonal + (name[i - 1] == candidate[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
            }
        }
        if (row.back() < bestDistance) {
            bestDistance = row.back();
            best = candidate;
        }
    }
    return best;
}

} // namespace cardfit::json
