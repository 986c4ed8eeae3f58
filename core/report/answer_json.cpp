#include "core/report/answer_json.h"

#include "core/plan/fleet/sentences.h"
#include "core/report/answer_parts.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cmath>

namespace cardfit::report {

namespace {

void writeTexts(json::Writer& writer, std::string_view key, const std::vector<Text>& texts, const Phrasebook& phrases)
{
    writer.key(key).beginArray();
    for (const Text& text : texts)
        writer.value(phrases.renderPlain(text, NumberStyle::plain()));
    writer.endArray();
}

void writeFit(json::Writer& writer, const FitAnswer& fit, const Phrasebook& phrases)
{
    writer.key("fit").beginObject().member("verdict", fleet::nameOf(fit.verdict));
    writeFigure(writer, "headroom", fit.headroom);
    writeTexts(writer, "reasons", fit.reasons, phrases);
    writeTexts(writer, "way_out", fit.wayOut, phrases);
    writer.endObject();
}

void writeSplit(json::Writer& writer, const Split& split)
{
    writer.key("parallel").beginObject().member("tensor", split.tensor).member("pipeline", split.pipeline).member("data", split.data);
    writer.member("expert", split.expert).member("context", split.context);
    writer.member("zero_stage", split.fsdp ? 3 : split.zeroStage).member("fsdp", split.fsdp).endObject();
}

void writeNextCheaper(json::Writer& writer, const std::optional<fleet::NextCheaper>& next)
{
    if (!next) {
        writer.nullMember("next_cheaper");
        return;
    }
    const auto milliseconds = [](const std::optional<Seconds>& time) { return time ? std::optional(inMilliseconds(*time)) : std::nullopt; };
    writer.key("next_cheaper").beginObject().member("replicas", next->replicas).member("misses", fleet::nameOf(next->misses));
    writeFigure(writer, "p95_ms", milliseconds(next->p95));
    writeFigure(writer, "limit_ms", milliseconds(next->limit));
    writeFigure(writer, "capacity_short", next->capacityShort);
    writer.endObject();
}

void writeFleet(json::Writer& writer, const fleet::FleetPlan& fleet, const Phrasebook& phrases)
{
    writer.key("fleet").beginObject().member("replicas", fleet.replicas).member("cards", fleet.totalCards()).member("spare", fleet.spare);
    if (fleet.prefillReplicas > 0)
        writer.member("prefill_replicas", fleet.prefillReplicas).member("decode_replicas", fleet.decodeReplicas);
    else
        writer.nullMember("prefill_replicas").nullMember("decode_replicas");
    writeFigure(writer, "utilization", fleet.utilization);
    writer.member("utilization_assumed", fleet.utilizationAssumed);
    if (fleet.limitedBy == fleet::Limit::None)
        writer.nullMember("limited_by");
    else
        writer.member("limited_by", fleet::nameOf(fleet.limitedBy));
    writeFigure(writer, "requests_per_s", fleet.requestsPerSecond);
    writeFigure(writer, "capacity_requests_per_s", fleet.capacityRequestsPerSecond);
    writer.member("saturated", fleet.saturated);
    writeNextCheaper(writer, fleet.nextCheaper);
    writeTexts(writer, "sentences", fleet::sentencesOf(fleet), phrases);
    writer.endObject();
}

void writeProblems(json::Writer& writer, const Problems& problems, const Phrasebook& phrases)
{
    writer.key("problems").beginArray();
    for (const Problem& problem : problems) {
        writer.beginObject().member("severity", nameOf(problem.severity)).member("code", problem.text.code).member("where", problem.where);
        writer.member("text", phrases.renderPlain(problem.text, NumberStyle::plain()));
        if (!problem.wayOut.empty())
            writer.member("way_out", phrases.renderPlain(problem.wayOut, NumberStyle::plain()));
        writer.endObject();
    }
    writer.endArray();
}

void writeError(json::Writer& writer, const Error& error)
{
    const bool both = !error.file.empty() && !error.where.empty(); // a file that the scenario names, and a place in it
    writer.beginObject()
        .member("where", error.file + (both ? ": " : "") + error.where)
        .member("expected", error.expected)
        .member("found", error.found)
        .endObject();
}

const std::string* argument(const Text& text, std::string_view name)
{
    for (const TextArgument& entry : text.arguments) {
        if (entry.name == name)
            return std::get_if<std::string>(&entry.value);
    }
    return nullptr;
}

void writeErrorsOf(json::Writer& writer, std::string_view idJson, const Plan& plan, const Phrasebook& phrases)
{
    std::vector<Error> errors;
    for (const Problem& problem : plan.problems) {
        if (problem.severity == Severity::Error)
            errors.push_back(errorOf(problem, phrases));
    }
    writeRefusal(writer, idJson, errors);
}

} // namespace

void writeFigure(json::Writer& writer, std::string_view key, std::optional<double> value)
{
    if (!value || !std::isfinite(*value)) {
        writer.nullMember(key);
        return;
    }
    std::array<char, 32> digits;
    const auto end = fmt::format_to(digits.begin(), FMT_COMPILE("{:.6g}"), *value);
    writer.key(key).raw({digits.data(), static_cast<std::size_t>(end - digits.begin())});
}

Error errorOf(const Problem& problem, const Phrasebook& phrases)
{
    const std::string* expected = argument(problem.text, "expected");
    const std::string* found = argument(problem.text, "found");
    if (expected)
        return {"", problem.where, *expected, found ? *found : std::string()};
    return {"", problem.where, phrases.renderPlain(problem.text, NumberStyle::plain()), ""};
}

void writeRefusal(json::Writer& writer, std::string_view idJson, const std::vector<Error>& errors)
{
    writer.beginObject().key("id").raw(idJson).member("ok", false).key("error");
    writeError(writer, errors.empty() ? Error{"", "", "a scenario that can be planned", ""} : errors.front());
    if (errors.size() > 1) {
        writer.key("errors").beginArray();
        for (const Error& error : errors)
            writeError(writer, error);
        writer.endArray();
    }
    writer.endObject();
}

void writeAnswer(json::Writer& writer, std::string_view idJson, const Plan& plan, const Phrasebook& phrases)
{
    if (!plan.resolved) {
        writeErrorsOf(writer, idJson, plan, phrases);
        return;
    }
    writer.beginObject().key("id").raw(idJson).member("ok", true).key("resolved");
    writeResolved(writer, *plan.resolved, plan.split.cards());
    writer.key("memory");
    if (plan.memory)
        writeMemory(writer, *plan.memory, *plan.resolved->memory);
    else
        writer.null();
    writer.key("kv");
    writeCache(writer, plan);
    writeFit(writer, plan.fit, phrases);
    writeSplit(writer, plan.split);
    writer.key("speed");
    writeSpeed(writer, plan);
    writeFleet(writer, plan.fleet, phrases);
    writer.key("cost");
    writeCost(writer, plan);
    writeProblems(writer, plan.problems, phrases);
    writer.endObject();
}

} // namespace cardfit::report
