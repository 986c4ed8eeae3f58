#pragma once

#include "core/json/reader.h"
#include "core/scenario/names.h"
#include "core/scenario/scenario_fields.h"
#include "core/scenario/scenario_json.h"

#include <array>
#include <cassert>
#include <limits>

namespace cardfit {

// What a value means when it is not of its key's plain kind, one function a kind (read_special.cpp).
std::optional<TargetSet> readTargets(const json::Reader& node);
void readLoadProfile(const json::Reader& node, DemandOptions& demand);
void readOffer(const json::Reader& node, RentalOptions& rental, Currency currency);
void readResidual(const json::Reader& node, OwnershipOptions& ownership);
void readModel(const json::Reader& node, ModelChoice& model, const ModelReaders& readers);
void readCard(const json::Reader& node, CardChoice& card);
std::optional<Money> readAmount(const json::Reader& node, Currency currency); // 0 or more, and not astronomical
std::optional<std::string> readVersion(const json::Reader& node);             // a string; "auto" is empty
std::string lowerCase(std::string_view text);

template <class Value>
struct IsOptional : std::false_type {
};
template <class Value>
struct IsOptional<std::optional<Value>> : std::true_type {
};

struct ReadContext {
    const ModelReaders* readers = nullptr;
    Currency currency;
};

// Reads one section: a key that is absent, null or "auto" (where the member can be unset) leaves the default. Problems
// go to the node's list; finish() adds those of unknown keys.
template <class T>
class FieldReader {
public:
    using Object = T;
    FieldReader(const json::Reader& node, T& object, ReadContext& context) : m_node(node), m_object(object), m_context(context) {}

    template <class Value>
    void boolean(std::string_view key, Value T::*member)
    {
        if (isGiven<Value>(key)) {
            if (const auto value = m_node.child(key).boolean())
                m_object.*member = *value;
        }
    }

    template <class Value>
    void whole(std::string_view key, Value T::*member, std::int64_t lowest, std::int64_t highest)
    {
        if (isGiven<Value>(key))
            readWhole(m_node.child(key), m_object.*member, lowest, highest);
    }

    // A count, or the one word that leaves the choice to the planner.
    void wholeOr(std::string_view key, std::optional<int> T::*member, std::string_view word, std::int64_t lowest, std::int64_t highest)
    {
        if (!knows(key))
            return;
        const json::Reader node = m_node.child(key);
        if (node.isString()) {
            if (node.oneOf({word}))
                m_object.*member = std::nullopt;
        } else {
            readWhole(node, m_object.*member, lowest, highest);
        }
    }

    void statedWhole(std::string_view key, int T::*member, bool T::*stated, std::int64_t lowest, std::int64_t highest)
    {
        if (!knows(key))
            return;
        m_object.*stated = true;
        readWhole(m_node.child(key), m_object.*member, lowest, highest);
    }

    void statedBoolean(std::string_view key, bool T::*member, bool T::*stated)
    {
        if (!knows(key))
            return;
        m_object.*stated = true;
        if (const auto value = m_node.child(key).boolean())
            m_object.*member = *value;
    }

    template <class Value>
    void number(std::string_view key, Value T::*member, double lowest, double highest)
    {
        if (isGiven<Value>(key)) {
            if (const auto value = m_node.child(key).number(lowest, highest))
                m_object.*member = *value;
        }
    }

    template <class Value>
    void money(std::string_view key, Value T::*member)
    {
        if (isGiven<Value>(key)) {
            if (const auto value = readAmount(m_node.child(key), m_context.currency))
                m_object.*member = *value;
        }
    }

    void requiredMoney(std::string_view key, Money T::*member)
    {
        remember(key);
        if (const auto value = readAmount(m_node.child(key), m_context.currency))
            m_object.*member = *value;
    }

    template <class Choice>
    void choice(std::string_view key, Choice T::*member)
    {
        if (knows(key))
            readChoice(m_node.child(key), m_object.*member);
    }
    template <class Choice>
    void choice(std::string_view key, std::optional<Choice> T::*member)
    {
        if (isGiven<std::optional<Choice>>(key)) {
            Choice value{};
            if (readChoice(m_node.child(key), value))
                m_object.*member = value;
        }
    }

    void text(std::string_view key, std::string T::*member)
    {
        if (const auto value = optionalString(key))
            m_object.*member = std::string(*value);
    }
    // Names of formats and engines: any case, "auto" is empty.
    void automaticText(std::string_view key, std::string T::*member)
    {
        const auto value = optionalString(key);
        std::string name = lowerCase(value.value_or("auto"));
        if (name != "auto")
            m_object.*member = std::move(name);
    }
    template <class Value>
    void version(std::string_view key, Value T::*member)
    {
        if (!isGiven<Value>(key))
            return;
        if (const auto value = readVersion(m_node.child(key)); value && !value->empty())
            m_object.*member = *value;
    }
    void day(std::string_view key, std::string T::*member)
    {
        if (knows(key)) {
            if (const auto value = m_node.child(key).date())
                m_object.*member = std::string(*value);
        }
    }
    void strings(std::string_view key, std::vector<std::string> T::*member)
    {
        if (knows(key)) {
            constexpr std::size_t kMostNames = 1000; // each is looked up, and a wrong one named
            if (m_node.child(key).size() > kMostNames)
                m_node.child(key).fail("at most 1000 names");
            else if (auto value = m_node.child(key).strings())
                m_object.*member = std::move(*value);
        }
    }

