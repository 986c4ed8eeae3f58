#include "core/catalog/loading.h"

#include <algorithm>
#include <array>
#include <limits>

namespace cardfit {

namespace {

// The engine whose rows stand in for engines nobody measured. Its training row is also what every other training row
// starts from, so that a new engine's file says only what differs.
constexpr std::string_view kFallbackEngine = "default";

VersionRange readRange(Fields& fields)
{
    VersionRange range;
    fields.text("from", range.from);
    fields.text("below", range.below, Fields::Need::Optional);
    range.lowest = Version::parse(range.from);
    constexpr int kOpen = std::numeric_limits<int>::max();
    range.limit = range.below.empty() ? Version{{kOpen, kOpen, kOpen}} : Version::parse(range.below);
    if (!(range.lowest < range.limit))
        fields.object().fail(R"("from" below "below")");
    return range;
}

void readServing(Fields& fields, Loading& loading, ServingSpeedProfile& profile)
{
    std::string row;
    fields.text("row", row);
    const auto found = loading.servingRows.find(row);
    if (found == loading.servingRows.end())
        fields.child("row").fail("a row of speed/serving-engines.json");
    else
        profile = found->second;
    readServingSpeed(fields, profile);
}

void readRole(Fields& fields, Loading& loading, EngineProfile& profile)
{
    const auto role = fields.child("role").oneOf({"inference-memory", "training-memory", "serving-speed", "training-speed"});
    if (!role)
        return;
    if (*role == "inference-memory") {
        readInferenceMemory(fields, profile.inference.emplace());
    } else if (*role == "training-memory") {
        readTrainingMemory(fields, profile.training.emplace(loading.trainingBase));
        if (profile.engine == kFallbackEngine)
            loading.trainingBase = *profile.training;
    } else if (*role == "serving-speed") {
        readServing(fields, loading, profile.serving.emplace());
    } else {
        readTrainingSpeed(fields, profile.trainingSpeed.emplace());
    }
}

EngineProfile readProfile(const json::Reader& object, const Sources& sources, Loading& loading, const std::string& engine,
                          const std::string& label)
{
    static constexpr std::array<std::string_view, 3> kBases = {"measured", "derived", "assumed"};
    static constexpr std::array<Basis, 3> kBasisValues = {Basis::Measured, Basis::Derived, Basis::Assumed};
    EngineProfile profile;
    profile.engine = engine;
    profile.label = label;
    Fields fields(object);
    profile.versions = readRange(fields);
    fields.text("newest", profile.newestVersion, Fields::Need::Optional);
    if (!profile.newestVersion.empty() && !profile.versions.holds(Version::parse(profile.newestVersion)))
        fields.child("newest").fail("a version inside the range");
    fields.child("basis");
    fields.choice("basis", profile.basis, kBases, kBasisValues);
    readRole(fields, loading, profile);
    fields.ignore("note");
    fields.flag("extrapolated", profile.extrapolated);
    profile.assumed = fields.assumed();
    profile.facts = fields.facts(sources);
    fields.done();
    return profile;
}

void readEngineFile(const json::Reader& root, Loading& loading)
{
    Fields file(root);
    std::string engine;
    std::string label;
    std::vector<std::string> aliases;
    file.ignore("about");
    file.text("engine", engine);
    file.text("label", label);
    file.texts("aliases", aliases);
    const Sources sources(file.child("sources"));
    const json::Reader profiles = file.child("profiles");
    auto& all = loading.content.engines;
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (std::size_t i = 0; profiles.requireArray() && i < profiles.size(); ++i)
        all.push_back(readProfile(profiles.at(i), sources, loading, engine, label));
    std::stable_sort(all.begin() + first, all.end(),
                     [](const EngineProfile& a, const EngineProfile& b) { return a.versions.lowest < b.versions.lowest; });
    for (const std::string& alias : aliases) {
        if (!loading.content.engineAliases.emplace(alias, engine).second)
            file.child("aliases").fail("names that no other engine has", '"' + alias + '"');
    }
    file.done();
}

} // namespace

void loadEngines(Loading& loading)
{
    const std::string fallbackFile = std::string(kFallbackEngine) + ".json";
    const auto read = [&](const json::Reader& root) { readEngineFile(root, loading); };
    loading.readFile(std::filesystem::path("engines") / fallbackFile, read);
    loading.readFolder("engines", read, fallbackFile);
}

} // namespace cardfit
