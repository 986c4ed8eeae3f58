#include "core/import/gguf_blocks.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace cardfit::import {

namespace {

// "blk.12.attn_q.weight" is "attn_q.weight" of block 12.
std::optional<std::pair<int, std::string_view>> cut(std::string_view name)
{
    constexpr std::string_view kBlock = "blk.";
    if (!name.starts_with(kBlock))
        return std::nullopt;
    name.remove_prefix(kBlock.size());
    int number = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
    const std::size_t length = static_cast<std::size_t>(end - name.data());
    if (fault != std::errc() || number < 0 || length >= name.size() || name[length] != '.')
        return std::nullopt;
    return std::pair(number, name.substr(length + 1));
}

void note(GgufBlock& block, std::string_view name, const StoredTensor& tensor, double hidden)
{
    const auto begins = [name](std::string_view word) { return name.starts_with(word); };
    block.linear = block.linear || begins("ssm_") || begins("shortconv") || begins("time_mix");
    block.fusedQkv = block.fusedQkv || begins("attn_qkv.weight");
    block.attention = block.attention || begins("attn_k.weight") || begins("attn_kv_a_mqa");
    block.experts = block.experts || (begins("ffn_up") && name.find("_exps.weight") != std::string_view::npos) || begins("ffn_up.0.") ||
                    begins("ffn_gate_up_exps.weight");
    block.mlp = block.mlp || begins("ffn_up.weight") || begins("channel_mix_value");
    if (name.find("norm") != std::string_view::npos && name.ends_with(".weight") && tensor.elements() == hidden)
        ++block.norms;
    if (begins("ssm_conv1d.weight") || begins("shortconv.conv.weight"))
        block.convolution = tensor.elements();
}

struct Pattern {
    std::string_view architecture;
    int every; // of so many blocks the last looks at everything
};
constexpr Pattern kPatterns[] = {{"cohere2", 4}, {"exaone4", 4}, {"gemma2", 2}, {"gemma3", 6},
                                 {"gemma3n", 5}, {"gpt-oss", 2}, {"llama4", 4}, {"phi3", 0}};

} // namespace

GgufTensors::GgufTensors(const Gguf& gguf, int blocks, double hidden)
    : m_names(gguf.tensors), m_blocks(static_cast<std::size_t>(std::max(0, blocks)))
{
    for (const StoredTensor& tensor : gguf.tensors) {
        const auto place = cut(tensor.name);
        if (!place || static_cast<std::size_t>(place->first) >= m_blocks.size())
            continue;
        note(m_blocks[static_cast<std::size_t>(place->first)], place->second, tensor, hidden);
        m_first.emplace_back(place->second, &tensor);
    }
    for (GgufBlock& block : m_blocks) // a fused matrix beside a linear mixer is the mixer's
        block.attention = block.attention || (block.fusedQkv && !block.linear);
    std::ranges::stable_sort(m_first, {}, &std::pair<std::string_view, const StoredTensor*>::first);
}

const StoredTensor* GgufTensors::first(std::string_view name) const
{
    const auto at = std::ranges::lower_bound(m_first, name, {}, &std::pair<std::string_view, const StoredTensor*>::first);
    return at != m_first.end() && at->first == name ? at->second : nullptr;
}

double GgufTensors::rowsOf(std::string_view name) const
{
    const StoredTensor* tensor = first(name);
    return tensor && tensor->shape.size() >= 2 ? static_cast<double>(tensor->shape[tensor->shape.size() - 2]) : 0;
}

std::vector<int> ggufWindows(const Gguf& gguf, int blocks)
{
    constexpr double kMostWindow = 1e9;
    constexpr int kUsualChunk = 8192; // Llama-4 attends in chunks, which its files do not say
    const std::string prefix = std::string(gguf.architecture()) + ".attention.";
    std::vector<int> windows(static_cast<std::size_t>(blocks), 0);
    double window = gguf.number(prefix + "sliding_window").value_or(gguf.architecture() == "llama4" ? kUsualChunk : 0);
    if (!(window >= 1 && window <= kMostWindow))
        return windows;
    const std::vector<double> marks = gguf.numbers(prefix + "sliding_window_pattern");
    const auto* pattern = std::ranges::find(kPatterns, gguf.architecture(), &Pattern::architecture);
    double every = pattern == std::end(kPatterns) ? 1 : pattern->every;
    if (marks.size() == 1 && marks.front() >= 1)
        every = marks.front();
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const bool marked =
            marks.size() == windows.size() ? marks[i] != 0 : every == 0 || std::fmod(static_cast<double>(i) + 1, every) != 0;
        windows[i] = marked ? static_cast<int>(window) : 0;
    }
    return windows;
}

} // namespace cardfit::import
