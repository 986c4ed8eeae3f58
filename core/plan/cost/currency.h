#pragma once

#include "core/base/money.h"
#include "core/catalog/catalog.h"

#include <optional>

namespace cardfit::cost {

// `amount` in units of `to`, by the catalog's dated rates (units for one USD); nullopt: no rate. Zero is zero anywhere.
std::optional<double> converted(Money amount, Currency to, const Catalog& catalog);

} // namespace cardfit::cost
