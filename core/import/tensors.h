#pragma once

#include "core/catalog/architecture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::import {

// One tensor of a checkpoint, as the header of its file describes it.
struct StoredTensor {
    std::string name;
    std::string type;                 // "BF16", "Q4_K"
    std::vector<std::uint64_t> shape; // outermost first, whatever the file's own order
    std::uint64_t bytes = 0;
    double elements() const;
};

// What a tensor is to the equations. The first six are the groups of MatrixGroup, in its order.
enum class TensorClass {
    Attention,
    AttentionReplicated, // down projections of latent attention
    Mlp,
    Experts,
    SharedExperts,
    Linear,
    Embedding,
    Head,
    Rest,  // norms, biases, routers
    Tower, // vision and audio towers, projectors
    Draft, // draft heads
    Unknown,
    Count
};
inline constexpr std::size_t kTensorClasses = static_cast<std::size_t>(TensorClass::Count);
std::string_view nameOf(TensorClass tensorClass); // "attention", "shared_experts"

// The class of a tensor by its name in Hugging Face or GGUF spelling. `blocks` of the architecture (0: not known): blocks
// behind them are draft heads.
TensorClass classOf(std::string_view name, int blocks);

// What all tensors of one class and type hold together. The parameters are the weights behind packed values; 0 for
// scales and tables, nothing where the packing hides them.
struct TensorSum {
    TensorClass tensorClass = TensorClass::Unknown;
    std::string type;
    std::int64_t tensors = 0;
    double bytes = 0, parameters = 0;
};

struct TensorTable {
    std::vector<TensorSum> rows; // in the order of the classes, larger types first
    bool parametersKnown = true; // false: some packing hides its weights
    double bytes() const;
    double parameters() const;
    double bytesOf(TensorClass tensorClass) const;
    double parametersOf(TensorClass tensorClass) const;
};

// `bits` of packed integers where shapes do not tell them (0: not known).
TensorTable sumTensors(const std::vector<StoredTensor>& tensors, int blocks, int bits);

// The table in the form the equations use; tensors of no known class count with the rest.
StoredWeights storedWeights(const TensorTable& table);

// Weights per byte or word of a packed matrix need its neighbours (scales, g_idx); see packed_weights.cpp.
class TensorNames {
public:
    explicit TensorNames(const std::vector<StoredTensor>& tensors);
    const StoredTensor* find(std::string_view name) const;

private:
    std::vector<const StoredTensor*> m_sorted;
};
// Weights that a tensor stands for; nullopt: cannot be told.
std::optional<double> weightsBehind(const StoredTensor& tensor, const TensorNames& names, int bits);

} // namespace cardfit::import
