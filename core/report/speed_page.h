#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "core/plan/plan.h"
#include "core/plan/speed/curves.h"

#include <optional>
#include <string>
#include <vector>

namespace cardfit::report {

// What the Speed page shows: latency and throughput over the users, or a training job over the cards, as numbers and
// texts, no pixels, no arithmetic left to do.

enum class SpeedFigure { FirstToken, PerToken, Throughput, JobTime, TrainingRate, Efficiency };

struct SpeedLine {
    Text label;                    // "2 × A10"; links of a training job: "NVLink"
    bool chosen = false;           // the scenario's own; the others are pinned, or joined by another link
    std::vector<double> x, middle; // in the units of the axes
    std::vector<double> low, high; // band; empty: no percentiles are known
    std::size_t stated = 0;        // points from here on are another job (its batch grew); x.size(): none
};

// A limit that can be dragged.
struct SpeedLimit {
    std::optional<double> milliseconds; // unset: not set
    Text label;                         // "limit p95 50 ms", or how to set one
};

struct SpeedChart {
    SpeedFigure figure = SpeedFigure::FirstToken;
    Text title, unit;
    double perUnit = 1;           // seconds, tokens/s or percent in one unit of the value axis
    bool logarithmic = false;     // the value axis
    std::vector<SpeedLine> lines; // the scenario's own first; empty: nothing is known
    std::optional<SpeedLimit> limit;
};

// A load that matters: a line across all charts.
struct SpeedMark {
    enum class Kind { Now, WithinLimits, Knee, Full, Batch } kind = Kind::Now;
    double x = 0;
    Text label; // "knee: 58"
};

struct SpeedTable {
    Text title, aside;                     // "At 16 users", "2 × A10"
    std::vector<Text> heads;               // of the columns behind the first; empty: no head
    std::vector<std::vector<Text>> rows;   // label, then one text a column
    std::optional<std::size_t> emphasized; // the row of what is chosen
};

// A card beside the chosen one.
struct SpeedPin {
    std::string cardId;
    int cards = 1;
    friend bool operator==(const SpeedPin&, const SpeedPin&) = default;
};
struct SpeedPinChoice {
    SpeedPin pin;
    Text label;
    bool pinned = false;
};

struct SpeedPage {
    bool training = false;
    fleet::Verdict verdict = fleet::Verdict::NotModelled; // fits: all limits hold at the present load; tight: one breaks
    Text headline;                                        // with ** marks around the figures
    double lowX = 1, highX = 256;                         // of all charts, which share one logarithmic axis
    Text axis;                                            // "users at once"
    Text bandLabel;                                       // "p50, band p5 to p95", "mean"
    std::vector<SpeedChart> charts;
    std::vector<SpeedMark> marks;
    std::vector<SpeedTable> tables;
    std::vector<Text> notes; // below the tables; ** marks around what is emphasized
    std::vector<SpeedPin> pins;
    std::vector<Text> missingPins; // "4 × T4: does not fit"
    std::vector<SpeedPinChoice> choices;
    Text missing; // why there is no curve of the scenario's own; empty otherwise
};

inline constexpr std::size_t kMostPins = 3;

// The cards that the matrix stars, without the chosen one: pinned until the user chooses.
std::vector<SpeedPin> usualPins(const Plan& plan, const fleet::FitMatrix& matrix);

// What is read off a chart at the point nearest to `x`, line by line: "16 users", "2 × A10: 29 ms, p95 37 ms".
std::vector<Text> readingOf(const SpeedPage& page, std::size_t chart, double x);

// `matrix` must be the count matrix of the plan's scenario. Cheap enough for every move of a slider.
SpeedPage buildSpeedPage(const Plan& plan, const fleet::FitMatrix& matrix, const Catalog& catalog, const std::vector<SpeedPin>& pins);

} // namespace cardfit::report
