#pragma once

#include "core/plan/speed/speed.h"

#include <utility>
#include <vector>

namespace cardfit::speed {

// Prompts and answers on replicas of their own, each split like the scenario's cards. README 8.2; no measurement covers it.
class SeparateFleets {
public:
    // Why there is no equation for this case (a text speed.refused.*); empty: there is one.
    static Text refusalOf(const Resolved& scenario, const Split& split);

    // Precondition: nothing refused.
    SeparateFleets(const Resolved& scenario, const Split& split, CacheCapacity cache);

    double mostPrompts() const { return m_mostPrompts; } // requests/s of one prefill replica
    double mostAnswers() const { return m_mostAnswers; } // requests/s of one decode replica
    bool answersLimitedByCache() const { return m_limitedByCache; }
    // From the last prompt token to the decode replica: a prompt's cache over the link between the two.
    Seconds handOver() const { return Seconds::of(m_handOver); }

    struct Times {
        Seconds mean, p50, p95, p99;
        double running = 0;
        bool saturated = false;
    };
    // First token, hand-over included, when one prefill replica gets so many requests/s (at random times).
    Times firstToken(double requestsPerSecond) const;
    // Time per token when one decode replica gets so many.
    Times perToken(double requestsPerSecond) const;

private:
    double m_copies = 1, m_promptTime = 0, m_promptSlot = 0, m_requestFixed = 0, m_handOver = 0;
    double m_mostPrompts = 0, m_mostAnswers = 0, m_mostRunning = 0, m_stable = 1;
    bool m_limitedByCache = false;
    // Time per token at so many running, at a few loads; between them straight lines.
    std::vector<std::pair<double, double>> m_perToken;
    double m_output = 1;

    double perTokenAt(double running) const;
};

// The figures of `plan` at these requests/s of one prefill and of one decode replica.
void applySeparateFleets(SpeedPlan& plan, const SeparateFleets& fleets, double prompts, double answers);

} // namespace cardfit::speed
