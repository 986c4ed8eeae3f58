#pragma once

#include "core/base/text.h"
#include "core/catalog/catalog.h"
#include "core/evidence/evaluate.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit::report {

// What the Evidence page shows: predicted against measured, as numbers and texts, no pixels, no arithmetic left to do.

// What of a set is shown. Empty: everything.
struct EvidenceFilter {
    std::string engine, task, card; // ids out of EvidencePage::engines, tasks, cards
    std::optional<evidence::Figure> figure;
};

struct EvidencePoint {
    double measured = 0, predicted = 0; // in the unit of the axes
    std::size_t series = 0;             // EvidencePage::series
    std::size_t outcome = 0;            // of the list that the page was built from
    std::size_t run = 0;                // Evidence::runs[run].scenario is what a click loads
    bool chosen = true;                 // false: not of the filter's class, to be drawn pale
};

// One mark (shape and color) of the scatter, in the legend's order: circle, triangle, square, diamond.
struct EvidenceSeries {
    Text label; // "LoRA, QLoRA"
    int points = 0;
};

// One row of the table; unset values are shown as nothing.
struct EvidenceClass {
    evidence::Figure figure = evidence::Figure::Other;
    Text label;   // "LoRA, QLoRA device"
    int rows = 0; // 0: no measurement, and no figures
    std::optional<Percent> median, p90, inside, width;
    bool medianIsPoor = false, p90IsPoor = false; // worse than a factor of four: in the color of a warning
};

struct EvidenceChoice {
    std::string id; // what EvidenceFilter takes
    Text label;
    int runs = 0;
};

struct EvidencePage {
    bool good = false; // the headline's glyph: a tick, else the half disc
    Text headline;     // with ** marks around the figures
    Text subtitle;     // "device, reserved and allocated memory · 781 published points"
    std::vector<EvidenceSeries> series;
    Text bandLabel; // "within 10 %"
    double band = 0.1;
    Text measuredAxis, predictedAxis; // "measured, GiB"
    double low = 1, high = 1000;      // of both axes, which are logarithmic; hold every point
    std::vector<EvidencePoint> points;
    std::vector<EvidenceClass> classes;
    EvidenceClass all;
    std::vector<Text> notes; // below the table; ** marks around what is emphasized
    Text poorNote;           // in the color of a warning; empty: no class is that poor
    std::vector<EvidenceChoice> engines, tasks, cards;
};

// `outcomes` must be evaluate() of `evidence`. Cheap enough for every change of the filter.
EvidencePage buildEvidencePage(const evidence::Evidence& evidence, const std::vector<evidence::Outcome>& outcomes, const Catalog& catalog,
                               const EvidenceFilter& filter = {});

// What is said of the point under the pointer.
struct EvidenceNote {
    Text title;   // "Qwen-7B-Chat · LoRA · 1 × A100 80 GB"
    Text figures; // "measured 16.2 GiB, predicted 15.9 (14.1 to 17.8), −2 %"
    Text source;  // "Qwen README, 2023-12"
    std::string where;
};
EvidenceNote evidenceNoteOf(const evidence::Evidence& evidence, const evidence::Outcome& outcome, const Catalog& catalog);

} // namespace cardfit::report
