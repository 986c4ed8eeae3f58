#include "core/plan/speed/rates.h"

#include <algorithm>

namespace cardfit::speed {

namespace {

double valueOf(const std::optional<FlopsPerSecond>& peak) { return peak ? peak->value() : 0; }

bool isFp32Compute(const Resolved& scenario)
{
    const std::string& compute = scenario.scenario.compute;
    return compute.empty() || compute == "fp32" || compute == "tf32";
}

// The peak of the unit that the format wants; where the card has none the weights are widened to 16 bit.
void chooseUnit(const Resolved& scenario, double gemmShare, Rates& rates)
{
    const DensePeaks& peaks = scenario.card->peaks;
    const ServingConstants& constants = scenario.speed->serving;
    const WeightFormat& format = *scenario.weights;
    const double sixteen = peaks.sixteenBit().value(), eight = valueOf(peaks.fp8), integer = valueOf(peaks.int8), four = valueOf(peaks.fp4);
    double peak = sixteen, factor = 1;
    switch (format.unit) {
    case NativeUnit::Sixteen: break;
    case NativeUnit::Fp32: peak = isFp32Compute(scenario) ? sixteen / 2 : sixteen; break;
    case NativeUnit::Fp8:
        if (eight > 0)
            peak = eight, factor = constants.g_fp8;
        else
            rates.weightOnlyBits = 8;
        break;
    case NativeUnit::Int8:
        if (integer > sixteen)
            peak = integer, factor = constants.g_fp8;
        else if (eight > 0)
            peak = eight, factor = constants.g_fp8;
        break;
    case NativeUnit::Fp4:
        if (four > 0)
            peak = four, factor = constants.g_fp4;
        else
            rates.weightOnlyBits = 4;
        break;
    case NativeUnit::None: rates.weightOnlyBits = format.weightOnlyBits; break;
    }
    rates.fourBitUnit = four > 0;
    rates.sixteenBit = sixteen * gemmShare;
    rates.matrices = peak * gemmShare * factor;
    rates.experts = rates.weightOnlyBits != 0 ? rates.sixteenBit : rates.matrices;
}

} // namespace

Rates ratesOf(const Resolved& scenario, const CardClass& cardClass, const ServingSpeedProfile& profile)
{
    const ServingConstants& constants = scenario.speed->serving;
    Rates rates;
    rates.bandwidth = scenario.card->bandwidth.value() * cardClass.bandwidthShare;
    chooseUnit(scenario, cardClass.gemmShare * profile.gemmFactor, rates);
    if (rates.weightOnlyBits == 4)
        rates.streamFactor = constants.q4, rates.computeFactor = constants.q4c;
    else if (rates.weightOnlyBits != 0)
        rates.streamFactor = constants.q8, rates.computeFactor = constants.q8c;
    return rates;
}

const CardClass& cardClassOf(const Resolved& scenario)
{
    const auto& classes = scenario.speed->classes;
    if (const auto found = classes.find(scenario.card->speedClass); found != classes.end())
        return found->second;
    return classes.at("other"); // the catalog's check demands this row
}

double pcieBytesPerSecond(const Resolved& scenario)
{
    const ServingConstants& constants = scenario.speed->serving;
    const double both = scenario.card->pcie.value() > 0 ? scenario.card->pcie.value() : constants.pcie_default;
    return both / 2 * constants.pcie_payload;
}

double networkBytesPerSecond(const Resolved& scenario)
{
    const TrainingConstants& constants = scenario.speed->training;
    const double card = cardClassOf(scenario).serverLink.value() * constants.nic;
    return scenario.scenario.interconnect == Interconnect::Ethernet ? std::min(card, constants.eth) : card;
}

Interconnect linkOf(const Card& card)
{
    if (card.link.value() <= 0)
        return Interconnect::Pcie;
    return card.vendor == "AMD" ? Interconnect::Xgmi : Interconnect::Nvlink;
}

ServerLink serverLinkOf(const Resolved& scenario)
{
    const Card& card = *scenario.card;
    const Interconnect asked = scenario.scenario.interconnect;
    const bool wanted = asked == Interconnect::Nvlink || asked == Interconnect::Xgmi;
    const bool fabric = card.link.value() > 0 && asked != Interconnect::Pcie && (wanted || card.linkByDefault);
    return {fabric, fabric ? card.link.value() / 2 : pcieBytesPerSecond(scenario)};
}

} // namespace cardfit::speed
