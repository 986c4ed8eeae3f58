#pragma once

#include "core/json/reader.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardfit::import {

// What a config.json can say about the language part. Every key has one to ten spellings; see config_keys.cpp.
enum class Key : std::uint8_t {
    Blocks,
    Hidden,
    QueryHeads,
    KvHeads,
    KvHeadGroups,
    MultiQuery,
    MultiQueryAttention,
    NewDecoder,
    ParallelAttention,
    HeadWidth,
    AttentionHeadWidth,
    MlpWidth,
    InnerMlpWidth,
    ConvBlockMlpWidth,
    DenseMlpWidth,
    BlocksparseMlpWidth,
    ExpansionRatio,
    Vocabulary,
    PaddedVocabulary,
    MaxPositions,
    TiedEmbeddings,
    AttentionBias,
    AttentionOutputBias,
    MlpBias,
    Bias,
    NoBias,
    UseBias,
    UseQkvBias,
    AddQkvBias,
    AddLinearBias,
    HeadBias,
    QueryKeyNorm,
    SoftCap,
    SlidingWindow,
    UseSlidingWindow,
    SlidingWindowPattern,
    MaxWindowBlocks,
    AttentionChunk,
    NoRotaryBlocks,
    BlockTypes,
    HybridPattern,
    MtpPattern,
    HybridBlockPattern,
    FullAttentionInterval,
    QueryRank,
    CacheRank,
    NoPositionWidth,
    RotaryWidth,
    ValueWidth,
    IndexHeads,
    IndexHeadWidth,
    IndexerTypes,
    Experts,
    ExpertsPerToken,
    ExpertWidth,
    SharedExperts,
    SharedExpertWidth,
    FirstDense,
    ExpertFrequency,
    SparseStep,
    DenseOnlyBlocks,
    ExpertBlocksEnum,
    ExpertBlocks,
    ExpertStart,
    ExpertEnd,
    ExpertInterval,
    ExpertLatentWidth,
    MixedMlp,
    PredictBlocks,
    MtpBlocks,
    Count
};

// The keys of one JSON object, sorted by meaning in a single pass: of several spellings the first of the key's list
// counts, null counts as absent. Readers report a value of a wrong type at its place and give nothing.
class ConfigKeys {
public:
    explicit ConfigKeys(const json::Reader& part);

    const json::Reader& part() const { return m_part; }
    bool has(Key key) const { return slot(key).node != nullptr; }
    bool isList(Key key) const;
    std::string_view nameOf(Key key) const { return slot(key).name; } // as the file spells it
    json::Reader reader(Key key) const { return m_part.child(slot(key).name); }

    // Whole numbers; of a list (Hunyuan, Gemma-3n) the first or the largest entry.
    std::optional<int> integer(Key key, int highest = kMostUnits) const;
    std::optional<int> largest(Key key, int highest = kMostUnits) const;
    int integerOr(Key key, int fallback) const { return integer(key).value_or(fallback); }
    std::vector<int> integers(Key key) const; // of a list; empty if it is none
    std::optional<double> number(Key key) const;
    bool flag(Key key, bool fallback = false) const; // anything but a boolean is the fallback
    std::string_view text(Key key) const;            // empty if it is no string
    std::vector<std::string_view> texts(Key key) const;

    // The number, or a report that names every spelling; 0 then.
    int require(Key key, int highest = kMostUnits) const;

    // Keys that only one family has, by their one name.
    int need(std::string_view name) const; // reports its absence
    int get(std::string_view name, int fallback) const;
    bool says(std::string_view name, bool fallback) const;

    static constexpr int kMostUnits = 10'000'000;

private:
    struct Slot {
        const nlohmann::json* node = nullptr;
        std::string_view name;
        std::uint8_t rank = std::numeric_limits<std::uint8_t>::max();
    };
    const Slot& slot(Key key) const { return m_slots[static_cast<std::size_t>(key)]; }
    std::optional<int> wholeNumber(Key key, const nlohmann::json& node, int highest) const;

    json::Reader m_part;
    std::array<Slot, static_cast<std::size_t>(Key::Count)> m_slots;
};

} // namespace cardfit::import
