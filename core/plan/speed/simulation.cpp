#include "core/plan/speed/simulation.h"

#include "core/plan/speed/load.h"
#include "core/plan/speed/random.h"
#include "core/plan/speed/refusals.h"
#include "core/plan/speed/simulated_server.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr std::int64_t kWarmUp = 400, kMostWarmUp = 40'000;        // requests before those that count
constexpr std::int64_t kMostClients = 100'000, kMostOwn = 200'000; // clients, and requests of a finite run, that are followed
constexpr std::int64_t kAskEvery = 256;                            // iterations between two looks at `cancelled`
constexpr double kSettledSpread = 0.1;                             // of the answers of clients that have settled
constexpr std::int64_t kMostBacklog = 20'000;                      // requests that wait: more tell nothing new
constexpr double kBacklog = 0.02;                                  // of the requests: left waiting, it was too much
constexpr std::uint64_t kArrivals = 1, kLengths = 2;               // streams of random numbers

double percentile(const std::vector<double>& sorted, double share)
{
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

TimeSpread spreadOf(std::vector<double>& seconds)
{
    double sum = 0;
    for (const double value : seconds)
        sum += value;
    std::sort(seconds.begin(), seconds.end());
    const auto at = [&seconds](double share) { return Seconds::of(percentile(seconds, share)); };
    return {Seconds::of(sum / static_cast<double>(seconds.size())), at(0.05), at(0.5), at(0.95), at(0.99)};
}

// When requests come and how long they are.
class Requests {
public:
    Requests(const ServingModel& model, const Load& load, std::uint64_t seed)
        : m_model(model),
          m_load(load),
          m_arrivals(seed, kArrivals),
          m_lengths(seed, kLengths),
          m_group(load.arrival == Arrival::Burst ? std::max<std::int64_t>(1, std::llround(load.clients)) : 1)
    {
    }

    std::int64_t longestOutput() const
    {
        return std::llround(m_model.output * (m_load.variedLengths ? m_model.constants->smax : 1 + kSettledSpread));
    }
    std::int64_t prompt() const { return static_cast<std::int64_t>(m_model.input); }
    std::int64_t group() const { return m_group; }

    SimulatedRequest request(std::int64_t number, double arrival) const
    {
        SimulatedRequest request{number, arrival, prompt(), mean()};
        if (m_load.variedLengths) { // the spread of finite_run.cpp: a share (1 - s)^(smax - 1) is longer than s of the longest
            const double share = 1 - std::pow(m_lengths.uniform(index(number)), 1 / (m_model.constants->smax - 1));
            request.output = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(longestOutput())), 1, longestOutput());
        } else if (m_load.kind == LoadKind::Clients && m_load.arrival != Arrival::Burst && m_load.requests <= 0) {
            // Clients whose answers are alike to the token fall into step and stay there: no users do.
            const double around = 1 + kSettledSpread * (2 * m_lengths.uniform(index(number)) - 1);
            request.output = std::clamp<std::int64_t>(std::llround(around * m_model.output), 1, longestOutput());
        }
        return request;
    }

    // Arrival of request `number` of a rate; asked for in order.
    double next(std::int64_t number)
    {
        if (number == 0)
            return m_last;
        if (number % m_group == 0)
            m_last += m_arrivals.exponential(index(number)) * static_cast<double>(m_group) / m_load.rate;
        return m_last;
    }
    // Clients begin spread over `span`, each at its own time.
    double start(std::int64_t client, double span) const { return span * m_arrivals.uniform(index(client)); }

private:
    static std::uint64_t index(std::int64_t number) { return static_cast<std::uint64_t>(number); }
    std::int64_t mean() const { return static_cast<std::int64_t>(m_model.output); }

    const ServingModel& m_model;
    const Load& m_load;
    RandomStream m_arrivals, m_lengths;
    std::int64_t m_group;
    double m_last = 0;
};

class Run {
public:
    Run(const ServingModel& model, const Load& load, const SimulationOptions& options)
        : m_model(model),
          m_load(load),
          m_options(options),
          m_requests(model, load, options.seed),
          m_server(model, m_requests.prompt() + m_requests.longestOutput())
    {
        plan();
        begin();
    }

    // False: cancelled.
    bool go(const std::function<bool()>& cancelled)
    {
        while (m_countedEnds < m_counted && !m_cutOff) {
            if (m_server.iterations() % kAskEvery == 0 && cancelled && cancelled())
                return false;
            takeArrivals();
            if (m_server.idle()) {
                if (m_pending.empty())
                    break;
                m_measured += m_measuring ? m_pending.top().time - m_server.time() : 0;
                m_server.waitUntil(m_pending.top().time);
                continue;
            }
            work();
            m_cutOff = m_server.iterations() >= m_options.mostIterations;
        }
        return true;
    }

