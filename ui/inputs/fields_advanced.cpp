#include "ui/inputs/fields.h"

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

// Engines whose profiles cover the task, each once, in the catalog's order.
std::vector<Choice> enginesFor(Task task, const Catalog& catalog)
{
    std::vector<Choice> engines;
    for (const EngineProfile& profile : catalog.content().engines) {
        const bool covers = isTraining(task) ? profile.training.has_value() : profile.inference.has_value();
        const QString id = text(profile.engine);
        if (covers && std::ranges::find(engines, id, &Choice::id) == engines.end())
            engines.push_back({id, text(profile.label), {}});
    }
    return engines;
}

// Desktop cards have a fan of their own; data-centre cards are cooled by the server.
bool isDataCentre(const Card& card) { return card.formFactor.find("active") == std::string::npos; }

std::vector<std::string> dataCentreCards(const Catalog& catalog)
{
    std::vector<std::string> ids;
    for (const Card& card : catalog.cards()) {
        if (isDataCentre(card))
            ids.push_back(card.id);
    }
    return ids;
}

const std::vector<Choice>& withAuto(std::vector<Choice>& choices, const QString& automatic)
{
    choices.insert(choices.begin(), {QString(), automatic, {}});
    return choices;
}

} // namespace

NumberField Fields::memoryShare()
{
    return {.id = QStringLiteral("memory_utilization"),
            .caption = tr("Memory share"),
            .unit = {},
            .toolTip = tr("Share of the card's memory that the engine may use, 0 to 1"),
            .low = 0.05,
            .high = 1,
            .decimals = 2,
            .leastDecimals = 2,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return s.memoryUtilization; },
            .set = [](Scenario& s, std::optional<double> v) { s.memoryUtilization = v; },
            .resolved = [](const Plan& p) { return p.resolved ? p.resolved->scenario.memoryUtilization : std::nullopt; }};
}

NumberField Fields::demand()
{
    return {.id = QStringLiteral("demand.requests_per_second"),
            .caption = tr("Demand"),
            .unit = tr("req/s"),
            .toolTip = tr("Requests per second on average; “none” prices exactly the chosen cards"),
            .low = 0.0001,
            .high = 1e6,
            .decimals = 3,
            .special = tr("none"),
            .scale = {},
            .get = [](const Scenario& s) { return s.demand.requestsPerSecond; },
            .set = [](Scenario& s, std::optional<double> v) { s.demand.requestsPerSecond = v; }};
}

NumberField Fields::peakFactor()
{
    return {.id = QStringLiteral("demand.peak_factor"),
            .caption = tr("Peak factor"),
            .unit = {},
            .toolTip = tr("Peak demand divided by the average"),
            .low = 1,
            .high = 100,
            .decimals = 2,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(s.demand.peakFactor); },
            .set = [](Scenario& s, std::optional<double> v) { s.demand.peakFactor = v.value_or(1); },
            .setByHand = [](const Scenario& s) { return s.demand.peakFactor != DemandOptions().peakFactor; }};
}

NumberField Fields::tokenLimit()
{
    return {.id = QStringLiteral("limits.tpot_ms_p95"),
            .caption = tr("TPOT limit p95"),
            .unit = tr("ms"),
            .toolTip = tr("Time per output token that 95 % of requests must meet, in milliseconds"),
            .low = 0.1,
            .high = 1e6,
            .decimals = 1,
            .special = tr("none"),
            .scale = {},
            .get = [](const Scenario& s) { return s.limits.tpotMsP95; },
            .set = [](Scenario& s, std::optional<double> v) { s.limits.tpotMsP95 = v; }};
}

NumberField Fields::firstTokenLimit()
{
    return {.id = QStringLiteral("limits.ttft_ms_p95"),
            .caption = tr("TTFT limit p95"),
            .unit = tr("ms"),
            .toolTip = tr("Time to the first token that 95 % of requests must meet, in milliseconds"),
            .low = 0.1,
            .high = 1e7,
            .decimals = 1,
            .special = tr("none"),
            .scale = {},
            .get = [](const Scenario& s) { return s.limits.ttftMsP95; },
            .set = [](Scenario& s, std::optional<double> v) { s.limits.ttftMsP95 = v; }};
}

