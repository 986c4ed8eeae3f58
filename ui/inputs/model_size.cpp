#include "ui/inputs/model_size.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace cardfit::ui {

namespace {

constexpr double kSamePublished = 0.004; // relative: "14.8" typed is the published 14.77

double billionsOf(const Model& model) { return model.architecture.totalParameters / 1e9; }

std::vector<const Model*> modelsOf(const QString& family, const Catalog& catalog)
{
    std::vector<const Model*> models;
    if (const ModelFamily* found = catalog.family(family.toStdString())) {
        for (const std::string& id : found->modelIds) {
            const auto matches = catalog.findModels(id);
            if (!matches.empty())
                models.push_back(matches.front());
        }
    } else {
        models = catalog.findModels(family.toStdString());
        models.resize(std::min<std::size_t>(models.size(), 1));
    }
    std::ranges::sort(models, {}, [](const Model* model) { return billionsOf(*model); });
    return models;
}

// "Qwen2.5-14B" -> "14": how people call the size, else the parameters themselves.
QString sizeLabel(const Model& model)
{
    static const QRegularExpression pattern(QStringLiteral("(?:^|[-_ ])(\\d+x)?(\\d+(?:\\.\\d+)?)B(?![a-z])"),
                                            QRegularExpression::CaseInsensitiveOption);
    const QString name = QString::fromStdString(model.shortName.empty() ? model.id : model.shortName);
    const QRegularExpressionMatch match = pattern.match(name);
    if (match.hasMatch())
        return match.captured(1) + match.captured(2);
    const double billions = billionsOf(model);
    return QString::number(billions, 'g', billions < 1 ? 1 : 2);
}

} // namespace

std::vector<Choice> familyChoices(const Catalog& catalog)
{
    std::vector<Choice> choices;
    for (const ModelFamily& family : catalog.content().families) {
        const int sizes = static_cast<int>(family.modelIds.size());
        choices.push_back({QString::fromStdString(family.id), QString::fromStdString(family.label),
                           QCoreApplication::translate("ModelSize", "%n size(s)", nullptr, sizes)});
    }
    for (const Model& model : catalog.models()) {
        if (model.family.empty() || !catalog.family(model.family))
            choices.push_back({QString::fromStdString(model.id), QString::fromStdString(model.shortName), {}});
    }
    std::ranges::sort(choices, [](const Choice& a, const Choice& b) { return a.label.compare(b.label, Qt::CaseInsensitive) < 0; });
    choices.push_back(
        {kGenericFamily, QCoreApplication::translate("ModelSize", "Any dense model"), QCoreApplication::translate("ModelSize", "by size")});
    return choices;
}

QString familyOf(const ModelChoice& model, const Catalog& catalog)
{
    if (model.custom)
        return {};
    if (model.parametersBillions)
        return model.family.empty() ? kGenericFamily : QString::fromStdString(model.family);
    const auto found = catalog.findModels(model.name);
    if (found.empty())
        return {};
    const Model& first = *found.front();
    return QString::fromStdString(!first.family.empty() && catalog.family(first.family) ? first.family : first.id);
}

std::optional<double> sizeOf(const ModelChoice& model, const Catalog& catalog)
{
    if (model.custom)
        return billionsOf(*model.custom);
    if (model.parametersBillions)
        return model.parametersBillions;
    const auto found = catalog.findModels(model.name);
    return found.empty() ? std::nullopt : std::optional(billionsOf(*found.front()));
}

SliderScale sizeScale(const QString& family, const Catalog& catalog)
{
    std::vector<Detent> detents;
    if (family == kGenericFamily) {
        for (const double billions : {1.0, 3.0, 7.0, 13.0, 32.0, 70.0, 200.0, 700.0})
            detents.push_back({billions, QString::number(billions)});
    }
    for (const Model* model : modelsOf(family, catalog)) {
        const double billions = billionsOf(*model);
        // Two models of one size (base and a later edition) share a mark.
        if (detents.empty() || billions > detents.back().value * (1 + kSamePublished))
            detents.push_back({billions, sizeLabel(*model)});
    }
    if (detents.empty())
        return SliderScale::logarithmic(1, 2, {}, 3, false);
    const double low = detents.front().value, high = detents.back().value;
    return SliderScale::logarithmic(low, high, std::move(detents), 3, false);
}

ModelChoice modelAt(const QString& family, double billions, const Catalog& catalog)
{
    for (const Model* model : modelsOf(family, catalog)) {
        if (std::abs(billionsOf(*model) - billions) <= kSamePublished * billions) {
            ModelChoice choice;
            choice.name = model->id;
            return choice;
        }
    }
    ModelChoice choice;
    choice.name.clear();
    choice.parametersBillions = billions;
    if (family != kGenericFamily)
        choice.family = family.toStdString();
    return choice;
}

ModelChoice nearestInFamily(const QString& family, double billions, const Catalog& catalog)
{
    const std::vector<const Model*> models = modelsOf(family, catalog);
    if (models.empty())
        return modelAt(family, billions, catalog);
    const auto nearest =
        std::ranges::min_element(models, {}, [billions](const Model* model) { return std::abs(std::log(billionsOf(*model) / billions)); });
    ModelChoice choice;
    choice.name = (*nearest)->id;
    return choice;
}

} // namespace cardfit::ui
