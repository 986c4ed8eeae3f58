// Formulas as the memory room writes them: numbers, identifiers, + − · /, parentheses, and a few functions. Read here to
// show them with their numbers, and to check that they give the value they stand beside.
#include "core/plan/explain/formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace cardfit::explain {

namespace {

using Kind = FormulaPiece::Kind;

constexpr std::array<std::string_view, 5> kFunctions = {"max", "min", "ceil", "floor", "pow2"};
constexpr std::string_view kTimes = "·", kMinus = "−";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return (c >= '0' && c <= '9') || c == '.'; }

std::size_t lengthOfPiece(std::string_view text, Kind& kind)
{
    std::size_t length = 1;
    if (isLetter(text[0])) {
        kind = Kind::Symbol;
        while (length < text.size() && (isLetter(text[length]) || isDigit(text[length])))
            ++length;
    } else if (isDigit(text[0])) {
        kind = Kind::Number;
        while (length < text.size() && isDigit(text[length]))
            ++length;
    } else {
        kind = Kind::Operator;
        for (const std::string_view wide : {kTimes, kMinus})
            length = text.starts_with(wide) ? wide.size() : length;
    }
    if (kind == Kind::Symbol && std::find(kFunctions.begin(), kFunctions.end(), text.substr(0, length)) != kFunctions.end())
        kind = Kind::Operator;
    return length;
}

// Recursive descent; a formula that cannot be read gives NaN, which no value equals.
class Reader {
public:
    Reader(std::string_view formula, const std::function<std::optional<double>(std::string_view)>& valueOf) : m_valueOf(valueOf)
    {
        for (FormulaPiece& piece : piecesOf(formula)) {
            if (piece.text != " ")
                m_pieces.push_back(std::move(piece));
        }
    }

    Evaluation read()
    {
        if (m_pieces.empty())
            return {};
        const double value = sum();
        if (m_next != m_pieces.size() || std::isnan(value))
            return {};
        return {value, std::move(m_leaders)};
    }

private:
    static constexpr double kUnreadable = std::numeric_limits<double>::quiet_NaN();

    bool takes(std::string_view text)
    {
        const bool found = m_next < m_pieces.size() && m_pieces[m_next].text == text;
        m_next += found ? 1 : 0;
        return found;
    }

    double sum()
    {
        double value = takes(kMinus) ? -product() : product();
        while (true) {
            if (takes("+"))
                value += product();
            else if (takes(kMinus))
                value -= product();
            else
                return value;
        }
    }

    double product()
    {
        double value = factor();
        while (true) {
            if (takes(kTimes))
                value *= factor();
            else if (takes("/"))
                value /= factor();
            else
                return value;
        }
    }

    double factor()
    {
        if (m_next >= m_pieces.size())
            return kUnreadable;
        const FormulaPiece& piece = m_pieces[m_next++];
        if (piece.kind == Kind::Number)
            return std::strtod(piece.text.c_str(), nullptr);
        if (piece.kind == Kind::Symbol)
            return m_valueOf(piece.text).value_or(kUnreadable);
        if (piece.text == "(") {
            const double value = sum();
            return takes(")") ? value : kUnreadable;
        }
        return takes("(") ? function(piece.text) : kUnreadable;
    }

    double function(const std::string& name)
    {
        const bool largest = name == "max";
        double value = kUnreadable;
        std::string winner;
        do {
            const std::size_t begin = m_next;
            const double argument = sum();
            if (std::isnan(argument))
                return kUnreadable;
            const bool better = std::isnan(value) || (largest ? argument > value : argument < value);
            if (better) {
                value = argument;
                winner = m_next == begin + 1 && m_pieces[begin].kind == Kind::Symbol ? m_pieces[begin].text : std::string();
            }
        } while (takes(","));
        if (largest && !winner.empty())
            m_leaders.push_back(winner);
        return takes(")") ? rounded(name, value) : kUnreadable;
    }

    static double rounded(const std::string& name, double value)
    {
        if (name == "ceil")
            return std::ceil(value);
        if (name == "floor")
            return std::floor(value);
        if (name == "pow2") // the next power of two
            return std::exp2(std::ceil(std::log2(std::max(1.0, value))));
        return value;
    }

    const std::function<std::optional<double>(std::string_view)>& m_valueOf;
    std::vector<FormulaPiece> m_pieces;
    std::size_t m_next = 0;
    std::vector<std::string> m_leaders;
};

} // namespace

std::vector<FormulaPiece> piecesOf(std::string_view formula)
{
    std::vector<FormulaPiece> pieces;
    while (!formula.empty()) {
        Kind kind = Kind::Operator;
        const std::size_t length = lengthOfPiece(formula, kind);
        pieces.push_back({kind, std::string(formula.substr(0, length))});
        formula.remove_prefix(length);
    }
    return pieces;
}

std::vector<std::string_view> symbolsOf(std::string_view formula)
{
    std::vector<std::string_view> symbols;
    while (!formula.empty()) {
        Kind kind = Kind::Operator;
        const std::size_t length = lengthOfPiece(formula, kind);
        const std::string_view piece = formula.substr(0, length);
        if (kind == Kind::Symbol && std::find(symbols.begin(), symbols.end(), piece) == symbols.end())
            symbols.push_back(piece);
        formula.remove_prefix(length);
    }
    return symbols;
}

Evaluation evaluate(std::string_view formula, const std::function<std::optional<double>(std::string_view)>& valueOf)
{
    return Reader(formula, valueOf).read();
}

} // namespace cardfit::explain
