#include "ui/inputs/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kSameValue = 0.004; // relative: 14.77 is the detent 14.8

} // namespace

SliderScale SliderScale::steps(const std::vector<QString>& labels, std::vector<double> places)
{
    SliderScale scale;
    scale.m_kind = Kind::Steps;
    const double last = std::max<double>(1, static_cast<double>(labels.size()) - 1);
    scale.m_high = last;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto index = static_cast<double>(i);
        scale.m_detents.push_back({index, labels[i]});
        scale.m_places.push_back(places.size() == labels.size() ? places[i] : index / last);
    }
    return scale;
}

SliderScale SliderScale::linear(double low, double high, std::vector<Detent> detents, double grain)
{
    SliderScale scale;
    scale.m_low = low;
    scale.m_high = std::max(high, low + grain);
    scale.m_grain = grain;
    scale.m_detents = std::move(detents);
    for (const Detent& detent : scale.m_detents)
        scale.m_places.push_back(scale.placeOf(detent.value));
    return scale;
}

SliderScale SliderScale::logarithmic(double low, double high, std::vector<Detent> detents, int digits, bool whole)
{
    SliderScale scale;
    scale.m_kind = Kind::Logarithmic;
    scale.m_low = low;
    scale.m_high = std::max(high, low * 1.001);
    scale.m_digits = digits;
    scale.m_whole = whole;
    scale.m_detents = std::move(detents);
    for (const Detent& detent : scale.m_detents)
        scale.m_places.push_back(scale.placeOf(detent.value));
    return scale;
}

double SliderScale::placeOf(double value) const
{
    switch (m_kind) {
    case Kind::Steps:
        return m_places.empty()
                   ? 0
                   : m_places[std::clamp<std::size_t>(static_cast<std::size_t>(std::max(0.0, std::round(value))), 0, m_places.size() - 1)];
    case Kind::Logarithmic: return std::clamp(std::log(std::max(value, m_low) / m_low) / std::log(m_high / m_low), 0.0, 1.0);
    case Kind::Linear: break;
    }
    return std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0);
}

double SliderScale::rounded(double value) const
{
    if (m_kind == Kind::Linear)
        return m_grain > 0 ? std::round(value / m_grain) * m_grain : value;
    const double magnitude = std::pow(10.0, std::floor(std::log10(value)) - (m_digits - 1));
    const double result = std::round(value / magnitude) * magnitude;
    return m_whole ? std::max(1.0, std::round(result)) : result;
}

double SliderScale::valueAt(double place) const
{
    const int nearest = nearestDetent(place);
    if (m_kind == Kind::Steps)
        return nearest < 0 ? 0 : m_detents[static_cast<std::size_t>(nearest)].value;
    if (nearest >= 0 && std::abs(m_places[static_cast<std::size_t>(nearest)] - place) < 1e-9)
        return m_detents[static_cast<std::size_t>(nearest)].value;
    const double value = m_kind == Kind::Logarithmic ? m_low * std::pow(m_high / m_low, place) : m_low + place * (m_high - m_low);
    return std::clamp(rounded(value), m_low, m_high);
}

int SliderScale::nearestDetent(double place) const
{
    const auto nearest = std::ranges::min_element(m_places, {}, [place](double other) { return std::abs(other - place); });
    return nearest == m_places.end() ? -1 : static_cast<int>(nearest - m_places.begin());
}

int SliderScale::detentOf(double value) const
{
    const auto same = [value](const Detent& detent) { return std::abs(detent.value - value) <= kSameValue * std::abs(detent.value); };
    const auto found = std::ranges::find_if(m_detents, same);
    return found == m_detents.end() ? -1 : static_cast<int>(found - m_detents.begin());
}

std::vector<Detent> powersOfTwo(double low, double high)
{
    std::vector<Detent> detents;
    for (double value = low; value <= high; value *= 2)
        detents.push_back({value, {}});
    return detents;
}

} // namespace cardfit::ui
