#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace cardfit::ui {

// A stop of a slider: a value people name. `label` is painted under the mark; empty: the mark alone.
struct Detent {
    double value = 0;
    QString label;
    friend bool operator==(const Detent&, const Detent&) = default;
};

// How values lie along a slider, from 0 at its left end to 1 at its right.
class SliderScale {
public:
    enum class Kind { Linear, Logarithmic, Steps };

    // Steps: only detents can be chosen, their values are 0, 1, 2 ...; `places` (0..1) says where they lie, empty: evenly.
    static SliderScale steps(const std::vector<QString>& labels, std::vector<double> places = {});
    static SliderScale linear(double low, double high, std::vector<Detent> detents, double grain);
    // Between detents values are rounded to `digits` significant digits, and to whole numbers when `whole`.
    static SliderScale logarithmic(double low, double high, std::vector<Detent> detents, int digits, bool whole);

    bool onlyDetents() const { return m_kind == Kind::Steps; }
    double placeOf(double value) const; // clamped to 0..1
    double valueAt(double place) const; // rounded as said above
    double low() const { return m_low; }
    double high() const { return m_high; }
    const std::vector<Detent>& detents() const { return m_detents; }
    // The detent whose place is nearest; -1 when there is none.
    int nearestDetent(double place) const;
    // The detent that `value` is, within half of what is shown; -1: between detents.
    int detentOf(double value) const;
    friend bool operator==(const SliderScale&, const SliderScale&) = default;

private:
    double rounded(double value) const;

    Kind m_kind = Kind::Linear;
    double m_low = 0, m_high = 1, m_grain = 0;
    int m_digits = 3;
    bool m_whole = false;
    std::vector<Detent> m_detents;
    std::vector<double> m_places; // of the detents
};

// 512, 1024 ... up to `high`: detents without labels.
std::vector<Detent> powersOfTwo(double low, double high);

} // namespace cardfit::ui
