#include "core/plan/speed/refusals.h"

#include <algorithm>

namespace cardfit::speed {

namespace {

Text refusalOfCard(const Resolved& scenario)
{
    const Card& card = *scenario.card;
    const auto& given = scenario.scenario.card.custom;
    const bool sliceOnly = given && given->sliceOf && given->bandwidth.isZero(); // the whole card's is not the slice's
    if (sliceOnly || card.bandwidth.value() <= 0)
        return Text("speed.refused.bandwidth").with("card", card.name);
    if (card.peaks.sixteenBit().value() <= 0)
        return Text("speed.refused.peak").with("card", card.name);
    return {};
}

// Cards that reach one another without the server network.
int cardsTogether(const Card& card) { return std::max(card.cardsPerServer, card.cardsPerLinkDomain); }

Text refusalOfSplit(const Resolved& scenario, const Split& split)
{
    const int together = cardsTogether(*scenario.card);
    if (split.tensor > together)
        return Text("speed.refused.tensor-across-servers").with("tensor", split.tensor).with("cards", together);
    if (split.expert > together && scenario.scenario.interconnect == Interconnect::Ethernet)
        return Text("speed.refused.expert-over-ethernet").with("expert", split.expert).with("cards", together);
    return {};
}

Text refusalOfServing(const Resolved& scenario)
{
    if (!scenario.servingSpeed.profile || !scenario.servingSpeed.profile->serving)
        return Text("speed.refused.engine").with("engine", scenario.scenario.engine);
    if (scenario.scenario.parallel.offload != Offload::None)
        return Text("speed.refused.offload");
    if (scenario.scenario.imagesPerRequest > 0 && scenario.imageTokens <= 0)
        return Text("speed.refused.images");
    return {};
}

bool isIndicativeServing(const Resolved& scenario, const Split& split, double running)
{
    const ServingConstants& constants = scenario.speed->serving;
    const Scenario& asked = scenario.scenario;
    if (asked.speculative || asked.imagesPerRequest > 0 || ranksOf(scenario, split).attentionData > 1 || running > constants.covered_batch)
        return true;
    if (scenario.promptTokens() + asked.outputTokens > constants.covered_context)
        return true;
    return scenario.weights->unit == NativeUnit::None && scenario.weights->weightOnlyBits == 4 &&
           running > constants.covered_weight_only_batch;
}

// Fine-tuning and pre-training were published for data-centre cards and the larger GeForce and Ada cards only, and never
// with tensor ranks across servers.
bool isIndicativeTraining(const Resolved& scenario, const Split& split)
{
    if (!refusalOfSplit(scenario, split).empty())
        return true;
    const CardClass& cardClass = cardClassOf(scenario);
    const std::string& architecture = scenario.card->architecture;
    const bool smallAmpere = architecture == "Ampere" && cardClass.evidence != Evidence::Strong;
    return scenario.scenario.task == Task::Dpo || smallAmpere || architecture == "Turing" || architecture == "Volta" ||
           cardClass.id == "l4";
}

} // namespace

Text refusalOf(const Resolved& scenario, const Split& split)
{
    if (Text refusal = refusalOfCard(scenario); !refusal.empty())
        return refusal;
    if (isTraining(scenario.scenario.task)) {
        if (!scenario.trainingSpeed.profile || !scenario.trainingSpeed.profile->trainingSpeed)
            return Text("speed.refused.engine").with("engine", scenario.scenario.engine);
        return {};
    }
    if (Text refusal = refusalOfSplit(scenario, split); !refusal.empty())
        return refusal;
    return refusalOfServing(scenario);
}

bool isIndicative(const Resolved& scenario, const Split& split, double running)
{
    const CardClass& cardClass = cardClassOf(scenario);
    const bool unmeasuredCard = cardClass.other || cardClass.id == "h20" || cardClass.id == "mi";
    if (unmeasuredCard || scenario.architecture->linear ||
        scenario.architecture->totalParameters < scenario.speed->serving.covered_parameters)
        return true;
    return isTraining(scenario.scenario.task) ? isIndicativeTraining(scenario, split) : isIndicativeServing(scenario, split, running);
}

} // namespace cardfit::speed
