#pragma once

#include "core/json/writer.h"
#include "core/scenario/names.h"
#include "core/scenario/scenario_fields.h"

namespace cardfit {

void writeTargets(json::Writer& writer, TargetSet targets);
void writeModel(json::Writer& writer, const ModelChoice& model);
void writeCard(json::Writer& writer, const CardChoice& card);

// Writes one section: the members that differ from `standard` (the section's defaults), or all of them. A value that
// is not set is written as null, which reads like an absent key.
template <class T>
class FieldWriter {
public:
    using Object = T;
    FieldWriter(json::Writer& writer, const T& object, const T& standard, bool everything)
        : m_writer(writer), m_object(object), m_standard(standard), m_everything(everything)
    {
    }

    template <class Value>
    void boolean(std::string_view key, Value T::*member)
    {
        plain(key, member);
    }
    template <class Value>
    void whole(std::string_view key, Value T::*member, std::int64_t, std::int64_t)
    {
        plain(key, member);
    }
    void wholeOr(std::string_view key, std::optional<int> T::*member, std::string_view word, std::int64_t, std::int64_t)
    {
        if (!writes(member))
            return;
        m_writer.key(key);
        if (m_object.*member)
            m_writer.value(*(m_object.*member));
        else
            m_writer.value(word);
    }
    void statedWhole(std::string_view key, int T::*member, bool T::*stated, std::int64_t, std::int64_t)
    {
        writeStated(key, member, stated);
    }
    void statedBoolean(std::string_view key, bool T::*member, bool T::*stated) { writeStated(key, member, stated); }
    template <class Value>
    void number(std::string_view key, Value T::*member, double, double)
    {
        plain(key, member);
    }
    void money(std::string_view key, Money T::*member)
    {
        // The digits count: an amount of 0 is the default in every currency.
        if (m_everything || (m_object.*member).micros() != (m_standard.*member).micros())
            m_writer.member(key, (m_object.*member).toRateString());
    }
    void money(std::string_view key, std::optional<Money> T::*member)
    {
        if (m_object.*member)
            m_writer.member(key, (m_object.*member)->toRateString());
        else if (m_everything)
            m_writer.nullMember(key);
    }
    void requiredMoney(std::string_view key, Money T::*member) { m_writer.member(key, (m_object.*member).toRateString()); }
    template <class Choice>
    void choice(std::string_view key, Choice T::*member)
    {
        if (writes(member))
            m_writer.member(key, word(m_object.*member));
    }
    template <class Choice>
    void choice(std::string_view key, std::optional<Choice> T::*member)
    {
        if (!writes(member))
            return;
        m_writer.key(key);
        if (m_object.*member)
            m_writer.value(word(*(m_object.*member)));
        else
            m_writer.null();
    }
    void text(std::string_view key, std::string T::*member) { plain(key, member); }
    void automaticText(std::string_view key, std::string T::*member)
    {
        if (writes(member))
            m_writer.member(key, (m_object.*member).empty() ? "auto" : m_object.*member);
    }
    void version(std::string_view key, std::string T::*member) { automaticText(key, member); }
    void version(std::string_view key, std::optional<std::string> T::*member) { plain(key, member); }
    void day(std::string_view key, std::string T::*member) { plain(key, member); }
    void strings(std::string_view key, std::vector<std::string> T::*member)
    {
        if (!writes(member))
            return;
        m_writer.key(key).beginArray();
        for (const std::string& entry : m_object.*member)
            m_writer.value(entry);
        m_writer.endArray();
    }
    template <class Section>
    void section(std::string_view key, Section T::*member)
    {
        if (writes(member))
            writeSection(key, m_object.*member, m_standard.*member);
    }
    template <class Section>
    void section(std::string_view key, std::optional<Section> T::*member)
    {
        if (m_object.*member) {
            m_writer.key(key).beginObject();
            FieldWriter<Section> fields(m_writer, *(m_object.*member), Section{}, true);
            describe(fields);
            m_writer.endObject();
        } else if (m_everything) {
            m_writer.nullMember(key);
        }
    }

