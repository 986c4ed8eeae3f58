#include "core/report/phrasebook.h"

#include "core/json/reader.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace cardfit::report {

namespace {

bool isCode(std::string_view code)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
    };
    return !code.empty() && std::all_of(code.begin(), code.end(), allowed);
}

std::string shortest(double value)
{
    std::string text = fixed(value, 6, NumberStyle::plain());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

std::string plural(double value, const PhrasePiece& piece, const NumberStyle& style)
{
    std::string words = value == 1.0 ? piece.one : piece.many;
    const std::size_t place = words.find('#');
    return place == std::string::npos ? words : words.replace(place, 1, significant(value, 15, 2, style));
}

std::string number(double value, const PhrasePiece& piece, const NumberStyle& style)
{
    switch (piece.form) {
    case Form::Decimals: return fixed(value, piece.decimals, style);
    case Form::Plain: return shortest(value);
    case Form::Approximate: return significant(value, 1, 2, style);
    case Form::Parameters: return parametersShort(value, style);
    case Form::Plural: return plural(value, piece, style);
    case Form::Whole: return fixed(value, 0, style);
    default: return significant(value, 3, 2, style);
    }
}

std::string number(std::int64_t value, const PhrasePiece& piece, const NumberStyle& style)
{
    switch (piece.form) {
    case Form::None:
    case Form::Whole: return grouped(value, style);
    case Form::Plain: return std::to_string(value);
    default: return number(static_cast<double>(value), piece, style);
    }
}

std::string percentage(double value, const PhrasePiece& piece, const NumberStyle& style)
{
    if (piece.form == Form::Decimals && piece.decimals > 0)
        return fixed(value, piece.decimals, style) + kNoBreakSpace + "%";
    return percent(value, style);
}

std::string time(Seconds value, const PhrasePiece& piece, const NumberStyle& style)
{
    return piece.form == Form::Duration ? duration(value, style) : milliseconds(value, style);
}

} // namespace

// Renders one text and the texts in it into one string.
class Phrasebook::Renderer {
public:
    Renderer(const Phrasebook& book, const NumberStyle& style, bool keepMarks) : m_book(book), m_style(style), m_keepMarks(keepMarks) {}

    void append(const Text& text)
    {
        const Phrase* phrase = m_book.find(text.code);
        if (!phrase) {
            if (!text.code.empty())
                m_result += '[' + text.code + ']';
            return;
        }
        for (const PhrasePiece& piece : phrase->pieces) {
            appendLiteral(piece.literal);
            if (!piece.argument.empty())
                appendArgument(text, piece);
        }
    }
    std::string take() { return std::move(m_result); }

private:
    void appendLiteral(std::string_view literal)
    {
        for (std::size_t mark = literal.find("**"); !m_keepMarks && mark != std::string_view::npos; mark = literal.find("**")) {
            m_result += literal.substr(0, mark);
            literal.remove_prefix(mark + 2);
        }
        m_result += literal;
    }
    // A name given by a user may contain the marks: a word joiner between them keeps it from switching bold.
    void appendName(std::string_view name)
    {
        for (std::size_t mark = name.find("**"); m_keepMarks && mark != std::string_view::npos; mark = name.find("**")) {
            m_result += name.substr(0, mark + 1);
            m_result += "\u2060";
            name.remove_prefix(mark + 1);
        }
        m_result += name;
    }
    void appendArgument(const Text& text, const PhrasePiece& piece)
    {
        const auto argument =
            std::find_if(text.arguments.begin(), text.arguments.end(), [&](const TextArgument& a) { return a.name == piece.argument; });
        if (argument == text.arguments.end())
            m_result += '{' + piece.argument + '}';
        else
            std::visit([&](const auto& value) { appendValue(value, piece); }, argument->value);
    }
    void appendValue(const std::string& value, const PhrasePiece&) { appendName(value); }
    void appendValue(std::int64_t value, const PhrasePiece& piece) { m_result += number(value, piece, m_style); }
    void appendValue(double value, const PhrasePiece& piece) { m_result += number(value, piece, m_style); }
    void appendValue(Bytes value, const PhrasePiece& piece)
    {
        m_result += piece.form == Form::Gib ? gib(value, m_style) : memory(value, m_style);
    }
    void appendValue(Percent value, const PhrasePiece& piece) { m_result += percentage(value.value, piece, m_style); }
    void appendValue(Seconds value, const PhrasePiece& piece) { m_result += time(value, piece, m_style); }
    void appendValue(Money value, const PhrasePiece& piece)
    {
        switch (piece.form) {
        case Form::Unit: m_result += m_book.currencyName(value.currency()); break;
        case Form::Whole: m_result += amount(value, 0, m_style); break;
        case Form::Short: m_result += amountShort(value, m_style); break;
        case Form::Rate: m_result += rate(value, m_style); break;
        case Form::Price: m_result += price(value, m_style); break;
        case Form::Significant: m_result += significant(value.toDouble(), 3, 2, m_style); break;
        case Form::Hourly: m_result += hourly(value, m_style); break;
        case Form::Decimals: m_result += amount(value, piece.decimals, m_style); break;
        default: m_result += amount(value, 2, m_style); break;
        }
    }
    void appendValue(const std::vector<Text>& texts, const PhrasePiece& piece)
    {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i > 0)
                appendSeparator(piece.form);
            append(texts[i]);
        }
    }
    void appendSeparator(Form form)
    {
        switch (form) {
        case Form::Dots: m_result += " · "; break;
        case Form::Sentences: append(Text("list.sentences")); break;
        default: append(Text("list.comma")); break;
        }
    }

    const Phrasebook& m_book;
    const NumberStyle& m_style;
    bool m_keepMarks;
    std::string m_result;
};

