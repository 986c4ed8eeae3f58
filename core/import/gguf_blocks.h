#pragma once

#include "core/import/gguf.h"

#include <string_view>
#include <vector>

namespace cardfit::import {

// What the tensors of one block say of it.
struct GgufBlock {
    bool attention = false, linear = false, experts = false, mlp = false, fusedQkv = false;
    int norms = 0;          // of the hidden width
    double convolution = 0; // elements of the convolution over time
};

// The tensors of a file, by name and by block.
class GgufTensors {
public:
    GgufTensors(const Gguf& gguf, int blocks, double hidden);
    const std::vector<GgufBlock>& blocks() const { return m_blocks; }
    const StoredTensor* find(std::string_view name) const { return m_names.find(name); }
    // The first block's tensor of that name ("attn_q.bias"); nullptr: no block has it.
    const StoredTensor* first(std::string_view name) const;
    // Rows (outputs) of the first block's tensor; 0: none.
    double rowsOf(std::string_view name) const;

private:
    TensorNames m_names;
    std::vector<GgufBlock> m_blocks;
    std::vector<std::pair<std::string_view, const StoredTensor*>> m_first;
};

// How far back each block looks, 0: everything. Sources: the window keys of GGUF, patterns of llama.cpp's model classes.
std::vector<int> ggufWindows(const Gguf& gguf, int blocks);

} // namespace cardfit::import
