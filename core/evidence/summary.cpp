#include "core/evidence/summary.h"

#include <map>
#include <utility>

namespace cardfit::evidence {

namespace {

const Measured& measuredOf(const Evidence& evidence, const Outcome& outcome) { return evidence.runs[outcome.run].figures[outcome.figure]; }

bool isOfClass(Figure figure, std::string_view wanted)
{
    const std::string_view name = nameOf(figure);
    return wanted.empty() || name == wanted || (name.starts_with(wanted) && name.substr(wanted.size()).starts_with('-'));
}

bool isWanted(std::string_view wanted, const std::string& value) { return wanted.empty() || wanted == value; }

// What rows are sorted by: classes in the order of the enumeration, not by name.
using Order = std::pair<std::size_t, std::string>;
Order orderOf(const Evidence& evidence, const Outcome& outcome, Key key)
{
    const Measured& measured = measuredOf(evidence, outcome);
    const std::size_t rank = key == Key::Figure ? static_cast<std::size_t>(measured.figure) + (measured.aside ? kFigures : 0) : 0;
    return {rank, keyOf(evidence, outcome, key)};
}

} // namespace

std::string keyOf(const Evidence& evidence, const Outcome& outcome, Key key)
{
    const Run& run = evidence.runs[outcome.run];
    switch (key) {
    case Key::Figure: break;
    case Key::Engine: return run.scenario.engine;
    case Key::Task: return std::string(nameOf(run.scenario.task));
    case Key::Card: return run.scenario.card.id;
    case Key::Group: return run.group;
    case Key::Source: return evidence.sources[run.source].title;
    case Key::Model: return run.scenario.model.name;
    }
    return std::string(nameOf(run.figures[outcome.figure].figure));
}

std::vector<const Outcome*> select(const Evidence& evidence, const std::vector<Outcome>& outcomes, const Selection& selection)
{
    std::vector<const Outcome*> chosen;
    for (const Outcome& outcome : outcomes) {
        const Run& run = evidence.runs[outcome.run];
        if ((run.core || !selection.coreOnly) && isOfClass(measuredOf(evidence, outcome).figure, selection.figure) &&
            isWanted(selection.engine, keyOf(evidence, outcome, Key::Engine)) &&
            isWanted(selection.task, keyOf(evidence, outcome, Key::Task)) && isWanted(selection.card, keyOf(evidence, outcome, Key::Card)))
            chosen.push_back(&outcome);
    }
    return chosen;
}

Summary summarize(const Evidence& evidence, std::span<const Outcome* const> outcomes, Key key)
{
    std::map<Order, std::vector<const Outcome*>> parts;
    std::vector<const Outcome*> counted;
    for (const Outcome* outcome : outcomes) {
        const bool aside = measuredOf(evidence, *outcome).aside;
        if (!aside)
            counted.push_back(outcome);
        if (!aside || key == Key::Figure)
            parts[orderOf(evidence, *outcome, key)].push_back(outcome);
    }
    Summary summary;
    for (const auto& [order, part] : parts)
        summary.rows.push_back({order.second, statisticsOf(evidence, part), measuredOf(evidence, *part.front()).aside});
    summary.all = statisticsOf(evidence, counted);
    return summary;
}

} // namespace cardfit::evidence
