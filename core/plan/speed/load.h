#pragma once

#include "core/plan/speed/serving.h"

namespace cardfit::speed {

// What a scenario asks of one data-parallel copy. README 6 to 8 say what each kind and arrival means.
enum class LoadKind {
    Clients, // each sends its next request when the last has ended
    Maximum, // as many clients as seats
    Queue,   // a finite run: all requests wait at the start
    Rate     // requests come at a rate, whatever the server does
};
struct Load {
    LoadKind kind = LoadKind::Clients;
    Arrival arrival = Arrival::Steady;
    double clients = 1;  // Clients; of a rate with arrival burst: requests that come together
    double requests = 0; // Queue, and Clients that stop after so many; 0: without end
    double rate = 0;     // Rate: requests/s
    bool variedLengths = false;
};

bool isMaximum(const Resolved& scenario); // concurrency "max"

// The scenario's load shared out over the copies of `model`; `rate`: requests/s of all copies, for an open loop.
// Without a rate, arrival poisson means that `concurrency` users are there on average, not always: the rate at which a
// closed loop of so many would send.
Load loadOf(const Resolved& scenario, const ServingModel& model, double rate);

} // namespace cardfit::speed
