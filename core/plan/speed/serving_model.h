#pragma once

#include "core/plan/speed/rates.h"
#include "core/plan/speed/speed.h"

#include <array>

namespace cardfit::speed {

// How the cards of one replica work together when they serve. With attention data parallelism every data rank keeps its
// own cache and attention weights while the experts are spread over all of them; else data ranks are copies of their own.
struct Ranks {
    double tensor = 1, pipeline = 1, attentionData = 1, expert = 1, copies = 1;
    double group() const { return tensor * attentionData; } // cards that hold one layer together
};
inline bool isMixture(const Architecture& architecture) { return architecture.experts && architecture.experts->count > 0; }
Ranks ranksOf(const Resolved& scenario, const Split& split);

// An iteration with or without prompt tokens: the exponent that blends streaming with arithmetic, and the constant
// streaming times raised to it.
struct BlendPhase {
    double exponent = 1, inverse = 1;
    double denseStreamRaised = 0, headStreamRaised = 0;
};

// Everything of one scenario and split that does not depend on the load, prepared once; times in seconds.
struct ServingModel {
    Ranks ranks;
    double blocks = 0;
    const ServingConstants* constants = nullptr; // of the catalog

    // dense matrices and head
    std::array<BlendPhase, 2> phases; // [has prompt tokens]
    double denseStream = 0;           // reading all dense weights once
    double densePerToken = 0;         // arithmetic of one token
    double tileTokens = 0;            // work added by the rounding up to tiles
    double headStream = 0, headPerRow = 0;
    bool headOnEveryPromptToken = false;

    // experts
    bool hasExperts = false;
    double expertStream = 0; // reading all experts once
    double expertPerToken = 0;
    double chosenShare = 0, logNotChosen = 0; // K/E, ln(1 - K/E)
    double coverageExponent = 1, expertTilePadding = 0, expertBlend = 1;
    double expertFixed = 0;

    // attention
    double cachePerToken = 0;     // streaming one token of one sequence's cache
    double statePerSequence = 0;  // recurrent state of linear blocks, read and written
    double latentPerToken = 0;    // absorbed latent attention: arithmetic per query token and cached token
    double attentionPerToken = 0; // arithmetic of one prompt token per token it looks back on
    double imagesPerPrompt = 0;   // the vision tower's work on one request's images
    double windowedShare = 0, window = 0;

    // links and host
    double networkFixed = 0, networkPerToken = 0;
    double host = 0, hostPerSequence = 0, stepFixed = 0;
    double launches = 0; // starting the kernels of an iteration with prompt tokens one by one, no captured graph fits it
    bool launchesHide = false, overlapsHost = false;
    double launchBlend = 3, promptLaunchBlend = 3;

    // scheduler
    double requestFixed = 0, iterationsBeforePrompt = 0, firstTokenPerRunning = 0, interference = 1, burstShare = 0;
    bool stopsDecoding = false;
    double seats = 0, chunk = 0, reservedOutput = 0.5; // share of the output that admission reserves
    double draftTokens = 0, acceptance = 0, draftCost = 1;

    // load
    double input = 1, output = 1;
    CacheCapacity cache;

    double meanContext() const { return input + output / 2; }
    // Sequences that fit at once: seats, and the cache at `outputShare` of the output.
    double mostRunning(double outputShare) const;
};

// Precondition: refusalOf() found nothing.
ServingModel prepareServing(const Resolved& scenario, const Split& split, CacheCapacity cache);

} // namespace cardfit::speed
