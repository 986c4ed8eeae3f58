#include "core/plan/fleet/search_front.h"

#include <algorithm>
#include <limits>

namespace cardfit::fleet {

bool Front::excludes(const Objectives& bound)
{
    if (m_last < m_entries.size() && dominates(m_entries[m_last].objectives, bound))
        return true;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (dominates(m_entries[i].objectives, bound)) {
            m_last = i;
            return true;
        }
    return false;
}

double Front::quickestWithin(std::int64_t cost) const
{
    double quickest = std::numeric_limits<double>::infinity();
    for (const Entry& entry : m_entries)
        if (entry.objectives.cost <= cost)
            quickest = std::min(quickest, entry.objectives.latency);
    return quickest;
}

void Front::offer(const Entry& entry)
{
    for (Entry& known : m_entries) {
        if (dominates(known.objectives, entry.objectives))
            return;
        if (known.objectives == entry.objectives) {
            if (entry.order < known.order)
                known = entry;
            return;
        }
    }
    std::erase_if(m_entries, [&](const Entry& known) { return dominates(entry.objectives, known.objectives); });
    m_entries.push_back(entry);
}

} // namespace cardfit::fleet
