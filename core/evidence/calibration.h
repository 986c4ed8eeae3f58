#pragma once

#include "core/evidence/evaluate.h"

namespace cardfit::evidence {

// What the measurements say of one class of memory figures: the record that is quoted beside a figure, and the 80 %
// interval that its residuals give. data/memory/constants.json holds both; a test holds them together.
struct Calibration {
    MemoryClass memoryClass = MemoryClass::Weights;
    ClassRecord record;    // percentages rounded to one decimal, as they are recorded
    Band band;             // proposed: 10th to 90th percentile of measured / predicted, always with 1 inside
    double coverage = 0;   // of the catalog's present band, 0..1
    bool borrowed = false; // too few measurements: the band counts those of related classes too
};

// Fewer measurements than this say nothing of a 10th percentile.
inline constexpr int kFewestResiduals = 10;

// Residuals of every set added up. In a band a campaign of n alike measurements weighs like sqrt(n) of them: by rows
// alone the largest campaign decides what is usual, and what others measure falls outside.
// A profile that is only assumed has a wider interval; its residuals are counted as if they were of the plain one.
class Calibrator {
public:
    explicit Calibrator(const MemoryConstants& constants) : m_constants(constants) {}
    void add(const Evidence& evidence, std::span<const Outcome* const> outcomes);
    // One a class, in the order of MemoryClass.
    std::vector<Calibration> result() const;

private:
    struct Residual {
        double ratio = 1; // measured / predicted
        std::string group;
    };
    struct Residuals {
        std::vector<Residual> list;
        std::vector<double> errors; // absolute
        int inside = 0;
    };
    static Band bandOf(std::vector<Residual> residuals);
    std::vector<Residual> withKin(std::size_t index) const;

    const MemoryConstants& m_constants;
    std::array<Residuals, kMemoryClasses> m_residuals;
};

// The class of a speed figure, nullopt for one of memory.
std::optional<SpeedClass> speedClassOf(Figure figure);

// What the measurements say of one class of speed figures.
struct SpeedCalibration {
    SpeedClass speedClass = SpeedClass::Decode;
    SpeedRecord record;       // rounded as it is recorded
    double low = 1, high = 1; // 10th and 90th percentile of measured / predicted: what an interval would have to hold
};

// Records of the speed classes: outcomes of the sets that the fit has seen added up. One a class, in their order.
class SpeedCalibrator {
public:
    void add(const Evidence& evidence, std::span<const Outcome* const> outcomes);
    std::vector<SpeedCalibration> result() const;

private:
    struct Residuals {
        std::vector<double> errors, ratios, widths; // absolute; measured / predicted; of those with an interval
        int inside = 0;
    };
    std::array<Residuals, kSpeedClasses> m_residuals;
};

} // namespace cardfit::evidence
