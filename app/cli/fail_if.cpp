#include "app/cli/fail_if.h"

#include "app/cli/session.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace cardfit::cli {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

double numberIn(std::string_view text)
{
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && std::isfinite(value) ? value : kNoNumber;
}

std::vector<std::string> stepsOf(std::string_view pointer)
{
    std::vector<std::string> steps;
    while (!pointer.empty()) {
        pointer.remove_prefix(1); // the slash
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        steps.emplace_back(pointer.substr(0, end));
        pointer.remove_prefix(end);
    }
    return steps;
}

// The word or number at the end of a path, as text; empty: null, absent, or no plain value.
std::string valueAt(json::Reader node, const std::vector<std::string>& path)
{
    for (const std::string& step : path) {
        if (!node.has(step))
            return {};
        node = node.child(step);
    }
    if (node.isString())
        return std::string(*node.string());
    return node.isNumber() || node.isBoolean() ? node.text() : std::string();
}

} // namespace

FailIf::FailIf(const std::vector<std::string>& conditions)
{
    for (const std::string& text : conditions)
        m_conditions.push_back(read(text));
}

FailIf::Condition FailIf::read(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, Relation>, 6> kRelations = {{{"<=", Relation::AtMost},
                                                                                         {">=", Relation::AtLeast},
                                                                                         {"!=", Relation::Unequal},
                                                                                         {"<", Relation::Below},
                                                                                         {">", Relation::Above},
                                                                                         {"=", Relation::Equal}}};
    for (const auto& [sign, relation] : kRelations) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos || at < 2 || text.front() != '/' || at + sign.size() == text.size())
            continue;
        const std::string_view word = text.substr(at + sign.size());
        Condition condition{stepsOf(text.substr(0, at)), relation, std::string(word), numberIn(word)};
        const bool ordered = relation != Relation::Equal && relation != Relation::Unequal;
        if (!ordered || !std::isnan(condition.number))
            return condition;
    }
    throw BadInput("--fail-if: expected a condition such as /fit/headroom<0.1 or /fit/verdict!=fits, found " + std::string(text));
}

bool FailIf::holds(const Condition& condition, const json::Reader& answer)
{
    const std::string value = valueAt(answer, condition.path);
    const double number = numberIn(value);
    const bool equal = std::isnan(condition.number) ? value == condition.word : number == condition.number;
    switch (condition.relation) {
    case Relation::Below: return number < condition.number;
    case Relation::AtMost: return number <= condition.number;
    case Relation::Above: return number > condition.number;
    case Relation::AtLeast: return number >= condition.number;
    case Relation::Equal: return equal;
    case Relation::Unequal: return !equal;
    }
    return false;
}

bool FailIf::isMetBy(std::string_view answer) const
{
    json::Problems problems;
    const auto document = json::Document::parse(answer, problems);
    if (!document)
        return false;
    const json::Reader root(document->root(), problems);
    return std::any_of(m_conditions.begin(), m_conditions.end(), [&root](const Condition& condition) { return holds(condition, root); });
}

} // namespace cardfit::cli
