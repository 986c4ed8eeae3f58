#include "core/report/search_view.h"

#include "core/report/verdict_words.h"

#include <cmath>

namespace cardfit::report {

namespace {

using fleet::Objective;
using fleet::SearchPoint;
using fleet::SearchResult;

Text listOf(std::string_view code, std::vector<Text> parts)
{
    Text text(code);
    text.arguments.push_back({"parts", std::move(parts)});
    return text;
}

Text moneyOf(const std::optional<Money>& money) { return money ? Text("search.cell.money").with("money", *money) : Text("value.none"); }
Text timeOf(const std::optional<Seconds>& time) { return time ? Text("search.cell.time").with("time", *time) : Text("value.none"); }

// "3 replicas · TP 2 · PP 2": what stands on one card alone is not said.
Text layoutOf(const SearchPoint& point)
{
    const Split& split = point.split;
    std::vector<Text> parts;
    if (point.fleet.replicas > 1 || point.fleet.spare > 0)
        parts.push_back(Text("search.layout.replicas").with("count", point.fleet.replicas));
    if (point.fleet.spare > 0)
        parts.push_back(Text("search.layout.spare").with("count", point.fleet.spare));
    const auto add = [&parts](std::string_view code, int ranks) {
        if (ranks > 1)
            parts.push_back(Text(code).with("ranks", ranks));
    };
    add("search.layout.tensor", split.tensor);
    add("search.layout.pipeline", split.pipeline);
    add("search.layout.data", split.data);
    add("search.layout.expert", split.expert);
    if (split.fsdp)
        parts.emplace_back("search.layout.fsdp");
    else if (split.zeroStage > 0)
        parts.push_back(Text("search.layout.zero").with("stage", split.zeroStage));
    return parts.empty() ? Text("search.layout.one-card") : listOf("search.layout", std::move(parts));
}

std::vector<SearchView::Column> columnsOf(const SearchResult& result)
{
    const auto figure = [](std::string_view code) { return SearchView::Column{Text(code), true}; };
    std::vector<SearchView::Column> columns{
        {Text("search.head.cards"), false}, {Text("search.head.layout"), false}, {Text("search.head.weights"), false}};
    columns.push_back(figure(result.training ? "search.head.micro-batch" : result.sized ? "search.head.seats" : "search.head.users"));
    columns.push_back(figure(result.pay == cost::Side::Rent ? "search.head.rent" : "search.head.own"));
    if (result.training) {
        columns.push_back(figure("search.head.step"));
        columns.push_back(figure("search.head.job"));
    } else {
        columns.push_back(figure("search.head.ttft"));
        columns.push_back(figure("search.head.tpot"));
    }
    columns.push_back(figure("search.head.tokens"));
    columns.push_back(figure("search.head.free"));
    return columns;
}

SearchView::Row rowOf(const SearchResult& result, std::size_t index)
{
    const SearchPoint& point = result.front[index];
    const speed::SpeedPlan& speed = point.speed;
    SearchView::Row row;
    row.point = index;
    row.indicative = speed.indicative;
    row.cells = {countOfCards(point.cards(), point.card->shortName), layoutOf(point),
                 Text("search.cell.name").with("name", point.formatLabel), Text("search.cell.count").with("count", point.batch),
                 moneyOf(point.perMonth)};
    if (result.training) {
        row.cells.push_back(timeOf(speed.stepTime));
        row.cells.push_back(Text("search.cell.duration").with("time", point.latency));
    } else {
        row.cells.push_back(timeOf(speed.timeToFirstToken));
        row.cells.push_back(timeOf(speed.timePerOutputToken));
    }
    row.cells.push_back(Text("search.cell.rate").with("rate", point.throughput.value()));
    row.cells.push_back(Text("search.cell.share").with("share", Percent{point.headroom * 100}));
    return row;
}

Text winnerOf(const SearchResult& result)
{
    if (result.front.empty())
        return Text(result.complete ? "search.nothing" : "search.stopped");
    const SearchPoint& winner = result.front.front();
    std::string code = "search.winner.";
    code += result.training ? "training" : "serving";
    Text text = Text(code)
                    .with("configuration", configurationName(winner))
                    .with("layout", layoutOf(winner))
                    .with("money", *winner.perMonth)
                    .with("tokens", winner.throughput.value());
    if (result.training)
        return std::move(text).with("job", winner.latency).with("batch", winner.batch);
    return std::move(text).with("first", *winner.speed.timeToFirstToken).with("perToken", *winner.speed.timePerOutputToken);
}

// One way in which a plan differs from another, in words; empty: it does not, as printed.
class Differences {
public:
    explicit Differences(const SearchResult& result) : m_result(result) {}

