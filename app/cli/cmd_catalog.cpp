#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/json/writer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace cardfit::cli {

namespace {

struct Options {
    std::string part, filter;
    bool json = false;
};

// One entry of a list: its columns as text, and the whole of it as JSON.
struct Entry {
    std::vector<std::string> cells;
    std::function<void(json::Writer&)> write;
};
struct Listing {
    std::vector<std::string> heads;
    std::vector<Entry> entries;
};

std::string rateOf(const std::optional<MoneyPerHour>& price) { return price ? price->amount.toRateString() : std::string("-"); }

void writePrice(json::Writer& writer, std::string_view key, const std::optional<MoneyPerHour>& price)
{
    writer.key(key);
    if (price)
        writer.value(price->amount.toRateString());
    else
        writer.null();
}

Listing models(const Catalog& catalog)
{
    Listing listing{{"model", "parameters", "family", "aliases"}, {}};
    for (const Model& model : catalog.models()) {
        std::string aliases;
        for (const std::string& alias : model.aliases)
            aliases += (aliases.empty() ? "" : ", ") + alias;
        const auto write = [&model](json::Writer& writer) {
            const Architecture& a = model.architecture;
            writer.beginObject().member("id", model.id).member("short_name", model.shortName).member("family", model.family);
            writer.member("parameters", static_cast<std::int64_t>(a.totalParameters));
            writer.member("active_parameters", static_cast<std::int64_t>(a.activeParameters)).member("blocks", a.blocks);
            writer.member("hidden", a.hidden).member("vocabulary", a.vocabulary).member("max_positions", a.maxPositions);
            writer.key("aliases").beginArray();
            for (const std::string& alias : model.aliases)
                writer.value(alias);
            writer.endArray().endObject();
        };
        listing.entries.push_back(
            {{model.id, fmt::format("{:.2f} B", model.architecture.totalParameters / 1e9), model.family, aliases}, write});
    }
    return listing;
}

Listing cards(const Catalog& catalog)
{
    Listing listing{{"card", "name", "usable GiB", "GB/s", "W"}, {}};
    for (const Card& card : catalog.cards()) {
        const auto write = [&card](json::Writer& writer) {
            writer.beginObject().member("id", card.id).member("name", card.name).member("vendor", card.vendor);
            writer.member("architecture", card.architecture).member("driver_memory", card.driverMemory);
            writer.member("capacity", card.cudaMemory).member("bandwidth_gb_per_s", card.bandwidth.value() / kGB);
            writer.member("power_w", card.power.value()).member("bf16", card.features.bf16).member("fp8", card.features.fp8).endObject();
        };
        listing.entries.push_back({{card.id, card.name, fmt::format("{:.2f}", inGiB(card.cudaMemory)),
                                    fmt::format("{:.0f}", card.bandwidth.value() / kGB), fmt::format("{:.0f}", card.power.value())},
                                   write});
    }
    return listing;
}

std::string_view roleOf(const EngineProfile& profile)
{
    return profile.inference  ? "inference memory"
           : profile.training ? "training memory"
           : profile.serving  ? "serving speed"
                              : "training speed";
}

Listing engines(const Catalog& catalog)
{
    Listing listing{{"engine", "name", "part", "from", "below", "basis"}, {}};
    for (const EngineProfile& profile : catalog.content().engines) {
        const auto write = [&profile](json::Writer& writer) {
            writer.beginObject().member("engine", profile.engine).member("label", profile.label).member("part", roleOf(profile));
            writer.member("from", profile.versions.from).member("below", profile.versions.below);
            writer.member("newest", profile.newestVersion).member("basis", nameOf(profile.basis)).endObject();
        };
        listing.entries.push_back({{profile.engine, profile.label, std::string(roleOf(profile)), profile.versions.from,
                                    profile.versions.below.empty() ? "-" : profile.versions.below, std::string(nameOf(profile.basis))},
                                   write});
    }
    return listing;
}

Listing offers(const Catalog& catalog)
{
    Listing listing{{"offer", "card", "cards", "on demand/h", "spot/h", "reserved 1y/h", "currency", "date", "grade"}, {}};
    for (const Offer& offer : catalog.content().offers) {
        const auto write = [&offer](json::Writer& writer) {
            writer.beginObject().member("id", offer.id).member("provider", offer.provider).member("instance", offer.instance);
            writer.member("card", offer.cardId).member("cards", offer.cards).member("region", offer.region);
            writer.member("currency", offer.currency.code());
            writePrice(writer, "on_demand_per_hour", offer.onDemand);
            writePrice(writer, "spot_per_hour", offer.spot);
            writePrice(writer, "reserved_1y_per_hour", offer.reserved1Year);
            writePrice(writer, "reserved_3y_per_hour", offer.reserved3Years);
            writer.member("date_from", offer.dateFrom).member("date_to", offer.dateTo).member("grade", nameOf(offer.grade));
            writer.member("source", offer.source).endObject();
        };
        listing.entries.push_back(
            {{offer.id, offer.cardId, std::to_string(offer.cards), rateOf(offer.onDemand), rateOf(offer.spot), rateOf(offer.reserved1Year),
              std::string(offer.currency.code()), offer.dateTo, std::string(nameOf(offer.grade))},
             write});
    }
    return listing;
}

Listing formats(const Catalog& catalog)
{
    Listing listing{{"format", "name", "bits", "aliases"}, {}};
    for (const WeightFormat& format : catalog.content().weightFormats) {
        std::string aliases;
        for (const std::string& alias : format.aliases)
            aliases += (aliases.empty() ? "" : ", ") + alias;
        const auto write = [&format](json::Writer& writer) {
            writer.beginObject().member("id", format.id).member("label", format.label).member("nominal_bits", format.nominalBits);
            writer.member("bytes_per_weight", format.bytesPerWeight);
            writer.member("minimum_compute_capability", format.minimumComputeCapability).endObject();
        };
        listing.entries.push_back({{format.id, format.label, fmt::format("{:g}", format.bytesPerWeight * 8), aliases}, write});
    }
    return listing;
}

Listing listingOf(std::string_view part, const Catalog& catalog)
{
    if (part == "models")
        return models(catalog);
    if (part == "cards")
        return cards(catalog);
    if (part == "engines")
        return engines(catalog);
    return part == "offers" ? offers(catalog) : formats(catalog);
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

bool holds(const Entry& entry, const std::string& filter)
{
    return std::any_of(entry.cells.begin(), entry.cells.end(),
                       [&filter](const std::string& cell) { return lower(cell).find(filter) != std::string::npos; });
}

Exit list(const Options& options, Session& session)
{
    const Listing listing = listingOf(options.part, session.catalog());
    const std::string filter = lower(options.filter);
    Table table;
    json::Writer writer;
    table.addRow(listing.heads);
    std::size_t count = 0;
    for (const Entry& entry : listing.entries) {
        if (!holds(entry, filter))
            continue;
        ++count;
        if (options.json) {
            entry.write(writer);
            print(writer.take() + '\n');
        } else {
            table.addRow(entry.cells);
        }
    }
    if (!options.json)
        print(table.text());
    return count > 0 ? Exit::Answered : Exit::Negative;
}

} // namespace

void addCatalog(CLI::App& program, Session& session, Run& run)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("catalog", "List what the program knows, with the names that scenarios use");
    command->add_option("PART", options->part, "models, cards, engines, offers or formats")
        ->required()
        ->check(CLI::IsMember({"models", "cards", "engines", "offers", "formats"}));
    command->add_option("FILTER", options->filter, "Only entries that hold this text");
    command->add_flag("--json", options->json, "One JSON line an entry");
    command->callback([options, &session, &run] { run = [options, &session] { return list(*options, session); }; });
}

} // namespace cardfit::cli
