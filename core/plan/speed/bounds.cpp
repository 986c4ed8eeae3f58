#include "core/plan/speed/bounds.h"

#include "core/plan/speed/serving.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardfit::speed {

namespace {

constexpr double kRounding = 1e-9; // the same sums in another order differ in their last digits
// The closed loop stops after a few rounds, which have settled to 0.1 % (serving.cpp); this is what they may still be
// off, with much to spare. Held by tst_search over whole spaces.
constexpr double kRounds = 1.1;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

} // namespace

ServingBounds::ServingBounds(const Resolved& scenario, const Split& split) : m_model(prepareServing(scenario, split, CacheCapacity{}))
{
    m_bounded = m_model.draftTokens <= 0 && !scenario.scenario.demand.requests;
    if (!m_bounded)
        return;
    m_perToken = decodeTime(m_model, 0, 0) * (1 - kRounding);
    const double arithmetic =
        m_model.input * (m_model.densePerToken / m_model.ranks.attentionData + m_model.expertPerToken * m_model.chosenShare);
    m_firstToken = std::max(m_perToken, arithmetic * (1 - kRounding));
}

double ServingBounds::perTokenAt(double sequences) const
{
    if (!m_bounded)
        return 0;
    const double perCopy = std::max(1.0, sequences / m_model.ranks.copies);
    // What prompts add is left out: they may ride in iterations that wait for memory anyway, for next to nothing.
    return decodeTime(m_model, perCopy, m_model.meanContext());
}

double ServingBounds::decodedPerSecond(double sequences) const { return std::max(sequences, m_model.ranks.copies) / perTokenAt(sequences); }

double ServingBounds::mostTokens(double users) const
{
    if (!m_bounded)
        return kUnbounded;
    const double busy = std::max(users, m_model.ranks.copies);
    return std::min(kRounds * decodedPerSecond(users), busy * output() / (m_firstToken + output() * m_perToken));
}

double ServingBounds::mostRequests(double seats) const
{
    return m_bounded ? decodedPerSecond(seats) / output() * (1 + kRounding) : kUnbounded;
}

double ServingBounds::capacity(double seats, CacheCapacity cache) const
{
    ServingModel model = m_model;
    model.cache = cache;
    model.seats = seats / model.ranks.copies;
    return openLoopCapacity(model).rate * model.ranks.copies;
}

double ServingBounds::perTokenAtRate(double requestsPerSecond) const
{
    constexpr int kSteps = 3; // each from below, so that any number of them is a bound
    double perToken = m_perToken;
    for (int step = 0; step < kSteps; ++step)
        perToken = perTokenAt(requestsPerSecond * output() * perToken);
    return perToken;
}

double ServingBounds::mostRequestsWithin(double limit, double seats) const
{
    if (!m_bounded || perTokenAt(seats) <= limit)
        return mostRequests(seats);
    double within = m_model.ranks.copies, beyond = seats;
    while (beyond > within * 1.02) {
        const double middle = std::sqrt(within * beyond);
        (perTokenAt(middle) <= limit ? within : beyond) = middle;
    }
    return mostRequests(beyond);
}

} // namespace cardfit::speed
