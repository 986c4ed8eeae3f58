#include "core/plan/speed/simulated_server.h"

#include <algorithm>
#include <cmath>

namespace cardfit::speed {

namespace {

constexpr std::int64_t kNoLimit = std::int64_t{1} << 50; // blocks of an engine whose cache sets no limit
constexpr double kTickMemory = 64;                       // iterations over which the mean iteration time is taken
constexpr std::size_t kRoomForVoid = 1024;               // void entries that are kept before they are swept out

// Time of `ticks` iterations whose times grow by `slope` from `first` on.
double timeOf(double ticks, double first, double slope) { return ticks * first + slope * ticks * (ticks - 1) / 2; }

// The fewest of them that last `gap`.
double ticksFor(double gap, double first, double slope)
{
    const double linear = first - slope / 2;
    return std::ceil(2 * gap / (linear + std::sqrt(std::max(0.0, linear * linear + 2 * slope * gap))));
}

} // namespace

SimulatedServer::SimulatedServer(const ServingModel& model, std::int64_t longest)
    : m_model(model),
      m_blockTokens(static_cast<std::int64_t>(model.constants->block_tokens)),
      m_seats(std::max<std::int64_t>(1, static_cast<std::int64_t>(model.seats))),
      m_allBlocks(kNoLimit),
      m_reservesAll(model.reservedOutput >= 1),
      m_phases(static_cast<std::size_t>(m_blockTokens))
{
    if (model.cache.limited) {
        const auto blocks = static_cast<std::int64_t>(std::min<double>(kNoLimit, model.cache.tokens / model.constants->block_tokens));
        m_allBlocks = std::max(blocks, blocksOf(longest) + 1); // one request always runs, as mostRunning() says
        m_watermark = static_cast<std::int64_t>(model.constants->watermark * static_cast<double>(m_allBlocks));
    }
    m_freeBlocks = m_allBlocks;
}

SimulatedServer::Slot SimulatedServer::newSlot(const SimulatedRequest& request)
{
    Slot slot = m_sequences.size();
    if (m_freeSlots.empty()) {
        m_sequences.emplace_back();
    } else {
        slot = m_freeSlots.back();
        m_freeSlots.pop_back();
    }
    Sequence& sequence = m_sequences[slot] = Sequence{};
    sequence.request = request;
    sequence.target = request.prompt;
    return slot;
}

std::int64_t SimulatedServer::cachedTokens(const Sequence& sequence) const
{
    return sequence.decoding ? sequence.target + m_tick - sequence.startTick : sequence.done;
}

std::int64_t SimulatedServer::heldBlocks(const Sequence& sequence) const
{
    return blocksOf(m_reservesAll ? sequence.request.prompt + sequence.request.output : cachedTokens(sequence));
}

// Where in its last block a decoding sequence stands; it stays while all grow by a token a tick.
std::int64_t& SimulatedServer::phaseOf(const Sequence& sequence)
{
    return m_phases[static_cast<std::size_t>(((sequence.target - sequence.startTick) % m_blockTokens + m_blockTokens) % m_blockTokens)];
}

// Blocks that the decoding sequences take in the next `ticks` iterations: each one when its last block is full.
std::int64_t SimulatedServer::growth(std::int64_t ticks) const
{
    if (m_reservesAll)
        return 0;
    std::int64_t blocks = ticks / m_blockTokens * m_decoding;
    for (std::int64_t i = 0; i < ticks % m_blockTokens; ++i)
        blocks += m_phases[static_cast<std::size_t>((m_blockTokens - (m_tick + i) % m_blockTokens) % m_blockTokens)];
    return blocks;
}

// How many of the next `most` iterations have the blocks they need.
std::int64_t SimulatedServer::ticksWithinBlocks(std::int64_t most) const
{
    if (m_reservesAll || m_decoding == 0)
        return most;
    std::int64_t ticks = std::min(most, m_freeBlocks / m_decoding * m_blockTokens);
    while (ticks < most && growth(ticks + 1) <= m_freeBlocks)
        ++ticks; // at most one block's worth
    return ticks;
}

std::int64_t SimulatedServer::promptBudget() const
{
    const double decoding = m_model.stopsDecoding || m_decoding == 0 ? 0 : inOnePass(m_model, static_cast<double>(m_decoding));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(promptChunk(m_model, decoding)));
}

bool SimulatedServer::fits(const Sequence& sequence, std::int64_t reserved) const
{
    if (m_running == 0)
        return true;
    // The whole prompt must fit beside what the prompts under way still need: engines that looked at the first chunk only
    // admitted more than they could finish, and recomputed again and again. Engines that reserve look at the answer, too.
    std::int64_t promised = reserved;
    for (std::size_t i = 0; !m_reservesAll && i < m_prompts.size(); ++i)
        promised += blocksOf(m_sequences[m_prompts[i]].target) - blocksOf(m_sequences[m_prompts[i]].done);
    const std::int64_t tokens = m_reservesAll ? sequence.request.prompt + sequence.request.output : sequence.target;
    return m_freeBlocks - promised - blocksOf(tokens) >= m_watermark;
}

