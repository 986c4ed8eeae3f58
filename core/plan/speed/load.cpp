#include "core/plan/speed/load.h"

#include <algorithm>

namespace cardfit::speed {

namespace {

constexpr double kSteadyUse = 0.95; // of capacity: at more, a random stream of requests does not settle within a run

Load loadOfClients(const Resolved& scenario, const ServingModel& model, Load load)
{
    const DemandOptions& demand = scenario.scenario.demand;
    const double copies = model.ranks.copies;
    const double clients = scenario.scenario.concurrency.value_or(0);
    if (demand.requests && *demand.requests > 0) {
        const auto requests = static_cast<double>(*demand.requests);
        load.requests = std::max(1.0, requests / copies);
        load.kind = isMaximum(scenario) || clients >= requests ? LoadKind::Queue : LoadKind::Clients;
    } else if (isMaximum(scenario)) {
        load.kind = LoadKind::Maximum;
    } else if (load.arrival == Arrival::Poisson && load.clients < model.mostRunning(model.reservedOutput)) {
        load.kind = LoadKind::Rate;
        load.rate = std::min(closedLoop(model, load.clients, 0).requestsPerSecond, kSteadyUse * openLoopCapacity(model).rate);
    }
    return load;
}

} // namespace

bool isMaximum(const Resolved& scenario) { return !scenario.scenario.concurrency; }

Load loadOf(const Resolved& scenario, const ServingModel& model, double rate)
{
    Load load;
    load.arrival = scenario.scenario.demand.arrival;
    load.variedLengths = scenario.scenario.demand.variedLengths;
    load.clients =
        isMaximum(scenario) ? model.mostRunning(model.reservedOutput) : std::max(1.0, *scenario.scenario.concurrency / model.ranks.copies);
    if (!scenario.scenario.demand.asksForRate())
        return loadOfClients(scenario, model, load);
    load.kind = LoadKind::Rate;
    load.rate = rate / model.ranks.copies;
    return load;
}

} // namespace cardfit::speed
