#include "core/base/ledger.h"
#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/training.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cardfit::memory {

namespace {

constexpr int kSection = 10; // of README.md

// Liger's rule: a chunk is the next power of two of ceil(tokens / ceil(V/h)) positions, so that its logits are about as
// large as the hidden states.
double fusedLinearChunk(const Resolved& scenario, double tokens)
{
    if (scenario.scenario.training.lossChunkTokens)
        return std::min<double>(*scenario.scenario.training.lossChunkTokens, tokens);
    const Architecture& a = *scenario.architecture;
    const double share = std::ceil(tokens / std::ceil(a.vocabulary / static_cast<double>(a.hidden)));
    const auto positions = static_cast<std::uint64_t>(std::max(1.0, share));
    return std::min(static_cast<double>(std::bit_ceil(positions)), tokens);
}

LossBytes bytesPerToken(const Resolved& scenario, LossPath path)
{
    const Architecture& a = *scenario.architecture;
    const MemoryConstants& constants = *scenario.memory;
    LossBytes bytes = constants.losses[static_cast<std::size_t>(path)];
    if (path == LossPath::Chunked && scenario.trainingProfile().lossHiddenBytes >= 0)
        bytes.perHidden = scenario.trainingProfile().lossHiddenBytes;
    if (path == LossPath::Plain && a.lossIn16Bit)
        bytes.perVocabulary = constants.loss16BitPerVocabulary;
    if (a.softCapsLogits && (path == LossPath::Plain || path == LossPath::Compiled))
        bytes.perVocabulary += constants.softCapPerVocabulary; // the output of tanh is kept
    return bytes;
}

struct FusedLinear {
    double tokens, chunk, bytes;
};

void noteFusedLinear(const Resolved& scenario, const TrainingLayout& layout, const FusedLinear& loss)
{
    const std::optional<int>& stated = scenario.scenario.training.lossChunkTokens;
    const std::vector<LedgerInput> inputs = {
        {"loss_tokens", loss.tokens, Origin::Scenario, "/micro_batch", Unit::Tokens},
        {"stated", stated.value_or(0) * 1.0, Origin::Scenario, "/training/loss_chunk_tokens", Unit::Tokens}};
    scenario.ledger->note("loss_chunk", loss.chunk, Unit::Tokens,
                          stated ? "min(stated, loss_tokens)" : "min(pow2(ceil(loss_tokens/ceil(V/h))), loss_tokens)", kSection, inputs);
    scenario.ledger->note("loss", loss.bytes,
                          layout.full ? "10·V·loss_chunk + 6·h·loss_tokens + 4·V·h" : "10·V·loss_chunk + 6·h·loss_tokens", kSection,
                          inputs);
}

} // namespace

double lossBytes(const Resolved& scenario, const TrainingLayout& layout, double tokens, double hiddenDivisor)
{
    const Architecture& a = *scenario.architecture;
    const LossPath path = lossPath(scenario);
    if (path == LossPath::FusedLinear) {
        // logits of one chunk with their gradients; the head's gradient in fp32 while it trains (Liger-Kernel)
        const double head = layout.full ? 4 * headSums(a).weights : 0;
        const double chunk = fusedLinearChunk(scenario, tokens);
        const double bytes = 10.0 * a.vocabulary * chunk + 6.0 * a.hidden * tokens + head;
        if (scenario.ledger)
            noteFusedLinear(scenario, layout, {tokens, chunk, bytes});
        return bytes;
    }
    const LossBytes perToken = bytesPerToken(scenario, path);
    const double bytes = (perToken.perVocabulary * a.vocabulary / layout.tensor + perToken.perHidden * a.hidden / hiddenDivisor) * tokens;
    if (scenario.ledger)
        scenario.ledger->note("loss", bytes, "(per_vocabulary·V/t + per_hidden·h/hidden_ranks)·loss_tokens", kSection,
                              {{"per_vocabulary", perToken.perVocabulary, Origin::Constants, "loss_bytes_per_token"},
                               {"per_hidden", perToken.perHidden, Origin::Constants, "loss_bytes_per_token"},
                               {"hidden_ranks", hiddenDivisor, Origin::Split, "/parallel/sequence", Unit::Count},
                               {"loss_tokens", tokens, Origin::Scenario, "/micro_batch", Unit::Tokens}});
    return bytes;
}

} // namespace cardfit::memory