std::optional<Phrasebook> Phrasebook::load(const std::filesystem::path& file, std::string language, std::vector<Error>& problems)
{
    json::Problems found;
    const std::optional<json::Document> document = json::Document::load(file.string(), found);
    std::optional<Phrasebook> book;
    if (document)
        book = read(json::Reader(document->root(), found), std::move(language));
    problems.insert(problems.end(), found.list.begin(), found.list.end());
    return found.empty() ? std::move(book) : std::nullopt;
}

std::optional<Phrasebook> Phrasebook::parse(std::string_view json, std::string language, std::vector<Error>& problems)
{
    json::Problems found;
    const std::optional<json::Document> document = json::Document::parse(json, found);
    std::optional<Phrasebook> book;
    if (document)
        book = read(json::Reader(document->root(), found), std::move(language));
    problems.insert(problems.end(), found.list.begin(), found.list.end());
    return found.empty() ? std::move(book) : std::nullopt;
}

Phrasebook Phrasebook::read(const json::Reader& root, std::string language)
{
    Phrasebook book;
    book.m_language = std::move(language);
    if (!root.requireObject())
        return book;
    for (const std::string_view code : root.keys()) {
        const json::Reader entry = root.child(code);
        if (!isCode(code))
            entry.fail("a code of letters, digits and . - _", std::string(code));
        const std::optional<std::string_view> text = entry.string();
        if (!text)
            continue;
        Result<Phrase> phrase = Phrase::parse(*text);
        if (phrase)
            book.m_phrases.emplace(code, std::move(phrase).value());
        else
            entry.fail(phrase.error().expected + " at " + phrase.error().where, phrase.error().found);
    }
    return book;
}

const Phrase* Phrasebook::find(std::string_view code) const
{
    const auto entry = m_phrases.find(code);
    return entry == m_phrases.end() ? nullptr : &entry->second;
}

std::vector<std::string_view> Phrasebook::codes() const
{
    std::vector<std::string_view> codes;
    codes.reserve(m_phrases.size());
    for (const auto& entry : m_phrases)
        codes.emplace_back(entry.first);
    std::sort(codes.begin(), codes.end());
    return codes;
}

std::set<std::string> Phrasebook::placeholders(std::string_view code) const
{
    std::set<std::string> names;
    const Phrase* phrase = find(code);
    if (!phrase)
        return names;
    for (const PhrasePiece& piece : phrase->pieces) {
        if (piece.argument.empty())
            continue;
        names.insert(piece.form == Form::None || piece.form == Form::Plural ? piece.argument : piece.argument + ':' + piece.formName);
    }
    return names;
}

std::string Phrasebook::render(const Text& text, const NumberStyle& style) const
{
    Renderer renderer(*this, style, true);
    renderer.append(text);
    return renderer.take();
}

std::string Phrasebook::renderPlain(const Text& text, const NumberStyle& style) const
{
    Renderer renderer(*this, style, false);
    renderer.append(text);
    return renderer.take();
}

std::string Phrasebook::currencyName(Currency currency) const
{
    const std::string code = "currency." + std::string(currency.code());
    return has(code) ? renderPlain(Text(code), NumberStyle::plain()) : std::string(currency.code());
}

} // namespace cardfit::report
