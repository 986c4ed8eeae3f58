#pragma once

#include "core/plan/speed/serving.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace cardfit::speed {

struct SimulatedRequest {
    std::int64_t number = 0; // in order of arrival
    double arrival = 0;      // s
    std::int64_t prompt = 1, output = 1;
};

// A request that has ended, as its client saw it; times in seconds.
struct EndedRequest {
    SimulatedRequest request;
    double admitted = 0, firstToken = 0, end = 0; // admitted: for the first time
    int preemptions = 0;
};

// One data-parallel copy of a server, iteration by iteration: continuous batching, chunked prompts, admission in order of
// arrival by seats and cache blocks, preemption of the youngest when blocks run out. README 8.1.
class SimulatedServer {
public:
    // `longest`: prompt and output of the longest request that will come; the cache holds at least one such.
    SimulatedServer(const ServingModel& model, std::int64_t longest);

    void enqueue(const SimulatedRequest& request) { m_waiting.push_back(newSlot(request)); }
    // Works for one iteration, or for several alike ones while no prompt is there: not (much) beyond `until`, when the next
    // request arrives. Needs work to do.
    void advance(double until);
    // Lets time pass without work.
    void waitUntil(double time) { m_time = time; }

    double time() const { return m_time; }
    bool idle() const { return m_waiting.empty() && running() == 0; }
    std::int64_t running() const { return m_running; }
    std::int64_t waiting() const { return static_cast<std::int64_t>(m_waiting.size()); }
    std::int64_t usedBlocks() const { return m_allBlocks - m_freeBlocks; }
    std::int64_t allBlocks() const { return m_allBlocks; } // a very large number where the cache sets no limit
    std::int64_t seats() const { return m_seats; }
    std::int64_t iterations() const { return m_iterations; } // worked through one by one, or as one of several alike
    std::int64_t preemptions() const { return m_preemptions; }
    // Requests admitted for the first time, by number; for checking the order.
    std::int64_t lastAdmitted() const { return m_lastAdmitted; }
    // What has ended; whoever reads it clears it.
    std::vector<EndedRequest>& ended() { return m_ended; }

private:
    using Slot = std::size_t;
    struct Sequence {
        SimulatedRequest request;
        double admitted = 0, firstToken = -1, lag = 0; // lag: what the client sees later than the scheduler
        std::int64_t produced = 0;                     // output tokens when it began to decode
        std::int64_t target = 0, done = 0;             // prompt tokens to work off, and done
        std::int64_t startTick = 0;                    // when it began to decode
        std::uint32_t admission = 0;                   // older entries of the queues below are void
        bool running = false, decoding = false;
        int preemptions = 0;
    };
    struct Due { // a sequence that ends at a tick, unless it was preempted since
        std::int64_t tick = 0;
        Slot slot = 0;
        std::uint32_t admission = 0;
        bool operator>(const Due& other) const { return tick != other.tick ? tick > other.tick : slot > other.slot; }
    };
    struct PromptWork {
        double tokens = 0, lookBack = 0; // lookBack: tokens x what they look back on
    };

    Slot newSlot(const SimulatedRequest& request);
    std::int64_t blocksOf(std::int64_t tokens) const { return (tokens + m_blockTokens - 1) / m_blockTokens; }
    std::int64_t cachedTokens(const Sequence& sequence) const;
    std::int64_t heldBlocks(const Sequence& sequence) const;
    std::int64_t& phaseOf(const Sequence& sequence);
    std::int64_t growth(std::int64_t ticks) const;
    std::int64_t ticksWithinBlocks(std::int64_t most) const;
    std::int64_t promptBudget() const;
    bool fits(const Sequence& sequence, std::int64_t reserved) const;
    bool canAdmit() const;
    bool isLive(Slot slot, std::uint32_t admission) const;

    void admit(Slot slot);
    void preemptYoungest();
    void makeRoomToDecode();
    void leave(Sequence& sequence);
    void beginDecoding(Slot slot);
    void finish(Slot slot);
    void finishDue();
    PromptWork takePrompts(bool admitting, std::int64_t reserved);
    std::int64_t takeChunk(Sequence& sequence, std::int64_t budget, std::int64_t reserved, PromptWork& work);
    void promptIteration();
    void endPrompts(double lag);
    void decodeTicks(std::int64_t most, double until);
    std::int64_t ticksUntilNextEnd();
    void passTicks(std::int64_t ticks, double time);
    double iterationTime(const PromptWork& work, bool decodes, double& lag) const;
    double firstTokenLag() const;
    double meanContext(double ahead) const;

    const ServingModel& m_model;
    std::int64_t m_blockTokens = 16; // of a block of the paged cache
    std::int64_t m_seats = 0, m_allBlocks = 0, m_freeBlocks = 0, m_watermark = 0;
    bool m_reservesAll = false;

    double m_time = 0, m_meanTick = 0;
    std::int64_t m_tick = 0, m_iterations = 0, m_preemptions = 0, m_running = 0, m_lastAdmitted = -1;
    std::uint32_t m_admissions = 0;
    std::vector<Sequence> m_sequences;
    std::vector<Slot> m_freeSlots;
    std::deque<Slot> m_waiting;
    std::vector<Slot> m_prompts; // running with an unfinished prompt, in order of admission
    std::vector<std::pair<Slot, std::uint32_t>> m_admitted;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_due;
    // All decoding sequences grow by one token a tick, so their sums do too and nobody has to be visited.
    std::int64_t m_decoding = 0, m_cachedTokens = 0;
    std::vector<std::int64_t> m_phases; // decoding sequences by (cached tokens - tick) modulo the block
    std::vector<EndedRequest> m_ended;
};

} // namespace cardfit::speed