NumberField Fields::datasetTokens()
{
    return {.id = QStringLiteral("training.dataset_tokens"),
            .caption = tr("Dataset"),
            .unit = tr("M tok"),
            .toolTip = tr("Tokens of the training data, in millions"),
            .low = 0.001,
            .high = 1e8,
            .decimals = 3,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(s.training.datasetTokens / 1e6); },
            .set = [](Scenario& s, std::optional<double> v) { s.training.datasetTokens = v.value_or(100) * 1e6; },
            .setByHand = [](const Scenario& s) { return s.training.datasetTokens != TrainingOptions().datasetTokens; }};
}

NumberField Fields::epochs()
{
    return {.id = QStringLiteral("training.epochs"),
            .caption = tr("Epochs"),
            .unit = {},
            .toolTip = tr("How often the training data is gone through"),
            .low = 0.01,
            .high = 10'000,
            .decimals = 2,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(s.training.epochs); },
            .set = [](Scenario& s, std::optional<double> v) { s.training.epochs = v.value_or(1); },
            .setByHand = [](const Scenario& s) { return s.training.epochs != TrainingOptions().epochs; }};
}

NumberField Fields::powerPrice(const QString& currency)
{
    return {.id = QStringLiteral("ownership.power_price_per_kwh"),
            .caption = tr("Power price"),
            .unit = tr("%1/kWh").arg(currency),
            .toolTip = tr("Price of a kilowatt hour"),
            .low = 0,
            .high = 1000,
            .decimals = 4,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(s.ownership.powerPricePerKwh.toDouble()); },
            .set =
                [](Scenario& s, std::optional<double> v) {
                    s.ownership.powerPricePerKwh = Money::fromDouble(v.value_or(0), s.ownership.powerPricePerKwh.currency());
                },
            .setByHand =
                [](const Scenario& s) { return s.ownership.powerPricePerKwh.micros() != OwnershipOptions().powerPricePerKwh.micros(); }};
}

NumberField Fields::powerEffectiveness()
{
    return {.id = QStringLiteral("ownership.pue"),
            .caption = tr("PUE"),
            .unit = {},
            .toolTip = tr("Power of the building divided by power of the machines"),
            .low = 1,
            .high = 5,
            .decimals = 2,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(s.ownership.pue); },
            .set = [](Scenario& s, std::optional<double> v) { s.ownership.pue = v.value_or(1); },
            .setByHand = [](const Scenario& s) { return s.ownership.pue != OwnershipOptions().pue; }};
}

NumberField Fields::discountRate()
{
    return {.id = QStringLiteral("ownership.discount_rate"),
            .caption = tr("Cost of capital"),
            .unit = tr("%"),
            .toolTip = tr("Interest a year on money that is bound, in percent"),
            .low = 0,
            .high = 100,
            .decimals = 2,
            .special = {},
            .scale = {},
            .get = [](const Scenario& s) { return std::optional(std::round(s.ownership.discountRate * 1e6) / 1e4); },
            .set = [](Scenario& s, std::optional<double> v) { s.ownership.discountRate = v.value_or(0) / 100; },
            .setByHand = [](const Scenario& s) { return s.ownership.discountRate != OwnershipOptions().discountRate; }};
}

ChoiceField Fields::engine(Task task, const Catalog& catalog)
{
    std::vector<Choice> engines = enginesFor(task, catalog);
    withAuto(engines, tr("auto"));
    return {.id = QStringLiteral("engine"),
            .caption = tr("Engine"),
            .toolTip = tr("Software that serves or trains"),
            .choices = [engines](const Scenario&) { return engines; },
            .get = [](const Scenario& s) { return text(s.engine); },
            .set =
                [](Scenario& s, const QString& id) {
                    s.engine = id.toStdString();
                    s.engineVersion.clear();
                },
            .resolved =
                [](const Plan& p) {
                    if (!p.resolved)
                        return tr("auto");
                    const Scenario& s = p.resolved->scenario;
                    const Catalog::EngineMatch& match = isTraining(s.task) ? p.resolved->trainingMemory : p.resolved->inferenceMemory;
                    const QString label = match.profile ? text(match.profile->label) : text(s.engine);
                    return tr("auto: %1").arg(label + QLatin1Char(' ') + text(s.engineVersion)).trimmed();
                }};
}

