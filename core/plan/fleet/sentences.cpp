#include "core/plan/fleet/sentences.h"

namespace cardfit::fleet {

namespace {

Text sentenceOf(const NextCheaper& next)
{
    switch (next.misses) {
    case Limit::Ttft: return Text("fleet.next.ttft").with("replicas", next.replicas).with("time", *next.p95).with("limit", *next.limit);
    case Limit::Tpot: return Text("fleet.next.tpot").with("replicas", next.replicas).with("time", *next.p95).with("limit", *next.limit);
    case Limit::Kv:
    case Limit::Compute:
        return Text("fleet.next.capacity").with("replicas", next.replicas).with("share", Percent{*next.capacityShort * 100});
    case Limit::None:
    case Limit::Memory:
    case Limit::MaxCards: break;
    }
    return {};
}

} // namespace

std::vector<Text> sentencesOf(const FleetPlan& fleet)
{
    std::vector<Text> sentences;
    if (fleet.capacityRequestsPerSecond && *fleet.capacityRequestsPerSecond > 0)
        sentences.push_back(Text("fleet.saturates").with("rate", *fleet.capacityRequestsPerSecond));
    if (fleet.prefillReplicas > 0)
        sentences.push_back(Text("fleet.separate").with("prefill", fleet.prefillReplicas).with("decode", fleet.decodeReplicas));
    if (fleet.nextCheaper) {
        if (Text next = sentenceOf(*fleet.nextCheaper); !next.empty())
            sentences.push_back(std::move(next));
    }
    return sentences;
}

} // namespace cardfit::fleet
