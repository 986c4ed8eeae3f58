#include "core/evidence/calibration.h"

#include <algorithm>
#include <cmath>

namespace cardfit::evidence {

namespace {

constexpr double kLow = 0.1, kHigh = 0.9; // 80 % lie between
constexpr double kPlaces = 1000;          // bands have three decimals, rounded outwards

// Whose residuals a class with too few of its own borrows: the same total of the other way to train, and the same
// total when lengths do (not) vary.
struct Kin {
    MemoryClass memoryClass, first, second;
};
constexpr std::array<Kin, 11> kKin = {{
    {MemoryClass::KvTokens, MemoryClass::KvPool, MemoryClass::KvPool},
    {MemoryClass::AdapterAllocated, MemoryClass::FullAllocated, MemoryClass::FullAllocated},
    {MemoryClass::AdapterReserved, MemoryClass::FullReserved, MemoryClass::AdapterReservedVarying},
    {MemoryClass::AdapterReservedVarying, MemoryClass::FullReservedVarying, MemoryClass::AdapterReserved},
    {MemoryClass::AdapterDevice, MemoryClass::FullDevice, MemoryClass::AdapterDeviceVarying},
    {MemoryClass::AdapterDeviceVarying, MemoryClass::AdapterReservedVarying, MemoryClass::AdapterDevice},
    {MemoryClass::FullAllocated, MemoryClass::AdapterAllocated, MemoryClass::AdapterAllocated},
    {MemoryClass::FullReserved, MemoryClass::AdapterReserved, MemoryClass::FullReservedVarying},
    {MemoryClass::FullReservedVarying, MemoryClass::AdapterReservedVarying, MemoryClass::FullReserved},
    {MemoryClass::FullDevice, MemoryClass::AdapterDevice, MemoryClass::FullDeviceVarying},
    {MemoryClass::FullDeviceVarying, MemoryClass::FullReservedVarying, MemoryClass::AdapterReservedVarying},
}};

std::size_t indexOf(MemoryClass memoryClass) { return static_cast<std::size_t>(memoryClass); }

Band bandOf(std::vector<double> ratios)
{
    if (ratios.empty())
        return {};
    std::sort(ratios.begin(), ratios.end());
    const double last = static_cast<double>(ratios.size() - 1);
    const double low = ratios[static_cast<std::size_t>(std::floor(kLow * last))];
    const double high = ratios[static_cast<std::size_t>(std::ceil(kHigh * last))];
    return {std::min(1.0, std::floor(low * kPlaces) / kPlaces), std::max(1.0, std::ceil(high * kPlaces) / kPlaces)};
}

double roundedPercent(double share) { return std::round(share * 1000) / 10; }

ClassRecord recordOf(std::vector<double> errors)
{
    ClassRecord record;
    record.measurements = static_cast<int>(errors.size());
    if (errors.empty())
        return record;
    std::sort(errors.begin(), errors.end());
    const std::size_t count = errors.size();
    const double median = count % 2 == 1 ? errors[count / 2] : (errors[count / 2 - 1] + errors[count / 2]) / 2;
    record.medianErrorPercent = roundedPercent(median);
    record.p90ErrorPercent = roundedPercent(errors[std::min(count - 1, static_cast<std::size_t>(0.9 * static_cast<double>(count)))]);
    return record;
}

} // namespace

void Calibrator::add(const std::vector<Outcome>& outcomes)
{
    for (const Outcome& outcome : outcomes) {
        if (!outcome.isAnswered() || !outcome.memoryClass)
            continue;
        Residuals& residuals = m_residuals[indexOf(*outcome.memoryClass)];
        const double widening = outcome.assumedProfile ? m_constants.assumedProfileWidening : 1;
        residuals.ratios.push_back(1 + (outcome.measured / outcome.predicted - 1) / widening);
        residuals.errors.push_back(std::abs(outcome.error()));
        residuals.inside += outcome.isInside() ? 1 : 0;
    }
}

std::vector<double> Calibrator::ratiosWithKin(std::size_t index) const
{
    std::vector<double> ratios = m_residuals[index].ratios;
    const auto kin = std::find_if(kKin.begin(), kKin.end(), [index](const Kin& k) { return indexOf(k.memoryClass) == index; });
    if (kin == kKin.end())
        return ratios;
    for (const MemoryClass other : {kin->first, kin->second}) {
        const std::vector<double>& more = m_residuals[indexOf(other)].ratios;
        if (static_cast<int>(ratios.size()) < kFewestResiduals)
            ratios.insert(ratios.end(), more.begin(), more.end());
    }
    return ratios;
}

std::vector<Calibration> Calibrator::result() const
{
    std::vector<Calibration> list;
    for (std::size_t i = 0; i < kMemoryClasses; ++i) {
        const Residuals& residuals = m_residuals[i];
        Calibration calibration;
        calibration.memoryClass = static_cast<MemoryClass>(i);
        calibration.record = recordOf(residuals.errors);
        calibration.borrowed = static_cast<int>(residuals.ratios.size()) < kFewestResiduals;
        calibration.band = bandOf(ratiosWithKin(i));
        if (!residuals.ratios.empty())
            calibration.coverage = static_cast<double>(residuals.inside) / static_cast<double>(residuals.ratios.size());
        list.push_back(calibration);
    }
    return list;
}

} // namespace cardfit::evidence