ChoiceField Fields::cacheFormat(const Catalog& catalog)
{
    std::vector<Choice> formats;
    for (const KvFormat& format : catalog.content().kvFormats)
        formats.push_back({text(format.id), text(format.id).toUpper().replace(QLatin1String("GGUF:"), QLatin1String("GGUF ")), {}});
    withAuto(formats, tr("auto"));
    return {.id = QStringLiteral("kv_cache"),
            .caption = tr("KV cache"),
            .toolTip = tr("Number format of the KV cache"),
            .choices = [formats](const Scenario&) { return formats; },
            .get = [](const Scenario& s) { return text(s.kvCache); },
            .set = [](Scenario& s, const QString& id) { s.kvCache = id.toStdString(); },
            .resolved =
                [](const Plan& p) { return p.resolved ? tr("auto: %1").arg(text(p.resolved->scenario.kvCache).toUpper()) : tr("auto"); }};
}

ChoiceField Fields::split()
{
    return {.id = QStringLiteral("parallel"),
            .caption = tr("Split"),
            .toolTip = tr("How the cards of one replica share the model"),
            .choices =
                [](const Scenario& s) {
                    std::vector<Choice> choices{{QString(), tr("auto"), {}}};
                    const int cards = s.cards.value_or(1);
                    for (int tensor = cards; tensor >= 1; --tensor) {
                        if (cards % tensor != 0 || tensor > 16)
                            continue;
                        const int rest = cards / tensor;
                        const bool training = isTraining(s.task);
                        const QString id = QStringLiteral("%1/%2").arg(tensor).arg(rest);
                        const QString label = rest == 1  ? tr("tensor %1").arg(tensor)
                                              : training ? tr("tensor %1 × data %2").arg(tensor).arg(rest)
                                                         : tr("tensor %1 × pipeline %2").arg(tensor).arg(rest);
                        choices.push_back({id, label, {}});
                    }
                    return choices;
                },
            .get =
                [](const Scenario& s) {
                    if (s.parallel.automatic)
                        return QString();
                    return QStringLiteral("%1/%2").arg(s.parallel.tensor).arg(isTraining(s.task) ? s.parallel.data : s.parallel.pipeline);
                },
            .set =
                [](Scenario& s, const QString& id) {
                    const QStringList parts = id.split(QLatin1Char('/'));
                    ParallelOptions& parallel = s.parallel;
                    parallel.automatic = parts.size() != 2;
                    parallel.tensor = parallel.pipeline = parallel.data = parallel.context = 1;
                    if (parts.size() == 2) {
                        parallel.tensor = parts[0].toInt();
                        (isTraining(s.task) ? parallel.data : parallel.pipeline) = parts[1].toInt();
                    }
                },
            .resolved =
                [](const Plan& p) {
                    QStringList parts;
                    if (p.split.tensor > 1)
                        parts << tr("tensor %1").arg(p.split.tensor);
                    if (p.split.pipeline > 1)
                        parts << tr("pipeline %1").arg(p.split.pipeline);
                    if (p.split.data > 1)
                        parts << tr("data %1").arg(p.split.data);
                    return parts.isEmpty() ? tr("auto: one card") : tr("auto: %1").arg(parts.join(QStringLiteral(" × ")));
                }};
}