bool SimulatedServer::canAdmit() const
{
    return !m_waiting.empty() && m_running < m_seats && fits(m_sequences[m_waiting.front()], m_model.stopsDecoding ? 0 : growth(1));
}

bool SimulatedServer::isLive(Slot slot, std::uint32_t admission) const
{
    return m_sequences[slot].running && m_sequences[slot].admission == admission;
}

void SimulatedServer::admit(Slot slot)
{
    Sequence& sequence = m_sequences[slot];
    sequence.running = true;
    sequence.admission = ++m_admissions;
    ++m_running;
    if (m_reservesAll)
        m_freeBlocks -= heldBlocks(sequence);
    if (sequence.preemptions == 0) {
        m_lastAdmitted = sequence.request.number;
        sequence.admitted = m_time;
    }
    m_prompts.push_back(slot);
    if (m_admitted.size() > 2 * static_cast<std::size_t>(m_running) + kRoomForVoid)
        std::erase_if(m_admitted, [this](const auto& entry) { return !isLive(entry.first, entry.second); });
    m_admitted.emplace_back(slot, sequence.admission);
}

void SimulatedServer::leave(Sequence& sequence)
{
    m_freeBlocks += heldBlocks(sequence);
    --m_running;
    if (sequence.decoding) {
        --m_decoding;
        m_cachedTokens -= cachedTokens(sequence);
        --phaseOf(sequence);
    }
    sequence.running = false;
    sequence.decoding = false;
}

// Its blocks are free at once; it will work its prompt and what it has produced off again, before anybody who waits.
void SimulatedServer::preemptYoungest()
{
    while (!m_admitted.empty() && !isLive(m_admitted.back().first, m_admitted.back().second))
        m_admitted.pop_back();
    if (m_admitted.empty())
        return;
    const Slot slot = m_admitted.back().first;
    m_admitted.pop_back();
    Sequence& sequence = m_sequences[slot];
    const std::int64_t produced = sequence.decoding ? sequence.produced + m_tick - sequence.startTick : sequence.produced;
    leave(sequence);
    std::erase(m_prompts, slot);
    sequence.produced = produced;
    sequence.target = sequence.request.prompt + produced;
    sequence.done = 0;
    ++sequence.preemptions;
    ++m_preemptions;
    m_waiting.push_front(slot);
}

void SimulatedServer::makeRoomToDecode()
{
    while (m_running > 0 && growth(1) > m_freeBlocks)
        preemptYoungest();
}

double SimulatedServer::firstTokenLag() const
{
    double lag = m_model.requestFixed;
    if (m_running > 1)
        lag += m_model.iterationsBeforePrompt * m_meanTick * tokensPerIteration(m_model) +
               m_model.firstTokenPerRunning * static_cast<double>(m_running);
    return lag;
}

void SimulatedServer::beginDecoding(Slot slot)
{
    Sequence& sequence = m_sequences[slot];
    if (sequence.firstToken < 0) {
        sequence.lag += firstTokenLag();
        sequence.firstToken = m_time + sequence.lag;
    }
    ++sequence.produced;
    sequence.startTick = m_tick;
    sequence.decoding = true;
    ++m_decoding;
    m_cachedTokens += sequence.target;
    ++phaseOf(sequence);
    if (sequence.produced >= sequence.request.output)
        finish(slot);
    else
        m_due.push({m_tick + sequence.request.output - sequence.produced, slot, sequence.admission});
}

void SimulatedServer::finish(Slot slot)
{
    Sequence& sequence = m_sequences[slot];
    leave(sequence);
    m_ended.push_back({sequence.request, sequence.admitted, sequence.firstToken, m_time + sequence.lag, sequence.preemptions});
    m_freeSlots.push_back(slot);
}

void SimulatedServer::finishDue()
{
    while (!m_due.empty() && m_due.top().tick <= m_tick) {
        const Due due = m_due.top();
        m_due.pop();
        if (isLive(due.slot, due.admission))
            finish(due.slot);
    }
}

std::int64_t SimulatedServer::ticksUntilNextEnd()
{
    while (!isLive(m_due.top().slot, m_due.top().admission))
        m_due.pop();
    return m_due.top().tick - m_tick;
}

std::int64_t SimulatedServer::takeChunk(Sequence& sequence, std::int64_t budget, std::int64_t reserved, PromptWork& work)
{
    std::int64_t tokens = std::min(sequence.target - sequence.done, budget);
    if (!m_reservesAll) {
        const std::int64_t room = (blocksOf(sequence.done) + m_freeBlocks - reserved) * m_blockTokens - sequence.done;
        tokens = std::min(tokens, room);
        if (tokens <= 0)
            return 0;
        m_freeBlocks -= blocksOf(sequence.done + tokens) - blocksOf(sequence.done);
    }
    const auto chunk = static_cast<double>(tokens);
    work.tokens += chunk;
    work.lookBack += chunk * (static_cast<double>(sequence.done) + chunk / 2);
    sequence.done += tokens;
    return tokens;
}

