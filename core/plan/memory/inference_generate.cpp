// Hugging Face generate and its kin: the model is called token by token through PyTorch's allocator, so the peak is
// that of loading, of the prompt, or of the last token.
#include "core/plan/memory/formats.h"
#include "core/plan/memory/inference.h"
#include "core/plan/memory/kv_cache.h"
#include "core/plan/memory/weights.h"

#include <algorithm>
#include <string>

namespace cardfit::memory {

namespace {

constexpr int kSection = 5;              // of README.md
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
    double bytes = weightsOnCard(scenario, Split{}, layout);
    const Architecture& a = *scenario.architecture;
    if (isAutocast(scenario)) // keeps a 16-bit copy of every matrix but the embedding
        bytes += 2 * (a.totalParameters - a.embeddingWeights);
    if (scenario.ledger)
        scenario.ledger->note("weights_whole", bytes, isAutocast(scenario) ? "weights_stored + 2·(N − Nemb)" : "weights_stored", kSection);
    return bytes;
}

double loadingCopies(const Resolved& scenario, const InferenceMemoryProfile& profile)
{
    const Architecture& a = *scenario.architecture;
    const WeightFormat& format = *scenario.weights;
    const double head = 2 * headSums(a).weights;
    if (profile.quantizesWhileLoading && format.bitsandbytes) {
        const double bytes = head + 2 * a.largestMatrix;
        if (scenario.ledger)
            scenario.ledger->note("loading_copies", bytes, "2·V·h + 2·largest", kSection,
                                  {{"largest", a.largestMatrix, Origin::Model, {}, Unit::Count}});
        return bytes;
    }
    const bool copiesHead = format.id == "int4-awq" && a.tiedEmbeddings;
    return noted(scenario.ledger, "loading_copies", copiesHead ? head : 0, copiesHead ? "2·V·h" : "0", kSection);
}

// All-position logits: 16 bit and fp32, with the final norm's output; 16 bit only in first-series remote code.
double promptLogits(const Resolved& scenario, const InferenceMemoryProfile& profile, const Request& request)
{
    const Architecture& a = *scenario.architecture;
    const bool lastOnly = !profile.allPositionLogits || a.lastLogitsOnly;
    const double bytes = lastOnly ? kLogitsOfOneToken * a.vocabulary * request.sequences
                                  : (a.lossIn16Bit ? 2.0 : 6.0) * a.vocabulary * request.promptTokens();
    return noted(scenario.ledger, "logits_prompt", bytes, lastOnly ? "10·V·B" : a.lossIn16Bit ? "2·V·B·s" : "6·V·B·s", kSection);
}

// Work of one block over the prompt. Without flash attention the scores exist: fp16, fp32 softmax and the casts back.
double promptBlockWork(const Resolved& scenario, const Request& request)
{
    const Architecture& a = *scenario.architecture;
    const double tokens = request.promptTokens();
    const double bytes = blockTemporaries(a, tokens);
    if (scenario.ledger)
        noteBlockTemporaries(scenario, bytes);
    if (scenario.scenario.serving.flashAttention)
        return noted(scenario.ledger, "prompt_block_work", bytes, "block_temporaries", kSection);
    const double scores = tokens * (8.0 * a.queryHeads * request.prompt + 8.0 * a.hidden);
    return noted(scenario.ledger, "prompt_block_work", std::max(bytes, scores), "max(block_temporaries, B·s·(8·nh·s + 8·h))", kSection);
}

void noteTerms(const Resolved& scenario, const InferenceMemoryProfile& profile, const Terms& terms, double cards)
{
    Ledger& ledger = *scenario.ledger;
    ledger.note("leftover_blocks", terms.leftovers, terms.leftovers > 0 ? "4·Nb/L" : "0", kSection);
    ledger.note("rotary_tables", terms.rotary, terms.rotary > 0 ? "4·L·Pmax·d" : "0", kSection);
    ledger.note("engine_bytes", terms.engine, "engine", kSection,
                {{"engine", terms.engine, Origin::Constants, "generate_engine_bytes", Unit::Memory}});
    ledger.note("cache_prompt", terms.cachePrompt, "kv_per_token·B·s", kSection);
    ledger.note("cache_whole", terms.cacheWhole, "kv_per_token·B·(s + o)", kSection);
    ledger.note("cache_state", terms.state, terms.state > 0 ? "state_per_sequence·B" : "0", kSection);
    const bool inPlace = scenario.keyBytes == 1;
    ledger.note("cache_copies", terms.cacheCopies, Unit::Factor,
                inPlace                   ? "1"
                : profile.cacheCopies > 0 ? "engine_copies"
                                          : "1 + 1/L",
                kSection, {{"engine_copies", profile.cacheCopies, Origin::Engine, "cache_copies"}});
    ledger.note("logits_token", terms.logitsToken, "10·V·B", kSection);
    ledger.note("prompt_work", terms.temporaries, "max(prompt_block_work, logits_prompt + 6·h·B·s)", kSection);
    const bool sendsBack = terms.splitExtra > 0;
    ledger.note("split_extra", terms.splitExtra, sendsBack ? "4·V·B·s + cache_prompt + (cards − 2)·block_temporaries" : "0", kSection,
                {{"cards", cards, Origin::Split, "/parallel", Unit::Count}});
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
    terms.logitsPrompt = promptLogits(scenario, profile, request);
    terms.logitsToken = kLogitsOfOneToken * a.vocabulary * request.sequences;
    const double blockWork = promptBlockWork(scenario, request);
    const double headWork = terms.logitsPrompt + 6.0 * a.hidden * request.promptTokens();
    terms.temporaries = std::max(blockWork, headWork);
    terms.logitsLeadPrompt = headWork >= blockWork;
    if (cards > 1 && profile.allPositionLogits && !a.lastLogitsOnly && request.prompt > 1)
        terms.splitExtra =
            4.0 * a.vocabulary * request.promptTokens() + terms.cachePrompt + (cards - 2) * blockTemporaries(a, request.promptTokens());
    if (scenario.ledger)
        noteTerms(scenario, profile, terms, cards);
    return terms;
}

// The parts in the order in which fillParts() takes them out of the peak: `in_peak`, what one card has there.
void noteParts(Ledger& ledger, const Draft& draft, const Terms& terms, double cards, double resident)
{
    const std::vector<LedgerInput> split = {{"cards", cards, Origin::Split, "/parallel", Unit::Count}};
    const auto wanted = [&](std::string_view code, double bytes, const std::string& want, const std::string& left) {
        ledger.note(code, bytes, "min(" + want + ", max(0, " + left + "))", kSection);
    };
    ledger.note("weights", draft.of(Component::Weights), "weights_whole/cards", kSection, split);
    ledger.note("kv_cache", draft.of(Component::KvCache), "(cache_whole + cache_state)/cards", kSection, split);
    const bool isPrefill = draft.peak == Phase::Prefill, isDecode = draft.peak == Phase::Decode;
    const std::string left = "in_peak − weights − kv_cache";
    wanted("resident_buffers", resident, "engine_bytes + rotary_tables + leftover_blocks", left);
    const std::string rest = left + " − resident_buffers";
    if (isPrefill ? terms.logitsLeadPrompt : isDecode)
        wanted("logits", draft.of(Component::Logits), isPrefill ? "logits_prompt" : "logits_token", rest);
    else
        ledger.note("logits", draft.of(Component::Logits), "0", kSection);
    const std::string unclaimed = "max(0, " + rest + " − logits)";
    ledger.note("activations", draft.of(Component::Activations), isPrefill ? unclaimed : "0", kSection);
    ledger.note("engine_buffers", draft.of(Component::EngineBuffers), isPrefill ? "resident_buffers" : "resident_buffers + " + unclaimed,
                kSection);
}

// Parts of the card (or of the sum over a split's cards) in its peak phase. The cache is shown at its full length,
// what the prompt's temporaries then share with it is taken off them.
void fillParts(Draft& draft, const Terms& terms, double total, double cards, Ledger* ledger)
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
    const double resident = take(terms.engine + terms.rotary + terms.leftovers);
    draft.of(Component::EngineBuffers) = resident;
    if (isPrefill)
        draft.of(Component::Logits) = terms.logitsLeadPrompt ? take(terms.logitsPrompt) : 0;
    else if (draft.peak == Phase::Decode)
        draft.of(Component::Logits) = take(terms.logitsToken);
    draft.of(isPrefill ? Component::Activations : Component::EngineBuffers) += std::max(0.0, rest);
    if (ledger)
        noteParts(*ledger, draft, terms, cards, resident);
}

