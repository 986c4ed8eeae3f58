#pragma once

#include "core/base/ledger.h"
#include "core/scenario/resolved.h"

namespace cardfit::memory {

// What an engine does with the tensors outside the blocks.
struct WeightLayout {
    enum class Head { SixteenBit, LikeBlocks, Ggml, SixBit } head = Head::SixteenBit;
    bool embeddingOnHost = false;
    bool untied = false;   // the engine stores a head of its own although the checkpoint shares it
    bool fp32Rest = false; // norms, biases and router in fp32, towers in a file of their own (GGUF)
    int expertWidthMultiple = 0;
};
WeightLayout layoutOf(const Resolved& scenario, const InferenceMemoryProfile& profile);
WeightLayout layoutOf(const Resolved& scenario, const TrainingMemoryProfile& profile);

// Weight bytes on the fullest card. Block matrices are divided by tensor and pipeline ranks; the low-rank down
// projections of latent attention, norms, biases and the router are whole on every tensor rank; experts are spread
// over expert ranks where there are any. With pipeline stages the fullest holds the larger of embedding and head.
double weightsOnCard(const Resolved& scenario, const Split& split, const WeightLayout& layout);

// Bytes of the whole model as a checkpoint holds it, without draft heads.
double checkpointBytes(const Resolved& scenario);

// Bytes of all block matrices of the model, in their formats.
double blockBytes(const Resolved& scenario);

// Parameters that one rank holds in 16 bit training: dense ones over tensor and pipeline, experts over their ranks.
double parametersOnRank(const Architecture& architecture, const Split& split, bool untied);
double headParameters(const Architecture& architecture, bool untied);
double expertParameters(const Architecture& architecture);

// `inputs` and the ranks of this split, for formulas of a split that is not the scenario's own (one whole copy).
std::vector<LedgerInput> withRanks(const Resolved& scenario, const Split& split, std::vector<LedgerInput> inputs);

// By what the blocks of the whole model are divided on the fullest stage: the stages where they divide evenly, else
// blocks / ceil(blocks / stages). Engines give a stage one block more, never a part of one.
double stagesOf(const Architecture& architecture, const Split& split);

} // namespace cardfit::memory
