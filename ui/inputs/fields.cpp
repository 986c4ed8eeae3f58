#include "ui/inputs/fields.h"

#include <cmath>

namespace cardfit::ui {

namespace {

std::optional<double> asOptional(int value) { return static_cast<double>(value); }
int whole(std::optional<double> value) { return static_cast<int>(std::lround(value.value_or(0))); }

SliderScale octaves(double low, double high) { return SliderScale::logarithmic(low, high, powersOfTwo(low, high), 2, true); }

SliderScale marks(double low, double high, double distance)
{
    std::vector<Detent> detents;
    for (double value = low; value <= high; value += distance)
        detents.push_back({value, {}});
    return SliderScale::linear(low, high, std::move(detents), 1);
}

} // namespace

NumberField Fields::context()
{
    return {.id = QStringLiteral("context_tokens"),
            .caption = tr("Context"),
            .unit = tr("tok"),
            .toolTip = tr("Longest sequence that must fit, in tokens"),
            .low = 1,
            .high = 1e8,
            .scale = octaves(256, 524'288),
            .get = [](const Scenario& s) { return asOptional(s.contextTokens); },
            .set =
                [](Scenario& s, std::optional<double> v) {
                    s.contextTokens = whole(v);
                    s.contextStated = true;
                }};
}

NumberField Fields::input()
{
    return {.id = QStringLiteral("input_tokens"),
            .caption = tr("Input"),
            .unit = tr("tok"),
            .toolTip = tr("Tokens of a request's prompt, on average"),
            .low = 1,
            .high = 1e8,
            .scale = octaves(16, 524'288),
            .get = [](const Scenario& s) { return asOptional(s.inputTokens); },
            .set = [](Scenario& s, std::optional<double> v) { s.inputTokens = whole(v); }};
}

NumberField Fields::output()
{
    return {.id = QStringLiteral("output_tokens"),
            .caption = tr("Output"),
            .unit = tr("tok"),
            .toolTip = tr("Tokens of a request's answer, on average"),
            .low = 1,
            .high = 1e8,
            .scale = octaves(16, 65'536),
            .get = [](const Scenario& s) { return asOptional(s.outputTokens); },
            .set = [](Scenario& s, std::optional<double> v) { s.outputTokens = whole(v); }};
}

NumberField Fields::users()
{
    return {.id = QStringLiteral("concurrency"),
            .caption = tr("Users"),
            .unit = {},
            .toolTip = tr("Requests at the same time; type “max” for as many as memory allows"),
            .low = 1,
            .high = 1e6,
            .special = tr("max"),
            .scale = octaves(1, 1024),
            .get = [](const Scenario& s) { return s.concurrency ? asOptional(*s.concurrency) : std::nullopt; },
            .set = [](Scenario& s, std::optional<double> v) { s.concurrency = v ? std::optional(whole(v)) : std::nullopt; }};
}

NumberField Fields::microBatch()
{
    return {.id = QStringLiteral("micro_batch"),
            .caption = tr("Micro batch"),
            .unit = {},
            .toolTip = tr("Sequences that go through a card at once"),
            .low = 1,
            .high = 4096,
            .scale = octaves(1, 64),
            .get = [](const Scenario& s) { return asOptional(s.microBatch); },
            .set =
                [](Scenario& s, std::optional<double> v) {
                    s.microBatch = whole(v);
                    s.globalBatch = std::max(s.globalBatch, s.microBatch);
                }};
}

NumberField Fields::globalBatch()
{
    return {.id = QStringLiteral("global_batch"),
            .caption = tr("Batch"),
            .unit = {},
            .toolTip = tr("Sequences of one optimizer step, over all cards"),
            .low = 1,
            .high = 1e6,
            .scale = octaves(1, 4096),
            .get = [](const Scenario& s) { return asOptional(s.globalBatch); },
            .set =
                [](Scenario& s, std::optional<double> v) {
                    s.globalBatch = whole(v);
                    s.microBatch = std::min(s.globalBatch, s.microBatch);
                }};
}

NumberField Fields::rank()
{
    return {.id = QStringLiteral("training.lora.rank"),
            .caption = tr("Rank"),
            .unit = {},
            .toolTip = tr("Rank of the adapters"),
            .low = 1,
            .high = 1024,
            .scale = octaves(4, 512),
            .get = [](const Scenario& s) { return asOptional(s.training.lora.rank); },
            .set = [](Scenario& s, std::optional<double> v) { s.training.lora.rank = whole(v); }};
}

std::vector<NumberField> Fields::workload(Task task)
{
    if (task == Task::Inference)
        return {context(), input(), output(), users()};
    if (usesAdapters(task))
        return {context(), microBatch(), globalBatch(), rank()};
    return {context(), microBatch(), globalBatch()};
}

NumberField Fields::cards()
{
    return {.id = QStringLiteral("cards"),
            .caption = tr("Cards"),
            .unit = tr("×"),
            .toolTip = tr("Cards of one replica or job; type “auto” for the smallest count that fits"),
            .low = 1,
            .high = 4096,
            .special = tr("auto"),
            .scale = {},
            .get = [](const Scenario& s) { return s.cards ? asOptional(*s.cards) : std::nullopt; },
            .set = [](Scenario& s, std::optional<double> v) { s.cards = v ? std::optional(whole(v)) : std::nullopt; }};
}

std::vector<NumberField> Fields::money()
{
    NumberField horizon{.id = QStringLiteral("ownership.years"),
                        .caption = tr("Horizon"),
                        .unit = tr("mo"),
                        .toolTip = tr("Months that renting and owning are compared over"),
                        .low = 1,
                        .high = 240,
                        .scale = marks(12, 60, 12),
                        .get = [](const Scenario& s) { return std::optional(std::round(s.ownership.years * 12 * 100) / 100); },
                        .set = [](Scenario& s, std::optional<double> v) { s.ownership.years = v.value_or(48) / 12; }};
    NumberField utilization{
        .id = QStringLiteral("ownership.utilization"),
        .caption = tr("Utilization"),
        .unit = tr("%"),
        .toolTip = tr("Share of the time the cards are busy, in percent"),
        .low = 0,
        .high = 100,
        .decimals = 1,
        .scale = marks(0, 100, 10),
        .get = [](const Scenario& s) { return s.ownership.utilization ? std::optional(*s.ownership.utilization * 100) : std::nullopt; },
        .set = [](Scenario& s, std::optional<double> v) { s.ownership.utilization = v ? std::optional(*v / 100) : std::nullopt; },
        .resolved = [](const Plan& p) { return std::optional(std::round(p.fleet.utilization * 100)); }};
    return {horizon, utilization};
}

} // namespace cardfit::ui
