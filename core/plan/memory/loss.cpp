#include "core/plan/memory/choices.h"
#include "core/plan/memory/formats.h"
#include "core/plan/memory/training.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cardfit::memory {

namespace {

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

} // namespace

double lossBytes(const Resolved& scenario, const TrainingLayout& layout, double tokens, double hiddenDivisor)
{
    const Architecture& a = *scenario.architecture;
    const LossPath path = lossPath(scenario);
    if (path == LossPath::FusedLinear) {
        // logits of one chunk with their gradients; the head's gradient in fp32 while it trains (Liger-Kernel)
        const double head = layout.full ? 4 * headSums(a).weights : 0;
        return 10.0 * a.vocabulary * fusedLinearChunk(scenario, tokens) + 6.0 * a.hidden * tokens + head;
    }
    const LossBytes bytes = bytesPerToken(scenario, path);
    return (bytes.perVocabulary * a.vocabulary / layout.tensor + bytes.perHidden * a.hidden / hiddenDivisor) * tokens;
}

} // namespace cardfit::memory
