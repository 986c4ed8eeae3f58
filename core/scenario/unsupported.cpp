#include "core/scenario/resolve_parts.h"

#include <algorithm>
#include <charconv>

namespace cardfit {

namespace {

// "int4-awq" -> "awq", "gguf:q4_k" -> "gguf", "nf4-dq" -> "nf4", "fp8-block" -> "fp8": the word of the sentence's code.
std::string_view shortName(std::string_view id)
{
    id = id.substr(0, id.find(':'));
    const std::size_t dash = id.find('-');
    if (dash == std::string_view::npos)
        return id;
    const std::string_view head = id.substr(0, dash), tail = id.substr(dash + 1);
    return tail == "gptq" || tail == "awq" ? tail : head;
}

Text reason(std::string_view what, const Resolved& resolved)
{
    std::string code = "unsupported.";
    code += what;
    return Text(code)
        .with("card", resolved.card->shortName)
        .with("format", resolved.weights->label)
        .with("engine", resolved.scenario.engine);
}

// Kernels are written for a compute capability; a card without one (not NVIDIA) is not judged by it.
bool isBelow(const Card& card, const std::optional<double>& minimum)
{
    if (!minimum || card.computeCapability.empty())
        return false;
    double capability = 0;
    const char* end = card.computeCapability.data() + card.computeCapability.size();
    const auto parsed = std::from_chars(card.computeCapability.data(), end, capability);
    return parsed.ec == std::errc() && parsed.ptr == end && capability < *minimum;
}

bool engineReads(const Resolved& resolved)
{
    const std::vector<std::string>& engines = resolved.weights->engines;
    return engines.empty() || std::find(engines.begin(), engines.end(), resolved.scenario.engine) != engines.end();
}

// A type that was asked for by name; what was left to the card always exists there.
std::string_view missingUnit(const Resolved& resolved)
{
    const CardFeatures& features = resolved.card->features;
    const std::string& compute = resolved.scenario.compute;
    if (!features.bf16 && (compute == "bf16" || resolved.scenario.weights == "bf16"))
        return "bf16";
    if (!features.fp8 && compute == "fp8")
        return "fp8";
    if (!features.fp4 && compute == "nvfp4")
        return "fp4";
    if (!features.tf32 && compute == "tf32")
        return "tf32";
    return {};
}

} // namespace

Text unsupportedReason(const Resolved& resolved)
{
    if (isBelow(*resolved.card, resolved.weights->minimumComputeCapability))
        return reason(shortName(resolved.weights->id), resolved);
    if (const std::string_view unit = missingUnit(resolved); !unit.empty())
        return reason(unit, resolved);
    if (!engineReads(resolved))
        return reason("engine", resolved);
    // Gradients need a weight they can change: 8 and 4 bits only stand still under adapters.
    const Task task = resolved.scenario.task;
    if ((task == Task::Full || task == Task::Pretrain) && !isFullPrecision(*resolved.weights))
        return reason("training", resolved);
    return {};
}

} // namespace cardfit
