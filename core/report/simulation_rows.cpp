#include "core/report/simulation_rows.h"

#include "core/report/answer_json.h"

#include <array>

namespace cardfit::report {

namespace {

using speed::SimulatedLoad;
using speed::SpeedPlan;
using speed::TimeSpread;

struct SpreadFigure {
    std::string_view suffix; // of the key, and of the code of its name
    Seconds TimeSpread::*member;
};
constexpr std::array<SpreadFigure, 4> kSpread = {
    {{"", &TimeSpread::mean}, {"p50", &TimeSpread::p50}, {"p95", &TimeSpread::p95}, {"p99", &TimeSpread::p99}}};

using Times = std::array<std::optional<Seconds>, kSpread.size()>;

Times timesOf(const std::optional<TimeSpread>& spread)
{
    Times times;
    for (std::size_t i = 0; spread && i < kSpread.size(); ++i)
        times[i] = (*spread).*kSpread[i].member;
    return times;
}

Times firstTokenOf(const SpeedPlan& plan)
{
    return {plan.timeToFirstToken, plan.timeToFirstTokenP50, plan.timeToFirstTokenP95, plan.timeToFirstTokenP99};
}
Times perTokenOf(const SpeedPlan& plan)
{
    return {plan.timePerOutputToken, plan.timePerOutputTokenP50, plan.timePerOutputTokenP95, plan.timePerOutputTokenP99};
}

class Rows {
public:
    Rows(const Phrasebook& phrases, const NumberStyle& style) : m_phrases(phrases), m_style(style) {}

    void addTimes(const char* code, const Times& analytic, const Times& simulated)
    {
        for (std::size_t i = 0; i < kSpread.size(); ++i) {
            const std::string suffix = kSpread[i].suffix.empty() ? std::string() : "-" + std::string(kSpread[i].suffix);
            add(Text(code + suffix), textOf(analytic[i]), textOf(simulated[i]));
        }
    }
    void addRate(const char* code, std::optional<double> analytic, std::optional<double> simulated)
    {
        add(Text(code), textOf(analytic), textOf(simulated));
    }
    void add(const Text& name, const Text& analytic, const Text& simulated)
    {
        m_rows.push_back({words(name), words(analytic), words(simulated)});
    }
    std::vector<SimulationRow> take() { return std::move(m_rows); }

private:
    static Text textOf(const std::optional<Seconds>& time) { return time ? Text("value.time").with("value", *time) : Text("value.none"); }
    static Text textOf(const std::optional<double>& rate) { return rate ? Text("value.rate").with("value", *rate) : Text("value.none"); }
    std::string words(const Text& text) const { return m_phrases.renderPlain(text, m_style); }

    const Phrasebook& m_phrases;
    const NumberStyle& m_style;
    std::vector<SimulationRow> m_rows;
};

void writeTimes(json::Writer& writer, std::string_view key, const Times& times)
{
    for (std::size_t i = 0; i < kSpread.size(); ++i) {
        const std::string suffix = kSpread[i].suffix.empty() ? std::string() : "_" + std::string(kSpread[i].suffix);
        writeFigure(writer, std::string(key) + suffix, times[i] ? std::optional(inMilliseconds(*times[i])) : std::nullopt);
    }
}

Text yesOrNo(bool value) { return Text(value ? "value.yes" : "value.no"); }

} // namespace

std::vector<SimulationRow> simulationRows(const SpeedPlan& analytic, const SimulatedLoad& simulated, const Phrasebook& phrases,
                                          const NumberStyle& style)
{
    Rows rows(phrases, style);
    rows.addTimes("report.speed.ttft", firstTokenOf(analytic), timesOf(simulated.timeToFirstToken));
    rows.addTimes("report.speed.tpot", perTokenOf(analytic), timesOf(simulated.timePerOutputToken));
    rows.addRate("report.speed.output", analytic.outputTokens ? std::optional(analytic.outputTokens->value()) : std::nullopt,
                 simulated.outputTokens.value());
    rows.addRate("simulation.requests-per-s", analytic.requestsPerSecond, simulated.requestsPerSecond);
    rows.addRate("report.speed.running", analytic.running, simulated.running);
    rows.addRate("simulation.waiting", {}, simulated.waiting);
    rows.add(Text("simulation.saturated"), yesOrNo(analytic.saturated), yesOrNo(simulated.saturated));
    rows.addRate("simulation.requests", {}, static_cast<double>(simulated.requests));
    rows.addRate("simulation.preemptions", {}, static_cast<double>(simulated.preemptions));
    return rows.take();
}

std::string simulationJson(const SpeedPlan& analytic, const SimulatedLoad& simulated, std::uint64_t seed)
{
    json::Writer writer;
    writer.beginObject().key("analytic").beginObject();
    writeTimes(writer, "ttft_ms", firstTokenOf(analytic));
    writeTimes(writer, "tpot_ms", perTokenOf(analytic));
    writeFigure(writer, "output_tokens_per_s", analytic.outputTokens ? std::optional(analytic.outputTokens->value()) : std::nullopt);
    writeFigure(writer, "requests_per_s", analytic.requestsPerSecond);
    writeFigure(writer, "running", analytic.running);
    writer.member("saturated", analytic.saturated).endObject();
    writer.key("simulated").beginObject();
    writeTimes(writer, "ttft_ms", timesOf(simulated.timeToFirstToken));
    writeTimes(writer, "tpot_ms", timesOf(simulated.timePerOutputToken));
    writeFigure(writer, "output_tokens_per_s", simulated.outputTokens.value());
    writeFigure(writer, "requests_per_s", simulated.requestsPerSecond);
    writeFigure(writer, "running", simulated.running);
    writer.member("saturated", simulated.saturated);
    writeFigure(writer, "waiting", simulated.waiting);
    writer.member("requests", simulated.requests).member("preemptions", simulated.preemptions).member("iterations", simulated.iterations);
    writeFigure(writer, "simulated_s", simulated.simulated.value());
    writer.member("cut_off", simulated.cutOff).member("seed", static_cast<std::int64_t>(seed)).endObject();
    return writer.endObject().text();
}

} // namespace cardfit::report