// Cached blocks are never given back, so what is reserved is the largest of the phases with the share of its short-lived
// work that the allocator cannot reuse.
double slackOf(const Terms& t, double whole, double prefill, double decode, double fragmentation)
{
    const double ofDecode = std::min(t.temporaries, decode - t.weights - t.cacheWhole - t.state);
    const double reserved = std::max(prefill + fragmentation * t.temporaries, decode + fragmentation * ofDecode);
    return std::max(0.0, reserved - whole);
}

struct PhaseSums {
    double base, load, prefill, decode, whole, perCard;
};

void notePhases(Ledger& ledger, double cards, const PhaseSums& sums)
{
    const std::vector<LedgerInput> split = {{"cards", cards, Origin::Split, "/parallel", Unit::Count}};
    ledger.note("base", sums.base, "weights_whole + rotary_tables + engine_bytes·cards + cache_state + leftover_blocks", kSection, split);
    ledger.note("phase_load", sums.load, "weights_whole + loading_copies + leftover_blocks", kSection);
    ledger.note("phase_prefill", sums.prefill, "base + cache_prompt + prompt_work + split_extra", kSection);
    ledger.note("phase_decode", sums.decode, "base + cache_whole·cache_copies + logits_token", kSection);
    ledger.note("whole_peak", sums.whole, "max(phase_load, phase_prefill, phase_decode)", kSection);
    if (cards > 1)
        ledger.note(
            "in_peak", sums.perCard,
            "(weights_whole + rotary_tables + cache_whole·cache_copies + cache_state)/cards + engine_bytes + leftover_blocks + prompt_work",
            kSection, split);
    else
        ledger.note("in_peak", sums.whole, "whole_peak", kSection);
}

