#include "core/report/explain_rows.h"

#include "core/json/writer.h"

#include <algorithm>
#include <cmath>

namespace cardfit::report {

namespace {

using explain::FormulaPiece;
using explain::Input;
using explain::Term;

constexpr double kWhole = 1e15; // beyond it a double is no longer exact to one

bool isWhole(double value) { return std::abs(value) < kWhole && value == std::floor(value); }

std::string numberOf(double value, const NumberStyle& style)
{
    if (isWhole(value))
        return grouped(static_cast<std::int64_t>(value), style);
    constexpr int kDigits = 6;
    return significant(value, kDigits, kDigits, style);
}

std::string valueOf(double value, Unit unit, const Phrasebook& phrases, const NumberStyle& style)
{
    switch (unit) {
    case Unit::Memory: return memory(bytesOf(value), style);
    case Unit::MemoryPerToken:
        return phrases.renderPlain(Text("explain.unit.bytes-per-token").with("value", numberOf(value, style)), style);
    case Unit::Tokens: return phrases.renderPlain(Text("explain.unit.tokens").with("value", numberOf(value, style)), style);
    case Unit::Count:
    case Unit::Factor: return numberOf(value, style);
    }
    return numberOf(value, style);
}

std::string exactOf(double value, Unit unit, const Phrasebook& phrases, const NumberStyle& style)
{
    return unit == Unit::Memory ? grouped(bytesOf(value).value(), style) + kNoBreakSpace + "B" : valueOf(value, unit, phrases, style);
}

// Inside a formula the units of counts would only be in the way.
std::string putIn(double value, Unit unit, const NumberStyle& style)
{
    return unit == Unit::Memory ? memory(bytesOf(value), style) : numberOf(value, style);
}

std::string numbersOf(const Term& term, const NumberStyle& style)
{
    std::string text;
    bool replaced = false;
    for (const FormulaPiece& piece : explain::piecesOf(term.formula)) {
        const auto input =
            std::find_if(term.inputs.begin(), term.inputs.end(), [&piece](const Input& i) { return i.symbol == piece.text; });
        const auto child =
            std::find_if(term.children.begin(), term.children.end(), [&piece](const Term& t) { return t.code == piece.text; });
        const bool isSymbol = piece.kind == FormulaPiece::Kind::Symbol;
        if (isSymbol && input != term.inputs.end())
            text += putIn(input->value, input->unit, style);
        else if (isSymbol && child != term.children.end())
            text += putIn(child->value, child->unit, style);
        else
            text += piece.text;
        replaced = replaced || isSymbol;
    }
    return replaced ? text : std::string();
}

class Rows {
public:
    Rows(const Phrasebook& phrases, const NumberStyle& style, int depth) : m_phrases(phrases), m_style(style), m_depth(depth) {}

    void add(const Term& term, int depth, std::size_t parent)
    {
        ExplainRow row;
        row.depth = depth;
        row.parent = parent;
        row.leads = term.leads;
        row.symbol = term.code;
        row.name = words(term.name);
        row.value = valueOf(term.value, term.unit, m_phrases, m_style);
        row.exact = exactOf(term.value, term.unit, m_phrases, m_style);
        row.formula = term.formula;
        row.numbers = numbersOf(term, m_style);
        row.mark = markOf(term.mark);
        row.weakest = markOf(term.weakest);
        row.assumed = term.weakest == explain::Mark::Assumed;
        row.source = words(term.source);
        const std::size_t own = m_rows.size();
        m_rows.push_back(std::move(row));
        if (m_depth >= 0 && depth >= m_depth)
            return;
        for (const Input& input : term.inputs)
            add(input, depth + 1, own);
        for (const Term& child : term.children)
            add(child, depth + 1, own);
    }

    std::vector<ExplainRow> take() { return std::move(m_rows); }

private:
    void add(const Input& input, int depth, std::size_t parent)
    {
        ExplainRow row;
        row.depth = depth;
        row.parent = parent;
        row.isInput = true;
        row.symbol = input.symbol;
        row.name = words(input.name);
        row.value = valueOf(input.value, input.unit, m_phrases, m_style);
        row.exact = exactOf(input.value, input.unit, m_phrases, m_style);
        row.mark = markOf(input.mark);
        row.weakest = row.mark;
        row.assumed = input.mark == explain::Mark::Assumed;
        row.source = words(input.source);
        m_rows.push_back(std::move(row));
    }

    std::string words(const Text& text) const { return m_phrases.renderPlain(text, m_style); }
    std::string markOf(explain::Mark mark) const { return words(Text("explain.mark." + std::string(nameOf(mark)))); }

    const Phrasebook& m_phrases;
    const NumberStyle& m_style;
    int m_depth;
    std::vector<ExplainRow> m_rows;
};

class JsonTree {
public:
    JsonTree(json::Writer& writer, const Phrasebook& phrases) : m_writer(writer), m_phrases(phrases) {}

    void write(const Term& term, int depth)
    {
        m_writer.member("code", term.code);
        writeNumber(term.value, term.unit);
        m_writer.member("name", words(term.name)).member("formula", term.formula);
        m_writer.member("mark", nameOf(term.mark)).member("weakest", nameOf(term.weakest)).member("source", words(term.source));
        if (depth == 0)
            return;
        m_writer.key("inputs").beginArray();
        for (const Input& input : term.inputs)
            write(input);
        m_writer.endArray().key("children").beginArray();
        for (const Term& child : term.children) {
            m_writer.beginObject();
            write(child, depth - 1);
            m_writer.endObject();
        }
        m_writer.endArray();
    }

private:
    void write(const Input& input)
    {
        m_writer.beginObject().member("symbol", input.symbol);
        writeNumber(input.value, input.unit);
        m_writer.member("name", words(input.name)).member("mark", nameOf(input.mark)).member("source", words(input.source)).endObject();
    }

    void writeNumber(double value, Unit unit)
    {
        if (isWhole(value))
            m_writer.member("value", static_cast<std::int64_t>(value));
        else
            m_writer.member("value", value);
        m_writer.member("unit", explain::nameOf(unit));
    }

    std::string words(const Text& text) const { return m_phrases.renderPlain(text, NumberStyle::plain()); }

    json::Writer& m_writer;
    const Phrasebook& m_phrases;
};

} // namespace

std::vector<ExplainRow> explainRows(const explain::Term& term, const Phrasebook& phrases, const NumberStyle& style, int depth)
{
    Rows rows(phrases, style, depth);
    rows.add(term, 0, 0);
    return rows.take();
}

std::string explainJson(std::string_view pointer, const explain::Term& term, const Phrasebook& phrases, int depth)
{
    json::Writer writer;
    writer.beginObject().member("pointer", std::string(pointer));
    JsonTree(writer, phrases).write(term, depth);
    writer.endObject();
    return writer.take();
}

} // namespace cardfit::report