    template <class Section>
    void section(std::string_view key, Section T::*member)
    {
        if (knows(key))
            readSection(m_node.child(key), m_object.*member);
    }
    template <class Section>
    void section(std::string_view key, std::optional<Section> T::*member)
    {
        if (knows(key)) {
            Section value;
            readSection(m_node.child(key), value);
            m_object.*member = value;
        }
    }

    void currency(std::string_view key)
    {
        if (!knows(key))
            return;
        const json::Reader node = m_node.child(key);
        const auto code = node.string();
        if (code && (code->size() != 3 || code->find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos))
            node.fail("a currency code such as \"USD\"");
        else if (code)
            setCurrency(m_object, m_context.currency = Currency(*code));
    }
    void targets(std::string_view key, std::optional<TargetSet> T::*member)
    {
        if (isGiven<std::optional<TargetSet>>(key))
            m_object.*member = readTargets(m_node.child(key));
    }
    void fusedLoss(std::string_view key, std::optional<LossPath> T::*member)
    {
        if (knows(key) && m_node.child(key).boolean() == true)
            m_object.*member = LossPath::FusedLinear;
    }
    void latentCache(std::string_view key, bool T::*member)
    {
        if (knows(key))
            m_object.*member = m_node.child(key).oneOf({"compressed", "expanded"}) == "expanded";
    }
    void lengths(std::string_view key, bool T::*member)
    {
        if (knows(key))
            m_object.*member = m_node.child(key).oneOf({"fixed", "varied"}) == "varied";
    }
    void loadProfile(std::string_view key)
    {
        if (knows(key))
            readLoadProfile(m_node.child(key), m_object);
    }
    void offer(std::string_view key)
    {
        if (knows(key))
            readOffer(m_node.child(key), m_object, m_context.currency);
    }
    void residual(std::string_view key)
    {
        if (knows(key))
            readResidual(m_node.child(key), m_object);
    }
    void model(std::string_view key)
    {
        if (knows(key))
            readModel(m_node.child(key), m_object.model, *m_context.readers);
    }
    void card(std::string_view key)
    {
        if (knows(key))
            readCard(m_node.child(key), m_object.card);
    }

    // Another key that may stand here and is none of the object's (the `id` of a line).
    void ignore(std::string_view key) { remember(key); }
    void finish() const { m_node.allowKeys(std::span(m_keys.data(), m_keyCount)); }

private:
    void remember(std::string_view key)
    {
        assert(m_keyCount < m_keys.size());
        m_keys[m_keyCount++] = key;
    }
    bool knows(std::string_view key)
    {
        remember(key);
        return m_node.has(key);
    }
    // Present, and not the word for "unset" where the member can be unset.
    template <class Value>
    bool isGiven(std::string_view key)
    {
        if (!knows(key))
            return false;
        if constexpr (IsOptional<Value>::value) {
            const json::Reader node = m_node.child(key);
            return !node.isString() || node.string() != "auto";
        }
        return true;
    }
    std::optional<std::string_view> optionalString(std::string_view key) { return knows(key) ? m_node.child(key).string() : std::nullopt; }

    template <class Value>
    static void readWhole(const json::Reader& node, Value& target, std::int64_t lowest, std::int64_t highest)
    {
        if (const auto value = node.integer(lowest, highest)) {
            if constexpr (IsOptional<Value>::value)
                target = static_cast<typename Value::value_type>(*value);
            else
                target = static_cast<Value>(*value);
        }
    }
    template <class Choice>
    static bool readChoice(const json::Reader& node, Choice& target)
    {
        const names::List words = names::of(Choice{});
        const auto word = node.oneOf(words);
        if (!word)
            return false;
        std::size_t index = 0;
        while (words[index] != *word)
            ++index;
        target = static_cast<Choice>(index);
        return true;
    }
    template <class Section>
    void readSection(const json::Reader& node, Section& target)
    {
        if (!node.requireObject())
            return;
        FieldReader<Section> fields(node, target, m_context);
        describe(fields);
        fields.finish();
    }

    static constexpr std::size_t kMostKeys = 48;
    const json::Reader& m_node;
    T& m_object;
    ReadContext& m_context;
    std::array<std::string_view, kMostKeys> m_keys;
    std::size_t m_keyCount = 0;
};

} // namespace cardfit
