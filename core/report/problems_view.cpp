#include "core/report/page_parts.h"

#include <algorithm>

namespace cardfit::report {

Problems problemsOf(const Plan& plan)
{
    Problems problems;
    problems.reserve(plan.problems.size());
    for (const Problem& problem : plan.problems) {
        if (std::find(problems.begin(), problems.end(), problem) == problems.end())
            problems.push_back(problem);
    }
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) { return a.severity > b.severity; });
    return problems;
}

} // namespace cardfit::report
