#include "core/catalog/fields.h"

#include <algorithm>

namespace cardfit {

bool isDateOrPart(std::string_view text)
{
    if (text.size() != 4 && text.size() != 7 && text.size() != 10)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 4 || i == 7;
        if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9'))
            return false;
    }
    return true;
}

Sources::Sources(const json::Reader& table)
{
    if (!table.requireObject())
        return;
    for (const std::string_view key : table.keys()) {
        const json::Reader entry = table.child(key);
        Fact fact;
        Fields fields(entry);
        fields.text("source", fact.source);
        fields.text("date", fact.date);
        fields.done();
        if (!fact.date.empty() && !isDateOrPart(fact.date))
            entry.child("date").fail("a year, a month or a day (\"2026-07-20\")");
        m_entries.emplace(key, std::move(fact));
    }
}

const Fact* Sources::find(std::string_view key) const
{
    const auto entry = m_entries.find(std::string(key));
    return entry == m_entries.end() ? nullptr : &entry->second;
}

const Fact* Sources::require(const json::Reader& key) const
{
    const auto text = key.string();
    const Fact* fact = text ? find(*text) : nullptr;
    if (text && !fact)
        key.fail("a key of the file's \"sources\"");
    return fact;
}

Fields::Fields(const json::Reader& object) : m_object(object) { object.requireObject(); }

bool Fields::has(std::string_view key)
{
    m_known.push_back(key);
    return m_object.has(key);
}

json::Reader Fields::child(std::string_view key)
{
    m_known.push_back(key);
    return m_object.child(key);
}

void Fields::text(std::string_view key, std::string& target, Need need)
{
    if (!has(key) && need == Need::Optional)
        return;
    if (const auto value = m_object.child(key).string())
        target = *value;
}

void Fields::number(std::string_view key, double& target, double lowest, double highest, Need need)
{
    if (!has(key) && need == Need::Optional)
        return;
    if (const auto value = m_object.child(key).number(lowest, highest))
        target = *value;
}

void Fields::integer(std::string_view key, int& target, int lowest, int highest, Need need)
{
    if (!has(key) && need == Need::Optional)
        return;
    if (const auto value = m_object.child(key).integer(lowest, highest))
        target = static_cast<int>(*value);
}

void Fields::flag(std::string_view key, bool& target)
{
    m_known.push_back(key);
    if (const auto value = m_object.optionalBoolean(key))
        target = *value;
}

void Fields::texts(std::string_view key, std::vector<std::string>& target)
{
    m_known.push_back(key);
    if (auto value = m_object.optionalStrings(key))
        target = std::move(*value);
}

std::optional<double> Fields::optionalNumber(std::string_view key, double lowest, double highest)
{
    m_known.push_back(key);
    return m_object.optionalNumber(key, lowest, highest);
}

std::vector<std::string> Fields::assumed()
{
    std::vector<std::string> names;
    texts("assumed", names);
    for (const std::string& name : names) {
        if (!m_object.has(name))
            m_object.child("assumed").fail("names of figures beside it", '"' + name + '"');
    }
    return names;
}

std::vector<Fact> Fields::facts(const Sources& sources, std::span<const std::string_view> figures)
{
    std::vector<Fact> list;
    const json::Reader entry = child("cites");
    if (entry.isArray()) {
        for (std::size_t i = 0; i < entry.size(); ++i) {
            if (const Fact* fact = sources.require(entry.at(i)))
                list.push_back(*fact);
        }
        if (list.empty() && entry.size() == 0)
            entry.fail("at least one key of the file's \"sources\"");
        return list;
    }
    bool allKnown = true; // else the figures of the unknown source would be reported once more
    for (const std::string_view key : entry.keys()) {
        const Fact* fact = sources.find(key);
        allKnown = allKnown && fact;
        if (!fact)
            entry.child(key).fail("a key of the file's \"sources\"", '"' + std::string(key) + '"');
        const json::Reader named = entry.child(key);
        for (std::size_t i = 0; fact && named.requireArray() && i < named.size(); ++i) {
            if (const auto field = named.at(i).string())
                list.push_back({std::string(*field), fact->source, fact->date});
        }
    }
    for (const std::string_view figure : figures) {
        const auto vouches = [figure](const Fact& fact) { return fact.field == figure; };
        if (allKnown && m_object.has(figure) && std::none_of(list.begin(), list.end(), vouches))
            m_object.child(figure).fail("a figure that \"cites\" vouches for", "none for \"" + std::string(figure) + '"');
    }
    return list;
}

void Fields::done() const { m_object.allowKeys(m_known); }

} // namespace cardfit
