#include "core/catalog/fields.h"
#include "core/evidence/claims.h"
#include "core/evidence/evidence_loader.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cardfit::evidence {

namespace {

constexpr std::array<ClaimFigure, kClaimFigures> kFigureValues = {ClaimFigure::FirstToken,   ClaimFigure::OutputRate,
                                                                  ClaimFigure::TrainingRate, ClaimFigure::Weights,
                                                                  ClaimFigure::Rent,         ClaimFigure::JobRent};
constexpr std::array<Relation, kRelations> kRelationValues = {Relation::About, Relation::AtLeast, Relation::AtMost};

template <class Value, std::size_t count>
std::array<std::string_view, count> namesOf(const std::array<Value, count>& values)
{
    std::array<std::string_view, count> names;
    std::transform(values.begin(), values.end(), names.begin(), [](Value value) { return nameOf(value); });
    return names;
}

// What a run measured, of all of its cards: nullopt where the unit is none that two runs can be divided in.
std::optional<double> measuredOf(const Run& run)
{
    const Measured& measured = run.figures.front();
    switch (measured.unit) {
    case Unit::TokensPerSecondAndCard: return measured.value * run.scenario.cards.value_or(1);
    case Unit::TeraflopsOfCard:
    case Unit::SecondsPerStep:
    case Unit::PercentOfPeak: return std::nullopt;
    default: return measured.value;
    }
}

class Loader {
public:
    Loader(const std::filesystem::path& data, const ModelReaders& readers, ClaimsLoad& load)
        : m_data(data), m_readers(readers), m_load(load)
    {
    }

    void readClaims(const json::Reader& list, const Sources& sources)
    {
        for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i)
            m_load.claims.push_back(readClaim(list.at(i), sources));
    }

private:
    Claim readClaim(const json::Reader& node, const Sources& sources)
    {
        Claim claim;
        ClaimCondition shared;
        Fields fields(node);
        fields.text("id", claim.id);
        const auto isThis = [&claim](const Claim& other) { return other.id == claim.id; };
        if (std::any_of(m_load.claims.begin(), m_load.claims.end(), isThis))
            node.child("id").fail("an id that no other claim has");
        fields.child("figure");
        fields.choice("figure", claim.figure, namesOf(kFigureValues), kFigureValues);
        fields.flag("per_card", claim.perCard);
        fields.number("tolerance", claim.tolerance, 0, 1);
        fields.number("value", shared.value, 1e-6, 1e9);
        fields.child("relation");
        fields.choice("relation", shared.relation, namesOf(kRelationValues), kRelationValues);
        claim.sources = fields.facts(sources);
        const json::Reader conditions = fields.child("conditions");
        for (std::size_t i = 0; conditions.requireArray() && i < conditions.size(); ++i)
            claim.conditions.push_back(readCondition(conditions.at(i), shared));
        fields.done();
        return claim;
    }

    ClaimCondition readCondition(const json::Reader& node, ClaimCondition condition)
    {
        Fields fields(node);
        std::string set;
        fields.text("set", set, Fields::Need::Optional);
        if (!set.empty() && !setNamed(set))
            node.child("set").fail("the name of a set of measurements");
        fields.number("value", condition.value, 1e-6, 1e9, Fields::Need::Optional);
        fields.choice("relation", condition.relation, namesOf(kRelationValues), kRelationValues);
        condition.over = readSide(fields.child("over"), set, condition.source);
        if (fields.has("under"))
            condition.under = readSide(node.child("under"), set, condition.source);
        fields.done();
        return condition;
    }

    ClaimSide readSide(const json::Reader& node, const std::string& set, std::string& source)
    {
        ClaimSide side;
        if (set.empty()) {
            if (auto scenario = readScenario(node, m_readers))
                side.scenario = std::move(*scenario);
            return side;
        }
        const auto id = node.string();
        const Evidence* evidence = setNamed(set) ? setOf(*setNamed(set)) : nullptr;
        if (!id || !evidence)
            return side;
        const auto run = std::find_if(evidence->runs.begin(), evidence->runs.end(), [&id](const Run& r) { return r.id == *id; });
        if (run == evidence->runs.end() || run->figures.front().gap != Gap::None || !measuredOf(*run)) {
            node.fail("the id of a measured run of \"" + set + "\" whose figure is no time of a step and no share of the peak");
            return side;
        }
        side.scenario = run->scenario;
        side.run = run->id;
        side.measured = measuredOf(*run);
        source = evidence->sources[run->source].title;
        return side;
    }

    const Evidence* setOf(Set set)
    {
        auto entry = m_sets.find(set);
        if (entry == m_sets.end()) {
            EvidenceLoad load = loadEvidence(m_data, set, m_readers);
            std::move(load.problems.begin(), load.problems.end(), std::back_inserter(m_load.problems));
            entry = m_sets.emplace(set, std::move(load.evidence)).first;
        }
        return entry->second ? &*entry->second : nullptr;
    }

    const std::filesystem::path& m_data;
    const ModelReaders& m_readers;
    ClaimsLoad& m_load;
    std::map<Set, std::optional<Evidence>> m_sets;
};

} // namespace

ClaimsLoad loadClaims(const std::filesystem::path& data, const ModelReaders& readers)
{
    ClaimsLoad load;
    json::Problems problems;
    if (const auto document = json::Document::load((data / "claims.json").string(), problems)) {
        Fields file(json::Reader(document->root(), problems));
        file.ignore("about");
        const Sources sources(file.child("sources"));
        Loader(data, readers, load).readClaims(file.child("claims"), sources);
        file.done();
    }
    std::move(problems.list.begin(), problems.list.end(), std::back_inserter(load.problems));
    if (!load.problems.empty())
        load.claims.clear();
    return load;
}

} // namespace cardfit::evidence
