#include "core/report/cells.h"
#include "core/report/report_parts.h"

namespace cardfit::report {

namespace {

using memory::Component;

Table totalsTable(const memory::MemoryPlan& memory, Bytes has)
{
    Table table =
        tableOf({Text("report.head.figure"), Text("report.head.gib"), Text("report.head.interval"), Text("report.head.all-cards")});
    const auto add = [&](const char* code, Bytes value, const memory::Range& range, std::optional<Bytes> all, Cell::Role role) {
        table.rows.push_back({cellOf(Text(code), role), cellOf(Text("value.gib").with("value", value), role),
                              cellOf(Text("value.interval-gib").with("low", range.low).with("high", range.high), Cell::Role::Quiet),
                              valueCell("value.gib", all)});
    };
    add("report.memory.allocated", memory.card.allocated, memory.allocated, memory.allCards.allocated, Cell::Role::Normal);
    add("report.memory.reserved", memory.card.reserved, memory.reserved, memory.allCards.reserved, Cell::Role::Normal);
    add("report.memory.device", memory.card.device, memory.device, memory.allCards.device, Cell::Role::Normal);
    add("report.memory.required", memory.required, memory.requiredRange, std::nullopt, Cell::Role::Strong);
    for (const auto& [code, value] : {std::pair{"report.memory.usable", memory.available},
                                      std::pair{"report.memory.process", memory.capacity}, std::pair{"report.memory.has", has}})
        table.rows.push_back({cellOf(Text(code)), cellOf(Text("value.gib").with("value", value)), emptyCell(), emptyCell()});
    return table;
}

void addComponent(Table& table, Text name, Bytes value, Bytes total)
{
    if (value.isZero())
        return;
    table.rows.push_back({cellOf(std::move(name)), cellOf(Text("value.memory").with("value", value)),
                          total.isZero() ? noneCell() : cellOf(Text("value.percent").with("value", Percent{100 * (value / total)}))});
}

// The parts of what the device shows: they add up to it.
Table componentsTable(const memory::MemoryPlan& memory)
{
    Table table = tableOf({Text("report.head.component"), Text("report.head.memory"), Text("report.head.share")});
    for (std::size_t i = 0; i < memory::kComponents; ++i) {
        const auto component = static_cast<Component>(i);
        addComponent(table, Text("component." + std::string(memory::nameOf(component))), memory.of(component), memory.card.device);
    }
    addComponent(table, Text("component.non_torch"), memory.nonTorch, memory.card.device);
    addComponent(table, Text("report.memory.slack"), memory.slack, memory.card.device);
    table.totalRow = table.rows.size();
    addComponent(table, Text("report.memory.device"), memory.card.device, memory.card.device);
    return table;
}

void addCacheFacts(Section& section, const memory::MemoryPlan& memory)
{
    if (memory.cacheBytesPerToken <= 0)
        return;
    const Bytes perToken = bytesOf(memory.cacheBytesPerToken);
    section.blocks.emplace_back(bodyOf(
        memory.preallocates
            ? Text("report.memory.cache-pool").with("perToken", perToken).with("pool", memory.pool).with("tokens", memory.capacityTokens)
            : Text("report.memory.cache").with("perToken", perToken)));
}

// "vLLM 0.19"; without a version the name alone.
std::string engineLabel(const Resolved& resolved)
{
    const auto& match = isTraining(resolved.scenario.task) ? resolved.trainingMemory : resolved.inferenceMemory;
    const std::string& name = match.profile ? match.profile->label : resolved.scenario.engine;
    return resolved.scenario.engineVersion.empty() ? name : name + ' ' + resolved.scenario.engineVersion;
}

} // namespace

void addMemory(ReportModel& model, const ScenarioView& view)
{
    if (!view.plan.memory)
        return;
    const memory::MemoryPlan& memory = *view.plan.memory;
    const Resolved& resolved = *view.plan.resolved;
    Section chapter{1, true, Text("report.memory").with("scenario", view.title()), {}};
    chapter.blocks.emplace_back(leadOf(Text("report.memory.lead")
                                           .with("card", resolved.card->name)
                                           .with("engine", engineLabel(resolved))
                                           .with("phase", Text("phase." + std::string(memory::nameOf(memory.peakPhase))))));
    chapter.blocks.emplace_back(view.page.memory);
    chapter.blocks.emplace_back(captionOf(view.page.memory.totals));
    model.sections.push_back(std::move(chapter));

    Section totals{2, true, Text("report.memory.totals"), {}};
    totals.blocks.emplace_back(totalsTable(memory, memoryOfCard(*view.plan.resolved)));
    addCacheFacts(totals, memory);
    model.sections.push_back(std::move(totals));

    Section parts{2, true, Text("report.memory.components"), {}};
    parts.blocks.emplace_back(componentsTable(memory));
    parts.blocks.emplace_back(bodyOf(view.page.memory.record));
    model.sections.push_back(std::move(parts));
}

} // namespace cardfit::report
