#pragma once

#include "core/plan/speed/serving_model.h"

namespace cardfit::speed {

// What no load on one split gets beyond, for a search that wants to leave plans out unseen. Times in seconds, rates of
// all cards. They follow from properties of an iteration (README.md 4): every term grows with its sequences, and the time
// per sequence falls with them. Speculation and finite runs are not bounded: times 0, rates infinite.
class ServingBounds {
public:
    ServingBounds() = default;
    // Precondition: estimate() has an answer for this scenario and split.
    ServingBounds(const Resolved& scenario, const Split& split);

    double output() const { return m_model.output; }
    // An iteration without any sequence; a prompt takes at least that, and its arithmetic on dense and chosen weights.
    double leastPerToken() const { return m_perToken; }
    double leastFirstToken() const { return m_firstToken; }
    // Time per token with so many sequences in all that decode, at least.
    double perTokenAt(double sequences) const;
    // Output tokens/s with `users` users who each wait for an answer before they ask again: as many sequences as users,
    // all decoding. The closed loop counts in rounds, so what is left of them is added (kRounds).
    double mostTokens(double users) const;
    // Requests/s with `seats` sequences at once in all; and what the open loop really holds where the cache is known.
    double mostRequests(double seats) const;
    double capacity(double seats, CacheCapacity cache) const;
    // Time per token at a steady rate of requests (of all cards): R = rate x output x time per token, from below.
    double perTokenAtRate(double requestsPerSecond) const;
    // Requests/s at which the time per token reaches `limit`, with at most `seats` sequences.
    double mostRequestsWithin(double limit, double seats) const;

private:
    double decodedPerSecond(double sequences) const; // all copies

    ServingModel m_model;
    bool m_bounded = false;
    double m_perToken = 0, m_firstToken = 0;
};

} // namespace cardfit::speed