    std::optional<SimulatedLoad> result();

private:
    struct Arriving {
        double time = 0;
        std::int64_t order = 0;
        bool operator>(const Arriving& other) const { return time != other.time ? time > other.time : order > other.order; }
    };

    void plan();
    void begin();
    void takeArrivals();
    void work();
    void note(const EndedRequest& ended);
    bool endless() const { return m_load.requests <= 0 && !(m_load.kind == LoadKind::Clients && m_load.arrival == Arrival::Burst); }
    std::int64_t followedClients() const { return std::max<std::int64_t>(1, static_cast<std::int64_t>(m_load.clients)); }

    const ServingModel& m_model;
    const Load& m_load;
    const SimulationOptions& m_options;
    Requests m_requests;
    SimulatedServer m_server;

    std::int64_t m_warmUp = 0, m_counted = 0, m_arrived = 0, m_started = 0, m_countedEnds = 0, m_measuredEnds = 0, m_preemptions = 0;
    std::priority_queue<Arriving, std::vector<Arriving>, std::greater<>> m_pending;
    bool m_cutOff = false, m_measuring = false;
    double m_measured = 0, m_runningTime = 0, m_waitingTime = 0, m_blockedTime = 0, m_firstCounted = 0, m_lastEnd = 0, m_outputTokens = 0;
    std::int64_t m_backlog = 0;
    std::vector<double> m_firstTokens, m_perToken;
};

// How many requests pass before the server has settled, and how many count.
void Run::plan()
{
    if (!endless()) {
        const double own = m_load.requests > 0 ? m_load.requests : m_model.constants->requests_per_client * m_load.clients;
        m_counted = std::max<std::int64_t>(1, std::llround(std::min<double>(kMostOwn, own)));
        return;
    }
    m_counted = std::max(1, m_options.requests);
    double settle = 3 * m_load.clients;
    if (m_load.kind == LoadKind::Rate) {
        const OpenLoopCapacity capacity = openLoopCapacity(m_model);
        settle = 3 * openLoopAt(m_model, capacity, {m_load.arrival, m_load.rate, m_load.clients}).running;
    }
    m_warmUp = std::clamp(static_cast<std::int64_t>(settle), kWarmUp, kMostWarmUp);
    m_firstTokens.reserve(static_cast<std::size_t>(m_counted));
    m_perToken.reserve(static_cast<std::size_t>(m_counted));
}

void Run::begin()
{
    switch (m_load.kind) {
    case LoadKind::Rate: m_pending.push({m_requests.next(m_started++), 0}); return;
    case LoadKind::Queue:
        for (; m_started < m_counted; ++m_started)
            m_pending.push({0, m_started});
        return;
    case LoadKind::Clients:
    case LoadKind::Maximum: break;
    }
    const ServerState settled = closedLoop(m_model, m_load.clients, 0);
    const double cycle = settled.running / settled.requestsPerSecond;
    for (; m_started < followedClients() && (endless() || m_started < m_counted); ++m_started)
        m_pending.push({endless() ? m_requests.start(m_started, cycle) : 0, m_started});
}

void Run::takeArrivals()
{
    while (!m_pending.empty() && m_pending.top().time <= m_server.time() && m_server.waiting() < kMostBacklog + m_server.seats()) {
        const Arriving arriving = m_pending.top();
        m_pending.pop();
        if (m_arrived == m_warmUp) {
            m_measuring = true;
            m_firstCounted = arriving.time;
        }
        m_server.enqueue(m_requests.request(m_arrived, arriving.time));
        if (++m_arrived == m_warmUp + m_counted) {
            m_backlog = m_server.waiting();
            m_measuring = !endless(); // later ones only keep the server busy
        }
        if (m_load.kind == LoadKind::Rate) {
            m_pending.push({m_requests.next(m_started), m_started});
            ++m_started;
        }
    }
}

void Run::work()
{
    const double before = m_server.time();
    m_server.advance(m_pending.empty() ? std::numeric_limits<double>::infinity() : m_pending.top().time);
    if (m_measuring) {
        const double passed = m_server.time() - before;
        m_measured += passed;
        m_runningTime += passed * static_cast<double>(m_server.running());
        m_waitingTime += passed * static_cast<double>(m_server.waiting());
        m_blockedTime += m_server.waiting() > 0 ? passed : 0;
    }
    for (const EndedRequest& ended : m_server.ended())
        note(ended);
    m_server.ended().clear();
}