ChoiceField Fields::interconnect()
{
    const std::vector<Choice> links{{QString(), tr("auto"), {}},
                                    {QStringLiteral("nvlink"), tr("NVLink"), {}},
                                    {QStringLiteral("pcie"), tr("PCIe"), {}},
                                    {QStringLiteral("ib"), tr("InfiniBand"), {}},
                                    {QStringLiteral("ethernet"), tr("Ethernet"), {}},
                                    {QStringLiteral("xgmi"), tr("xGMI"), {}}};
    return {
        .id = QStringLiteral("interconnect"),
        .caption = tr("Interconnect"),
        .toolTip = tr("Link between the cards"),
        .choices = [links](const Scenario&) { return links; },
        .get = [](const Scenario& s) { return s.interconnect == Interconnect::Auto ? QString() : text(nameOf(s.interconnect)); },
        .set =
            [](Scenario& s, const QString& id) {
                s.interconnect = Interconnect::Auto;
                for (const Interconnect link :
                     {Interconnect::Nvlink, Interconnect::Pcie, Interconnect::Infiniband, Interconnect::Ethernet, Interconnect::Xgmi}) {
                    if (text(nameOf(link)) == id)
                        s.interconnect = link;
                }
            },
        .resolved =
            [](const Plan& p) {
                if (!p.resolved || !p.resolved->card)
                    return tr("auto");
                const Card& card = *p.resolved->card;
                if (card.linkByDefault && card.link.value() > 0)
                    return tr("auto: %1").arg(card.vendor == "AMD" ? tr("xGMI") : card.vendor == "NVIDIA" ? tr("NVLink") : tr("own link"));
                return tr("auto: PCIe %1").arg(card.pcieGeneration);
            }};
}

ChoiceField Fields::allowedCards(const Catalog& catalog)
{
    const std::vector<std::string> dataCentre = dataCentreCards(catalog);
    const QString own = QStringLiteral("own");
    return {.id = QStringLiteral("allow.cards"),
            .caption = tr("Allowed cards"),
            .toolTip = tr("What may be bought or rented; the rest is dimmed"),
            .choices =
                [dataCentre, own](const Scenario& s) {
                    std::vector<Choice> choices{{QString(), tr("all"), {}}, {QStringLiteral("data-centre"), tr("data-centre only"), {}}};
                    if (!s.allow.cards.empty() && s.allow.cards != dataCentre)
                        choices.push_back({own, tr("%n card(s)", nullptr, static_cast<int>(s.allow.cards.size())), {}});
                    return choices;
                },
            .get =
                [dataCentre, own](const Scenario& s) {
                    return s.allow.cards.empty() ? QString() : s.allow.cards == dataCentre ? QStringLiteral("data-centre") : own;
                },
            .set =
                [dataCentre, own](Scenario& s, const QString& id) {
                    if (id != own)
                        s.allow.cards = id.isEmpty() ? std::vector<std::string>() : dataCentre;
                }};
}

ChoiceField Fields::rentalTerm()
{
    const std::vector<Choice> terms{{QString(), tr("on demand"), {}},
                                    {QStringLiteral("spot"), tr("spot"), {}},
                                    {QStringLiteral("reserved-1y"), tr("reserved 1 year"), {}},
                                    {QStringLiteral("reserved-3y"), tr("reserved 3 years"), {}}};
    return {.id = QStringLiteral("rental.term"),
            .caption = tr("Rental term"),
            .toolTip = tr("How the cards are rented"),
            .choices = [terms](const Scenario&) { return terms; },
            .get = [](const Scenario& s) { return s.rental.term == RentalTerm::OnDemand ? QString() : text(nameOf(s.rental.term)); },
            .set =
                [](Scenario& s, const QString& id) {
                    s.rental.term = RentalTerm::OnDemand;
                    for (const RentalTerm term :
                         {RentalTerm::Spot, RentalTerm::Reserved1Year, RentalTerm::Reserved3Years, RentalTerm::Monthly}) {
                        if (text(nameOf(term)) == id)
                            s.rental.term = term;
                    }
                }};
}

ChoiceField Fields::optimizer()
{
    std::vector<Choice> optimizers{{QString(), tr("AdamW"), {}}};
    for (const Optimizer optimizer : {Optimizer::AdamW8bit, Optimizer::PagedAdamW, Optimizer::PagedAdamW8bit, Optimizer::AdamW4bit,
                                      Optimizer::Adafactor, Optimizer::Lion, Optimizer::Sgd, Optimizer::Muon})
        optimizers.push_back({text(nameOf(optimizer)), text(nameOf(optimizer)), {}});
    return {
        .id = QStringLiteral("training.optimizer"),
        .caption = tr("Optimizer"),
        .toolTip = tr("Optimizer of the training"),
        .choices = [optimizers](const Scenario&) { return optimizers; },
        .get = [](const Scenario& s) { return s.training.optimizer == Optimizer::AdamW ? QString() : text(nameOf(s.training.optimizer)); },
        .set =
            [](Scenario& s, const QString& id) {
                s.training.optimizer = Optimizer::AdamW;
                for (int i = 0; i <= static_cast<int>(Optimizer::Muon); ++i) {
                    if (text(nameOf(static_cast<Optimizer>(i))) == id)
                        s.training.optimizer = static_cast<Optimizer>(i);
                }
            }};
}

