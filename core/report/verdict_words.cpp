#include "core/report/verdict_words.h"

#include <cmath>

namespace cardfit::report {

namespace {

// Percentages are whole, so what rounds to 100 % over already reads as a factor.
Text wordsOver(double headroom)
{
    const double over = -headroom * 100;
    if (over >= 99.5)
        return Text("verdict.needs").with("ratio", 1 - headroom);
    return over < 0.5 ? Text("verdict.barely-over") : Text("verdict.over").with("over", Percent{over});
}

} // namespace

Text verdictWords(fleet::Verdict verdict, double headroom, std::string_view reasonCode)
{
    switch (verdict) {
    case fleet::Verdict::Fits: return Text("verdict.free").with("free", Percent{headroom * 100});
    case fleet::Verdict::Tight: return headroom < 0 ? wordsOver(headroom) : Text("verdict.tight").with("free", Percent{headroom * 100});
    case fleet::Verdict::No: return wordsOver(headroom);
    case fleet::Verdict::Unsupported: return Text(reasonCode.empty() ? "unsupported.generic" : reasonCode);
    case fleet::Verdict::NotModelled: break;
    }
    return Text("verdict.not-modelled");
}

Text verdictWords(const fleet::FitCell& cell) { return verdictWords(cell.verdict, cell.headroom, cell.reasonCode); }

Text verdictName(fleet::Verdict verdict)
{
    switch (verdict) {
    case fleet::Verdict::Fits: return Text("verdict.name.fits");
    case fleet::Verdict::Tight: return Text("verdict.name.tight");
    case fleet::Verdict::No: return Text("verdict.name.no");
    case fleet::Verdict::Unsupported: return Text("verdict.name.unsupported");
    case fleet::Verdict::NotModelled: break;
    }
    return Text("verdict.name.not-modelled");
}

Text countOfCards(int count, std::string_view cardName) { return Text("cards.count").with("count", count).with("card", cardName); }

Text precisionName(const WeightFormat& format)
{
    if (format.nominalBits == 32)
        return Text("precision.fp32");
    if (format.nominalBits == 8 && format.unit == NativeUnit::Fp8)
        return Text("precision.fp8");
    if (format.nominalBits == 8 && !format.gguf)
        return Text("precision.int8");
    return Text("precision.bits").with("bits", format.nominalBits);
}

Text basisName(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return Text("basis.measured");
    case Basis::Derived: return Text("basis.derived");
    case Basis::Assumed: break;
    }
    return Text("basis.assumed");
}

} // namespace cardfit::report
