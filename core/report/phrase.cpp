#include "core/report/phrase.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cardfit::report {

namespace {

constexpr std::array<std::pair<std::string_view, Form>, 15> kForms{{{"plain", Form::Plain},
                                                                    {"sig", Form::Significant},
                                                                    {"approx", Form::Approximate},
                                                                    {"plural", Form::Plural},
                                                                    {"gib", Form::Gib},
                                                                    {"whole", Form::Whole},
                                                                    {"short", Form::Short},
                                                                    {"rate", Form::Rate},
                                                                    {"price", Form::Price},
                                                                    {"hourly", Form::Hourly},
                                                                    {"unit", Form::Unit},
                                                                    {"duration", Form::Duration},
                                                                    {"params", Form::Parameters},
                                                                    {"dots", Form::Dots},
                                                                    {"sentences", Form::Sentences}}};

Error fault(std::size_t place, std::string expected, std::string_view found)
{
    return {"", "character " + std::to_string(place + 1), std::move(expected), '"' + std::string(found) + '"'};
}

bool isName(std::string_view name)
{
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

bool readForm(std::string_view form, PhrasePiece& piece)
{
    piece.formName = form.substr(0, form.find('|'));
    if (form.size() == 1 && form[0] >= '0' && form[0] <= '3') {
        piece.form = Form::Decimals;
        piece.decimals = form[0] - '0';
        return true;
    }
    const auto* known = std::find_if(kForms.begin(), kForms.end(), [&](const auto& entry) { return entry.first == piece.formName; });
    if (known == kForms.end())
        return false;
    piece.form = known->second;
    return (piece.form == Form::Plural) == (form.size() > piece.formName.size());
}

bool readChoices(std::string_view choices, PhrasePiece& piece)
{
    const std::size_t bar = choices.find('|');
    if (bar == std::string_view::npos || choices.find('|', bar + 1) != std::string_view::npos)
        return false;
    piece.one = choices.substr(0, bar);
    piece.many = choices.substr(bar + 1);
    return true;
}

Result<PhrasePiece> readPlaceholder(std::string_view content, std::size_t place)
{
    PhrasePiece piece;
    const std::size_t colon = content.find(':');
    piece.argument = content.substr(0, colon);
    if (!isName(piece.argument))
        return fault(place, "an argument's name of letters and digits", content);
    if (colon == std::string_view::npos)
        return piece;
    const std::string_view form = content.substr(colon + 1);
    if (!readForm(form, piece))
        return fault(place, "a known form (gib, whole, short, plural|one|many, ...)", form);
    if (piece.form == Form::Plural && !readChoices(form.substr(piece.formName.size() + 1), piece))
        return fault(place, "plural|one|many", form);
    return piece;
}

} // namespace

Result<Phrase> Phrase::parse(std::string_view text)
{
    Phrase phrase;
    std::size_t start = 0;
    while (true) {
        const std::size_t open = text.find_first_of("{}", start);
        const std::string_view literal = text.substr(start, open == std::string_view::npos ? open : open - start);
        if (open == std::string_view::npos) {
            if (!literal.empty())
                phrase.pieces.emplace_back().literal = literal;
            return phrase;
        }
        const std::size_t close = text.find_first_of("{}", open + 1);
        if (text[open] == '}' || close == std::string_view::npos || text[close] == '{')
            return fault(open, "a brace and its partner", text.substr(open, 24));
        Result<PhrasePiece> piece = readPlaceholder(text.substr(open + 1, close - open - 1), open);
        if (!piece)
            return piece.error();
        phrase.pieces.push_back(std::move(piece).value());
        phrase.pieces.back().literal = literal;
        start = close + 1;
    }
}

} // namespace cardfit::report