// Prompts that have begun come first, then those who wait, in order of arrival.
SimulatedServer::PromptWork SimulatedServer::takePrompts(bool admitting, std::int64_t reserved)
{
    PromptWork work;
    std::int64_t budget = promptBudget();
    for (const Slot slot : m_prompts)
        budget -= takeChunk(m_sequences[slot], budget, reserved, work);
    while (admitting && budget > 0 && !m_waiting.empty() && m_running < m_seats && fits(m_sequences[m_waiting.front()], reserved)) {
        const Slot slot = m_waiting.front();
        m_waiting.pop_front();
        admit(slot);
        budget -= takeChunk(m_sequences[slot], budget, reserved, work);
    }
    return work;
}

double SimulatedServer::meanContext(double ahead) const
{
    return m_decoding > 0 ? static_cast<double>(m_cachedTokens) / static_cast<double>(m_decoding) + ahead : 0;
}

// One pass with prompt work. Pipeline stages work on other sequences meanwhile, so only a stage's share delays them, and
// the prompt's own client waits for the rest (`lag`). With drafts a tick is one token, a part of an iteration.
double SimulatedServer::iterationTime(const PromptWork& work, bool decodes, double& lag) const
{
    const auto decoding = static_cast<double>(decodes ? m_decoding : 0);
    const double context = decodes ? meanContext(0.5) : 0, pass = decodes ? inOnePass(m_model, decoding) : 0;
    const double checked = 1 + m_model.draftTokens;
    const double whole = stepTime(m_model, {pass, context, work.tokens, work.lookBack / work.tokens, checked});
    lag = 0;
    if (m_model.ranks.pipeline <= 1 && m_model.draftTokens <= 0)
        return whole;
    const double tick = decodes ? decodeTime(m_model, decoding, context) : 0;
    const double extra = decodes ? std::max(0.0, whole - stepTime(m_model, {pass, context, 0, 0, checked})) : whole;
    const double time = tick + extra / m_model.ranks.pipeline;
    lag = extra - extra / m_model.ranks.pipeline + tick * (tokensPerIteration(m_model) - 1);
    return time;
}

void SimulatedServer::passTicks(std::int64_t ticks, double time)
{
    m_freeBlocks -= growth(ticks);
    m_tick += ticks;
    m_cachedTokens += ticks * m_decoding;
    m_time += time;
    if (ticks > 0) {
        const auto count = static_cast<double>(ticks);
        m_meanTick += (time / count - m_meanTick) * (m_meanTick > 0 ? std::min(1.0, count / kTickMemory) : 1);
    }
    finishDue();
}

void SimulatedServer::endPrompts(double lag)
{
    const std::vector<Slot> worked = m_prompts; // a short list: prompts that are being worked on
    m_prompts.clear();
    for (const Slot slot : worked) {
        Sequence& sequence = m_sequences[slot];
        if (sequence.firstToken < 0)
            sequence.lag += lag;
        if (sequence.done < sequence.target)
            m_prompts.push_back(slot);
        else
            beginDecoding(slot);
    }
}

void SimulatedServer::promptIteration()
{
    const bool decodes = !m_model.stopsDecoding && m_decoding > 0;
    const std::int64_t before = m_preemptions;
    if (decodes)
        makeRoomToDecode();
    const PromptWork work = takePrompts(m_preemptions == before, decodes ? growth(1) : 0);
    if (work.tokens <= 0) { // prompts that began together wait for each other's blocks, or for those of decoding ones
        if (m_decoding > 0)
            decodeTicks(1, m_time);
        else
            preemptYoungest();
        return;
    }
    double lag = 0;
    const double time = iterationTime(work, decodes && m_decoding > 0, lag);
    passTicks(decodes && m_decoding > 0 ? 1 : 0, time);
    endPrompts(lag);
}

void SimulatedServer::decodeTicks(std::int64_t most, double until)
{
    makeRoomToDecode();
    if (m_decoding == 0)
        return;
    const auto decoding = static_cast<double>(m_decoding);
    std::int64_t ticks = std::max<std::int64_t>(1, ticksWithinBlocks(std::min(most, ticksUntilNextEnd())));
    const double first = decodeTime(m_model, decoding, meanContext(0.5));
    double slope = 0;
    if (ticks > 1) {
        const auto span = static_cast<double>(ticks - 1);
        slope = std::max(0.0, decodeTime(m_model, decoding, meanContext(0.5 + span)) - first) / span;
        // Who waits already is not helped by another arrival.
        if (const double gap = until - m_time; m_waiting.empty() && gap < timeOf(span + 1, first, slope))
            ticks = std::clamp<std::int64_t>(static_cast<std::int64_t>(ticksFor(std::max(0.0, gap), first, slope)), 1, ticks);
    }
    passTicks(ticks, timeOf(static_cast<double>(ticks), first, slope));
}

void SimulatedServer::advance(double until)
{
    ++m_iterations;
    if (!m_prompts.empty() || canAdmit())
        promptIteration();
    else
        decodeTicks(std::numeric_limits<std::int64_t>::max(), until);
}

} // namespace cardfit::speed
