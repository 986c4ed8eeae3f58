#include "core/import/config_draft.h"

#include <algorithm>

namespace cardfit::import {

namespace {

constexpr int kGemma3Pattern = 6; // five windowed blocks, then a full one: the class's default

// "LLLG" (EXAONE-4): L windowed, G full.
bool isWindowedInPattern(std::string_view pattern, int block) { return pattern[static_cast<std::size_t>(block) % pattern.size()] == 'L'; }

int windowByList(const ConfigDraft& draft, std::string_view kind)
{
    if (kind.find("sliding") != std::string_view::npos)
        return draft.a.slidingWindow;
    if (kind.find("chunk") != std::string_view::npos)
        return draft.keys.integerOr(Key::AttentionChunk, 0);
    return 0;
}

int windowByType(const ConfigDraft& draft, int block)
{
    const Architecture& a = draft.a;
    const std::string_view type = draft.type;
    if (type == "gemma2")
        return block % 2 == 0 ? a.slidingWindow : 0;
    if (type == "gemma3_text" || type == "cohere2") {
        const int usual = type == "cohere2" ? 4 : kGemma3Pattern;
        const int every = std::max(
            1, draft.keys.text(Key::SlidingWindowPattern).empty() ? draft.keys.integerOr(Key::SlidingWindowPattern, usual) : usual);
        return (block + 1) % every != 0 ? a.slidingWindow : 0;
    }
    if (type == "gpt_oss")
        return block % 2 == 0 ? a.slidingWindow : 0;
    if (draft.is(kAllWindowed))
        return a.slidingWindow;
    const bool asked = type.substr(0, 4) == "qwen" && draft.keys.flag(Key::UseSlidingWindow);
    return asked && block >= draft.keys.integerOr(Key::MaxWindowBlocks, 0) ? a.slidingWindow : 0;
}

} // namespace

void keepCacheBlocks(ConfigDraft& draft, std::vector<CacheBlock> blocks)
{
    Architecture& a = draft.a;
    std::stable_sort(blocks.begin(), blocks.end(), [](const CacheBlock& left, const CacheBlock& right) {
        return left.window != right.window ? left.window > right.window : left.elements > right.elements;
    });
    const double usual = a.latent ? a.latent->cacheRank + a.latent->rotaryWidth : 2.0 * a.kvWidth();
    const auto isUsual = [&](const CacheBlock& block) { return block.elements == usual && block.window == 0; };
    const bool allUsual = static_cast<int>(blocks.size()) == a.attentionBlocks && std::all_of(blocks.begin(), blocks.end(), isUsual);
    a.cacheBlocks = allUsual ? std::vector<CacheBlock>() : std::move(blocks);
    draft.tellsCache = true;
}

void readWindows(ConfigDraft& draft)
{
    Architecture& a = draft.a;
    if (draft.tellsCache)
        return;
    const std::vector<std::string_view> kinds = draft.keys.texts(Key::BlockTypes);
    const std::string_view pattern = draft.keys.text(Key::SlidingWindowPattern);
    std::vector<CacheBlock> blocks;
    const double elements = a.latent ? a.latent->cacheRank + a.latent->rotaryWidth : 2.0 * a.kvWidth();
    bool windowed = false;
    for (int block = 0; block < a.attentionBlocks; ++block) {
        int window = 0;
        if (static_cast<std::size_t>(block) < kinds.size()) {
            window = windowByList(draft, kinds[static_cast<std::size_t>(block)]);
        } else if (!pattern.empty() && a.slidingWindow > 0) {
            window = isWindowedInPattern(pattern, block) ? a.slidingWindow : 0;
        } else {
            window = windowByType(draft, block);
        }
        windowed = windowed || window > 0;
        blocks.push_back({elements, window});
    }
    if (windowed)
        keepCacheBlocks(draft, std::move(blocks));
}

} // namespace cardfit::import
