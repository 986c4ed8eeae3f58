#include "core/catalog/loading.h"

#include <array>

namespace cardfit {

namespace {

// One constant of data/speed/serving.json or training.json, by the name it has in the equations.
template <class Constants>
struct Named {
    std::string_view name;
    double Constants::*value;
};

#define CARDFIT_SERVING(name) Named<ServingConstants>{#name, &ServingConstants::name},
#define CARDFIT_TRAINING(name) Named<TrainingConstants>{#name, &TrainingConstants::name},
constexpr std::array kServing = {CARDFIT_SERVING_CONSTANTS(CARDFIT_SERVING)};
constexpr std::array kTraining = {CARDFIT_TRAINING_CONSTANTS(CARDFIT_TRAINING)};
#undef CARDFIT_SERVING
#undef CARDFIT_TRAINING

constexpr double kMostConstant = 1e12; // bytes per second of a network are the largest
constexpr double kMicro = 1e-6, kMilli = 1e-3;

Seconds readSeconds(Fields& fields, std::string_view key, double unit)
{
    double value = 0;
    fields.number(key, value, 0, 1e9);
    return Seconds::of(value * unit);
}

template <class Constants, std::size_t count>
void readConstants(const json::Reader& table, Constants& constants, const std::array<Named<Constants>, count>& names)
{
    Fields fields(table);
    for (const auto& constant : names)
        fields.number(constant.name, constants.*constant.value, 0, kMostConstant);
    fields.done();
}

// Opens a file of data/speed and adds its sources to the constants' facts.
template <class Read>
void readSpeedFile(Loading& loading, const char* name, const Read& read)
{
    loading.readFile(std::filesystem::path("speed") / name, [&](const json::Reader& root) {
        Fields file(root);
        file.ignore("about");
        const Sources sources(file.child("sources"));
        read(file, sources);
        for (Fact& fact : file.facts(sources))
            loading.content.speed.facts.push_back(std::move(fact));
        file.done();
    });
}

CardClass readClass(const json::Reader& object, const Sources& sources)
{
    static constexpr std::array<std::string_view, 3> kEvidence = {"strong", "some", "weak"};
    static constexpr std::array<Evidence, 3> kEvidenceValues = {Evidence::Strong, Evidence::Some, Evidence::Weak};
    CardClass entry;
    Fields fields(object);
    fields.text("id", entry.id);
    fields.number("bandwidth_share", entry.bandwidthShare, 0.05, 1.2);
    fields.number("gemm_share", entry.gemmShare, 0.05, 1.2);
    fields.number("training_share", entry.trainingShare, 0.05, 1.2);
    fields.number("host_factor", entry.hostFactor, 0.1, 10, Fields::Need::Optional);
    fields.child("evidence");
    fields.choice("evidence", entry.evidence, kEvidence, kEvidenceValues);
    fields.flag("other", entry.other);
    fields.flag("blackwell", entry.blackwell);
    fields.flag("flash_attention_2_fills", entry.flashAttention2Fills);
    fields.flag("newer_flash_attention", entry.newerFlashAttention);
    double serverLinkGbit = 0;
    fields.number("server_link_gbit", serverLinkGbit, 0.1, 100000);
    entry.serverLink = BytesPerSecond::of(serverLinkGbit * 1e9 / 8);
    fields.flag("grace_host", entry.graceHost);
    fields.ignore("note");
    entry.facts = fields.facts(sources);
    fields.done();
    return entry;
}

KernelFamily readFamilyConstants(const json::Reader& object)
{
    KernelFamily family;
    Fields fields(object);
    fields.text("id", family.id);
    family.perExpertBlock = readSeconds(fields, "per_expert_block_s", 1);
    fields.number("expert_factor", family.expertFactor, 0.1, 5);
    family.launchPerBlock = readSeconds(fields, "launch_per_block_s", 1);
    family.launchPerExpertBlock = readSeconds(fields, "launch_per_expert_block_s", 1);
    fields.number("launch_blocks", family.launchBlocks, 0, 1);
    fields.number("iterations_before_prompt", family.iterationsBeforePrompt, 0, 100);
    family.firstTokenPerRunning = readSeconds(fields, "first_token_per_running_s", 1);
    fields.done();
    return family;
}

ServingSpeedProfile readServingRow(const json::Reader& object)
{
    ServingSpeedProfile row;
    Fields fields(object);
    fields.text("id", row.id);
    row.perBlock = readSeconds(fields, "per_block_us", kMicro);
    row.perStep = readSeconds(fields, "per_step_ms", kMilli);
    row.perRequest = readSeconds(fields, "per_request_ms", kMilli);
    fields.number("gemm_factor", row.gemmFactor, 0.05, 5);
    fields.text("kernel_family", row.kernelFamily);
    fields.flag("stops_decoding", row.stopsDecoding);
    fields.flag("eager", row.eager);
    fields.flag("overlaps_host", row.overlapsHost);
    fields.flag("old_scheduler", row.oldScheduler);
    fields.flag("tensor_parallel", row.tensorParallel);
    fields.flag("strong_evidence", row.strongEvidence);
    fields.flag("reserves_whole_request", row.reservesWholeRequest);
    fields.flag("eight_bit_cache_from_checkpoint", row.eightBitCacheFromCheckpoint);
    fields.done();
    return row;
}

// The most specific key that the file has: task/card/engine, task/card/*, task/*/*.
void readIntervals(const json::Reader& table, SpeedConstants& speed)
{
    static constexpr std::array<std::string_view, kSpeedTasks> kTasks = {"decode", "throughput", "tpot-load", "tpot-load-moe",
                                                                         "ttft",   "ttft-load",  "train",     "train-moe"};
    static constexpr std::array<std::string_view, 3> kCards = {"strong", "some", "weak"};
    static constexpr std::array<std::string_view, 2> kEngines = {"some", "strong"}; // by bool: is strong
    const auto readPair = [&](const std::string& key) -> std::optional<IntervalFactors> {
        if (!table.has(key))
            return std::nullopt;
        const json::Reader pair = table.child(key);
        if (pair.requireArray() && pair.size() != 2)
            pair.fail("two factors: low and high");
        return IntervalFactors{pair.at(0).number(0.01, 1).value_or(1), pair.at(1).number(1, 100).value_or(1)};
    };
    for (std::size_t task = 0; task < kTasks.size(); ++task) {
        const std::string name(kTasks[task]);
        for (std::size_t card = 0; card < kCards.size(); ++card) {
            const std::string ofCard = name + '/' + std::string(kCards[card]) + '/';
            for (std::size_t engine = 0; engine < kEngines.size(); ++engine) {
                auto factors = readPair(ofCard + std::string(kEngines[engine]));
                if (!factors)
                    factors = readPair(ofCard + '*');
                if (!factors)
                    factors = readPair(name + "/*/*");
                if (factors)
                    speed.intervals[task][card][engine] = *factors;
                else
                    table.fail("an interval for \"" + name + "/*/*\"", "none");
            }
        }
    }
}

void readTrainingFile(Fields& file, TrainingConstants& training)
{
    readConstants(file.child("constants"), training, kTraining);
    const json::Reader factors = file.child("framework_factors");
    for (const std::string_view name : factors.keys()) {
        if (const auto value = factors.child(name).number(0.01, 2))
            training.frameworkFactors.emplace(name, *value);
    }
}

template <class Read>
void forEach(const json::Reader& list, const Read& read)
{
    for (std::size_t i = 0; list.requireArray() && i < list.size(); ++i)
        read(list.at(i));
}

} // namespace

void loadSpeedConstants(Loading& loading)
{
    SpeedConstants& speed = loading.content.speed;
    readSpeedFile(loading, "serving.json",
                  [&](Fields& file, const Sources&) { readConstants(file.child("constants"), speed.serving, kServing); });
    readSpeedFile(loading, "training.json", [&](Fields& file, const Sources&) { readTrainingFile(file, speed.training); });
    readSpeedFile(loading, "intervals.json", [&](Fields& file, const Sources&) {
        readIntervals(file.child("factors"), speed);
        Fields other(file.child("unmeasured_class"));
        other.number("low", speed.otherClassFactors.low, 0.01, 1);
        other.number("high", speed.otherClassFactors.high, 1, 100);
        other.done();
        file.number("unknown_profile_exponent", speed.unknownProfileExponent, 1, 5);
    });
    readSpeedFile(loading, "card-classes.json", [&](Fields& file, const Sources& sources) {
        forEach(file.child("classes"), [&](const json::Reader& object) {
            CardClass entry = readClass(object, sources);
            const std::string id = entry.id;
            if (!speed.classes.emplace(id, std::move(entry)).second)
                object.child("id").fail("an id that no other class has");
        });
    });
    readSpeedFile(loading, "kernel-families.json", [&](Fields& file, const Sources&) {
        forEach(file.child("families"), [&](const json::Reader& object) {
            KernelFamily family = readFamilyConstants(object);
            const std::string id = family.id;
            speed.families.emplace(id, std::move(family));
        });
    });
    readSpeedFile(loading, "serving-engines.json", [&](Fields& file, const Sources&) {
        forEach(file.child("rows"), [&](const json::Reader& object) {
            ServingSpeedProfile row = readServingRow(object);
            const std::string id = row.id;
            loading.servingRows.emplace(id, std::move(row));
        });
    });
}

} // namespace cardfit
