#pragma once

#include "core/plan/fleet/fit_matrix.h"
#include "core/scenario/resolved.h"

#include <vector>

namespace cardfit::fleet {

// The values of one axis: the counts, the sizes of the model's family, the steps of precision with the scheme in use,
// the tasks, context lengths in powers of two up to what the model allows.
std::vector<MatrixColumn> columnsOf(const Resolved& resolved, const Catalog& catalog, MatrixAxis axis, const std::vector<int>& counts);

// `scenario` with one column's value; the card stays.
Scenario withColumn(const Scenario& scenario, MatrixAxis axis, const MatrixColumn& column);

// Numbers of parallel.* hold for one count only: another count is split automatically.
void setCount(Scenario& scenario, int cards);

} // namespace cardfit::fleet
