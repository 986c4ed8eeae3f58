// Hugging Face generate and its kin: the model is called token by token through PyTorch's allocator, so the peak is
// that of loading, of the prompt, or of the last token.
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>

namespace cardfit::memory {

namespace {

constexpr double kLogitsOfOneToken = 10; // 16-bit logits, fp32 copy, softmax of the sampler: 2 + 4 + 4

// Everything that the phases are sums of, for the whole model.
struct Terms {
    double weights = 0;
    double loading = 0;   // copies alive while weights are read
    double leftovers = 0; // 16-bit blocks that quantising while loading leaves allocated
    double rotary = 0;    // one table of cosines and sines per block, 16 bit
    double engine = 0;    // cuBLAS workspace, masks, rotary tables, per card
    double cachePrompt = 0, cacheWhole = 0, cacheCopies = 1, state = 0;
    double logitsPrompt = 0, logitsToken = 0;
    double temporaries = 0;       // of the prompt: block work or logits with their norm, whichever is larger
    bool logitsLeadPrompt = true; // it is the logits
    double splitExtra = 0;        // prompt logits and cache sent back to the first card of a split
};

bool isAutocast(const Resolved& scenario)
{
    const std::string& compute = scenario.scenario.compute;
    return isFp32(*scenario.weights) && (compute == "bf16" || compute == "fp16");
}

double generateWeights(const Resolved& scenario, const WeightLayout& layout)
{
    const double bytes = weightsOnCard(scenario, Split{}, layout);
    if (!isAutocast(scenario))
        return bytes;
    // autocast keeps a 16-bit copy of every matrix but the embedding
    const Architecture& a = *scenario.architecture;
    return bytes + 2 * (a.totalParameters - a.embeddingWeights);
}

double loadingCopies(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    const Architecture& a = *scenario.architecture;
    const WeightFormat& format = *scenario.weights;
    const double head = 2 * headSums(a).weights;
    if (profile.quantizesWhileLoading && format.bitsandbytes)
        return head + 2 * a.largestMatrix;
    const bool isAwq = format.id == "int4-awq";
    return isAwq && a.tiedEmbeddings ? head : 0;
}

// All-position logits: 16 bit and fp32, with the final norm's output; 16 bit only in first-series remote code.
double promptLogits(const Architecture& a, const InferenceMemoryProfile& profile, const Request& request)
{
    if (!profile.allPositionLogits || a.lastLogitsOnly)
        return kLogitsOfOneToken * a.vocabulary * request.sequences;
    return (a.lossIn16Bit ? 2.0 : 6.0) * a.vocabulary * request.promptTokens();
}

// Work of one block over the prompt. Without flash attention the scores exist: fp16, fp32 softmax and the casts back.
double promptBlockWork(const Resolved& scenario, const Request& request)
{
    const Architecture& a = *scenario.architecture;
    const double tokens = request.promptTokens();
    const double bytes = blockTemporaries(a, tokens);
    if (scenario.scenario.serving.flashAttention)
        return bytes;
    return std::max(bytes, tokens * (8.0 * a.queryHeads * request.prompt + 8.0 * a.hidden));
}

Terms termsOf(const Resolved& scenario, const Request& request, double cards)
{
    const Architecture& a = *scenario.architecture;
    const InferenceMemoryProfile& profile = scenario.inferenceProfile();
    const double perToken = cacheBytesWhole(scenario);
    Terms terms;
    terms.weights = generateWeights(scenario, layoutOf(scenario, profile));
    terms.loading = loadingCopies(scenario, profile);
    terms.leftovers = scenario.weights->quantizedWhileLoading ? 4 * a.blockWeights / a.blocks : 0;
    if (profile.rotaryCachePerBlock && a.rotary && !a.lastLogitsOnly)
        terms.rotary = 4.0 * a.blocks * a.maxPositions * a.headWidth;
    terms.engine = scenario.memory->generateEngineBytes;
    terms.cachePrompt = perToken * request.promptTokens();
    terms.cacheWhole = perToken * request.wholeTokens();
    terms.state = stateBytesPerSequence(scenario, Split{}) * request.sequences;
    terms.cacheCopies = profile.cacheCopies > 0 ? profile.cacheCopies : 1 + 1.0 / a.blocks;
    if (scenario.keyBytes == 1)
        terms.cacheCopies = 1; // quantised caches append in place
    terms.logitsPrompt = promptLogits(a, profile, request);
    terms.logitsToken = kLogitsOfOneToken * a.vocabulary * request.sequences;
    const double blockWork = promptBlockWork(scenario, request);
    const double headWork = terms.logitsPrompt + 6.0 * a.hidden * request.promptTokens();
    terms.temporaries = std::max(blockWork, headWork);
    terms.logitsLeadPrompt = headWork >= blockWork;
    if (cards > 1 && profile.allPositionLogits && !a.lastLogitsOnly && request.prompt > 1)
        terms.splitExtra =
            4.0 * a.vocabulary * request.promptTokens() + terms.cachePrompt + (cards - 2) * blockTemporaries(a, request.promptTokens());
    return terms;
}

// Parts of the card (or of the sum over a split's cards) in its peak phase. The cache is shown at its full length,
// what the prompt's temporaries then share with it is taken off them.
void fillParts(Draft& draft, const Terms& terms, double total, double cards)
{
    const double cache = (terms.cacheWhole + terms.state) / cards;
    draft.of(Component::Weights) = terms.weights / cards;
    draft.of(Component::KvCache) = cache;
    double rest = total - draft.of(Component::Weights) - cache;
    const auto take = [&rest](double wanted) {
        const double taken = std::clamp(wanted, 0.0, std::max(0.0, rest));
        rest -= taken;
        return taken;
    };
    const bool isPrefill = draft.peak == Phase::Prefill;
    draft.of(Component::EngineBuffers) = take(terms.engine + terms.rotary + terms.leftovers);
    if (isPrefill)
        draft.of(Component::Logits) = terms.logitsLeadPrompt ? take(terms.logitsPrompt) : 0;
    else if (draft.peak == Phase::Decode)
        draft.of(Component::Logits) = take(terms.logitsToken);
    draft.of(isPrefill ? Component::Activations : Component::EngineBuffers) += std::max(0.0, rest);
}

// Cached blocks are never given back, so what is reserved is the largest of the phases with the share of its short-lived
// work that the allocator cannot reuse.
double slackOf(const Terms& t, double whole, double prefill, double decode, double fragmentation)
{
    const double ofDecode = std::min(t.temporaries, decode - t.weights - t.cacheWhole - t.state);
    const double reserved = std::max(prefill + fragmentation * t.temporaries, decode + fragmentation * ofDecode);
    return std::max(0.0, reserved - whole);
}

} // namespace

Draft draftGenerate(const Resolved& scenario, const Split& split)
{
    const Request request = requestOf(scenario, split);
    const double cards = static_cast<double>(split.tensor) * split.pipeline;
    const Terms t = termsOf(scenario, request, cards);
    const double context = contextBytes(scenario);

    // the sum over a split's cards
    const double base = t.weights + t.rotary + t.engine * cards + t.state + t.leftovers;
    const double load = t.weights + t.loading + t.leftovers;
    const double prefill = base + t.cachePrompt + t.temporaries + t.splitExtra;
    const double decode = base + t.cacheWhole * t.cacheCopies + t.logitsToken;
    const double whole = std::max({load, prefill, decode});

    Draft draft;
    draft.peak = whole == load ? Phase::Load : prefill >= decode ? Phase::Prefill : Phase::Decode;
    if (cards == 1) {
        draft.setPhase(Phase::Load, load);
        draft.setPhase(Phase::Prefill, prefill);
        draft.setPhase(Phase::Decode, decode);
    }
    // the first card of a split holds its share of everything, and the whole of the prompt's work
    const double perCard = (t.weights + t.rotary + t.cacheWhole * t.cacheCopies + t.state) / cards + t.engine + t.leftovers + t.temporaries;
    fillParts(draft, t, cards > 1 ? perCard : whole, cards);

    const double fragmentation = scenario.memory->generateFragmentation;
    const double slackOfAll = slackOf(t, whole, prefill, decode, fragmentation);
    draft.slack = cards > 1 ? fragmentation * t.temporaries : slackOfAll;
    draft.nonTorch = context;
    draft.cachePerToken = cacheBytesWhole(scenario) / cards;
    const double copies = split.cards() / cards; // data-parallel copies
    draft.allCards = DraftTotals{whole * copies, (whole + slackOfAll) * copies, (whole + slackOfAll + context * cards) * copies};
    return draft;
}

} // namespace cardfit::memory
