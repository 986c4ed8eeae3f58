#include "core/base/text.h"

#include "core/base/problem.h"

namespace cardfit {

namespace {

template <class Value>
void add(Text& text, std::string_view name, Value value)
{
    text.arguments.push_back({std::string(name), std::move(value)});
}

} // namespace

bool operator==(const TextArgument& a, const TextArgument& b) { return a.name == b.name && a.value == b.value; }

Text&& Text::with(std::string_view name, std::string value) &&
{
    add(*this, name, std::move(value));
    return std::move(*this);
}

Text&& Text::with(std::string_view name, std::string_view value) &&
{
    add(*this, name, std::string(value));
    return std::move(*this);
}

Text&& Text::with(std::string_view name, const char* value) &&
{
    add(*this, name, std::string(value));
    return std::move(*this);
}

Text&& Text::with(std::string_view name, int value) &&
{
    add(*this, name, static_cast<std::int64_t>(value));
    return std::move(*this);
}

Text&& Text::with(std::string_view name, std::int64_t value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, double value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, Bytes value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, Money value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, Percent value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, Seconds value) &&
{
    add(*this, name, value);
    return std::move(*this);
}

Text&& Text::with(std::string_view name, Text value) &&
{
    add(*this, name, std::vector<Text>{std::move(value)});
    return std::move(*this);
}

std::string_view nameOf(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "error";
}

} // namespace cardfit
