#pragma once

#include "core/base/error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace cardfit {

// A value, or the reason why there is none. (std::expected is C++23.)
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) {}

    bool hasValue() const { return m_content.index() == 0; }
    explicit operator bool() const { return hasValue(); }
    const T& value() const&
    {
        assert(hasValue());
        return std::get<0>(m_content);
    }
    T&& value() &&
    {
        assert(hasValue());
        return std::get<0>(std::move(m_content));
    }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const
    {
        assert(!hasValue());
        return std::get<1>(m_content);
    }

private:
    std::variant<T, Error> m_content;
};

} // namespace cardfit