    void currency(std::string_view key)
    {
        if (m_everything || m_object.currency != Currency{})
            m_writer.member(key, m_object.currency.code());
    }
    void targets(std::string_view key, std::optional<TargetSet> T::*member)
    {
        if (!writes(member))
            return;
        m_writer.key(key);
        if (m_object.*member)
            writeTargets(m_writer, *(m_object.*member));
        else
            m_writer.null();
    }
    void fusedLoss(std::string_view, std::optional<LossPath> T::*) {} // read only: written as `loss`
    void latentCache(std::string_view key, bool T::*member) { oneOfTwo(key, member, "compressed", "expanded"); }
    void lengths(std::string_view key, bool T::*member) { oneOfTwo(key, member, "fixed", "varied"); }
    void loadProfile(std::string_view key)
    {
        if (!m_everything && m_object.profile == LoadProfile::Flat)
            return;
        m_writer.key(key);
        if (m_object.profile == LoadProfile::Custom)
            writeNumbers(m_object.shares);
        else
            m_writer.value(m_object.profile == LoadProfile::Flat ? "flat" : "office");
    }
    void offer(std::string_view key)
    {
        if (m_object.given)
            writeSection(key, *m_object.given, GivenOffer{});
        else if (m_everything || !m_object.offerId.empty())
            m_writer.member(key, m_object.offerId.empty() ? "auto" : m_object.offerId);
    }
    void residual(std::string_view key)
    {
        using Residual = OwnershipOptions::Residual;
        if (!m_everything && m_object.residual == Residual::Auto)
            return;
        m_writer.key(key);
        if (m_object.residual == Residual::Listed)
            writeNumbers(m_object.residualByYear);
        else
            m_writer.value(m_object.residual == Residual::Auto ? "auto" : "none");
    }
    void model(std::string_view key)
    {
        if (m_everything || !(m_object.model == m_standard.model))
            writeModel(m_writer.key(key), m_object.model);
    }
    void card(std::string_view key)
    {
        if (m_everything || !(m_object.card == m_standard.card))
            writeCard(m_writer.key(key), m_object.card);
    }

private:
    template <class Value>
    bool writes(Value T::*member) const
    {
        return m_everything || !(m_object.*member == m_standard.*member);
    }
    template <class Value>
    void plain(std::string_view key, Value T::*member)
    {
        if (writes(member))
            m_writer.member(key, m_object.*member);
    }
    // Whether such a key stood in the file means something of its own.
    template <class Value>
    void writeStated(std::string_view key, Value T::*member, bool T::*stated)
    {
        if (m_object.*stated || !(m_object.*member == m_standard.*member))
            m_writer.member(key, m_object.*member);
        else if (m_everything)
            m_writer.nullMember(key);
    }
    void oneOfTwo(std::string_view key, bool T::*member, std::string_view first, std::string_view second)
    {
        if (writes(member))
            m_writer.member(key, m_object.*member ? second : first);
    }
    template <class Section>
    void writeSection(std::string_view key, const Section& section, const Section& standard)
    {
        m_writer.key(key).beginObject();
        FieldWriter<Section> fields(m_writer, section, standard, m_everything);
        describe(fields);
        m_writer.endObject();
    }
    template <class Numbers>
    void writeNumbers(const Numbers& numbers)
    {
        m_writer.beginArray();
        for (const double number : numbers)
            m_writer.value(number);
        m_writer.endArray();
    }
    template <class Choice>
    static std::string_view word(Choice choice)
    {
        return names::of(choice)[static_cast<std::size_t>(choice)];
    }

    json::Writer& m_writer;
    const T& m_object;
    const T m_standard;
    const bool m_everything;
};

} // namespace cardfit
