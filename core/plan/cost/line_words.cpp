#include "core/plan/cost/lines.h"

#include <algorithm>
#include <cmath>

namespace cardfit::cost {

namespace {

Money money(double amount, const Context& context) { return Money::fromDouble(amount, context.scenario.scenario.currency); }
double discountPercent(const Context& context) { return context.scenario.scenario.ownership.discountRate * 100; }

Text rentLabel(const Context& context)
{
    if (!context.offer)
        return Text("cost.line.rent-missing").with("cards", context.cards).with("card", context.scenario.card->shortName);
    const RentInputs& rent = *context.inputs.rent;
    const Offer* offer = context.offer->offer;
    Text text = Text(offer ? "cost.line.rent" : "cost.line.rent-given")
                    .with("instances", rent.instances)
                    .with("card", context.scenario.card->shortName)
                    .with("perInstance", context.offer->cardsPerInstance)
                    .with("rate", context.offer->perInstanceHour.amount)
                    .with("hours", rent.hours);
    if (offer)
        return std::move(text).with("provider", offer->provider).with("instance", offer->instance);
    return text;
}

Text cardsLabel(const Context& context)
{
    const OwnInputs& own = context.inputs.own;
    if (!own.cardPrice)
        return Text("cost.line.cards-missing").with("cards", own.bought).with("card", context.scenario.card->shortName);
    return Text("cost.line.cards")
        .with("cards", own.bought)
        .with("price", money(*own.cardPrice, context))
        .with("months", context.inputs.months)
        .with("rate", Percent{discountPercent(context)});
}

Text serverLabel(const Context& context)
{
    const OwnInputs& own = context.inputs.own;
    if (own.serverPrice)
        return Text("cost.line.server").with("price", money(*own.serverPrice, context));
    return Text("cost.line.server-ratio").with("ratio", own.serverOverCards);
}

Text networkLabel(const Context& context)
{
    const OwnInputs& own = context.inputs.own;
    if (own.networkPerServer)
        return Text("cost.line.network").with("price", money(*own.networkPerServer, context));
    return Text("cost.line.network-share").with("share", Percent{own.interconnectShare * 100});
}

Text energyLabel(const Context& context)
{
    const OwnInputs& own = context.inputs.own;
    if (!own.provisionedKilowatts)
        return Text("cost.line.energy-missing");
    return Text("cost.line.energy")
        .with("kilowatts", drawnKilowatts(own))
        .with("pue", own.pue)
        .with("price", money(own.powerPrice, context));
}

Text resaleLabel(const Context& context)
{
    return Text("cost.line.resale")
        .with("share", Percent{residualShare(context.inputs.own, context.inputs.months) * 100})
        .with("months", context.inputs.months);
}

Text labelOf(const CostLine& line, const Context& context)
{
    const OwnershipOptions& options = context.scenario.scenario.ownership;
    if (line.name == "rent")
        return rentLabel(context);
    if (line.name == "cards")
        return cardsLabel(context);
    if (line.name == "server")
        return serverLabel(context);
    if (line.name == "network")
        return networkLabel(context);
    if (line.name == "energy" && line.included)
        return energyLabel(context);
    if (line.name == "resale")
        return resaleLabel(context);
    if (line.name == "maintenance")
        return Text("cost.line.maintenance").with("percent", Percent{options.maintenancePercentPerYear});
    if (line.name == "insurance")
        return Text("cost.line.insurance").with("percent", Percent{options.insurancePercentPerYear});
    return Text("cost.line." + line.name); // site, spares, installation, sales-tax, colocation, licences, staff
}

Text basisOfRent(const ChosenOffer& offer)
{
    if (!offer.offer)
        return Text("cost.basis.given");
    return Text(offer.stale ? "cost.basis.offer-stale" : "cost.basis.offer")
        .with("grade", nameOf(offer.offer->grade))
        .with("date", offer.offer->dateTo);
}

Text basisOfCards(const Context& context)
{
    const PurchasePrice* purchase = context.catalog.purchasePrice(context.scenario.card->id);
    if (context.scenario.scenario.ownership.cardPrice || !purchase)
        return Text("cost.basis.given");
    if (purchase->low == purchase->high)
        return Text("cost.basis.list-one").with("price", purchase->low).with("date", purchase->date);
    return Text("cost.basis.list").with("low", purchase->low).with("high", purchase->high).with("date", purchase->date);
}

Text basisOf(const CostLine& line, const Context& context)
{
    if (!line.included || !line.perMonth)
        return {};
    if (line.name == "rent")
        return context.offer ? basisOfRent(*context.offer) : Text();
    if (line.name == "cards")
        return basisOfCards(context);
    return line.basis == Basis::Measured ? Text("cost.basis.given") : Text("cost.basis." + std::string(nameOf(line.basis)));
}

} // namespace

void describe(std::vector<CostLine>& lines, const Context& context)
{
    for (CostLine& line : lines) {
        line.label = labelOf(line, context);
        line.basisText = basisOf(line, context);
    }
}

} // namespace cardfit::cost
