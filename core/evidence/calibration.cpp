#include "core/evidence/calibration.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

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

double roundedPercent(double share) { return std::round(share * 1000) / 10; }

double medianOf(const std::vector<double>& sorted)
{
    const std::size_t count = sorted.size();
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double p90Of(const std::vector<double>& sorted)
{
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(kHigh * static_cast<double>(sorted.size())))];
}

ClassRecord recordOf(std::vector<double> errors)
{
    ClassRecord record;
    record.measurements = static_cast<int>(errors.size());
    if (errors.empty())
        return record;
    std::sort(errors.begin(), errors.end());
    record.medianErrorPercent = roundedPercent(medianOf(errors));
    record.p90ErrorPercent = roundedPercent(p90Of(errors));
    return record;
}

} // namespace

Band Calibrator::bandOf(std::vector<Residual> residuals)
{
    if (residuals.empty())
        return {};
    std::unordered_map<std::string, int> sizes;
    for (const Residual& residual : residuals)
        ++sizes[residual.group];
    const auto weightOf = [&sizes](const Residual& residual) { return 1 / std::sqrt(sizes.at(residual.group)); };
    double whole = 0;
    for (const Residual& residual : residuals)
        whole += weightOf(residual);
    std::sort(residuals.begin(), residuals.end(), [](const Residual& a, const Residual& b) { return a.ratio < b.ratio; });
    const auto quantile = [&](double share) {
        double sum = 0;
        for (const Residual& residual : residuals) {
            sum += weightOf(residual);
            if (sum >= share * whole)
                return residual.ratio;
        }
        return residuals.back().ratio;
    };
    return {std::min(1.0, std::floor(quantile(kLow) * kPlaces) / kPlaces), std::max(1.0, std::ceil(quantile(kHigh) * kPlaces) / kPlaces)};
}

void Calibrator::add(const Evidence& evidence, std::span<const Outcome* const> outcomes)
{
    for (const Outcome* outcome : outcomes) {
        if (!outcome->isAnswered() || !outcome->memoryClass)
            continue;
        Residuals& residuals = m_residuals[indexOf(*outcome->memoryClass)];
        const double widening = outcome->assumedProfile ? m_constants.assumedProfileWidening : 1;
        residuals.list.push_back({1 + (outcome->measured / outcome->predicted - 1) / widening, evidence.runs[outcome->run].group});
        residuals.errors.push_back(std::abs(outcome->error()));
        residuals.inside += outcome->isInside() ? 1 : 0;
    }
}

std::vector<Calibrator::Residual> Calibrator::withKin(std::size_t index) const
{
    std::vector<Residual> list = m_residuals[index].list;
    const auto kin = std::find_if(kKin.begin(), kKin.end(), [index](const Kin& k) { return indexOf(k.memoryClass) == index; });
    if (kin == kKin.end())
        return list;
    for (const MemoryClass other : {kin->first, kin->second}) {
        const std::vector<Residual>& more = m_residuals[indexOf(other)].list;
        if (static_cast<int>(list.size()) < kFewestResiduals)
            list.insert(list.end(), more.begin(), more.end());
    }
    return list;
}

std::vector<Calibration> Calibrator::result() const
{
    std::vector<Calibration> list;
    for (std::size_t i = 0; i < kMemoryClasses; ++i) {
        const Residuals& residuals = m_residuals[i];
        Calibration calibration;
        calibration.memoryClass = static_cast<MemoryClass>(i);
        calibration.record = recordOf(residuals.errors);
        calibration.borrowed = static_cast<int>(residuals.list.size()) < kFewestResiduals;
        calibration.band = bandOf(withKin(i));
        if (!residuals.list.empty())
            calibration.coverage = static_cast<double>(residuals.inside) / static_cast<double>(residuals.list.size());
        list.push_back(calibration);
    }
    return list;
}

std::optional<SpeedClass> speedClassOf(Figure figure)
{
    const auto name = std::find(kSpeedClassNames.begin(), kSpeedClassNames.end(), nameOf(figure));
    return name == kSpeedClassNames.end() ? std::nullopt : std::optional(static_cast<SpeedClass>(name - kSpeedClassNames.begin()));
}

// A missing answer is an error of 100 %, as in the tables, but says nothing of an interval.
void SpeedCalibrator::add(const Evidence& evidence, std::span<const Outcome* const> outcomes)
{
    for (const Outcome* outcome : outcomes) {
        const auto speedClass = speedClassOf(evidence.runs[outcome->run].figures[outcome->figure].figure);
        if (!speedClass || outcome->kind == Outcome::Kind::Gap)
            continue;
        Residuals& residuals = m_residuals[static_cast<std::size_t>(*speedClass)];
        residuals.errors.push_back(std::abs(outcome->error()));
        if (!outcome->hasInterval())
            continue;
        residuals.ratios.push_back(outcome->measured / outcome->predicted);
        residuals.widths.push_back((outcome->high - outcome->low) / outcome->predicted);
        residuals.inside += outcome->isInside() ? 1 : 0;
    }
}

std::vector<SpeedCalibration> SpeedCalibrator::result() const
{
    std::vector<SpeedCalibration> list;
    for (std::size_t i = 0; i < kSpeedClasses; ++i) {
        Residuals residuals = m_residuals[i];
        SpeedCalibration calibration;
        calibration.speedClass = static_cast<SpeedClass>(i);
        const ClassRecord errors = recordOf(std::move(residuals.errors));
        calibration.record = {errors.medianErrorPercent, errors.p90ErrorPercent, errors.measurements, 0, 0};
        if (const std::size_t count = residuals.widths.size(); count > 0) {
            std::sort(residuals.widths.begin(), residuals.widths.end());
            std::sort(residuals.ratios.begin(), residuals.ratios.end());
            calibration.record.insidePercent = roundedPercent(static_cast<double>(residuals.inside) / static_cast<double>(count));
            calibration.record.widthPercent = roundedPercent(medianOf(residuals.widths));
            calibration.low = residuals.ratios[static_cast<std::size_t>(kLow * static_cast<double>(count))];
            calibration.high = p90Of(residuals.ratios);
        }
        list.push_back(calibration);
    }
    return list;
}

} // namespace cardfit::evidence
