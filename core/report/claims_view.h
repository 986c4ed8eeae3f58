#pragma once

#include "core/catalog/catalog.h"
#include "core/evidence/claims.h"
#include "core/report/phrasebook.h"

#include <string>
#include <vector>

namespace cardfit::report {

// One condition of a claim as it is shown: what was compared, what came out, what was measured.
struct ClaimLine {
    Text circumstances; // "Qwen2.5-7B · inference · 8 users: 1 × A10 against 1 × T4"
    Text result;        // "× 2.28 (1.5 to 3.4)", or why there is none
    Text measured;      // "measured × 2.6: p0887 against p0896, llm-foundry"; empty: nothing was
    bool answered = false, holds = false;
};

// A claim with its verdict, for the command line and the window alike.
struct ClaimView {
    std::string id;
    Text words;   // the claim itself
    Text verdict; // "holds under conditions: 3 of 7"
    evidence::ClaimVerdict kind = evidence::ClaimVerdict::Unanswered;
    std::vector<ClaimLine> lines;
    std::vector<Fact> sources;
};

ClaimView claimViewOf(const evidence::Claim& claim, const evidence::ClaimAnswer& answer, const Catalog& catalog);

// {"claim", "words", "verdict", "figure", "tolerance", "conditions": [...], "sources": [...]}, one line.
std::string claimJson(const evidence::Claim& claim, const evidence::ClaimAnswer& answer, const ClaimView& view, const Phrasebook& phrases);

} // namespace cardfit::report
