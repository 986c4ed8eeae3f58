#include "core/scenario/read_fields.h"

#include <algorithm>

namespace cardfit {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::optional<Money> readAmount(const json::Reader& node, Currency currency)
{
    constexpr std::int64_t kMost = 1'000'000'000; // units: keeps sums over a fleet inside 64 bits
    const auto amount = node.money(currency);
    if (amount && (amount->micros() < 0 || amount->micros() > kMost * 1'000'000)) {
        node.fail("an amount from \"0\" to \"1000000000\"");
        return std::nullopt;
    }
    return amount;
}

// Engines are often released as "v0.6.3"; builds without a number (nightly, main) are the newest there is.
std::optional<std::string> readVersion(const json::Reader& node)
{
    const auto text = node.string();
    if (!text)
        return std::nullopt;
    std::string_view version = *text;
    if (version.starts_with('v') || version.starts_with('V'))
        version.remove_prefix(1);
    const bool numbered = !version.empty() && version.front() >= '0' && version.front() <= '9';
    if (!numbered && *text != "auto" && *text != "nightly" && *text != "latest" && *text != "main") {
        node.fail("a version such as \"0.19\", or \"auto\"");
        return std::nullopt;
    }
    return numbered ? std::string(version) : std::string();
}

std::optional<TargetSet> readTargets(const json::Reader& node)
{
    if (node.isString()) {
        const auto word = node.oneOf({"attention", "all-linear"});
        return word ? std::optional(*word == "attention" ? kAttentionTargets : kAllLinearTargets) : std::nullopt;
    }
    if (!node.isArray() || node.size() == 0) {
        node.fail("\"attention\", \"all-linear\" or a list out of q, k, v, o, gate, up, down, lm_head");
        return std::nullopt;
    }
    TargetSet targets = 0;
    for (std::size_t i = 0; i < node.size(); ++i) {
        const auto name = node.at(i).oneOf(std::span<const std::string_view>(names::kAdapterTarget));
        const auto found =
            name ? std::find(names::kAdapterTarget.begin(), names::kAdapterTarget.end(), *name) : names::kAdapterTarget.end();
        if (found != names::kAdapterTarget.end())
            targets |= targetBit(static_cast<AdapterTarget>(found - names::kAdapterTarget.begin()));
    }
    return targets;
}

void readLoadProfile(const json::Reader& node, DemandOptions& demand)
{
    if (node.isString()) {
        if (const auto word = node.oneOf({"flat", "office"}))
            demand.profile = *word == "flat" ? LoadProfile::Flat : LoadProfile::Office;
        return;
    }
    if (!node.isArray() || node.size() != demand.shares.size()) {
        node.fail("\"flat\", \"office\" or 24 shares of the peak");
        return;
    }
    demand.profile = LoadProfile::Custom;
    for (std::size_t hour = 0; hour < demand.shares.size(); ++hour)
        demand.shares[hour] = node.at(hour).number(0, 1).value_or(0);
    if (*std::max_element(demand.shares.begin(), demand.shares.end()) <= 0)
        node.fail("at least one hour above 0", "24 shares of 0");
}

void readOffer(const json::Reader& node, RentalOptions& rental, Currency currency)
{
    if (node.isString()) {
        const std::string_view id = *node.string();
        rental.offerId = id == "auto" ? std::string() : std::string(id);
        return;
    }
    if (!node.isObject()) {
        node.fail("\"auto\", the id of an offer, or {\"per_hour\": \"2.00\", \"cards\": 1}");
        return;
    }
    ReadContext context{nullptr, currency};
    GivenOffer given;
    FieldReader<GivenOffer> fields(node, given, context);
    describe(fields);
    fields.finish();
    rental.given = given;
}

void readResidual(const json::Reader& node, OwnershipOptions& ownership)
{
    using Residual = OwnershipOptions::Residual;
    if (node.isString()) {
        if (const auto word = node.oneOf({"auto", "none"}))
            ownership.residual = *word == "auto" ? Residual::Auto : Residual::None;
        return;
    }
    if (!node.isArray() || node.size() == 0) {
        node.fail("\"auto\", \"none\" or a list of shares of the price after 1, 2, ... years");
        return;
    }
    ownership.residual = Residual::Listed;
    ownership.residualByYear.clear();
    for (std::size_t year = 0; year < node.size(); ++year)
        ownership.residualByYear.push_back(node.at(year).number(0, 1).value_or(0));
}

namespace {

constexpr std::array<std::string_view, 4> kSources = {"config", "config_path", "gguf_path", "safetensors_path"};

void readModelBySize(const json::Reader& node, ModelChoice& model)
{
    node.allowKeys({"parameters_b", "family"});
    model.parametersBillions = node.child("parameters_b").number(0.001, 100'000);
    if (const auto family = node.optionalString("family"))
        model.family = std::string(*family);
}

void readModelSource(const json::Reader& node, std::string_view key, ModelChoice& model, const ModelReaders& readers)
{
    node.allowKeys({key});
    const json::Reader source = node.child(key);
    model.customKey = std::string(key);
    if (key == "config") {
        if (!source.requireObject())
            return;
        model.customSource = source.text();
        if (readers.config)
            model.custom = readers.config(source);
        else
            source.fail("a model of the catalog", "a config this program cannot read");
        return;
    }
    const auto path = source.string();
    if (!path)
        return;
    model.customSource = std::string(*path);
    if (readers.file)
        model.custom = readers.file(source, key, readers.folder);
    else
        source.fail("a model of the catalog", "a file this program does not open");
}

} // namespace

void readModel(const json::Reader& node, ModelChoice& model, const ModelReaders& readers)
{
    if (node.isString()) {
        model.name = std::string(*node.string());
        if (model.name.empty())
            node.fail("the name of a model");
        return;
    }
    std::string_view key;
    int given = 0;
    for (const std::string_view source : kSources) {
        if (node.has(source)) {
            key = source;
            ++given;
        }
    }
    const bool bySize = node.has("parameters_b");
    if (given + (bySize ? 1 : 0) != 1) {
        node.fail("the name of a model, or an object with one of config, config_path, gguf_path, safetensors_path, parameters_b");
        return;
    }
    model.name.clear();
    if (bySize)
        readModelBySize(node, model);
    else
        readModelSource(node, key, model, readers);
}

} // namespace cardfit
