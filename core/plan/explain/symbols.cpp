#include "core/plan/explain/symbols.h"

#include "core/plan/memory/inference.h"
#include "core/plan/memory/training.h"

#include <array>
#include <functional>
#include <span>

namespace cardfit::explain {

namespace {

using Getter = double (*)(const Resolved&, const Split&);

struct Symbol {
    std::string_view name;
    Origin origin;
    std::string_view field;
    Unit unit;
    Getter value;
};

template <auto Member>
double ofModel(const Resolved& r, const Split&)
{
    return static_cast<double>(std::invoke(Member, *r.architecture));
}

template <int Experts::*Member>
double ofExperts(const Resolved& r, const Split&)
{
    return r.architecture->experts ? (*r.architecture->experts).*Member : 0;
}

template <int Split::*Member>
double ofSplit(const Resolved&, const Split& split)
{
    return split.*Member;
}

template <auto Member>
double ofLayout(const Resolved& r, const Split& split)
{
    return memory::layoutOf(r, split).*Member;
}

template <double memory::Request::*Member>
double ofRequest(const Resolved& r, const Split& split)
{
    return memory::requestOf(r, split).*Member;
}

constexpr std::array kShapes = {
    Symbol{"L", Origin::Model, "", Unit::Count, ofModel<&Architecture::blocks>},
    Symbol{"A", Origin::Model, "", Unit::Count, ofModel<&Architecture::attentionBlocks>},
    Symbol{"h", Origin::Model, "", Unit::Count, ofModel<&Architecture::hidden>},
    Symbol{"V", Origin::Model, "", Unit::Count, ofModel<&Architecture::vocabulary>},
    Symbol{"nh", Origin::Model, "", Unit::Count, ofModel<&Architecture::queryHeads>},
    Symbol{"kv", Origin::Model, "", Unit::Count, ofModel<&Architecture::kvHeads>},
    Symbol{"d", Origin::Model, "", Unit::Count, ofModel<&Architecture::headWidth>},
    Symbol{"nq", Origin::Model, "", Unit::Count, ofModel<&Architecture::queryWidth>},
    Symbol{"nkv", Origin::Model, "", Unit::Count, ofModel<&Architecture::kvWidth>},
    Symbol{"f", Origin::Model, "", Unit::Count, ofModel<&Architecture::mlpWidth>},
    Symbol{"E", Origin::Model, "", Unit::Count, ofExperts<&Experts::count>},
    Symbol{"k", Origin::Model, "", Unit::Count, ofExperts<&Experts::perToken>},
    Symbol{"fe", Origin::Model, "", Unit::Count, ofExperts<&Experts::width>},
    Symbol{"fs", Origin::Model, "", Unit::Count, ofExperts<&Experts::sharedWidth>},
    Symbol{"N", Origin::Model, "", Unit::Count, ofModel<&Architecture::totalParameters>},
    Symbol{"Nb", Origin::Model, "", Unit::Count, ofModel<&Architecture::blockWeights>},
    Symbol{"Nemb", Origin::Model, "", Unit::Count, ofModel<&Architecture::embeddingWeights>},
    Symbol{"Pmax", Origin::Model, "", Unit::Tokens, ofModel<&Architecture::maxPositions>},
};

constexpr std::array kOthers = {
    Symbol{"t", Origin::Split, "/parallel/tensor", Unit::Count, ofSplit<&Split::tensor>},
    Symbol{"p", Origin::Split, "/parallel/pipeline", Unit::Count, ofSplit<&Split::pipeline>},
    Symbol{"D", Origin::Split, "/parallel/data", Unit::Count, ofSplit<&Split::data>},
    Symbol{"e", Origin::Split, "/parallel/expert", Unit::Count, ofSplit<&Split::expert>},
    Symbol{"c", Origin::Split, "/parallel/context", Unit::Count, ofSplit<&Split::context>},
    Symbol{"n", Origin::Split, "/cards", Unit::Count,
           [](const Resolved&, const Split& split) { return static_cast<double>(split.cards()); }},
    Symbol{"kb", Origin::Format, "", Unit::Factor, [](const Resolved& r, const Split&) { return r.keyBytes; }},
    Symbol{"vb", Origin::Format, "", Unit::Factor, [](const Resolved& r, const Split&) { return r.valueBytes; }},
    Symbol{"kept", Origin::Format, "", Unit::Factor, [](const Resolved& r, const Split&) { return r.keptFormat->bytesPerWeight; }},
};

// Each kind of task has lengths of its own.
constexpr std::array kOfTraining = {
    Symbol{"F", Origin::Split, "/parallel", Unit::Count, ofLayout<&memory::TrainingLayout::shards>},
    Symbol{"sp", Origin::Split, "/parallel/sequence", Unit::Count, ofLayout<&memory::TrainingLayout::sequenceDivisor>},
    Symbol{"T", Origin::Scenario, "/micro_batch", Unit::Tokens, ofLayout<&memory::TrainingLayout::tokens>},
};
constexpr std::array kOfInference = {
    Symbol{"B", Origin::Scenario, "/concurrency", Unit::Count, ofRequest<&memory::Request::sequences>},
    Symbol{"s", Origin::Scenario, "/input_tokens", Unit::Tokens, ofRequest<&memory::Request::prompt>},
    Symbol{"o", Origin::Scenario, "/output_tokens", Unit::Tokens, ofRequest<&memory::Request::generated>},
    Symbol{"C", Origin::Scenario, "/context_tokens", Unit::Tokens, ofRequest<&memory::Request::context>},
};

} // namespace

std::optional<LedgerInput> commonSymbol(std::string_view name, const Resolved& scenario, const Split& split)
{
    const std::span<const Symbol> ofTask =
        isTraining(scenario.scenario.task) ? std::span<const Symbol>(kOfTraining) : std::span<const Symbol>(kOfInference);
    for (const std::span<const Symbol> symbols : {std::span<const Symbol>(kShapes), std::span<const Symbol>(kOthers), ofTask}) {
        for (const Symbol& symbol : symbols) {
            if (symbol.name == name)
                return LedgerInput{symbol.name, symbol.value(scenario, split), symbol.origin, symbol.field, symbol.unit};
        }
    }
    return std::nullopt;
}

} // namespace cardfit::explain
