#pragma once

#include "core/base/interval.h"
#include "core/base/text.h"
#include "core/plan/speed/speed.h"

namespace cardfit::report {

// Figures whose interval says no more than an order of magnitude are shown with one digit and without it.
inline bool isRough(const speed::Interval& interval) { return isOrderOfMagnitude(interval.low, interval.high); }

inline Text roughly(Seconds time)
{
    return time.value() < 1 ? Text("value.magnitude-ms").with("value", inMilliseconds(time))
                            : Text("value.magnitude-s").with("value", time.value());
}
inline Text roughly(double rate) { return Text("value.magnitude").with("value", rate); }

// A time whose class has this interval.
inline Text timeWithin(Seconds time, const speed::Interval& interval)
{
    return isRough(interval) ? roughly(time) : Text("value.time").with("value", time);
}

} // namespace cardfit::report