void noteSlack(const Resolved& scenario, const Draft& draft, double ofAll, double cards, double copies)
{
    Ledger& ledger = *scenario.ledger;
    const std::vector<LedgerInput> inputs = {{"phi", scenario.memory->generateFragmentation, Origin::Constants, "generate_fragmentation"},
                                             {"cards", cards, Origin::Split, "/parallel", Unit::Count},
                                             {"copies", copies, Origin::Split, "/parallel/data", Unit::Count}};
    ledger.note(
        "slack_of_all", ofAll,
        "max(0, max(phase_prefill + phi·prompt_work, phase_decode + phi·min(prompt_work, phase_decode − weights_whole − cache_whole − "
        "cache_state)) − whole_peak)",
        kSection, inputs);
    ledger.note("slack", draft.slack, cards > 1 ? "phi·prompt_work" : "slack_of_all", kSection, inputs);
    ledger.note("non_torch", draft.nonTorch, "cuda_context", kSection);
    ledger.note("sum_allocated", draft.allCards->allocated, "whole_peak·copies", kSection, inputs);
    ledger.note("sum_reserved", draft.allCards->reserved, "(whole_peak + slack_of_all)·copies", kSection, inputs);
    ledger.note("sum_device", draft.allCards->device, "(whole_peak + slack_of_all + cuda_context·cards)·copies", kSection, inputs);
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
    if (scenario.ledger)
        notePhases(*scenario.ledger, cards, {base, load, prefill, decode, whole, perCard});
    fillParts(draft, t, cards > 1 ? perCard : whole, cards, scenario.ledger);

    const double fragmentation = scenario.memory->generateFragmentation;
    const double slackOfAll = slackOf(t, whole, prefill, decode, fragmentation);
    draft.slack = cards > 1 ? fragmentation * t.temporaries : slackOfAll;
    draft.nonTorch = context;
    draft.cachePerToken = shareOfCache(scenario, cacheBytesWhole(scenario), cards);
    const double copies = split.cards() / cards; // data-parallel copies
    draft.allCards = DraftTotals{whole * copies, (whole + slackOfAll) * copies, (whole + slackOfAll + context * cards) * copies};
    if (scenario.ledger)
        noteSlack(scenario, draft, slackOfAll, cards, copies);
    return draft;
}

} // namespace cardfit::memory
