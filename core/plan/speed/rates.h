#pragma once

#include "core/scenario/resolved.h"

namespace cardfit::speed {

// The row of data/speed/card-classes.json for the scenario's card; the row "other" for a card without one.
const CardClass& cardClassOf(const Resolved& scenario);

// Attainable rates of one card for this scenario, per second.
struct Rates {
    double bandwidth = 0, sixteenBit = 0, matrices = 0, experts = 0; // bytes, FLOP
    double streamFactor = 1, computeFactor = 1;                      // kernels that widen the weights first
    int weightOnlyBits = 0;
    bool fourBitUnit = false;
};
// Serving with the scenario's weight format on an engine of this profile.
Rates ratesOf(const Resolved& scenario, const CardClass& cardClass, const ServingSpeedProfile& profile);

// Link of the scenario's cards inside a server, one direction, bytes/s. NVLink, xGMI or the maker's own where the card
// has one and it is used (asked for, or by default behind a switch or on a module), else PCIe.
struct ServerLink {
    bool fabric = false;
    double bytesPerSecond = 0;
};
ServerLink serverLinkOf(const Resolved& scenario);
// The name of what joins a card to others of its server: its maker's link, or PCIe where it has none.
Interconnect linkOf(const Card& card);
double pcieBytesPerSecond(const Resolved& scenario);

// What one card reaches to another server, one direction, in bytes/s: its share of the network cards of the reference
// server (data/speed/card-classes.json), or of Ethernet where the scenario asks for it.
double networkBytesPerSecond(const Resolved& scenario);

} // namespace cardfit::speed
