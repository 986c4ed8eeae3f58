#pragma once

#include "core/catalog/catalog.h"

namespace cardfit {

// A model of `family` with `billions` of parameters: every dimension is interpolated between the two published sizes
// around it (geometrically, in the logarithm of the parameter count), so that whatever grows from the one to the other
// grows steadily in between; the total is the asked one. At a published size (within 0.1 %) it is that model. Beyond the
// smallest or largest size the last two are extended. A family without a known model gives genericModel().
Model interpolatedModel(const ModelFamily& family, const Catalog& catalog, double billions);

// A dense decoder in the proportions of Llama 3 (Dubey et al. 2024): heads of 128, as many of them as blocks, one KV head for
// eight, an MLP 3.5 times the width, up to 128,256 tokens, embedding and head shared below 2 billion. For a parameter
// count of which nothing else is known. The total is the asked one.
Model genericModel(double billions);

// The family's published size nearest in the logarithm; nullptr if none of its ids is known.
const Model* nearestSize(const ModelFamily& family, const Catalog& catalog, double billions);

} // namespace cardfit
