#include "core/plan/explain/pointers.h"

#include "core/plan/explain/explain.h"

#include <algorithm>

namespace cardfit::explain {

namespace {

constexpr std::string_view kPart = "/memory/per_card/", kPhase = "/memory/phases/", kAll = "/memory/all_cards/", kMemory = "/memory/",
                           kCache = "/kv/";

// In the order of the answer (report/answer_memory.cpp).
constexpr std::string_view kTotals[] = {"allocated",     "allocated_low", "allocated_high", "reserved",    "reserved_low",
                                        "reserved_high", "device",        "device_low",     "device_high", "capacity",
                                        "required",      "required_low",  "required_high",  "available"};
constexpr std::string_view kPool[] = {"pool_bytes", "pool_low", "pool_high", "capacity_tokens"};

std::string prefixed(std::string_view prefix, std::string_view name) { return std::string(prefix) + std::string(name); }

} // namespace

std::string codeOf(std::string_view pointer)
{
    for (const auto& [place, prefix] : {std::pair(kPart, ""), std::pair(kPhase, "phase_"), std::pair(kAll, "all_cards_"),
                                        std::pair(kMemory, ""), std::pair(kCache, "kv_")}) {
        if (!pointer.starts_with(place))
            continue;
        std::string code = prefix + std::string(pointer.substr(place.size()));
        std::replace(code.begin(), code.end(), '-', '_');
        return code.find('/') == std::string::npos ? code : std::string();
    }
    return {};
}

std::vector<std::string> explainable(const Plan& plan)
{
    std::vector<std::string> pointers;
    if (!plan.memory)
        return pointers;
    for (std::size_t i = 0; i < memory::kComponents; ++i)
        pointers.push_back(prefixed(kPart, memory::nameOf(static_cast<memory::Component>(i))));
    for (const std::string_view name : {"non_torch", "slack"})
        pointers.push_back(prefixed(kPart, name));
    for (const std::string_view name : kTotals)
        pointers.push_back(prefixed(kMemory, name));
    for (std::size_t i = 0; i < memory::kPhases; ++i) {
        if (plan.memory->phases[i])
            pointers.push_back(prefixed(kPhase, memory::nameOf(static_cast<memory::Phase>(i))));
    }
    for (const std::string_view name : {"allocated", "reserved", "device"})
        pointers.push_back(prefixed(kAll, name));
    pointers.push_back(prefixed(kCache, "bytes_per_token"));
    if (plan.memory->preallocates) {
        for (const std::string_view name : kPool)
            pointers.push_back(prefixed(kCache, name));
    }
    return pointers;
}

} // namespace cardfit::explain
