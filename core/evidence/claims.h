#pragma once

#include "core/catalog/fact.h"
#include "core/evidence/measurement.h"
#include "core/scenario/scenario_json.h"

#include <filesystem>

namespace cardfit {
class Catalog;
}

namespace cardfit::evidence {

// Which number of a plan a claim is about.
enum class ClaimFigure { FirstToken, OutputRate, TrainingRate, Weights, Rent, JobRent };
inline constexpr std::size_t kClaimFigures = 6;
std::string_view nameOf(ClaimFigure figure); // "ttft_ms", "output_tokens_per_s", ...

enum class Relation { About, AtLeast, AtMost };
inline constexpr std::size_t kRelations = 3;
std::string_view nameOf(Relation relation); // "about", "at-least", "at-most"

// One of the two plans that a condition compares: written out, or that of a published run.
struct ClaimSide {
    Scenario scenario;
    std::string run;                // id in data/evidence; empty: written out
    std::optional<double> measured; // of that run, in the unit of its source
};

// One set of circumstances that a claim is tried under: a plan against another one, or alone.
struct ClaimCondition {
    ClaimSide over;
    std::optional<ClaimSide> under;
    double value = 0; // what the claim says of this condition
    Relation relation = Relation::About;
    std::string source; // title, where both sides are published runs
};

// What people say, as numbers: data/claims.json. The words are the text "claim.<id>".
struct Claim {
    std::string id;
    ClaimFigure figure = ClaimFigure::OutputRate;
    bool perCard = false; // the figure of one card: the ratio of 8 cards to 1 is then the efficiency of scaling
    double tolerance = 0; // share of the value within which the claim still holds
    std::vector<ClaimCondition> conditions;
    std::vector<Fact> sources; // where it is said, and what else bears on it
};

struct ClaimsLoad {
    std::vector<Claim> claims; // empty when there is any problem
    std::vector<Error> problems;
};

// Reads data/claims.json and the measured runs that it names.
ClaimsLoad loadClaims(const std::filesystem::path& data, const ModelReaders& readers);

// One condition as the planner sees it. Values are the figure over the other one, or the figure itself.
struct ClaimResult {
    std::optional<double> value;       // empty: a side does not fit, or has no such figure
    std::optional<double> low, high;   // 80 %, the errors of both sides taken as independent
    std::optional<double> over, under; // the two figures
    std::optional<double> measured;    // the same of the published runs
    int overCards = 0, underCards = 0; // of the sized fleets; 0: not planned
    bool overFits = true, underFits = true;
    bool holds = false;
    bool open = false; // the interval reaches over what the claim says: both are possible
};

enum class ClaimVerdict { Holds, DoesNotHold, UnderConditions, Unanswered };
std::string_view nameOf(ClaimVerdict verdict); // "holds", "does-not-hold", "under-conditions", "unanswered"

struct ClaimAnswer {
    ClaimVerdict verdict = ClaimVerdict::Unanswered;
    int holding = 0, answered = 0;    // conditions
    std::vector<ClaimResult> results; // one a condition
};

// Plans every condition and compares: the verdict follows from the plans' figures alone.
ClaimAnswer answer(const Claim& claim, const Catalog& catalog);

} // namespace cardfit::evidence