void Run::note(const EndedRequest& ended)
{
    const SimulatedRequest& request = ended.request;
    if (m_measuring) {
        ++m_measuredEnds;
        m_outputTokens += static_cast<double>(request.output);
    }
    const bool another = endless() || m_started < m_counted;
    if ((m_load.kind == LoadKind::Clients || m_load.kind == LoadKind::Maximum) && another) {
        m_pending.push({ended.end, m_started});
        ++m_started;
    }
    if (request.number < m_warmUp || request.number >= m_warmUp + m_counted)
        return;
    ++m_countedEnds;
    m_preemptions += ended.preemptions;
    m_lastEnd = std::max(m_lastEnd, ended.end);
    const double seat = m_load.kind == LoadKind::Maximum ? ended.admitted : request.arrival; // the queue is never empty there
    m_firstTokens.push_back(ended.firstToken - seat);
    if (request.output > 1)
        m_perToken.push_back((ended.end - ended.firstToken) / static_cast<double>(request.output - 1));
}

std::optional<SimulatedLoad> Run::result()
{
    if (m_countedEnds == 0)
        return std::nullopt;
    constexpr std::int64_t kEnoughEnds = 10;
    const double copies = m_model.ranks.copies;
    SimulatedLoad load;
    load.timeToFirstToken = spreadOf(m_firstTokens);
    if (!m_perToken.empty())
        load.timePerOutputToken = spreadOf(m_perToken);
    // Short runs may end after the last arrival only: then all counted requests over all of their time.
    const bool window = endless() && m_measuredEnds >= kEnoughEnds && m_measured > 0;
    const double span = window ? m_measured : std::max(1e-9, m_lastEnd - m_firstCounted);
    load.requestsPerSecond = static_cast<double>(window ? m_measuredEnds : m_countedEnds) / span * copies;
    load.outputTokens = TokensPerSecond::of(window ? m_outputTokens / span * copies : load.requestsPerSecond * m_model.output);
    if (m_measured > 0) {
        load.running = m_runningTime / m_measured * copies;
        load.waiting = m_waitingTime / m_measured * copies;
    }
    const double tooMany = std::max(kBacklog * static_cast<double>(m_counted), 3.0 * static_cast<double>(m_requests.group()));
    load.saturated =
        m_load.kind == LoadKind::Maximum ||
        (m_load.kind == LoadKind::Rate ? static_cast<double>(m_backlog) > std::max(10.0, tooMany) : m_blockedTime > 0.5 * m_measured);
    load.cutOff = m_cutOff || m_load.requests > static_cast<double>(kMostOwn);
    load.requests = m_countedEnds;
    load.preemptions = m_preemptions;
    load.iterations = m_server.iterations();
    load.simulated = Seconds::of(m_server.time());
    return load;
}

// What estimate() lets a replica get at most, when nobody says what it gets.
double rateOf(const Resolved& scenario, const Split& split, CacheCapacity cache, const SimulationOptions& options)
{
    if (!scenario.scenario.demand.asksForRate())
        return 0;
    if (options.requestsPerSecond)
        return *options.requestsPerSecond;
    Text ignored;
    return estimate(scenario, split, cache, ignored)->requestsPerSecond;
}

} // namespace

std::optional<SimulatedLoad> simulate(const Resolved& scenario, const Split& split, CacheCapacity cache, const SimulationOptions& options,
                                      const std::function<bool()>& cancelled, Text& refusal)
{
    refusal = isTraining(scenario.scenario.task)        ? Text("speed.simulation.training")
              : scenario.scenario.serving.disaggregated ? Text("speed.simulation.disaggregated")
                                                        : refusalOf(scenario, split);
    if (!refusal.empty())
        return std::nullopt;
    const ServingModel model = prepareServing(scenario, split, cache);
    const Load load = loadOf(scenario, model, rateOf(scenario, split, cache, options));
    if (load.kind != LoadKind::Queue && load.clients > static_cast<double>(kMostClients)) {
        refusal = Text("speed.simulation.clients").with("most", kMostClients);
        return std::nullopt;
    }
    if (load.kind == LoadKind::Rate && !(load.rate > 0)) {
        refusal = Text("speed.simulation.cut-off").with("iterations", 0); // nothing ever comes
        return std::nullopt;
    }
    Run run(model, load, options);
    if (!run.go(cancelled)) {
        refusal = Text("speed.simulation.cancelled");
        return std::nullopt;
    }
    std::optional<SimulatedLoad> result = run.result();
    if (!result)
        refusal = Text("speed.simulation.cut-off").with("iterations", options.mostIterations);
    return result;
}

} // namespace cardfit::speed
