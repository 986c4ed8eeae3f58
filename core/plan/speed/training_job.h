#pragma once

#include "core/plan/speed/serving_model.h"

#include <algorithm>
#include <string_view>

namespace cardfit::speed {

// What of one training scenario and split the equations of README section 9 share. Rates in FLOP/s and bytes/s of one
// card, counts of cards, tokens of one sample; only training*.cpp use it.
struct TrainingJob {
    const Resolved& scenario;
    const TrainingConstants& constants;
    const Architecture& architecture;
    const TrainingSpeedProfile& profile;
    const CardClass& cardClass;
    std::string_view factor; // row of the framework factors in use
    Checkpointing checkpointing = Checkpointing::Full;
    bool adapter = false, lowPrecision = false, fp8 = false;
    int zeroStage = 0;
    double tensor = 1, pipeline = 1, context = 1, expert = 1, data = 1, cards = 1;
    double sequence = 1, usefulTokens = 1; // computed and real tokens of a sample; padding is the difference
    double microBatch = 1, microBatches = 1;
    double sixteenPeak = 0, bandwidth = 0; // of the data sheet
    double matrixRate = 0, headRate = 0, attentionRate = 0, attentionBackwardRate = 0;
    double linkInside = 0, linkBetween = 0; // a card to its server, and to the network
    double cardsTogether = 8;               // that reach one another without the network

    bool recomputesAll() const { return checkpointing == Checkpointing::Full || checkpointing == Checkpointing::Offload; }
    bool mixture() const { return isMixture(architecture); }
    double expertWeights() const { return architecture.of(MatrixGroup::Experts).weights; }
    double chosenWeights() const { return mixture() ? expertWeights() * architecture.experts->perToken / architecture.experts->count : 0; }
    double denseWeights() const { return architecture.blockWeights - expertWeights() + architecture.routerWeights; }
    double headWeights() const { return static_cast<double>(architecture.vocabulary) * architecture.hidden; }
    double modelRanks() const { return tensor * pipeline * context; }
    double streamRate() const { return constants.stream * bandwidth; } // of element-wise kernels
    // Share of the sequence that a token sees of what causal attention would show it: windowed blocks look back twice
    // their window at most.
    double seenShare() const
    {
        const Architecture& a = architecture;
        return a.meanWindow > 0 ? (1 - a.windowedShare) + a.windowedShare * std::min(1.0, 2 * a.meanWindow / sequence) : 1;
    }
    // Parameters on one pipeline and tensor rank: the experts of its expert rank, and the rest.
    double expertParameters() const { return mixture() ? expertWeights() / expert / (tensor * pipeline) : 0; }
    double otherParameters() const { return (architecture.totalParameters - (mixture() ? expertWeights() : 0)) / (tensor * pipeline); }
    double parameters() const { return expertParameters() + otherParameters(); }
    // Ranks that share out optimizer states, and with ZeRO-3 weights.
    double shards() const { return std::max(1.0, cards / (pipeline * tensor * (zeroStage > 0 ? 1 : context))); }
};

bool isFourBit(std::string_view compute);

// training_compute.cpp: rates of the card, then seconds a token of one model copy.
void setRates(TrainingJob& job);
void addCompute(const TrainingJob& job, TrainingTerms& terms);
void addElementWise(const TrainingJob& job, TrainingTerms& terms);
// Seconds of one micro-batch that the host needs to launch it.
double hostTime(const TrainingJob& job);

// training_traffic.cpp: seconds a token inside a layer; seconds a step between data-parallel ranks.
void setLinks(TrainingJob& job);
void addLayerTraffic(const TrainingJob& job, TrainingTerms& terms);
double gradientTraffic(const TrainingJob& job);

// training_optimizer.cpp: seconds a step.
void addOptimizer(const TrainingJob& job, TrainingTerms& terms);
// Weights that every pass makes anew: 4-bit ones widened, fp32 ones cast.
double weightConversion(const TrainingJob& job);

} // namespace cardfit::speed