    Text cost(const SearchPoint& a, const SearchPoint& b) const
    {
        return share("search.less-cost", "search.more-cost", static_cast<double>(a.objectives.cost),
                     static_cast<double>(b.objectives.cost));
    }
    Text throughput(const SearchPoint& a, const SearchPoint& b) const
    {
        return share("search.fewer-tokens", "search.more-tokens", a.objectives.throughput, b.objectives.throughput);
    }
    Text costPerToken(const SearchPoint& a, const SearchPoint& b) const
    {
        return share("search.less-per-token", "search.more-per-token", perToken(a), perToken(b));
    }
    std::vector<Text> latencies(const SearchPoint& a, const SearchPoint& b) const
    {
        std::vector<Text> found;
        const auto add = [&found](std::string_view less, std::string_view more, double x, double y) {
            constexpr double kShown = 0.5e-3; // half a millisecond
            if (std::abs(x - y) >= kShown)
                found.push_back(Text(x < y ? less : more).with("time", Seconds::of(std::abs(x - y))));
        };
        if (m_result.training) {
            add("search.shorter-job", "search.longer-job", a.latency.value(), b.latency.value());
            return found;
        }
        add("search.sooner", "search.later", a.speed.timeToFirstToken->value(), b.speed.timeToFirstToken->value());
        add("search.quicker", "search.slower", a.speed.timePerOutputToken->value(), b.speed.timePerOutputToken->value());
        return found;
    }

    // What the search is about comes first.
    std::vector<Text> all(const SearchPoint& a, const SearchPoint& b) const
    {
        std::vector<Text> parts;
        const auto add = [&parts](Text text) {
            if (!text.empty())
                parts.push_back(std::move(text));
        };
        const bool costLeads = m_result.objective == Objective::Cost, tokensLead = m_result.objective == Objective::Throughput;
        if (m_result.objective == Objective::CostPerToken)
            add(costPerToken(a, b));
        if (tokensLead && !m_result.sized)
            add(throughput(a, b));
        if (costLeads || tokensLead)
            add(cost(a, b));
        for (Text& text : latencies(a, b))
            add(std::move(text));
        if (!costLeads && !tokensLead)
            add(cost(a, b));
        if (!tokensLead && !m_result.sized && !m_result.training) // a job's tokens/s say what its time says
            add(throughput(a, b));
        return parts;
    }

private:
    static double perToken(const SearchPoint& point) { return static_cast<double>(point.objectives.cost) / point.objectives.throughput; }
    static Text share(std::string_view less, std::string_view more, double a, double b)
    {
        const double percent = (a / b - 1) * 100;
        if (b <= 0 || std::abs(percent) < 0.5)
            return {};
        return Text(percent < 0 ? less : more).with("share", Percent{std::abs(percent)});
    }

    const SearchResult& m_result;
};

Text beatsOf(const SearchResult& result)
{
    if (!result.runnerUp)
        return {};
    const SearchPoint& second = result.front[*result.runnerUp];
    std::vector<Text> parts = Differences(result).all(result.front.front(), second);
    if (parts.empty())
        return {};
    return listOf("search.beats", std::move(parts)).with("configuration", configurationName(second));
}

std::vector<Text> bindingOf(const SearchResult& result)
{
    std::vector<Text> sentences;
    for (const fleet::LiftedLimit& lifted : result.binding) {
        Text limit("search.limit." + std::string(lifted.limit));
        Text other = configurationName(lifted.winner);
        if (result.front.empty())
            sentences.push_back(Text("search.only-without").with("limit", std::move(limit)).with("configuration", std::move(other)));
        else
            sentences.push_back(listOf("search.without", Differences(result).all(lifted.winner, result.front.front()))
                                    .with("limit", std::move(limit))
                                    .with("configuration", std::move(other)));
    }
    return sentences;
}

Text unpricedOf(const SearchResult& result)
{
    if (result.unpriced.empty())
        return {};
    std::vector<Text> names;
    for (const SearchPoint& point : result.unpriced)
        names.push_back(configurationName(point));
    return listOf("search.unpriced", std::move(names));
}

Text countsOf(const SearchResult& result)
{
    std::vector<Text> parts;
    for (std::size_t i = 0; i < fleet::kFates; ++i)
        if (result.counts.fates[i] > 0)
            parts.push_back(Text("search.fate." + std::string(nameOf(static_cast<fleet::Fate>(i))))
                                .with("count", static_cast<std::int64_t>(result.counts.fates[i])));
    return listOf("search.counts", std::move(parts)).with("count", static_cast<std::int64_t>(result.counts.space));
}

} // namespace

Text configurationName(const SearchPoint& point)
{
    return Text("search.configuration").with("cards", countOfCards(point.cards(), point.card->shortName)).with("format", point.formatLabel);
}

SearchView searchView(const SearchResult& result)
{
    SearchView view;
    view.columns = columnsOf(result);
    view.rows.reserve(result.front.size());
    for (std::size_t i = 0; i < result.front.size(); ++i)
        view.rows.push_back(rowOf(result, i));
    view.winner = winnerOf(result);
    view.beats = beatsOf(result);
    view.binding = bindingOf(result);
    view.unpriced = unpricedOf(result);
    view.counts = countsOf(result);
    view.complete = result.complete;
    return view;
}

} // namespace cardfit::report