ChoiceField Fields::checkpointing()
{
    const std::vector<Choice> kinds{{QString(), tr("auto"), {}},
                                    {QStringLiteral("none"), tr("none"), {}},
                                    {QStringLiteral("selective"), tr("selective"), {}},
                                    {QStringLiteral("full"), tr("full"), {}},
                                    {QStringLiteral("offload"), tr("to the host"), {}}};
    return {.id = QStringLiteral("training.checkpointing"),
            .caption = tr("Checkpointing"),
            .toolTip = tr("Activations that are computed again instead of kept"),
            .choices = [kinds](const Scenario&) { return kinds; },
            .get = [](const Scenario& s) { return s.training.checkpointing ? text(nameOf(*s.training.checkpointing)) : QString(); },
            .set =
                [](Scenario& s, const QString& id) {
                    s.training.checkpointing.reset();
                    for (const Checkpointing kind :
                         {Checkpointing::None, Checkpointing::Selective, Checkpointing::Full, Checkpointing::Offload}) {
                        if (text(nameOf(kind)) == id)
                            s.training.checkpointing = kind;
                    }
                },
            .resolved =
                [](const Plan& p) {
                    if (!p.resolved || !p.resolved->trainingMemory.profile)
                        return tr("auto");
                    return tr("auto: %1").arg(text(nameOf(p.resolved->trainingProfile().checkpointing)));
                }};
}

ChoiceField Fields::sharding()
{
    const std::vector<Choice> stages{{QString(), tr("none"), {}},
                                     {QStringLiteral("1"), tr("ZeRO 1"), {}},
                                     {QStringLiteral("2"), tr("ZeRO 2"), {}},
                                     {QStringLiteral("3"), tr("ZeRO 3"), {}},
                                     {QStringLiteral("fsdp"), tr("FSDP"), {}}};
    return {.id = QStringLiteral("parallel.zero_stage"),
            .caption = tr("Sharding"),
            .toolTip = tr("What the data-parallel cards keep only a part of"),
            .choices = [stages](const Scenario&) { return stages; },
            .get =
                [](const Scenario& s) {
                    return s.parallel.fsdp             ? QStringLiteral("fsdp")
                           : s.parallel.zeroStage == 0 ? QString()
                                                       : QString::number(s.parallel.zeroStage);
                },
            .set =
                [](Scenario& s, const QString& id) {
                    s.parallel.fsdp = id == QLatin1String("fsdp");
                    s.parallel.zeroStage = id.toInt();
                },
            .resolved =
                [](const Plan& p) {
                    if (p.split.fsdp)
                        return tr("auto: FSDP");
                    return p.split.zeroStage > 0 ? tr("auto: ZeRO %1").arg(p.split.zeroStage) : tr("none");
                }};
}

std::vector<AdvancedField> Fields::advanced(Task task, const Catalog& catalog, const QString& currency)
{
    std::vector<AdvancedField> fields{engine(task, catalog)};
    if (task == Task::Inference) {
        fields.insert(fields.end(), {cacheFormat(catalog), memoryShare(), split(), interconnect(), demand(), peakFactor(), tokenLimit(),
                                     firstTokenLimit()});
    } else {
        fields.insert(fields.end(), {optimizer(), checkpointing(), split(), sharding(), interconnect(), datasetTokens(), epochs()});
    }
    fields.insert(fields.end(), {allowedCards(catalog), rentalTerm(), powerPrice(currency), powerEffectiveness(), discountRate()});
    return fields;
}

} // namespace cardfit::ui
